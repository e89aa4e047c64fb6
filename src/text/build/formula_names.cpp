// What the names in formulas stand for.

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "text/build/formula.hpp"
#include "text/keywords.hpp"
#include "text/limits.hpp"
#include "text/parse/habits.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

constexpr Kinds moving_kinds =
    Kind::coordinate | Kind::velocity | Kind::acceleration | Kinds(Kind::time) | Kind::force;

}  // namespace

void Formulas::declare(const ItemName& item, Member member, NameKind kind, std::size_t number) {
  const std::string& name = document_.syntax.spelling(item.name);
  if (is_reserved(name))
    document_.fail(item.span, fmt::format("a {} cannot be called '{}'", name_of(kind), name),
                   "this name belongs to the language");
  const Declared as{kind, static_cast<std::uint32_t>(number), item.span};
  if (const Declared* other = names_.declare(item.name, member, as)) {
    // parameters are declared first, wherever they stand; the later one in the text is the mistake
    const bool in_order = other->span.first < item.span.first;
    const Declared& first = in_order ? *other : as;
    document_.fail(
        in_order ? item.span : other->span,
        fmt::format("'{}' is declared twice", full_name(name, member)),
        fmt::format("it is a {} in line {}", name_of(first.kind), document_.line(first.span)));
  }
  if (names_.size() > max_names)
    throw LastMistake(document_.place(item.span),
                      fmt::format("the model has more than {} names", max_names));
}

Value Formulas::evaluate_name(const FormulaNode& node) {
  if (node.operand_count > 0) {
    const std::int64_t member = integer(operand(node, 0));
    const Declared* declared = names_.find(node.name, member);
    if (declared) return declared_value(node, *declared);
    if (const Watch* watch = watch_of(node.name, member))
      return Expr(system_.graph(), watch->formula);
    fail_unknown_member(node, member);
  }
  for (auto index = indices_.rbegin(); index != indices_.rend(); ++index)
    if (index->name == node.name) return Expr(static_cast<double>(index->value));
  if (const Declared* declared = names_.find(node.name, {})) return declared_value(node, *declared);

  if (const Watch* watch = watch_of(node.name, {})) return Expr(system_.graph(), watch->formula);
  const std::string& name = document_.syntax.spelling(node.name);
  if (document_.mistakes.is_doubtful(name)) throw InDoubt{};
  if (name == "pi" || name == "π") return Expr(std::numbers::pi);
  if (name == "t") {
    const Value time = system_.time();
    check_kinds(node, time);
    return time;
  }
  if (name == "energy") {
    if (purpose_->forces != ForceUse::all)
      document_.fail(node.span, fmt::format("{} may not contain the energy", purpose_->what),
                     "the energy may stand in watch, check, stop and when only");
    return system_.energy();
  }
  fail_unknown(node);
}

// a watch may be used wherever forces may, once it has been read: after the definitions, and in its
// order
const Watch* Formulas::watch_of(NameId name, Member member) const {
  if (purpose_->forces != ForceUse::all || system_.watches().empty()) return nullptr;
  const auto watch = watches_.find(full_name(document_.syntax.spelling(name), member));
  return watch == watches_.end() ? nullptr : &system_.watches()[watch->second];
}

Value Formulas::declared_value(const FormulaNode& node, const Declared& declared) {
  const Purpose* const purpose = purpose_;
  Value value;
  switch (declared.kind) {
    case NameKind::coordinate:
      value = Expr(system_.graph(), system_.coordinates()[declared.number].q);
      break;
    case NameKind::parameter: {
      const Parameter& parameter = system_.parameters()[declared.number];
      if (numbers_only_ && doubtful_parameters_.contains(parameter.symbol)) throw InDoubt{};
      value = numbers_only_ ? Expr(parameter.value) : Expr(system_.graph(), parameter.symbol);
      if (numbers_only_) used_as_numbers_.insert(parameter.symbol);
      break;
    }
    case NameKind::variable:
      value = Expr(system_.graph(), system_.parameters()[declared.number].symbol);
      refuse_variables(node, value);
      break;
    case NameKind::definition:
      try {
        value = definition(declared.number);
      } catch (const NeededLater& later) {
        purpose_ = purpose;
        if (purpose_ == &purpose::definition) throw;
        fail_late_definition(node, declared.number, later.of_contact);
      }
      if (purpose_->forces != ForceUse::all && definitions_[declared.number].tells_of_contact) {
        check_kinds(node, value);
        fail_late_definition(node, declared.number, true);
      }
      refuse_variables(node, value);
      break;
    case NameKind::body:
      document_.fail(node.span,
                     fmt::format("'{}' is a body, not a number", document_.text(node.span)),
                     fmt::format("its centre is {0}.centre, its origin {0}(0, 0, 0)",
                                 document_.text(node.span)));
    case NameKind::joint:
      value = joint_value(node, full_name_of(node));
      break;
  }
  check_kinds(node, value);
  return value;
}

