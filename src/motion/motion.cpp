#include "motion/motion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "motion/contacts/contact_rows.hpp"
#include "motion/trajectory.hpp"

namespace alembert {

namespace {

std::size_t required_column(const MotionColumns& layout, std::string_view name) {
  const auto column = layout.find(name);
  if (!column)
    throw ModelError(fmt::format("the motion has no '{}'", name),
                     "it has coordinates x, velocities x', accelerations x'', watches, energy, "
                     "lambda(constraint) and the like");
  return *column;
}

}  // namespace

double ReactionAt::operator[](std::string_view coordinate) const {
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    if (coordinates[i] == coordinate) return ideal[i] + nonideal[i];
  return 0;
}

Snapshot::Snapshot(std::shared_ptr<const Trajectory> trajectory, std::vector<double> row)
    : trajectory_(std::move(trajectory)), row_(std::move(row)) {}

double Snapshot::operator[](std::string_view name) const {
  return row_[required_column(trajectory_->layout(), name)];
}

const Equations& Snapshot::equations() const { return trajectory_->equations(); }

ReactionAt Snapshot::reaction(std::string_view constraint) const {
  const Equations& equations = trajectory_->equations();
  const MotionColumns& layout = trajectory_->layout();
  const auto index = equations.system.constraint_index(constraint);
  if (!index) throw ModelError(fmt::format("there is no constraint '{}'", constraint));
  ReactionAt reaction;
  reaction.constraint = std::string(constraint);
  for (const ForceColumn& column : layout.forces[*index]) {
    reaction.coordinates.push_back(equations.system.coordinates()[column.coordinate].name);
    reaction.ideal.push_back(row_[column.ideal]);
    reaction.nonideal.push_back(row_[column.nonideal]);
  }
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    if (equations.rows[r].constraint != *index) continue;
    reaction.lambda.push_back(row_[layout.lambda + r]);
    reaction.total.push_back(row_[layout.total + r]);
    reaction.unique.push_back(row_[layout.unique + r] != 0);
  }
  reaction.power = row_[layout.power + *index];
  return reaction;
}

ReactionAt Reaction::at(double t) const { return motion_.at(t).reaction(constraint_); }

Motion::Motion(MotionRecord record, std::shared_ptr<Trajectory> trajectory)
    : record_(std::move(record)), trajectory_(std::move(trajectory)) {}

double Motion::tolerance() const { return trajectory_->settings().tolerance; }

DynamicsOptions Motion::dynamics_options() const { return trajectory_->dynamics_options(); }

const MotionColumns& Motion::layout() const { return trajectory_->layout(); }
const Equations& Motion::equations() const { return trajectory_->equations(); }
Equations Motion::equations_at(double t) const { return trajectory_->equations_at(t); }

std::span<const double> Motion::row(std::size_t sample) const {
  return std::span(record_.table).subspan(sample * layout().width(), layout().width());
}

std::vector<double> Motion::operator[](std::string_view name) const {
  const std::size_t column = required_column(layout(), name);
  std::vector<double> values;
  values.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) values.push_back(row(i)[column]);
  return values;
}

Snapshot Motion::at(double t) const { return {trajectory_, trajectory_->row_at(t)}; }

Snapshot Motion::before(double t) const {
  const bool is_event =
      std::ranges::any_of(record_.stretches, [&](const Stretch& part) { return part.from == t; });
  // an event leaves two rows of one time, the first of which is before it
  for (std::size_t i = 0; is_event && i + 1 < size(); ++i)
    if (row(i)[0] == t && row(i + 1)[0] == t) return {trajectory_, {row(i).begin(), row(i).end()}};
  return at(t);
}

std::vector<PhaseSpan> Motion::timeline(std::string_view name) const {
  const System& system = equations().system;
  const auto constraint = system.constraint_index(name);
  const bool has_phases = system.contact_index(name) || system.friction_index(name) ||
                          (constraint && system.is_switched(*constraint));
  if (!has_phases) throw ModelError(fmt::format("there is no contact or friction '{}'", name));
  return phases_of(system, record_, name);
}

const std::string& Motion::contact_name(std::size_t contact) const {
  return struck_name(equations(), contact);
}

double Motion::jump_energy() const {
  double energy = 0;
  for (const EnergyJump& jump : record_.jumps) energy += jump.energy;
  return energy;
}

std::string_view Motion::impact_law() const {
  const std::optional<Impacts> law = trajectory_->settings().impacts;
  if (!law) return "newton";
  return *law == Impacts::together ? "together" : "in turn";
}

Snapshot Motion::front() const { return {trajectory_, {row(0).begin(), row(0).end()}}; }

Snapshot Motion::back() const {
  const auto last = row(size() - 1);
  return {trajectory_, {last.begin(), last.end()}};
}

Reaction Motion::reaction(std::string_view constraint) const {
  if (!equations().system.constraint_index(constraint))
    throw ModelError(fmt::format("there is no constraint '{}'", constraint));
  return {*this, std::string(constraint)};
}

std::vector<double> Motion::evaluate(const std::vector<NodeId>& formulas, double t) const {
  return trajectory_->evaluate_at(formulas, t);
}

std::vector<std::vector<double>> Motion::evaluate_outputs(
    const std::vector<NodeId>& formulas) const {
  return trajectory_->evaluate_rows(formulas, record_.table);
}

std::string to_string(const Snapshot& snapshot) {
  const Equations& equations = snapshot.equations();
  const std::vector<Coordinate>& coordinates = equations.system.coordinates();
  std::size_t width = fmt::formatted_size("t = {:.6g}", snapshot.t());
  for (const Coordinate& x : coordinates) width = std::max(width, x.name.size());
  for (const Watch& watch : equations.watches) width = std::max(width, watch.name.size());

  std::string text =
      fmt::format("{:{}}  {:>14} {:>14} {:>14}\n", fmt::format("t = {:.6g}", snapshot.t()), width,
                  "position", "velocity", "acceleration");
  for (const Coordinate& x : coordinates)
    text += fmt::format("{:{}}  {:>14.6g} {:>14.6g} {:>14.6g}\n", x.name, width, snapshot[x.name],
                        snapshot[x.name + "'"], snapshot[x.name + "''"]);
  for (const Constraint& constraint : equations.system.constraints())
    text += to_string(snapshot.reaction(constraint.name)) + "\n";
  for (const Watch& watch : equations.watches)
    text += fmt::format("{:{}}  {:>14.6g}{}{}\n", watch.name, width, snapshot[watch.name],
                        watch.unit.empty() ? "" : " ", watch.unit);
  return text + fmt::format("{:{}}  {:>14.6g}\n", "energy", width, snapshot["energy"]);
}

std::string to_string(const ReactionAt& reaction) {
  std::string text = reaction.constraint + ": lambda";
  for (std::size_t r = 0; r < reaction.lambda.size(); ++r)
    text += fmt::format(" {:.6g}{}", reaction.lambda[r], reaction.unique[r] ? "" : " (not unique)");
  text += ", force";
  for (std::size_t i = 0; i < reaction.coordinates.size(); ++i)
    text += fmt::format("{} {} {:.6g}", i == 0 ? "" : ",", reaction.coordinates[i],
                        reaction.ideal[i] + reaction.nonideal[i]);
  return text;
}

void print(const Snapshot& snapshot) { fmt::print("{}", to_string(snapshot)); }
void print(const ReactionAt& reaction) { fmt::print("{}\n", to_string(reaction)); }

}  // namespace alembert
