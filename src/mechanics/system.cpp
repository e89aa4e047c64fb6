#include "mechanics/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "mechanics/kinks.hpp"
#include "mechanics/model_error.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/evaluate.hpp"
#include "symbol/switching_times.hpp"

namespace alembert {

std::string_view name_of(Level level) {
  switch (level) {
    case Level::position:
      return "position";
    case Level::velocity:
      return "velocity";
    case Level::acceleration:
      return "acceleration";
  }
  return {};
}

std::string_view name_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::lambda:
      return "lambda";
    case Quantity::total:
      return "total";
    case Quantity::ideal:
      return "ideal";
    case Quantity::nonideal:
      return "nonideal";
    case Quantity::reaction:
      return "reaction";
    case Quantity::power:
      return "power";
    case Quantity::energy:
      return "energy";
    case Quantity::holding:
      return "holding";
    case Quantity::tangent:
      return "tangent";
    case Quantity::least:
      return "least";
    case Quantity::most:
      return "most";
  }
  return {};
}

namespace {

constexpr Kinds position_kinds = Kind::parameter | Kind::coordinate | Kind::time;
constexpr Kinds state_kinds = position_kinds | Kind::velocity;
constexpr Kinds all_kinds = state_kinds | Kind::acceleration | Kind::force;

// names end up in symbols such as x', reaction(rod, x) and pin.2, which must stay unambiguous
void require_name(const std::string& name, std::string_view what) {
  if (name.empty()) throw ModelError(fmt::format("a {} needs a name", what));
  if (name.find_first_of("'(). \t\n") != std::string::npos)
    throw ModelError(fmt::format("\"{}\" cannot be the name of a {}", name, what),
                     "a name has no blanks, primes, dots or parentheses");
}

}  // namespace

System::System(std::string title) : title_(std::move(title)), graph_(std::make_shared<Graph>()) {
  time_ = graph_->symbol("t", Kind::time);
  graph_->set_rate(time_, graph_->one());
}

void System::claim_name(const std::string& name, std::string_view what) {
  require_name(name, what);
  require_free(name, what);
}

void System::require_free(const std::string& name, std::string_view what) {
  if (name == "t") throw ModelError("the name 't' is taken: it is time");
  if (name == "energy") throw ModelError("the name 'energy' is taken: it is the energy function");
  const auto [place, is_new] = taken_.try_emplace(name, what);
  if (!is_new)
    throw ModelError(fmt::format("'{}' is declared twice", name),
                     fmt::format("it is already the name of a {}", place->second));
}

Expr System::coordinate(const std::string& name) {
  claim_name(name, "coordinate");
  return add_coordinate(name);
}

Expr System::part_coordinate(const std::string& owner, const std::string& part) {
  require_name(owner, "coordinate");
  require_free(owner + part, "coordinate");
  return add_coordinate(owner + part);
}

Expr System::add_coordinate(const std::string& name) {
  const Coordinate x{name, graph_->symbol(name, Kind::coordinate),
                     graph_->symbol(name + "'", Kind::velocity),
                     graph_->symbol(name + "''", Kind::acceleration)};
  graph_->set_rate(x.q, x.v);
  graph_->set_rate(x.v, x.a);
  coordinate_of_[x.q] = coordinates_.size();
  coordinate_of_velocity_[x.v] = coordinates_.size();
  coordinates_.push_back(x);
  return {*graph_, x.q};
}

Expr System::parameter(const std::string& name, const Expr& value, const std::string& unit) {
  const NodeId formula = own(value);
  const Kinds kinds = graph_->kinds(formula);
  if (!(kinds == Kinds() || kinds == Kinds(Kind::parameter)))
    throw ModelError(fmt::format("the value of parameter '{}' is not constant", name),
                     "a parameter is a formula of numbers and earlier parameters; "
                     "use define for formulas of coordinates and time");
  for (const NodeId node : reachable(*graph_, {formula}))
    for (const Parameter& other : parameters_)
      if (other.symbol == node && other.is_variable())
        throw ModelError(fmt::format("the value of parameter '{}' is not constant", name),
                         fmt::format("'{}' changes on the way; use define", other.name));
  const double number = evaluate(*graph_, {formula}, parameter_values_).front();
  if (!std::isfinite(number))
    throw ModelError(fmt::format("the value of parameter '{}' is not a finite number", name));
  claim_name(name, "parameter");
  return add_parameter({name, no_node, formula, number, unit});
}

Expr System::add_parameter(Parameter parameter) {
  parameter.symbol = graph_->symbol(parameter.name, Kind::parameter);
  parameter_values_[parameter.symbol] = parameter.value;
  parameters_.push_back(std::move(parameter));
  return {*graph_, parameters_.back().symbol};
}

