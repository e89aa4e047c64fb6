#include "text/build/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "text/build/build_parts.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

using Settings = std::unordered_map<std::string, double>;  // by name

// parameters whose value has a mistake, so that formulas with them can still be judged
void declare_doubtful(Builder& b, const ItemName& item) {
  b.attempt_members(item, [&](Member member) {
    const std::size_t number = b.system().parameters().size();
    const Declared* declared = b.formulas.names().find(item.name, member);
    if (!declared) b.formulas.declare(item, member, NameKind::parameter, number);
    // a parameter that has a value already is left alone
    else if (declared->kind != NameKind::parameter || declared->number != number)
      return;
    b.document.located(item.span, [&] { b.system().parameter(b.name_of(item, member), 1.0); });
    b.formulas.doubt(b.system().parameters().back());
  });
}

Settings settings_of(const ReadOptions& options) {
  Settings set;
  for (const auto& [name, value] : options.set) {
    if (!std::isfinite(value))
      throw LastMistake(fmt::format("the value set for '{}' is not a finite number", name));
    set[name] = value;
  }
  return set;
}

// parameters first: bounds of families may need them
void build_parameters(Builder& b, const Settings& set) {
  for (const NamedFormula& item : b.syntax().parameters) {
    const bool right = b.attempt([&] {
      if (item.formula == no_formula) throw InDoubt{};
      b.formulas.each_member(item.name, [&](Member member) {
        const std::string name = b.name_of(item.name, member);
        const auto replaced = set.find(name);
        const Expr value = replaced != set.end()
                               ? Expr(replaced->second)
                               : b.formulas.scalar(item.formula, purpose::parameter);
        b.formulas.require_known(value);
        b.formulas.declare(item.name, member, NameKind::parameter, b.system().parameters().size());
        b.document.located(item.formula, [&] { b.system().parameter(name, value, item.unit); });
      });
    });
    if (!right) declare_doubtful(b, item.name);
  }
}

void declare_coordinates(Builder& b) {
  for (const ItemName& item : b.syntax().coordinates)
    b.attempt_members(item, [&](Member member) {
      b.formulas.declare(item, member, NameKind::coordinate, b.system().coordinates().size());
      b.document.located(item.span, [&] { b.system().coordinate(b.name_of(item, member)); });
    });
}

void refuse_unknown(const Builder& b, const ReadOptions& options) {
  std::vector<std::string> known;
  for (const Parameter& parameter : b.system().parameters()) known.push_back(parameter.name);
  for (const Coordinate& x : b.system().coordinates())
    known.insert(known.end(), {x.name, x.name + "'"});
  for (const auto& [name, value] : options.set) {
    if (std::ranges::find(known, name) != known.end()) continue;
    if (b.document.mistakes.is_doubtful(name)) continue;
    std::string hint = did_you_mean(name, {known.begin(), known.end()});
    constexpr std::size_t most_names = 20;
    if (hint.empty() && known.size() <= most_names)
      hint = fmt::format("there are {}", fmt::join(known, ", "));
    throw ModelError(Place{.file = b.document.source.file(), .text = {}},
                     fmt::format("there is no parameter or coordinate '{}' to set", name), hint);
  }
}

// all names before any formula, so that definitions may stand in any order
void build_definitions(Builder& b) {
  for (const bool families : {false, true})
    for (const NamedFormula& item : b.syntax().definitions)
      if (item.name.is_family() == families)
        b.attempt_members(
            item.name, [&](Member member) { b.formulas.define(item.name, member, item.formula); });
}

// definitions that can be evaluated now; those with forces of constraint wait for the constraints
void work_out_definitions(Builder& b, std::vector<bool>& is_done) {
  // in the order of the text, whatever the order in which they were declared
  std::vector<std::size_t> order(b.formulas.definition_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return b.formulas.definition_span(i).first < b.formulas.definition_span(j).first;
  });
  is_done.resize(order.size());
  // one member of a family with a mistake is enough
  std::optional<TokenId> mistaken;
  for (const std::size_t i : order) {
    const TokenSpan span = b.formulas.definition_span(i);
    if (is_done[i] || span.first == mistaken) continue;
    const bool right = b.attempt([&] {
      if (!b.formulas.is_worked_out(i)) return;
      is_done[i] = true;
      const Value& value = b.formulas.definition(i);
      const std::string name = b.formulas.definition_name(i);
      b.document.located(span, [&] {
        if (value.is_vector())
          b.system().define(name, value.components);
        else
          b.system().define(name, value.scalar);
      });
    });
    if (!right) mistaken = span.first;
  }
}

void check_complete(const Builder& b) {
  const Syntax& syntax = b.syntax();
  const TokenSpan first{0, 0};
  if (b.document.tokens.size() <= 1)
    throw ModelError(b.document.source.place(0, 1), "the model is empty",
                     "start with coordinates x y");
  if (b.system().coordinates().empty())
    b.document.fail(first, "the model has no coordinates", "write coordinates x y");
  bool inertia = !b.system().particles().empty() || b.mechanism.has_bodies();
  for (const TermSyntax& term : syntax.terms)
    inertia = inertia || term.kind == TermKind::kinetic || term.kind == TermKind::lagrangian;
  if (!inertia)
    b.document.fail(syntax.coordinates.front().span,
                    "the model has no kinetic energy, so that nothing moves",
                    "write kinetic, lagrangian or particle");
}

}  // namespace

Model build(const Document& document, const ReadOptions& options) {
  Builder b(document, options.operations);
  const Settings set = settings_of(options);
  b.attempt([&] { build_parameters(b, set); });
  declare_coordinates(b);
  build_definitions(b);
  build_variables(b, set);
  build_bodies(b);
  b.attempt([&] { refuse_unknown(b, options); });
  std::vector<bool> is_done;
  work_out_definitions(b, is_done);
  build_terms(b);
  build_particles(b);
  if (!document.mistakes.any()) b.mechanism.weigh_particles();
  build_actions(b);
  build_forces(b);
  build_constraints(b);
  build_restitutions(b);
  build_frictions(b);
  b.formulas.constraints_are_known();
  work_out_definitions(b, is_done);
  // a missing name may stand in a piece with a mistake
  if (!document.mistakes.any()) check_complete(b);
  build_start(b, set);
  build_watches(b);
  build_rules(b);
  build_run(b);
  refuse_starts(b);
  build_checks(b);
  build_drawing(b);
  const std::set<NodeId>& fixed = b.formulas.used_as_numbers();
  b.model.fixed.assign(fixed.begin(), fixed.end());
  return std::move(b.model);
}

}  // namespace alembert