// what must be a number when the file is read, or stay one, is no formula of what actions change
void Formulas::refuse_variables(const FormulaNode& node, const Value& value) const {
  if (purpose_->allowed != purpose::constants || document_.syntax.variables.empty()) return;
  std::vector<NodeId> formulas;
  for (const Expr& component : value.is_vector() ? value.components : Vector{value.scalar})
    if (component.graph()) formulas.push_back(component.node());
  const std::vector<NodeId> used = reachable(system_.graph(), formulas);
  for (const Parameter& parameter : system_.parameters())
    if (parameter.changes != Parameter::Changes::never &&
        std::ranges::binary_search(used, parameter.symbol))
      document_.fail(node.span,
                     fmt::format("{} may not contain '{}', which changes on the way",
                                 purpose_->what, parameter.name),
                     std::string(purpose_->hint));
}

void Formulas::fail_late_definition(const FormulaNode& node, std::size_t number,
                                    bool of_contact) const {
  document_.fail(node.span,
                 fmt::format("{} may not contain a {}, and '{}' does", purpose_->what,
                             of_contact ? "quantity of a contact" : "force of constraint",
                             definition_name(number)),
                 fmt::format("definitions with {} may stand in watch, check, stop and when",
                             of_contact ? "quantities of contacts" : "forces of constraint"));
}

Value Formulas::evaluate_rate(const FormulaNode& node) {
  if (node.number > 2)
    document_.fail(node.span, "there is nothing beyond the acceleration x''",
                   "the velocity of x is x', its acceleration x''");
  const FormulaNode& of = document_.syntax.formulas[operand(node, 0)];
  const Value moving = evaluate(operand(node, 0));
  // definitions may turn out constant, as x[0] = 0 beside coordinates; other constants are mistakes
  const Declared* declared = nullptr;
  if (of.kind == FormulaKind::name)
    declared =
        names_.find(of.name, of.operand_count > 0 ? Member(integer(operand(of, 0))) : Member());
  const bool may_be_constant = declared && declared->kind == NameKind::definition;
  if (kinds_of(moving) == Kinds(Kind::time) && !declared)
    document_.fail(node.span, "the rate of time is 1", "take away the prime");
  if (!may_be_constant && !kinds_of(moving).has(moving_kinds))
    document_.fail(node.span, "this is constant: its rate is zero",
                   "only coordinates and definitions have a velocity");
  Value rate = moving;
  for (int i = 0; i < static_cast<int>(node.number); ++i) {
    if (kinds_of(rate).has(Kind::acceleration))
      document_.fail(node.span, "there is nothing beyond the acceleration x''",
                     "this formula contains accelerations already");
    if (kinds_of(rate).has(Kind::force))
      document_.fail(node.span, "the rate of a force of constraint is not known");
    rate = document_.located(node.span, [&] { return rate_of(rate); });
    spend(1, node.span);
  }
  check_kinds(node, rate);
  return rate;
}