std::vector<NodeId> System::state_symbols() const {
  std::vector<NodeId> symbols{time_};
  for (const Coordinate& x : coordinates_) symbols.push_back(x.q);
  for (const Coordinate& x : coordinates_) symbols.push_back(x.v);
  return symbols;
}

Expr System::time() const { return {*graph_, time_}; }

Expr System::define(const std::string& name, const Expr& formula) {
  const NodeId node = close(own(formula));
  claim_name(name, "definition");
  definitions_.push_back({name, {node}, false});
  return formula;
}

Vector System::define(const std::string& name, const Vector& components) {
  Definition definition{name, {}, true};
  for (const Expr& component : components) definition.components.push_back(close(own(component)));
  claim_name(name, "definition");
  definitions_.push_back(std::move(definition));
  return components;
}

NodeId System::own(const Expr& formula) const {
  if (formula.graph() && formula.graph() != graph_.get())
    throw ModelError("a formula of another system is used here",
                     "formulas belong to the system whose coordinates they were made of");
  return formula.in(*graph_);
}

void System::require_kinds(NodeId formula, Kinds allowed, std::string_view what) const {
  struct Word {
    Kind kind;
    std::string_view text;
  };
  constexpr Word words[] = {{Kind::coordinate, "a coordinate"},
                            {Kind::velocity, "a velocity"},
                            {Kind::acceleration, "an acceleration"},
                            {Kind::time, "time"},
                            {Kind::force, "a force of constraint"}};
  for (const Word& word : words)
    if (graph_->kinds(formula).has(word.kind) && !allowed.has(word.kind))
      throw ModelError(fmt::format("{} may not contain {}", what, word.text));
}

bool System::is_linear_in(NodeId formula, Kind kind) const {
  std::vector<NodeId> symbols;
  for (const NodeId node : reachable(*graph_, {formula})) {
    const Op op = graph_->op(node);
    if (op == Op::constant || !graph_->kinds(node).has(kind)) continue;
    if (op == Op::symbol) symbols.push_back(node);
    // a step has no derivative that would show it
    const bool is_step = op == Op::sign || op == Op::less || op == Op::less_equal;
    if (is_step || (op == Op::choose && graph_->kinds(graph_->a(node)).has(kind))) return false;
  }
  for (const NodeId derivative : gradient(*graph_, formula, symbols))
    if (graph_->kinds(derivative).has(kind)) return false;
  return true;
}

void System::kinetic(const Expr& T) {
  require_kinds(own(T), state_kinds, "a kinetic energy");
  open_.kinetic.push_back(own(T));
  kinetic_.push_back(close(own(T)));
}

void System::potential(const Expr& V) {
  require_kinds(own(V), position_kinds, "a potential");
  open_.potential.push_back(own(V));
  potential_.push_back(close(own(V)));
}

void System::lagrangian(const Expr& L) {
  require_kinds(own(L), state_kinds, "a Lagrangian");
  open_.lagrangian.push_back(own(L));
  lagrangian_.push_back(close(own(L)));
}

void System::bodies(const BodyEnergies& energies) {
  assert(!known_);
  known_ = KnownEnergies{energies, kinetic_.size(), potential_.size()};
  for (const Expr& T : energies.kinetic) kinetic_.push_back(close(own(T)));
  for (const Expr& V : energies.potential) potential_.push_back(close(own(V)));
}

void System::particle(const Particle& particle) {
  if (particle.at.size() != 2 && particle.at.size() != 3)
    throw ModelError(fmt::format("the position of particle '{}' needs 2 or 3 components, not {}",
                                 particle.name, particle.at.size()));
  if (!particle.force.empty() && particle.force.size() != particle.at.size())
    throw ModelError(fmt::format("the force on particle '{}' has {} components, its position {}",
                                 particle.name, particle.force.size(), particle.at.size()));
  require_kinds(own(particle.mass), position_kinds, "a mass");
  for (const Expr& r : particle.at)
    require_kinds(own(r), position_kinds, "the position of a particle");
  for (const Expr& F : particle.force)
    require_kinds(own(F), state_kinds, "the force on a particle");
  claim_name(particle.name, "particle");
  OpenFormulas::MassPoint open{own(particle.mass), {}, {}};
  for (const Expr& r : particle.at) open.at.push_back(own(r));
  for (const Expr& F : particle.force) open.force.push_back(own(F));
  open_.particles.push_back(std::move(open));
  Particle kept{particle.name, closed(particle.mass), {}, {}};
  for (const Expr& r : particle.at) kept.at.push_back(closed(r));
  for (const Expr& F : particle.force) kept.force.push_back(closed(F));
  particles_.push_back(std::move(kept));
}

void System::force(const Expr& coordinate, const Expr& formula) {
  require_kinds(own(formula), state_kinds, "a force");
  forces_.push_back({required_coordinate(coordinate), close(own(formula))});
}

