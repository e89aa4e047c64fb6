// Watches and expectations.

#include <fmt/format.h>

#include <cmath>

#include "text/build/build_parts.hpp"

namespace alembert {

void build_watches(Builder& b) {
  for (const NamedFormula& item : b.syntax().watches)
    b.attempt_members(item.name, [&](Member member) {
      const std::string name = b.name_of(item.name, member);
      if (b.system().coordinate_index(name))
        b.document.fail(item.name.span, fmt::format("'{}' is a coordinate already", name),
                        "coordinates and velocities are always part of the results");
      const Value value = b.formulas.value(item.formula, purpose::watch);
      if (value.is_condition())
        b.document.fail(item.formula, "a watch is a number or a vector, not a condition",
                        "use if(condition, 1, 0)");
      const auto add = [&](const std::string& of, const Expr& formula) {
        b.document.located(item.name.span, [&] { b.system().watch(of, formula, item.unit); });
        b.formulas.name_last_watch();
      };
      if (value.is_scalar()) return add(name, value.scalar);
      for (std::size_t k = 0; k < value.components.size(); ++k)
        add(fmt::format("{}.{}", name, k + 1), value.components[k]);
    });
  if (b.mechanism.has_bodies() && !b.document.mistakes.any())
    b.attempt([&] { b.mechanism.watch_reactions(); });
}

namespace {

void build_check(Builder& b, const CheckSyntax& item) {
  const auto node = [&](const Expr& formula) { return formula.in(b.graph()); };
  Expectation check{.what = item.what, .text = item.text};
  if (item.bound != no_formula) {
    const Expr bound = b.formulas.scalar(item.bound, purpose::check_bound);
    if (!(b.formulas.number(bound) >= 0))
      b.document.fail(item.bound, fmt::format("a bound cannot be {}", b.formulas.number(bound)));
    check.bound = node(bound);
  }
  if (item.time != no_formula)
    check.time = node(b.formulas.scalar(item.time, purpose::check_bound));
  if (item.value != no_formula)
    check.value = node(b.formulas.scalar(item.value, purpose::check_bound));
  if (item.formula != no_formula)
    check.formula = node(item.what == Expectation::What::always
                             ? b.formulas.condition(item.formula, purpose::check)
                             : b.formulas.scalar(item.formula, purpose::check));
  if (item.count != no_formula) {
    const Expr count = b.formulas.scalar(item.count, purpose::check_bound);
    const double number = b.formulas.number(count);
    if (number < 0 || number != std::floor(number))
      b.document.fail(item.count, fmt::format("a count cannot be {}", number));
    check.count = node(count);
  }
  check.outcome = item.outcome;
  if (item.contact.name != no_name) {
    if (item.contact.is_family())
      b.document.fail(
          item.contact.span, "an expectation is of one contact",
          fmt::format("name one of them: {}[1]", b.syntax().spelling(item.contact.name)));
    const bool is_of_phases =
        item.what == Expectation::What::change || item.what == Expectation::What::timeline;
    check.contact =
        is_of_phases ? b.formulas.with_phases(item.contact) : b.formulas.struck(item.contact);
    check.of_impact = item.of_impact;
    check.phases = item.phases;
  }
  const bool is_of_contacts = item.what == Expectation::What::contacts_hold ||
                              item.what == Expectation::What::impacts_lose_energy;
  if (is_of_contacts && b.system().contacts().empty())
    b.document.fail(item.span, "there is no contact in this model",
                    "a contact is written contact name: left >= right");
  if (item.what == Expectation::What::cone_holds && b.system().frictions().empty())
    b.document.fail(item.span, "there is no friction in this model",
                    "a friction is written friction name: mu, slip x'");
  const bool is_nth =
      item.what == Expectation::What::impact || item.what == Expectation::What::change;
  if (is_nth && b.formulas.number({b.graph(), check.count}) == 0)
    b.document.fail(item.count, "the first is 1", "write 1 for 0");
  b.model.checks.push_back(check);
}

}  // namespace

void build_checks(Builder& b) {
  for (const CheckSyntax& item : b.syntax().checks) b.attempt([&] { build_check(b, item); });
}

}  // namespace alembert