void Formulas::check_kinds(const FormulaNode& node, const Value& value) {
  const Kinds kinds = kinds_of(value);
  struct Word {
    Kind kind;
    std::string_view text, hint;
  };
  static constexpr Word words[] = {
      {Kind::acceleration, "an acceleration",
       "accelerations may stand in watch, check, stop, when and constraint only"},
      {Kind::force, "a force of constraint or the energy",
       "they may stand in watch, check, stop and when only"},
      {Kind::velocity, "a velocity", ""},
      {Kind::coordinate, "a coordinate", ""},
      {Kind::time, "time", ""},
  };
  for (const Word& word : words) {
    if (!kinds.has(word.kind) || purpose_->allowed.has(word.kind)) continue;
    if (word.kind == Kind::force && purpose_->forces == ForceUse::all) continue;
    const std::string hint(word.hint.empty() ? purpose_->hint : word.hint);
    const bool is_definition = node.kind == FormulaKind::name && node.operand_count == 0 &&
                               names_.find(node.name, {}) &&
                               names_.find(node.name, {})->kind == NameKind::definition;
    const std::string by =
        is_definition ? fmt::format(", and '{}' does", document_.syntax.spelling(node.name)) : "";
    document_.fail(node.span, fmt::format("{} may not contain {}{}", purpose_->what, word.text, by),
                   hint);
  }
}

std::size_t Formulas::coordinate(const ItemName& item, Member member) const {
  const std::string& spelling = document_.syntax.spelling(item.name);
  const std::string name = full_name(spelling, member) +
                           (item.part == no_name ? "" : document_.syntax.spelling(item.part));
  const Declared* declared = names_.find(item.name, member);
  if (declared && declared->kind == NameKind::coordinate && item.part == no_name)
    return declared->number;
  const bool is_of_joint = mechanism_.has_joint(full_name(spelling, member));
  if (is_of_joint && !bodies_are_known_ && document_.mistakes.any()) throw InDoubt{};
  if (is_of_joint && bodies_are_known_) {
    if (const auto x = system_.coordinate_index(name)) return *x;
    const std::vector<std::string> parts = mechanism_.parts(full_name(spelling, member));
    document_.fail(
        item.span,
        fmt::format("joint '{}' has no coordinate '{}'", full_name(spelling, member), name),
        parts.empty() ? "it closes a loop, or is a weld: it has no coordinates"
                      : fmt::format("it has {}", fmt::join(parts, ", ")));
  }
  std::vector<std::string_view> words;
  for (const ItemName& coordinate : document_.syntax.coordinates)
    words.push_back(document_.syntax.spelling(coordinate.name));
  // joints make coordinates too, which are called j or j.x
  if (mechanism_.has_bodies() && bodies_are_known_)
    for (const Coordinate& of_joint : system_.coordinates())
      if (std::ranges::find(words, of_joint.name.substr(0, of_joint.name.find('['))) == words.end())
        words.push_back(of_joint.name);
  const std::string list = words.empty() || words.size() > 12
                               ? ""
                               : fmt::format("coordinates are {}", fmt::join(words, ", "));
  if (declared)
    document_.fail(item.span,
                   fmt::format("'{}' is a {}, not a coordinate", name, name_of(declared->kind)),
                   list);
  if (document_.mistakes.is_doubtful(spelling)) throw InDoubt{};
  std::string hint;
  if (const Extent* extent = names_.family(item.name)) {
    hint = member ? fmt::format("{0} has the members {0}[{1}] to {0}[{2}]", spelling, extent->least,
                                extent->greatest)
                  : fmt::format("say which: {0}[i in {1}..{2}]", spelling, extent->least,
                                extent->greatest);
  } else {
    hint = did_you_mean(spelling, words);
    if (hint.empty()) hint = list;
    document_.mistakes.doubt(spelling);
  }
  document_.fail(item.span, fmt::format("there is no coordinate '{}'", name), hint);
}