void System::virtual_power(const Expr& P) {
  const NodeId node = own(P);
  require_kinds(node, state_kinds, "a virtual power");
  if (!is_linear_in(node, Kind::velocity))
    throw ModelError("a virtual power must be linear in the velocities",
                     "a force that depends on velocities and acts at a point r is written particle "
                     "p: mass 0, at r, force F; on a coordinate, use force or dissipation");
  open_.virtual_powers.push_back(node);
  virtual_powers_.push_back(close(node));
}

void System::dissipation(const Expr& D) {
  require_kinds(own(D), state_kinds, "a dissipation function");
  open_.dissipations.push_back(own(D));
  dissipations_.push_back(close(own(D)));
}

void System::drive(const Expr& w, const Expr& F, const std::string& name) {
  const NodeId velocity = own(w), force = own(F);
  require_kinds(velocity, state_kinds, "a velocity that is driven");
  require_kinds(force, state_kinds, "a force");
  if (!graph_->kinds(velocity).has(Kind::velocity)) {
    const auto position = std::ranges::find(coordinates_, velocity, &Coordinate::q);
    throw ModelError("a force drives a velocity, and nothing moves in this formula",
                     position == coordinates_.end()
                         ? "write the velocity of a point or of a turn, such as x'"
                         : fmt::format("write {}'", position->name));
  }
  if (!is_linear_in(velocity, Kind::velocity))
    throw ModelError("a force drives a velocity, which is linear in the velocities",
                     "write the velocity of a point or of a turn, such as x'");
  const std::size_t first_force = forces_.size();
  // one sweep for all the coordinates that it depends on
  const NodeId driven = close(velocity), by = close(force);
  std::vector<std::size_t> coordinates;
  std::vector<NodeId> velocities;
  for (const NodeId node : reachable(*graph_, {driven})) {
    if (!graph_->is_symbol(node) || graph_->kind(node) != Kind::velocity) continue;
    const auto x = coordinate_of_velocity_.find(node);
    if (x == coordinate_of_velocity_.end()) continue;
    coordinates.push_back(x->second);
    velocities.push_back(node);
  }
  const std::vector<NodeId> along = gradient(*graph_, driven, velocities);
  for (std::size_t k = 0; k < along.size(); ++k)
    forces_.push_back({coordinates[k], graph_->make(Op::multiply, by, along[k])});
  open_.drives.push_back({name, velocity, force, first_force, forces_.size()});
}

Expr System::opening(const std::string& name) {
  const Coordinate opening{name, graph_->symbol(name, Kind::coordinate),
                           graph_->symbol(name + "'", Kind::velocity),
                           graph_->symbol(name + "''", Kind::acceleration)};
  graph_->set_rate(opening.q, opening.v);
  graph_->set_rate(opening.v, opening.a);
  openings_.push_back(opening);
  const NodeId last = std::max({opening.q, opening.v, opening.a});
  if (closed_of_.size() <= last) close(last);
  for (const NodeId symbol : {opening.q, opening.v, opening.a}) closed_of_[symbol] = graph_->zero();
  return {*graph_, opening.q};
}

// Nodes stand behind their operands, so one walk over those that are new is enough.
NodeId System::close(NodeId formula) {
  if (openings_.empty()) return formula;
  const auto image = [&](NodeId operand) {
    return operand < closed_of_.size() ? closed_of_[operand] : operand;
  };
  while (closed_of_.size() <= formula) {
    const NodeId node = static_cast<NodeId>(closed_of_.size());
    const int operands = operand_count(graph_->op(node));
    NodeId of[] = {graph_->a(node), graph_->b(node), graph_->c(node)};
    bool moved = false;
    for (int i = 0; i < operands; ++i) {
      moved = moved || image(of[i]) != of[i];
      of[i] = image(of[i]);
    }
    closed_of_.push_back(moved ? graph_->make(graph_->op(node), of[0], of[1], of[2]) : node);
  }
  return closed_of_[formula];
}

Expr System::closed(const Expr& formula) {
  if (!formula.graph()) return formula;
  return {*graph_, close(own(formula))};
}

void System::constraint(const std::string& name, const Equation& equation) {
  constraint(name, std::vector<Equation>{equation});
}

