// Variables that change at instants alone, what impacts give back, and what happens where
// conditions come true.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "symbol/print.hpp"
#include "text/build/build_parts.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

void check_restitution(const Builder& b, const NamedFormula& item, const Expr& e,
                       const std::string& contact) {
  const bool is_constant =
      !e.graph() || !e.graph()->kinds(e.node()).has(Kind::coordinate | Kind::velocity | Kind::time);
  if (!is_constant) return;
  const double number = b.formulas.number(e);
  if (!(number >= 0 && number <= 1))
    b.document.fail(item.formula,
                    fmt::format("the coefficient of restitution of '{}' is {:g}", contact, number),
                    "it lies between 0, nothing of the speed comes back, and 1, all of it");
}

class RuleBuilder {
 public:
  RuleBuilder(Builder& b, const WhenSyntax& item) : b_(b), item_(item) {}

  When build() {
    for (const ConditionSyntax& condition : item_.conditions) {
      const NodeId formula =
          b_.formulas.condition(condition.formula, purpose::condition).in(b_.graph());
      // the words of a family are of no single member
      rule_.conditions.push_back(
          {formula, item_.name.is_family() ? condition_text(b_.graph(), formula) : condition.text});
      rule_.text += (rule_.text.empty() ? "" : ", ") + rule_.conditions.back().text;
    }
    for (const ActionSyntax& action : item_.actions) add(action);
    return std::move(rule_);
  }

 private:
  void add(const ActionSyntax& action) {
    if (action.what == Action::What::switch_on || action.what == Action::What::switch_off)
      return add_switch(action);
    if (action.formula == no_formula)
      return rule_.actions.push_back({.what = action.what, .words = action.words});
    b_.formulas.each_member(action.name, [&](Member member) {
      const Action set = target(action, member);
      const bool is_set = std::ranges::any_of(rule_.actions, [&](const Action& other) {
        return other.what == set.what && other.index == set.index && other.formula != no_node;
      });
      if (is_set)
        b_.document.fail(action.span,
                         fmt::format("'{}{}' is set twice at one instant",
                                     b_.name_of(action.name, member), action.velocity ? "'" : ""),
                         "take one of them away");
      rule_.actions.push_back(set);
      rule_.actions.back().formula =
          b_.formulas.scalar(action.formula, purpose::action).in(b_.graph());
    });
  }

  void add_switch(const ActionSyntax& action) {
    b_.formulas.each_member(action.name, [&](Member member) {
      const std::string name = b_.formulas.constraint(action.name, member);
      const std::size_t index = *b_.system().constraint_index(name);
      if (std::ranges::any_of(rule_.actions, [&](const Action& other) {
            return other.is_switch() && other.index == index;
          }))
        b_.document.fail(action.span, fmt::format("'{}' is switched twice at one instant", name),
                         "take one of them away");
      rule_.actions.push_back({.what = action.what, .index = index});
    });
  }

  Action target(const ActionSyntax& action, Member member) const {
    const Declared* declared = b_.formulas.names().find(action.name.name, member);
    if (!declared || declared->kind != NameKind::variable) {
      if (declared && declared->kind == NameKind::parameter)
        b_.document.fail(action.name.span,
                         fmt::format("'{}' is a parameter, which never changes",
                                     b_.name_of(action.name, member)),
                         "what actions change is declared with discrete");
      if (!declared) refuse_unknown(action.name, member);
      return {.what = action.velocity ? Action::What::set_velocity : Action::What::set_position,
              .index = b_.formulas.coordinate(action.name, member)};
    }
    if (action.velocity)
      b_.document.fail(action.name.span,
                       fmt::format("'{}' is a discrete variable: it has no velocity",
                                   b_.name_of(action.name, member)),
                       "take the prime away");
    return {.what = Action::What::set_variable, .index = declared->number};
  }

  // what is neither declared nor a coordinate of a joint
  void refuse_unknown(const ItemName& item, Member member) const {
    const std::string name = b_.name_of(item, member);
    const std::string& spelling = b_.syntax().spelling(item.name);
    if (b_.formulas.names().family(item.name) || b_.mechanism.has_joint(name)) return;
    if (b_.document.mistakes.is_doubtful(spelling)) throw InDoubt{};
    if (b_.system().coordinate_index(name)) return;
    if (b_.system().constraint_index(name))
      b_.document.fail(
          item.span, fmt::format("'{}' is a constraint, which cannot be set", name),
          "actions set coordinates, velocities and variables; a constraint is switched by on "
          "and off");
    std::vector<std::string_view> words;
    for (const ItemName& x : b_.syntax().coordinates) words.push_back(b_.syntax().spelling(x.name));
    for (const NamedFormula& n : b_.syntax().variables)
      words.push_back(b_.syntax().spelling(n.name.name));
    std::string hint = did_you_mean(spelling, words);
    if (hint.empty()) hint = "a variable is declared with discrete: discrete n = 0";
    b_.document.fail(item.span, fmt::format("there is no coordinate or variable '{}'", name), hint);
  }

