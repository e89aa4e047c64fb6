// Functions in formulas, and the quantities that only the motion knows.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "text/build/formula.hpp"
#include "text/keywords.hpp"
#include "text/parse/habits.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

// the functions that are operations of the graph, by name
const std::unordered_map<std::string_view, Op>& operations() {
  static const std::unordered_map<std::string_view, Op> table = [] {
    std::unordered_map<std::string_view, Op> ops;
    for (int op = static_cast<int>(Op::sin); op <= static_cast<int>(Op::hypot); ++op)
      ops[name_of(static_cast<Op>(op))] = static_cast<Op>(op);
    return ops;
  }();
  return table;
}

}  // namespace

Value Formulas::evaluate_call(const FormulaNode& node) {
  const std::string& name = document_.syntax.spelling(node.name);
  if (is_body(node.name, {})) return evaluate_point(node, {}, 0);
  if (const auto found = operations().find(name); found != operations().end()) {
    const Op op = found->second;
    if (operand_count(op) == 1) {
      check_argument_count(node, 1, 1);
      return combine(op, scalar_operand(node, 0, name));
    }
    check_argument_count(node, 2, op == Op::min || op == Op::max ? any_number : 2);
    Expr result = scalar_operand(node, 0, name);
    for (std::size_t i = 1; i < node.operand_count; ++i)
      result = combine(op, result, scalar_operand(node, i, name));
    return result;
  }
  if (name == "if") return evaluate_if(node);
  if (find_keyword(name, WordKind::function)) return evaluate_vector_function(node, name);
  if (find_keyword(name, WordKind::force_quantity)) return evaluate_force(node, name);
  if (is_contact_quantity(node)) return evaluate_contact(node, name);
  if (mechanism_.has_bodies() && find_keyword(name, WordKind::body_quantity))
    return evaluate_body_function(node, name);
  fail_unknown_function(node);
}

void Formulas::check_argument_count(const FormulaNode& node, std::size_t least, std::size_t most) {
  if (node.operand_count >= least && node.operand_count <= most) return;
  const std::string& name = document_.syntax.spelling(node.name);
  const Keyword* keyword = find_keyword(name, WordKind::function);
  if (!keyword) keyword = find_keyword(name, WordKind::force_quantity);
  if (!keyword) keyword = find_keyword(name, WordKind::contact_quantity);
  document_.fail(
      node.span,
      fmt::format("'{}' has {} argument{}, not {}", name,
                  most > least ? fmt::format("{} or more", least) : fmt::to_string(least),
                  most == 1 ? "" : "s", node.operand_count),
      fmt::format("write {}", keyword->syntax));
}

Expr Formulas::scalar_operand(const FormulaNode& node, std::size_t i, std::string_view function) {
  const Value value = evaluate(operand(node, i));
  if (!value.is_scalar())
    document_.fail(operand(node, i),
                   fmt::format("'{}' takes a number, not {}", function, value.description()),
                   value.is_vector() ? "the length of a vector is norm(r)" : "");
  return value.scalar;
}

Vector Formulas::vector_operand(const FormulaNode& node, std::size_t i, std::string_view function) {
  const Value value = evaluate(operand(node, i));
  if (!value.is_vector())
    document_.fail(operand(node, i),
                   fmt::format("'{}' takes a vector, not {}", function, value.description()),
                   "a vector is written (x, y) or (x, y, z)");
  return value.components;
}

Value Formulas::evaluate_if(const FormulaNode& node) {
  check_argument_count(node, 3, 3);
  const Value condition = evaluate(operand(node, 0));
  if (!condition.is_condition())
    document_.fail(
        operand(node, 0),
        fmt::format("the first part of 'if' is a condition, not {}", condition.description()),
        "write if(a < b, yes, no)");
  // where the answer is known, as for an index, the other branch need not make sense
  if (is_plain(condition)) return evaluate(operand(node, condition.scalar.number() != 0 ? 1 : 2));
  const Value yes = evaluate(operand(node, 1)), no = evaluate(operand(node, 2));
  const bool fit = yes.type == no.type && yes.components.size() == no.components.size();
  if (!fit || yes.is_condition())
    document_.fail(
        node.span,
        fmt::format("the two branches of 'if' are {} and {}", yes.description(), no.description()),
        "both are numbers, or vectors of the same size");
  if (yes.is_scalar()) return choose(condition.scalar, yes.scalar, no.scalar);
  Vector chosen;
  for (std::size_t i = 0; i < yes.components.size(); ++i)
    chosen.push_back(choose(condition.scalar, yes.components[i], no.components[i]));
  return chosen;
}

