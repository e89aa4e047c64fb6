// Contacts, variables and what happens where conditions come true.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mechanics/model_error.hpp"
#include "mechanics/system.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

std::string_view name_of(Tally tally) {
  switch (tally) {
    case Tally::count:
      return "count";
    case Tally::impulse:
      return "impulse";
    case Tally::lost:
      return "lost";
    case Tally::last:
      return "last";
    case Tally::phase:
      return "phase";
  }
  return {};
}

void System::contact(const std::string& name, const Equation& sides) {
  constraint(name, sides);
  const ConstraintRow& row = constraints_.back().rows.front();
  if (row.level == Level::acceleration)
    throw ModelError(fmt::format("contact '{}' is given for accelerations", name),
                     "a contact compares positions or velocities");
  contacts_.push_back({constraints_.size() - 1});
}

void System::restitution(const std::string& contact, const Expr& e) {
  constexpr Kinds state_kinds = Kind::parameter | Kind::coordinate | Kind::time | Kind::velocity;
  Contact& struck = contacts_[required_contact(contact)];
  if (struck.restitution != no_node)
    throw ModelError(fmt::format("contact '{}' has two coefficients of restitution", contact),
                     "take one of them away");
  require_kinds(own(e), state_kinds, "a coefficient of restitution");
  const NodeId formula = close(own(e));
  if (graph_->is_constant(formula) && !(graph_->value(formula) >= 0 && graph_->value(formula) <= 1))
    throw ModelError(fmt::format("the coefficient of restitution of '{}' is {:g}", contact,
                                 graph_->value(formula)),
                     "it lies between 0, nothing of the speed comes back, and 1, all of it");
  struck.restitution = formula;
}

Expr System::variable(const std::string& name, const Expr& value, const std::string& unit) {
  const NodeId formula = own(value);
  const Kinds kinds = graph_->kinds(formula);
  if (!(kinds == Kinds() || kinds == Kinds(Kind::parameter)))
    throw ModelError(fmt::format("the value of '{}' at the start is not constant", name),
                     "it is a formula of numbers and parameters");
  const double number = evaluate(*graph_, {formula}, parameter_values_).front();
  if (!std::isfinite(number))
    throw ModelError(fmt::format("the value of '{}' at the start is not a finite number", name));
  claim_name(name, "discrete variable");
  return add_parameter({name, no_node, formula, number, unit, Parameter::Changes::variable});
}

void System::when(When rule) {
  constexpr Kinds all_kinds = Kind::parameter | Kind::coordinate | Kind::time | Kind::velocity |
                              Kind::acceleration | Kind::force;
  if (rule.conditions.empty() || rule.actions.empty())
    throw ModelError("'when' needs a condition and an action");
  for (Condition& condition : rule.conditions) {
    require_kinds(condition.formula, all_kinds, "a condition");
    condition.formula = close(condition.formula);
  }
  for (Action& action : rule.actions) {
    if (action.formula == no_node) continue;
    require_kinds(action.formula, all_kinds, "the value that an action sets");
    action.formula = close(action.formula);
  }
  rules_.push_back(std::move(rule));
}

void System::start_off(const std::string& name) {
  const std::size_t constraint = required_constraint(name);
  if (off_at_start_.size() <= constraint) off_at_start_.resize(constraint + 1);
  if (off_at_start_[constraint])
    throw ModelError(fmt::format("'{}' is off twice at the start", name), "take one of them away");
  off_at_start_[constraint] = true;
}

bool System::is_switched(std::size_t constraint) const {
  if (constraint < off_at_start_.size() && off_at_start_[constraint]) return true;
  return std::ranges::any_of(rules_, [&](const When& rule) {
    return std::ranges::any_of(rule.actions, [&](const Action& action) {
      return action.is_switch() && action.index == constraint;
    });
  });
}

Expr System::gap(const std::string& contact) const {
  return {*graph_, contact_row(contact).residual};
}

Expr System::approach(const std::string& contact) const {
  const ConstraintRow& row = contact_row(contact);
  const NodeId speed = row.level == Level::position
                           ? time_derivative(*graph_, {row.residual}).front()
                           : row.residual;
  return {*graph_, graph_->make(Op::negate, speed)};
}

Expr System::tally(Tally what, const std::string& contact) {
  // the phase of a constraint that nothing switches is that of rest
  const bool is_contact = contact_index(contact).has_value();
  const bool has_phase = what == Tally::phase && constraint_index(contact);
  if (!has_phase) required_contact(contact);
  if (const auto known = tally_index(what, contact)) return {*graph_, parameters_[*known].symbol};
  const std::string name = fmt::format("{}({})", name_of(what), contact);
  const double first = is_contact || friction_index(contact) || what != Tally::phase ? 0 : 1;
  return add_parameter(
      {name, no_node, graph_->constant(first), first, {}, Parameter::Changes::tally});
}

std::optional<std::size_t> System::tally_index(Tally what, std::string_view of) const {
  const std::string name = fmt::format("{}({})", name_of(what), of);
  const auto found = std::ranges::find(parameters_, name, &Parameter::name);
  if (found == parameters_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - parameters_.begin());
}

std::optional<std::size_t> System::contact_index(std::string_view name) const {
  const auto constraint = constraint_index(name);
  if (!constraint) return std::nullopt;
  const auto found = std::ranges::find(contacts_, *constraint, &Contact::constraint);
  if (found == contacts_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - contacts_.begin());
}

std::size_t System::required_contact(const std::string& name) const {
  if (const auto index = contact_index(name)) return *index;
  if (constraint_index(name))
    throw ModelError(fmt::format("'{}' is a constraint, not a contact", name),
                     "a contact is written with >=: it can only push");
  throw ModelError(fmt::format("there is no contact '{}'", name));
}

const ConstraintRow& System::contact_row(const std::string& name) const {
  return constraints_[contacts_[required_contact(name)].constraint].rows.front();
}

}  // namespace alembert
