#include "motion/events/contact_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {

using numeric::Index;

ContactSolver::ContactSolver(const Equations& all, const RunSettings& settings,
                             std::shared_ptr<SharedCode> code)
    : settings_(settings), state_(all, std::shared_ptr<CodeStore>(code, &code->formulas())) {
  const Equations& equations = state_.equations();
  contact_of_row_.resize(equations.rows.size());
  std::vector<NodeId> restitutions;
  for (const Contact& contact : equations.system.contacts()) {
    const auto row =
        std::ranges::find(equations.rows, contact.constraint, &EquationRow::constraint);
    contact_of_row_[static_cast<std::size_t>(row - equations.rows.begin())] = rows_.size();
    rows_.push_back(static_cast<std::size_t>(row - equations.rows.begin()));
    restitutions.push_back(contact.restitution == no_node ? equations.graph().zero()
                                                          : contact.restitution);
  }
  restitution_ = state_.compiled(restitutions);
  std::vector<NodeId> forces;
  for (std::size_t f = 0; f < equations.system.frictions().size(); ++f) {
    const Friction& friction = equations.system.frictions()[f];
    const auto at = [&](const auto& found) {
      return static_cast<std::size_t>(found - equations.rows.begin());
    };
    FrictionRows rows{
        at(std::ranges::find(equations.rows, std::optional(f), &EquationRow::friction)), {}, {}};
    if (friction.pressing != no_node)
      rows.pressing = at(std::ranges::find(equations.rows, friction.pressing, &EquationRow::total));
    const auto& contacts = equations.system.contacts();
    const auto own = std::ranges::find(contacts, friction.constraint, &Contact::constraint);
    if (own != contacts.end()) rows.contact = static_cast<std::size_t>(own - contacts.begin());
    rows.has_side = friction.side.has_value();
    frictions_.push_back(rows);
    for (const Friction::Force& force : {friction.sliding, friction.largest}) {
      forces.push_back(force.free);
      forces.push_back(force.slope);
    }
  }
  friction_forces_ = state_.compiled(forces);
}

const Residuals& ContactSolver::rounding_at(double t, const Vector& q, const Vector& v) {
  if (!(known_.t == t && known_.q == q && known_.v == v))
    known_ = {t, q, v, state_.rounding_of_residuals(t, q, v)};
  return known_.rounding;
}

std::vector<double> ContactSolver::noise_of_gaps(double t, const Vector& q, const Vector& v) {
  const Residuals& rounding = rounding_at(t, q, v);
  const StateValues& here = state_.evaluate(t, q, v);
  std::vector<double> noise;
  for (const std::size_t contact_row : rows_) {
    const auto r = static_cast<Index>(contact_row);
    const bool of_velocities = equations().rows[contact_row].level == Level::velocity;
    noise.push_back(of_velocities
                        ? rounding.velocity[r] + state_rounding * here.row_size(r, v_reach_)
                        : rounding.position[r] + state_rounding * here.row_size(r, q_reach_));
  }
  return noise;
}

std::vector<double> ContactSolver::noise_of_rates(double t, const Vector& q, const Vector& v) {
  std::vector<double> noise = noise_of_velocities(t, q, v), of_contacts;
  for (const std::size_t row : rows_) of_contacts.push_back(noise[row]);
  return of_contacts;
}

// By row. What rests has no velocity to compare with: but it has that which its forces would give
// it over a way of its own size.
std::vector<double> ContactSolver::noise_of_velocities(double t, const Vector& q, const Vector& v) {
  const Residuals& rounding = rounding_at(t, q, v);
  const StateValues& here = state_.evaluate(t, q, v);
  Vector sizes = v_reach_;
  for (Index j = 0; j < sizes.size(); ++j)
    if (const double inertia = here.M()(j, j); inertia > 0)
      sizes[j] = std::max(sizes[j], std::sqrt(std::fabs(here.Q()[j]) / inertia * q_reach_[j]));
  std::vector<double> noise;
  for (Index r = 0; r < rounding.velocity.size(); ++r)
    noise.push_back(rounding.velocity[r] + state_rounding * here.row_size(r, sizes));
  return noise;
}

double ContactSolver::natural_time(double t, const Vector& q, const Vector& v) {
  const StateValues& here = state_.evaluate(t, q, v);
  double shortest = std::numeric_limits<double>::infinity();
  for (Index j = 0; j < q_reach_.size(); ++j) {
    const double square = q_reach_[j] * here.M()(j, j) / std::fabs(here.Q()[j]);
    if (square > 0 && std::isfinite(square)) shortest = std::min(shortest, std::sqrt(square));
  }
  return shortest;
}

std::vector<double> ContactSolver::gaps(double t, const Vector& q, const Vector& v) {
  const Residuals& now = state_.residuals(t, q, v);
  std::vector<double> gaps;
  for (const std::size_t r : rows_) {
    const bool of_velocities = equations().rows[r].level == Level::velocity;
    gaps.push_back((of_velocities ? now.velocity : now.position)[static_cast<Index>(r)]);
  }
  return gaps;
}

std::vector<double> ContactSolver::rates(double t, const Vector& q, const Vector& v) {
  const Residuals& now = state_.residuals(t, q, v);
  std::vector<double> rates;
  for (const std::size_t r : rows_) rates.push_back(now.velocity[static_cast<Index>(r)]);
  return rates;
}

ContactSet ContactSolver::touching(double t, const Vector& q, const Vector& v,
                                   const ContactSet& rests) {
  const std::vector<double> noise = noise_of_gaps(t, q, v), gap = gaps(t, q, v);
  ContactSet result = rests;
  for (std::size_t c = 0; c < rows_.size(); ++c)
    result[c] =
        !is_off(equations().system.contacts()[c].constraint) && (rests[c] || gap[c] <= noise[c]);
  return result;
}

bool ContactSolver::strikes(double t, const Vector& q, const Vector& v,
                            const ContactSet& touching) {
  const std::vector<double> noise = noise_of_rates(t, q, v), rate = rates(t, q, v);
  for (std::size_t c = 0; c < rows_.size(); ++c)
    if (touching[c] && rate[c] < -noise[c]) return true;
  return false;
}

std::vector<Index> ContactSolver::acting_rows(const ContactSet& contacts) const {
  std::vector<Index> rows;
  for (std::size_t r = 0; r < contact_of_row_.size(); ++r)
    if (!equations().rows[r].friction && !is_off(equations().rows[r].constraint) &&
        (!contact_of_row_[r] || contacts[*contact_of_row_[r]]))
      rows.push_back(static_cast<Index>(r));
  return rows;
}

numeric::OneSidedInstant ContactSolver::one_sided(const StateValues& here,
                                                  const std::vector<Index>& rows) const {
  const Index m = static_cast<Index>(rows.size()), n = here.q().size();
  numeric::OneSidedInstant instant{here.M(), here.Q(), numeric::Matrix(m, n), Vector(m), {}};
  for (Index i = 0; i < m; ++i) {
    const Index r = rows[static_cast<std::size_t>(i)];
    instant.A.row(i) = here.A().row(r);
    instant.b[i] = here.b()[r];
    instant.pushes.push_back(contact_of_row_[static_cast<std::size_t>(r)].has_value());
  }
  return instant;
}

std::string ContactSolver::names(const std::vector<Index>& rows,
                                 const std::vector<Index>& which) const {
  std::string text;
  for (const Index i : which)
    text += fmt::format(
        "{}'{}'", text.empty() ? "" : ", ",
        equations().rows[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])].name);
  return text;
}

}  // namespace alembert