Value Formulas::evaluate_vector_function(const FormulaNode& node, std::string_view function) {
  if (function == "norm") {
    check_argument_count(node, 1, 1);
    return norm(vector_operand(node, 0, function));
  }
  if (function == "dot" && node.operand_count == 1)
    document_.fail(node.span, "'dot' has 2 arguments, not 1",
                   "write dot(r, s) for a product, x' for the velocity of x");
  check_argument_count(node, 2, 2);
  const Vector a = vector_operand(node, 0, function), b = vector_operand(node, 1, function);
  if (a.size() != b.size())
    document_.fail(node.span,
                   fmt::format("'{}' takes two vectors of the same size, not of {} and {}",
                               function, a.size(), b.size()));
  if (function == "dot") return dot(a, b);
  if (a.size() != 3)
    document_.fail(node.span,
                   fmt::format("'cross' takes vectors of 3 components, not of {}", a.size()),
                   "in the plane write a.1*b.2 - a.2*b.1");
  return cross(a, b);
}

Value Formulas::evaluate_force(const FormulaNode& node, std::string_view quantity) {
  if (quantity == "energy") document_.fail(node.span, "'energy' has no arguments", "write energy");
  if (purpose_->forces == ForceUse::none)
    document_.fail(node.span, fmt::format("{} may not contain {}(...)", purpose_->what, quantity),
                   "forces of constraint may stand in watch, check, stop, when and nonideal only");
  if (purpose_ == &purpose::definition && !constraints_are_known_) throw NeededLater{};
  if (node.operand_count > 0) {
    const FormulaNode& first = document_.syntax.formulas[operand(node, 0)];
    const bool is_of_joint =
        first.kind == FormulaKind::name && mechanism_.has_joint(full_name_of(first));
    if (quantity == "moment" || (quantity == "reaction" && is_of_joint)) {
      if (!is_of_joint)
        document_.fail(operand(node, 0), fmt::format("'{}' takes a joint and a body", quantity),
                       "write moment(joint, body)");
      return evaluate_joint_force(node, quantity, full_name_of(first));
    }
  }
  if (purpose_->forces == ForceUse::true_law && quantity != "lambda" && quantity != "total")
    document_.fail(node.span, fmt::format("{} may not contain {}(...)", purpose_->what, quantity),
                   "what presses is lambda(...) of a constraint or normal(...) of a contact");
  const bool law = purpose_->forces == ForceUse::ideal_law;
  if (law && (quantity == "power" || quantity == "nonideal"))
    document_.fail(node.span, fmt::format("{} may not contain {}(...)", purpose_->what, quantity),
                   "use lambda, reaction, ideal or total");
  const bool of_row = quantity == "lambda" || quantity == "total";
  const std::size_t arguments = of_row || quantity == "power" ? 1 : 2;
  check_argument_count(node, arguments, arguments);

  const std::string constraint = constraint_name(operand(node, 0), quantity);
  return document_.located(node.span, [&]() -> Value {
    if (quantity == "lambda") return system_.lambda(constraint);
    if (quantity == "total") return system_.total(constraint);
    if (quantity == "power") return system_.power(constraint);
    const Expr x = coordinate_operand(node, 1, quantity);
    // a law of friction speaks of the ideal reaction, which does not depend on the law
    if (quantity == "ideal" || law) return system_.ideal(constraint, x);
    if (quantity == "nonideal") return system_.nonideal(constraint, x);
    return system_.reaction(constraint, x);
  });
}

// their words may name other things, and count then only before the name of a contact
bool Formulas::is_contact_quantity(const FormulaNode& node) const {
  if (!find_keyword(document_.syntax.spelling(node.name), WordKind::contact_quantity)) return false;
  const bool is_name = names_.find(node.name, {}) || names_.family(node.name);
  if (!is_name || node.operand_count == 0) return !is_name;
  const FormulaNode& first = document_.syntax.formulas[operand(node, 0)];
  const bool is_friction =
      std::ranges::any_of(document_.syntax.frictions,
                          [&](const FrictionSyntax& item) { return item.name.name == first.name; });
  return is_friction ||
         std::ranges::any_of(document_.syntax.constraints, [&](const ConstraintSyntax& constraint) {
           return constraint.is_contact && constraint.name.name == first.name;
         });
}

