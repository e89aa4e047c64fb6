// Contacts, frictions and what happens at instants, after a change of coordinates, units and rows.

#include <algorithm>

#include "changer.hpp"

namespace alembert::metamorphic {

using numeric::Index;

void Changer::state_restitutions() {
  for (const Contact& contact : old_.contacts()) {
    if (contact.restitution == no_node) continue;
    const std::string& name = old_.constraints()[contact.constraint].name;
    system_.restitution(name, take(contact.restitution));
    if (stands_twice(contact.constraint))
      system_.restitution(again(name), take(contact.restitution));
  }
}

// û = s u(q̇) for the slip velocity u. Where the multiplier of the row presses, μ N̂ ∂û/∂q̂' must be
// κ times the generalised force as it was; with N̂ = κ λ τᵏ/ρ that asks for s = ρ τ^(1 − k).
double Changer::slip_factor(const Friction& friction) const {
  const bool multiplier_presses = friction.normal != no_node && friction.given_normal == no_node &&
                                  friction.given_slip != no_node;
  if (!multiplier_presses) return change_.time;
  const Level level = old_.constraints()[friction.constraint].rows.front().level;
  return std::fabs(row_factor(friction.constraint, 0)) *
         std::pow(change_.time, 1 - order_of(level));
}

FrictionTerms Changer::friction_terms(const Friction& friction) {
  const double kappa = change_.energy;
  const bool is_carried = friction.normal != no_node;
  const double force = is_carried ? 1 : kappa;
  FrictionTerms terms{.sliding = force * take(friction.coefficient)};
  if (friction.static_coefficient != no_node)
    terms.sticking = force * take(friction.static_coefficient);
  terms.slip = slip_factor(friction) * take(friction.sticking_row.left);
  // where the slip was derived from the gap, so was the force that presses
  if (friction.given_normal != no_node)
    terms.normal = kappa * take(friction.given_normal);
  else if (is_carried && friction.given_slip == no_node)
    terms.normal = kappa * take(friction.normal);
  return terms;
}

// what one of the ends of the force that presses counts as it was
double Changer::end_factor(const Friction& friction) const {
  const bool multiplier_presses =
      friction.given_normal == no_node && friction.given_slip != no_node;
  const Level level = old_.constraints()[friction.constraint].rows.front().level;
  return (multiplier_presses
              ? row_factor(friction.constraint, 0) / std::pow(change_.time, order_of(level))
              : 1.0) /
         change_.energy;
}

void Changer::state_frictions() {
  for (const Friction& friction : old_.frictions()) {
    const std::string& name = old_.constraints()[friction.constraint].name;
    if (friction.normal != no_node)
      system_.friction(name, friction_terms(friction));
    else
      system_.dry_friction(name, friction_terms(friction));
  }
  replace_friction_symbols();
}

void Changer::replace_friction_symbols() {
  std::vector<Replacement> more;
  for (const ForceSymbol& symbol : old_.force_symbols()) {
    if (!is_of_friction(symbol)) continue;
    const std::string& name = old_.constraints()[symbol.constraint].name;
    const Friction& friction = old_.frictions()[*old_.friction_index(name)];
    const double factor = slip_factor(friction) / (change_.time * change_.energy);
    const std::string row = name + ".slip";
    const Expr force =
        symbol.quantity == Quantity::tangent  ? factor * system_.tangent(name)
        : symbol.quantity == Quantity::lambda ? factor * system_.lambda(row)
        : symbol.quantity == Quantity::total  ? factor * system_.total(row)
        : symbol.quantity == Quantity::least  ? end_factor(friction) * system_.least(name)
        : symbol.quantity == Quantity::most   ? end_factor(friction) * system_.most(name)
                                              : force_in_new_terms(symbol);
    more.push_back({copy(symbol.symbol), force.in(graph())});
  }
  for (const Friction& friction : old_.frictions()) {
    if (!friction.side) continue;
    const double sign = std::copysign(1.0, row_factor(friction.constraint, 0));
    const NodeId side = copy(old_.parameters()[*friction.side].symbol);
    more.push_back({side, (sign * expr(side)).in(graph())});
  }
  replacements_.insert(replacements_.end(), more.begin(), more.end());
}

// ∫λ dt as it was, of ∫λ̂ dt̂
double Changer::impulse_factor(std::size_t constraint) const {
  const Level level = old_.constraints()[constraint].rows.front().level;
  return row_factor(constraint, 0) * std::pow(change_.time, 1 - order_of(level)) / change_.energy;
}

void Changer::replace_tally(Tally what, const std::string& name, double factor) {
  const auto tally = old_.tally_index(what, name);
  if (!tally) return;
  Expr sum = factor * system_.tally(what, name);
  const std::size_t constraint = *old_.constraint_index(name);
  if (stands_twice(constraint) && what == Tally::impulse)
    sum += factor * copy_factor(constraint) * system_.tally(what, again(name));
  if (stands_twice(constraint) && what == Tally::lost)
    sum += factor * system_.tally(what, again(name));
  replacements_.push_back({copy(old_.parameters()[*tally].symbol), sum.in(graph())});
}

void Changer::replace_tallies() {
  for (std::size_t c = 0; c < old_.constraints().size(); ++c)
    if (!is_contact(c)) replace_tally(Tally::phase, old_.constraints()[c].name, 1);
  for (const Contact& contact : old_.contacts()) {
    const std::string& name = old_.constraints()[contact.constraint].name;
    replace_tally(Tally::count, name, 1);
    replace_tally(Tally::phase, name, 1);
    replace_tally(Tally::last, name, change_.time);
    replace_tally(Tally::lost, name, 1 / change_.energy);
    replace_tally(Tally::impulse, name, impulse_factor(contact.constraint));
  }
}

// q̂ = T⁻¹ q, of which those that nobody sets keep their values; velocities get the factor τ
void Changer::set_coordinates(const When& old, Action::What what, When& rule) {
  const bool is_velocity = what == Action::What::set_velocity;
  std::vector<Expr> values;
  std::vector<bool> is_set(old_.coordinates().size(), false);
  for (const Coordinate& x : old_.coordinates()) values.push_back(take(is_velocity ? x.v : x.q));
  for (const Action& action : old.actions) {
    if (action.what != what) continue;
    values[action.index] = take(action.formula);
    is_set[action.index] = true;
  }
  for (Index j = 0; j < size(); ++j) {
    Expr sum = 0;
    bool changes = false;
    for (Index i = 0; i < size(); ++i) {
      if (inverse_(j, i) == 0) continue;
      sum += inverse_(j, i) * values[static_cast<std::size_t>(i)];
      changes = changes || is_set[static_cast<std::size_t>(i)];
    }
    if (!changes) continue;
    const Expr value = (is_velocity ? change_.time : 1.0) * sum;
    rule.actions.push_back(
        {.what = what, .index = static_cast<std::size_t>(j), .formula = value.in(graph())});
  }
}

void Changer::state_rules() {
  const std::vector<bool>& off = old_.off_at_start();
  for (std::size_t c = 0; c < off.size(); ++c) {
    if (!off[c]) continue;
    system_.start_off(old_.constraints()[c].name);
    if (stands_twice(c)) system_.start_off(again(old_.constraints()[c].name));
  }
  for (const When& old : old_.rules()) {
    When rule{.conditions = {}, .actions = {}, .text = old.text};
    for (const Condition& condition : old.conditions)
      rule.conditions.push_back({take(condition.formula).in(graph()), condition.text});
    set_coordinates(old, Action::What::set_position, rule);
    set_coordinates(old, Action::What::set_velocity, rule);
    for (const Action& action : old.actions) {
      Action taken = action;
      if (action.what == Action::What::set_position || action.what == Action::What::set_velocity)
        continue;
      if (action.is_switch()) {
        const std::string& name = old_.constraints()[action.index].name;
        taken.index = *system_.constraint_index(name);
        rule.actions.push_back(taken);
        if (!stands_twice(action.index)) continue;
        taken.index = *system_.constraint_index(again(name));
      }
      if (action.what == Action::What::set_variable) {
        const std::string& name = old_.parameters()[action.index].name;
        const auto place = std::ranges::find(system_.parameters(), name, &Parameter::name);
        taken.index = static_cast<std::size_t>(place - system_.parameters().begin());
        taken.formula = take(action.formula).in(graph());
      }
      rule.actions.push_back(taken);
    }
    system_.when(rule);
  }
}

// what a number in a check of an impact becomes
double Changer::impact_factor(const Expectation& check) const {
  using What = Expectation::What;
  if (check.what == What::change || check.what == What::rest_after) return 1 / change_.time;
  if (check.what != What::impact) return 1;
  const std::size_t constraint = *old_.constraint_index(check.contact);
  switch (check.of_impact) {
    case Expectation::OfImpact::t:
      return 1 / change_.time;
    case Expectation::OfImpact::impulse:
      return 1 / impulse_factor(constraint);
    case Expectation::OfImpact::speed:
      // the impulse times it is an energy
      return change_.energy * impulse_factor(constraint);
    case Expectation::OfImpact::lost:
      return change_.energy;
  }
  return 1;
}

}  // namespace alembert::metamorphic