  Builder& b_;
  const WhenSyntax& item_;
  When rule_;
};

}  // namespace

void build_variables(Builder& b, const std::unordered_map<std::string, double>& set) {
  for (const NamedFormula& item : b.syntax().variables)
    b.attempt_members(item.name, [&](Member member) {
      const std::string name = b.name_of(item.name, member);
      const auto replaced = set.find(name);
      const Expr value = replaced != set.end() ? Expr(replaced->second)
                                               : b.formulas.scalar(item.formula, purpose::variable);
      b.formulas.require_known(value);
      b.formulas.declare(item.name, member, NameKind::variable, b.system().parameters().size());
      b.document.located(item.formula, [&] { b.system().variable(name, value, item.unit); });
    });
}

void build_restitutions(Builder& b) {
  for (const NamedFormula& item : b.syntax().restitutions)
    b.attempt_members(item.name, [&](Member member) {
      const std::string contact = b.formulas.contact(item.name, member);
      const Expr e = b.formulas.scalar(item.formula, purpose::restitution);
      check_restitution(b, item, e, contact);
      b.document.located(item.name.span, [&] { b.system().restitution(contact, e); });
    });
}

namespace {

FrictionTerms friction_terms(Builder& b, const FrictionSyntax& item) {
  const auto optional = [&](FormulaId formula, const Purpose& purpose) -> std::optional<Expr> {
    if (formula == no_formula) return std::nullopt;
    return b.formulas.scalar(formula, purpose);
  };
  std::optional<Expr> slip;
  if (item.slip != no_formula) {
    const Value value = b.formulas.value(item.slip, purpose::slip);
    if (value.is_vector())
      b.document.fail(item.slip,
                      fmt::format("slip is one velocity here, not {}", value.description()),
                      "friction that acts in two directions at once is not there yet; along a line "
                      "write slip x'");
    slip = b.formulas.scalar(item.slip, purpose::slip);
  }
  const FrictionTerms terms{b.formulas.scalar(item.sliding, purpose::friction),
                            optional(item.sticking, purpose::friction), slip,
                            optional(item.normal, purpose::friction)};
  const auto is_constant = [&](const Expr& e) {
    return !e.graph() || !e.graph()->kinds(e.node()).has(Kind::coordinate | Kind::velocity |
                                                         Kind::time | Kind::force);
  };
  const Expr sticking = terms.sticking.value_or(terms.sliding);
  if (!is_constant(terms.sliding) || !is_constant(sticking)) return terms;
  const double kinetic = b.formulas.number(terms.sliding);
  if (!(kinetic >= 0))
    b.document.fail(item.sliding, fmt::format("this friction is {:g}", kinetic),
                    "it opposes slip: give its magnitude");
  if (!(b.formulas.number(sticking) >= kinetic))
    b.document.fail(item.sticking,
                    fmt::format("static friction, {:g}, is less than that of sliding, {:g}",
                                b.formulas.number(sticking), kinetic),
                    "what slides may stick only where it is held by at least as much");
  return terms;
}

void build_friction(Builder& b, const FrictionSyntax& item, Member member) {
  const std::string name = b.name_of(item.name, member);
  if (item.has_limit) {
    if (b.system().constraint_index(name))
      b.document.fail(
          item.name.span, fmt::format("'{}' has a friction with a limit of its own", name),
          "of a contact or a constraint give the coefficient: friction name: mu; a friction that "
          "no row carries has a name of its own");
    if (item.normal != no_formula)
      b.document.fail(item.normal, "a friction with a limit has no normal force",
                      "take normal away");
    const FrictionTerms terms = friction_terms(b, item);
    return b.document.located(item.name.span, [&] { b.system().dry_friction(name, terms); });
  }
  if (!b.system().constraint_index(name)) b.formulas.constraint(item.name, member);
  const FrictionTerms terms = friction_terms(b, item);
  b.document.located(item.name.span, [&] { b.system().friction(name, terms); });
}

}  // namespace

// those with a limit last: it may be a part of what presses others
void build_frictions(Builder& b) {
  for (const bool with_limit : {false, true})
    for (const FrictionSyntax& item : b.syntax().frictions)
      if (item.has_limit == with_limit)
        b.attempt_members(item.name, [&](Member member) { build_friction(b, item, member); });
}

void build_rules(Builder& b) {
  for (const WhenSyntax& item : b.syntax().rules)
    b.attempt([&] {
      b.formulas.each_member(item.name, [&](Member) {
        When rule = RuleBuilder(b, item).build();
        b.document.located(item.name.span, [&] { b.system().when(std::move(rule)); });
      });
    });
}

}  // namespace alembert