void Formulas::fail_unknown(const FormulaNode& node) {
  const std::string& name = document_.syntax.spelling(node.name);
  if (document_.mistakes.is_doubtful(name)) throw InDoubt{};
  const auto has_name = [&](const auto& item) { return item.name.name == node.name; };
  if (purpose_ == &purpose::parameter || purpose_ == &purpose::index) {
    // parameters come first, so that later names are not declared yet
    const Syntax& syntax = document_.syntax;
    if (std::any_of(syntax.parameters.begin(), syntax.parameters.end(), has_name))
      document_.fail(node.span, fmt::format("parameter '{}' has no value yet", name),
                     "a parameter may use earlier ones only");
    if (std::any_of(syntax.coordinates.begin(), syntax.coordinates.end(),
                    [&](const ItemName& item) { return item.name == node.name; }))
      document_.fail(node.span, fmt::format("{} may not contain a coordinate", purpose_->what),
                     std::string(purpose_->hint));
    if (std::any_of(syntax.definitions.begin(), syntax.definitions.end(), has_name))
      document_.fail(node.span,
                     fmt::format("{} may not use the definition '{}'", purpose_->what, name),
                     std::string(purpose_->hint));
    if (std::any_of(syntax.variables.begin(), syntax.variables.end(), has_name))
      document_.fail(
          node.span,
          fmt::format("{} may not contain '{}', which changes on the way", purpose_->what, name),
          std::string(purpose_->hint));
  }
  if (const Extent* extent = names_.family(node.name))
    document_.fail(node.span, fmt::format("'{}' is a family", name),
                   fmt::format("say which member: {0}[{1}] to {0}[{2}]", name, extent->least,
                               extent->greatest));
  for (const ConstraintSyntax& constraint : document_.syntax.constraints)
    if (constraint.name.name == node.name && constraint.is_contact)
      document_.fail(node.span, fmt::format("'{}' is a contact, not a number", name),
                     fmt::format("its gap is gap({0}), and it pushes with normal({0})", name));
    else if (constraint.name.name == node.name)
      document_.fail(node.span, fmt::format("'{}' is a constraint, not a number", name),
                     fmt::format("its multiplier is lambda({})", name));
  for (const NamedFormula& watch : document_.syntax.watches)
    if (watch.name.name == node.name)
      document_.fail(node.span, fmt::format("'{}' is a watch, which cannot be used here", name),
                     "watches may stand in stop, in when, in check and in later watches; elsewhere "
                     "use define");
  // one report is enough
  document_.mistakes.doubt(name);
  document_.fail(node.span, fmt::format("'{}' is not defined", name),
                 hint_for_unknown(name, node.span.first));
}

std::string Formulas::hint_for_unknown(const std::string& name, TokenId at) const {
  std::vector<std::string_view> words = names_.spellings(document_.syntax);
  // a name cannot define itself
  for (const std::size_t active : active_definitions_)
    std::erase(words, document_.syntax.spelling(definitions_[active].name));
  for (const ForeignRate& rate : foreign_rates(name))
    if (std::find(words.begin(), words.end(), rate.of) != words.end())
      return fmt::format("write {}{}, the {} of '{}'", rate.of, rate.primes,
                         rate.primes.size() == 1 ? "velocity" : "acceleration", rate.of);
  if (const std::string_view hint = hint_for_number(name); !hint.empty()) return std::string(hint);
  const TokenKind before = at == 0 ? TokenKind::line_end : document_.tokens[at - 1].kind;
  if (before == TokenKind::line_end && find_keyword(name, WordKind::statement))
    return fmt::format("if it is a statement, take away the blanks before '{}'", name);
  // short names are near to too many functions
  if (name.size() > 2)
    for (const std::string_view word : words_of(WordKind::function)) words.push_back(word);
  const std::string hint = did_you_mean(name, words);
  if (!hint.empty()) return hint;
  if (document_.tokens[at + 1].kind == TokenKind::prime)
    return fmt::format("what has a velocity is a coordinate: add {} to coordinates", name);
  return "names come from coordinates, parameters and define";
}

void Formulas::fail_unknown_member(const FormulaNode& node, std::int64_t member) {
  const std::string& name = document_.syntax.spelling(node.name);
  if (document_.mistakes.is_doubtful(name)) throw InDoubt{};
  if (const Extent* extent = names_.family(node.name))
    document_.fail(node.span, fmt::format("there is no {}[{}]", name, member),
                   fmt::format("{0} has the members {0}[{1}] to {0}[{2}]", name, extent->least,
                               extent->greatest));
  if (names_.find(node.name, {}))
    document_.fail(node.span, fmt::format("'{}' is not a family: it has no members", name),
                   "a unit is set off by a space: 1.0 [kg]");
  fail_unknown(node);
}

}  // namespace alembert