Value Formulas::evaluate_contact(const FormulaNode& node, std::string_view quantity) {
  const bool moves = quantity == "gap" || quantity == "approach";
  const bool may_stand = purpose_->forces == ForceUse::all || (purpose_->strikes && moves) ||
                         (purpose_->forces != ForceUse::none && quantity == "normal");
  if (!may_stand)
    document_.fail(node.span, fmt::format("{} may not contain {}(...)", purpose_->what, quantity),
                   purpose_->strikes
                       ? "it may depend on gap(...) and approach(...) before the impact"
                       : "quantities of contacts may stand in watch, check, stop and when only");
  if (purpose_ == &purpose::definition && !constraints_are_known_) throw NeededLater{true};
  check_argument_count(node, 1, 1);
  const std::string contact = contact_name(operand(node, 0), quantity);
  if (quantity == "least") return system_.least(contact);
  if (quantity == "most") return system_.most(contact);
  if (quantity == "gap") return system_.gap(contact);
  if (quantity == "approach") return system_.approach(contact);
  if (quantity == "tangent") return system_.tangent(contact);
  if (quantity == "slip") return system_.slip(contact);
  if (quantity == "normal")
    return document_.located(node.span, [&]() -> Value {
      if (purpose_->forces == ForceUse::ideal_law) return system_.lambda(contact);
      return system_.normal(contact);
    });
  for (const Tally tally : {Tally::count, Tally::impulse, Tally::lost, Tally::last, Tally::phase})
    if (quantity == name_of(tally)) return system_.tally(tally, contact);
  fail_unknown_function(node);
}

std::string Formulas::contact_name(FormulaId formula, std::string_view quantity) {
  const FormulaNode& node = document_.syntax.formulas[formula];
  if (node.kind != FormulaKind::name)
    document_.fail(
        formula, fmt::format("'{}' takes the name of a contact", quantity),
        fmt::format("write {}", find_keyword(quantity, WordKind::contact_quantity)->syntax));
  Member member;
  if (node.operand_count > 0) member = integer(operand(node, 0));
  const std::string name = full_name(document_.syntax.spelling(node.name), member);
  const bool of_friction = quantity == "tangent" || quantity == "slip";
  const bool of_both = quantity == "phase" || quantity == "normal";
  if ((of_friction || of_both) && system_.friction_index(name)) return name;
  if (quantity == "phase" && system_.constraint_index(name)) return name;
  if (of_friction && system_.constraint_index(name))
    document_.fail(node.span, fmt::format("'{}' has no friction", name),
                   fmt::format("write friction {}: and its coefficient", name));
  if (quantity == "normal" && system_.constraint_index(name) && !system_.contact_index(name))
    document_.fail(node.span, fmt::format("'{}' is a constraint, not a contact", name),
                   fmt::format("its multiplier is lambda({})", name));
  if (!system_.contact_index(name)) fail_no_contact(node.span, name);
  return name;
}

std::string Formulas::contact(const ItemName& item, Member member) const {
  const std::string name = full_name(document_.syntax.spelling(item.name), member);
  if (!system_.contact_index(name)) fail_no_contact(item.span, name);
  return name;
}

std::string Formulas::contact(const ItemName& item) {
  return contact(item, item.is_single() ? Member() : Member(integer(item.first)));
}

std::string Formulas::with_phases(const ItemName& item) {
  const std::string name = full_name(document_.syntax.spelling(item.name),
                                     item.is_single() ? Member() : Member(integer(item.first)));
  return system_.friction_index(name) ? name : struck(item);
}

// a contact, or a constraint that is switched on
std::string Formulas::struck(const ItemName& item) {
  const std::string name = full_name(document_.syntax.spelling(item.name),
                                     item.is_single() ? Member() : Member(integer(item.first)));
  const auto constraint = system_.constraint_index(name);
  return constraint && system_.is_switched(*constraint) ? name : contact(item);
}

void Formulas::fail_no_contact(TokenSpan span, const std::string& name) const {
  if (system_.constraint_index(name))
    document_.fail(span, fmt::format("'{}' is a constraint, not a contact", name),
                   "a contact is written with >=: contact name: left >= right");
  const std::string base = name.substr(0, name.find('['));
  if (document_.mistakes.is_doubtful(base)) throw InDoubt{};
  std::vector<std::string_view> words;
  for (const ConstraintSyntax& constraint : document_.syntax.constraints)
    if (constraint.is_contact) words.push_back(document_.syntax.spelling(constraint.name.name));
  std::string hint = did_you_mean(base, words);
  for (const Contact& contact : system_.contacts()) {
    const std::string& other = system_.constraints()[contact.constraint].name;
    if (hint.empty() && other.substr(0, other.find('[')) == base)
      hint = fmt::format("there is '{}'", other);
  }
  if (hint.empty() && words.empty()) hint = "a contact is written contact name: left >= right";
  if (hint.empty()) hint = fmt::format("contacts are {}", fmt::join(words, ", "));
  document_.fail(span, fmt::format("there is no contact '{}'", name), hint);
}