void System::constraint(const std::string& name, const std::vector<Equation>& rows) {
  require_name(name, "constraint");
  if (constraint_of_.contains(name))
    throw ModelError(fmt::format("there are two constraints of the name '{}'", name),
                     "forces are reported by name: give each constraint its own");
  if (rows.empty()) throw ModelError(fmt::format("constraint '{}' has no equation", name));
  Constraint result{name, {}, {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string row_name = rows.size() == 1 ? name : fmt::format("{}.{}", name, i + 1);
    result.rows.push_back(constraint_row(row_name, rows[i]));
    // the run is not known yet, and these times are as good as any
    if (has_switches()) refuse_kinks(*this, result.rows.back(), 0, 1e6);
  }
  for (const Equation& row : rows) {
    open_.sides.push_back({own(row.left), own(row.right)});
    open_.residuals.push_back(graph_->make(Op::subtract, own(row.left), own(row.right)));
  }
  constraint_of_[name] = constraints_.size();
  constraints_.push_back(std::move(result));
}

// most systems have none, and then no row need be searched
bool System::has_switches() {
  for (; looked_at_ < graph_->size(); ++looked_at_)
    has_switches_ |= is_switch(graph_->op(looked_at_));
  return has_switches_;
}

ConstraintRow System::constraint_row(const std::string& name, const Equation& equation) {
  ConstraintRow row{name, close(own(equation.left)), close(own(equation.right)), no_node,
                    Level::position};
  row.residual = graph_->make(Op::subtract, row.left, row.right);
  const Kinds kinds = graph_->kinds(row.residual);
  require_kinds(row.residual, state_kinds | Kind::acceleration, "a constraint");
  if (kinds.has(Kind::acceleration)) {
    row.level = Level::acceleration;
    if (!is_linear_in(row.residual, Kind::acceleration))
      throw ModelError(fmt::format("constraint '{}' is not linear in the accelerations", name),
                       "an acceleration constraint is a row of A q'' = b");
  } else if (kinds.has(Kind::velocity)) {
    row.level = Level::velocity;
  } else if (!kinds.has(Kind::coordinate)) {
    throw ModelError(
        fmt::format("constraint '{}' contains no coordinate", name),
        "a constraint is an equation between formulas of coordinates, velocities and t");
  }
  return row;
}

void System::nonideal(const std::string& constraint, const Expr& coordinate, const Expr& formula) {
  NodeId law = close(own(formula));
  require_kinds(law, state_kinds | Kind::force, "a non-ideal force");
  // inside a law of C the reactions are the ideal ones, which do not depend on C
  std::vector<Replacement> ideal_ones;
  for (const NodeId node : reachable(*graph_, {law})) {
    if (!graph_->is_symbol(node) || !graph_->kinds(node).has(Kind::force)) continue;
    const ForceSymbol symbol = force_symbols_[force_symbol_of_.at(node)];
    if (symbol.quantity == Quantity::reaction) {
      const Expr x(*graph_, coordinates_[symbol.coordinate].q);
      ideal_ones.push_back({node, ideal(constraints_[symbol.constraint].name, x).node()});
    } else if (symbol.quantity != Quantity::lambda && symbol.quantity != Quantity::total &&
               symbol.quantity != Quantity::ideal) {
      throw ModelError(fmt::format("a non-ideal force may not depend on {}", graph_->name(node)),
                       "lambda, ideal and total may be used: the others depend on it themselves");
    }
  }
  law = substitute(*graph_, {law}, ideal_ones).front();
  constraints_[required_constraint(constraint)].nonideal.push_back(
      {required_coordinate(coordinate), law});
}

void System::weight(const std::string& constraint, const Expr& formula) {
  require_kinds(own(formula), state_kinds, "a weight");
  Constraint& weighted = constraints_[required_constraint(constraint)];
  if (weighted.weight != no_node)
    throw ModelError(fmt::format("constraint '{}' has two weights", constraint));
  weighted.weight = close(own(formula));
}

void System::watch(const std::string& name, const Expr& formula, const std::string& unit) {
  if (name.empty()) throw ModelError("a watch needs a name");
  require_kinds(own(formula), all_kinds, "a watch");
  if (!watch_names_.insert(name).second)
    throw ModelError(fmt::format("there are two watches '{}'", name));
  watches_.push_back({name, close(own(formula)), unit});
}

std::size_t System::required_constraint(const std::string& name) const {
  const auto index = constraint_index(name);
  if (!index) throw ModelError(fmt::format("there is no constraint '{}'", name));
  return *index;
}

std::size_t System::required_coordinate(const Expr& coordinate) const {
  const auto index = coordinate_index(coordinate);
  if (!index) throw ModelError("a coordinate is needed here, not a formula");
  return *index;
}

std::optional<std::size_t> System::coordinate_index(const Expr& symbol) const {
  if (symbol.graph() != graph_.get()) return std::nullopt;
  const auto place = coordinate_of_.find(symbol.node());
  if (place == coordinate_of_.end()) return std::nullopt;
  return place->second;
}

std::optional<std::size_t> System::coordinate_index(std::string_view name) const {
  const NodeId symbol = graph_->find_symbol(name);
  return symbol == no_node ? std::nullopt : coordinate_index(Expr(*graph_, symbol));
}

std::optional<std::size_t> System::constraint_index(std::string_view name) const {
  const auto place = constraint_of_.find(name);
  if (place == constraint_of_.end()) return std::nullopt;
  return place->second;
}

}  // namespace alembert
