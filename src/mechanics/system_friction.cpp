// Dry friction: the row that sticking adds to a constraint, and the law of sliding.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "mechanics/model_error.hpp"
#include "mechanics/system.hpp"
#include "symbol/differentiate.hpp"

namespace alembert {

namespace {

bool is_number(const Graph& graph, NodeId formula) {
  return formula != no_node && graph.is_constant(formula);
}

}  // namespace

void System::friction(const std::string& name, const FrictionTerms& terms) {
  const std::size_t index = required_constraint(name);
  const Constraint& carrier = constraints_[index];
  if (friction_index(name))
    throw ModelError(fmt::format("'{}' has two frictions", name), "take one of them away");
  if (carrier.rows.size() != 1)
    throw ModelError(fmt::format("constraint '{}' has {} rows, and no single normal force", name,
                                 carrier.rows.size()),
                     "give each row a constraint of its own, or write friction with a limit");
  const ConstraintRow& row = carrier.rows.front();
  const bool pushes = contact_index(name).has_value();
  Friction friction{index, {}, no_node, no_node};
  NodeId steepness = graph_->one();
  if (!terms.slip) {
    const NodeId along = slip_along(row, steepness);
    if (along == no_node)
      throw ModelError(fmt::format("friction of '{}' needs its slip velocity", name),
                       "write slip and the velocity along the surface behind it, such as slip x'");
    friction.sticking_row.left = along;
  } else {
    friction.sticking_row.left = friction.given_slip = close(own(*terms.slip));
  }
  const NodeId multiplier = total(name).node();
  if (terms.normal) {
    friction.given_normal = close(own(*terms.normal));
    friction.normal = friction_formula(*terms.normal, "a normal force");
    if (!graph_->kinds(friction.normal).has(Kind::force))
      throw ModelError(fmt::format("the normal force of '{}' contains no multiplier", name),
                       fmt::format("write normal lambda({}), or friction with a limit", name));
  } else {
    friction.normal = graph_->make(Op::multiply, multiplier, steepness);
  }
  if (!pushes) {
    const NodeId side =
        add_parameter(
            {"side(" + name + ")", no_node, graph_->one(), 1, {}, Parameter::Changes::sense})
            .node();
    friction.side = parameters_.size() - 1;
    friction.normal = graph_->make(Op::multiply, side, friction.normal);
  }
  add_friction(std::move(friction), terms);
}

void System::dry_friction(const std::string& name, const FrictionTerms& terms) {
  if (!terms.slip)
    throw ModelError(fmt::format("friction of '{}' needs its slip velocity", name),
                     "write slip and the velocity along the surface behind it, such as slip x'");
  if (constraint_index(name))
    throw ModelError(fmt::format("there is a constraint '{}' already", name),
                     "friction of a constraint has a coefficient in place of a limit; forces are "
                     "reported by name: give each its own");
  constraint_of_[name] = constraints_.size();
  constraints_.push_back({name, {}, {}});
  Friction friction{constraints_.size() - 1, {}, no_node, no_node};
  friction.sticking_row.left = friction.given_slip = close(own(*terms.slip));
  add_friction(std::move(friction), terms);
}

// the row, the law and the numbers of the run that both forms of friction have
void System::add_friction(Friction friction, const FrictionTerms& terms) {
  const std::string& name = constraints_[friction.constraint].name;
  const bool is_carried = friction.normal != no_node;
  ConstraintRow& row = friction.sticking_row;
  row.name = name + ".slip";
  row.right = graph_->zero();
  row.residual = row.left;
  row.level = Level::velocity;
  constexpr Kinds state_kinds = Kind::parameter | Kind::coordinate | Kind::time | Kind::velocity;
  require_kinds(row.left, state_kinds, "a slip velocity");
  if (!graph_->kinds(row.left).has(Kind::velocity))
    throw ModelError(fmt::format("the slip of '{}' contains no velocity", name),
                     "write the velocity along the surface, such as x'");
  if (!is_linear_in(row.left, Kind::velocity))
    throw ModelError(fmt::format("the slip of '{}' is not linear in the velocities", name),
                     "write a velocity, not its magnitude: its sign says in which sense it slips");
  const std::string_view what = is_carried ? "a coefficient of friction" : "a force of friction";
  const NodeId sliding = friction_formula(terms.sliding, what);
  const NodeId sticking = terms.sticking ? friction_formula(*terms.sticking, what) : sliding;
  friction.coefficient = close(own(terms.sliding));
  friction.static_coefficient = terms.sticking ? close(own(*terms.sticking)) : no_node;
  for (const NodeId given : {sliding, sticking})
    if (is_number(*graph_, given) && graph_->value(given) < 0)
      throw ModelError(fmt::format("the friction of '{}' is negative", name),
                       "it opposes slip: give its magnitude");
  if (is_number(*graph_, sliding) && is_number(*graph_, sticking) &&
      graph_->value(sticking) < graph_->value(sliding))
    throw ModelError(fmt::format("'{}' sticks with less than it slides with", name),
                     "static friction is at least as large as that of sliding");
  const auto of_normal = [&](NodeId coefficient) {
    return is_carried ? graph_->make(Op::multiply, coefficient, friction.normal) : coefficient;
  };
  friction.sliding.value = of_normal(sliding);
  friction.largest.value = of_normal(sticking);
  find_shares(friction);
  const NodeId sense =
      add_parameter(
          {"sense(" + name + ")", no_node, graph_->zero(), 0, {}, Parameter::Changes::sense})
          .node();
  friction.sense = parameters_.size() - 1;
  const NodeId along =
      graph_->make(Op::negate, graph_->make(Op::multiply, sense, friction.sliding.value));
  std::vector<NodeId> velocities;
  for (const Coordinate& x : coordinates_) velocities.push_back(x.v);
  const std::vector<NodeId> lever = gradient(*graph_, row.left, velocities);
  for (std::size_t j = 0; j < lever.size(); ++j)
    if (!graph_->is_value(lever[j], 0))
      friction.law.push_back({j, graph_->make(Op::multiply, along, lever[j])});
  frictions_.push_back(std::move(friction));
  Friction& added = frictions_.back();
  const NodeId carried = total(added.sticking_row.name).node();
  added.tangent = graph_->make(Op::add, carried, along);
}

// F = free + slope λ
void System::find_shares(Friction& friction) const {
  Graph& g = *graph_;
  for (const NodeId node : reachable(g, {friction.sliding.value, friction.largest.value})) {
    if (!g.is_symbol(node) || !g.kinds(node).has(Kind::force)) continue;
    if (friction.pressing != no_node)
      throw ModelError(fmt::format("the friction of '{}' depends on {} and {}",
                                   constraints_[friction.constraint].name,
                                   g.name(friction.pressing), g.name(node)),
                       "it may depend on one multiplier; write a friction for each");
    friction.pressing = node;
  }
  for (Friction::Force* force : {&friction.sliding, &friction.largest}) {
    force->free = force->value;
    force->slope = g.zero();
    if (friction.pressing == no_node) continue;
    force->slope = gradient(g, force->value, {friction.pressing}).front();
    if (g.kinds(force->slope).has(Kind::force))
      throw ModelError(
          fmt::format("the friction of '{}' is not linear in {}",
                      constraints_[friction.constraint].name, g.name(friction.pressing)),
          "its force is a coefficient times the normal force");
    force->free = substitute(g, {force->value}, {{friction.pressing, g.zero()}}).front();
  }
}

// forces depend on each other by what the constraints truly carry
NodeId System::friction_formula(const Expr& formula, std::string_view what) {
  constexpr Kinds kinds =
      Kind::parameter | Kind::coordinate | Kind::time | Kind::velocity | Kind::force;
  require_kinds(own(formula), kinds, what);
  const NodeId node = close(own(formula));
  std::vector<Replacement> true_ones;
  for (const NodeId used : reachable(*graph_, {node})) {
    if (!graph_->is_symbol(used) || !graph_->kinds(used).has(Kind::force)) continue;
    const ForceSymbol symbol = force_symbols_[force_symbol_of_.at(used)];
    if (symbol.quantity == Quantity::total) continue;
    if (symbol.quantity != Quantity::lambda)
      throw ModelError(
          fmt::format("{} may not depend on {}", what, graph_->name(used)),
          "lambda(...) and normal(...) may be used, which depend on it by the motion alone");
    true_ones.push_back(
        {used, total(constraints_[symbol.constraint].rows[symbol.row].name).node()});
  }
  return substitute(*graph_, {node}, true_ones).front();
}

// The velocity along the surface of what touches it, where the gap is one of a single particle in
// the plane: the part of ṙ across the gradient n of the gap, n turned back by a right angle being
// the direction in which it counts. The surface is taken not to move along itself. no_node where
// the gap tells of no such place.
NodeId System::slip_along(const ConstraintRow& gap, NodeId& steepness) const {
  if (gap.level != Level::position) return no_node;
  Graph& g = *graph_;
  for (const Particle& particle : particles_) {
    if (particle.at.size() != 2) continue;
    const std::vector<NodeId> place{particle.at[0].in(g), particle.at[1].in(g)};
    const std::vector<NodeId> symbols{g.symbol("place.1", Kind::coordinate),
                                      g.symbol("place.2", Kind::coordinate)};
    const NodeId by_place =
        substitute(g, {gap.residual}, {{place[0], symbols[0]}, {place[1], symbols[1]}}).front();
    bool is_of_place = false, is_of_more = false;
    for (const NodeId node : reachable(g, {by_place})) {
      if (!g.is_symbol(node) || g.kind(node) != Kind::coordinate) continue;
      const bool own = node == symbols[0] || node == symbols[1];
      (own ? is_of_place : is_of_more) = true;
    }
    if (!is_of_place || is_of_more) continue;
    const std::vector<NodeId> n = substitute(g, gradient(g, by_place, symbols),
                                             {{symbols[0], place[0]}, {symbols[1], place[1]}});
    const std::vector<NodeId> velocity = time_derivative(g, place);
    steepness = g.make(Op::hypot, n[0], n[1]);
    const NodeId across = g.make(Op::subtract, g.make(Op::multiply, n[1], velocity[0]),
                                 g.make(Op::multiply, n[0], velocity[1]));
    return g.make(Op::divide, across, steepness);
  }
  return no_node;
}

std::optional<std::size_t> System::friction_index(std::string_view name) const {
  const auto constraint = constraint_index(name);
  if (!constraint) return std::nullopt;
  const auto found = std::ranges::find(frictions_, *constraint, &Friction::constraint);
  if (found == frictions_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - frictions_.begin());
}

const Friction& System::required_friction(const std::string& name) const {
  if (const auto index = friction_index(name)) return frictions_[*index];
  if (constraint_index(name))
    throw ModelError(fmt::format("'{}' has no friction", name),
                     fmt::format("write friction {}: and its coefficient", name));
  throw ModelError(fmt::format("there is no friction '{}'", name));
}

}  // namespace alembert