std::string Formulas::constraint_name(FormulaId formula, std::string_view quantity) {
  const FormulaNode* node = &document_.syntax.formulas[formula];
  std::string row;
  if (node->kind == FormulaKind::component) {
    row = fmt::format(".{}", node->number);
    node = &document_.syntax.formulas[operand(*node, 0)];
  }
  if (node->kind != FormulaKind::name)
    document_.fail(
        formula, fmt::format("'{}' takes the name of a constraint", quantity),
        fmt::format("write {}", find_keyword(quantity, WordKind::force_quantity)->syntax));
  Member member;
  if (node->operand_count > 0) member = integer(operand(*node, 0));
  const std::string name = full_name(document_.syntax.spelling(node->name), member);
  if (!system_.constraint_index(name)) fail_unknown_constraint(node->span, name);
  const bool has_rows = quantity == "lambda" || quantity == "total";
  if (!row.empty() && !has_rows)
    document_.fail(formula, fmt::format("'{}' is of a whole constraint, not of a row", quantity),
                   fmt::format("write {} without its row", name));
  return name + row;
}

Expr Formulas::coordinate_operand(const FormulaNode& node, std::size_t i,
                                  std::string_view quantity) {
  const FormulaNode& of = document_.syntax.formulas[operand(node, i)];
  if (of.kind != FormulaKind::name)
    document_.fail(
        of.span, fmt::format("'{}' takes a coordinate here, not a formula", quantity),
        fmt::format("write {}", find_keyword(quantity, WordKind::force_quantity)->syntax));
  Member member;
  if (of.operand_count > 0) member = integer(operand(of, 0));
  ItemName item;
  item.name = of.name;
  item.span = of.span;
  return {system_.graph(), system_.coordinates()[coordinate(item, member)].q};
}

std::string Formulas::constraint(const ItemName& item, Member member) const {
  const std::string name = full_name(document_.syntax.spelling(item.name), member);
  if (!system_.constraint_index(name)) fail_unknown_constraint(item.span, name);
  return name;
}

void Formulas::fail_unknown_constraint(TokenSpan span, const std::string& name) const {
  std::vector<std::string_view> words;
  for (const ConstraintSyntax& constraint : document_.syntax.constraints)
    words.push_back(document_.syntax.spelling(constraint.name.name));
  for (const JointSyntax& joint : document_.syntax.joints)
    words.push_back(document_.syntax.spelling(joint.name.name));
  const std::string base = name.substr(0, name.find('['));
  if (document_.mistakes.is_doubtful(base)) throw InDoubt{};
  std::string hint = did_you_mean(base, words);
  for (const Constraint& constraint : system_.constraints())
    if (hint.empty() && constraint.name.substr(0, constraint.name.find('[')) == base)
      hint = fmt::format("there is '{}'", constraint.name);
  document_.fail(span, fmt::format("there is no constraint '{}'", name), hint);
}

void Formulas::fail_unknown_function(const FormulaNode& node) {
  const std::string& name = document_.syntax.spelling(node.name);
  if (document_.mistakes.is_doubtful(name)) throw InDoubt{};
  const TokenSpan span{node.span.first, node.span.first};
  bool is_name = names_.find(node.name, {}) || names_.family(node.name);
  for (const Index& index : indices_) is_name = is_name || index.name == node.name;
  const std::string arguments = document_.text({node.span.first + 1, node.span.last});
  if (is_name)
    document_.fail(span, fmt::format("'{}' is not a function", name),
                   fmt::format("write {}*{}", name, arguments.size() < 40 ? arguments : "(...)"));
  std::vector<std::string_view> words = words_of(WordKind::function);
  for (const WordKind kind : {WordKind::force_quantity, WordKind::contact_quantity})
    for (const std::string_view word : words_of(kind)) words.push_back(word);
  std::string hint(hint_for_function(name));
  if (hint.empty() && mechanism_.has_bodies()) {
    std::vector<std::string_view> both = words;
    for (const BodySyntax& body : document_.syntax.bodies)
      both.push_back(document_.syntax.spelling(body.name.name));
    const std::string_view meant = nearest(name, both);
    if (!meant.empty() && std::ranges::find(words, meant) == words.end())
      document_.fail(span, fmt::format("there is no body '{}'", name),
                     fmt::format("did you mean '{}'?", meant));
  }
  if (hint.empty()) hint = did_you_mean(name, words);
  if (hint.empty())
    hint = fmt::format("functions are {}; multiplication is written a*(b)",
                       fmt::join(words_of(WordKind::function), ", "));
  document_.fail(span, fmt::format("there is no function '{}'", name), hint);
}

}  // namespace alembert
