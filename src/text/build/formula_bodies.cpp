// Bodies and joints in formulas: places, axes, coordinates, reactions.

#include <fmt/format.h>

#include "text/build/formula.hpp"
#include "text/keywords.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

constexpr std::string_view ground = "ground";

}  // namespace

std::string Formulas::full_name_of(const FormulaNode& name) {
  Member member;
  if (name.operand_count > 0) member = integer(operand(name, 0));
  return full_name(document_.syntax.spelling(name.name), member);
}

bool Formulas::is_body(NameId name, Member member) const {
  if (!mechanism_.has_bodies()) return false;
  if (const Declared* declared = names_.find(name, member)) return declared->kind == NameKind::body;
  return !member && document_.syntax.spelling(name) == ground;
}

bool Formulas::is_joint(NameId name, Member member) const {
  return mechanism_.has_joint(full_name(document_.syntax.spelling(name), member));
}

// descriptions of bodies come first, and cannot use where other bodies are
void Formulas::require_bodies(const FormulaNode& node) const {
  // after a mistake in a body or a joint nothing is assembled
  if (!bodies_are_known_ && document_.mistakes.any()) throw InDoubt{};
  if (!bodies_are_known_)
    document_.fail(node.span, fmt::format("{} may not use where a body is", purpose_->what),
                   std::string(purpose_->hint));
}

std::string Formulas::body(const ItemName& item, Member member) const {
  const std::string& spelling = document_.syntax.spelling(item.name);
  const std::string name = full_name(spelling, member);
  if (mechanism_.has_body(name)) return name;
  if (document_.mistakes.is_doubtful(spelling)) throw InDoubt{};
  std::string hint;
  if (const Extent* extent = names_.family(item.name)) {
    hint = fmt::format("{0} has the members {0}[{1}] to {0}[{2}]", spelling, extent->least,
                       extent->greatest);
  } else {
    const std::vector<std::string> names = mechanism_.body_names();
    hint = did_you_mean(spelling, {names.begin(), names.end()});
    if (hint.empty()) hint = fmt::format("bodies are {}", fmt::join(names, ", "));
  }
  document_.fail(item.span, fmt::format("there is no body '{}'", name), hint);
}

std::string Formulas::body(const ItemName& item) {
  return body(item, item.is_single() ? Member() : Member(integer(item.first)));
}

std::string Formulas::body_operand(const FormulaNode& node, std::size_t i,
                                   std::string_view function) {
  const FormulaNode& of = document_.syntax.formulas[operand(node, i)];
  if (of.kind != FormulaKind::name)
    document_.fail(of.span, fmt::format("'{}' takes a body here, not a formula", function));
  ItemName item;
  item.name = of.name;
  item.span = of.span;
  return body(item, of.operand_count > 0 ? Member(integer(operand(of, 0))) : Member());
}

Value Formulas::evaluate_point(const FormulaNode& node, Member member, std::size_t first_argument) {
  if (!is_body(node.name, member)) fail_unknown_function(node);
  require_bodies(node);
  Vector point;
  for (std::size_t i = first_argument; i < node.operand_count; ++i) {
    const Value value = evaluate(operand(node, i));
    // A(p) with a vector p, or A(x, y, z)
    if (value.is_vector() && node.operand_count == first_argument + 1) {
      point = value.components;
      break;
    }
    if (!value.is_scalar())
      document_.fail(operand(node, i), fmt::format("a component of a point is a number, not {}",
                                                   value.description()));
    point.push_back(value.scalar);
  }
  const std::string name = full_name(document_.syntax.spelling(node.name), member);
  const Value place = document_.located(node.span, [&] { return mechanism_.place(name, point); });
  check_kinds(node, place);
  return place;
}

Value Formulas::joint_value(const FormulaNode& node, const std::string& joint) {
  require_bodies(node);
  if (const auto x = mechanism_.coordinate(joint, "")) return *x;
  const std::vector<std::string> parts = mechanism_.parts(joint);
  document_.fail(node.span, fmt::format("joint '{}' is not one number", joint),
                 parts.empty() ? fmt::format("it has no coordinates; its turn is angle({})", joint)
                               : fmt::format("it has {}", fmt::join(parts, ", ")));
}

Value Formulas::evaluate_part(const FormulaNode& node) {
  const FormulaNode& of = document_.syntax.formulas[operand(node, 0)];
  const std::string& part = document_.syntax.spelling(node.name);
  if (of.kind != FormulaKind::name)
    document_.fail(node.span, fmt::format("only bodies and joints have a part '{}'", part),
                   "components of a vector are r.1, r.2, r.3");
  const std::string name = full_name_of(of);
  const bool has_body = mechanism_.has_body(name), has_joint = mechanism_.has_joint(name);
  if (!has_body && !has_joint) {
    if (document_.mistakes.is_doubtful(document_.syntax.spelling(of.name))) throw InDoubt{};
    document_.fail(node.span, fmt::format("'{}' is neither a body nor a joint", name),
                   "components of a vector are r.1, r.2, r.3; numbers are written 0.5");
  }
  require_bodies(node);
  const auto checked = [&](const Value& value) {
    check_kinds(node, value);
    return value;
  };
  if (has_joint)
    if (const auto x = mechanism_.coordinate(name, part)) return checked(*x);
  if (has_body) {
    if (part == ".centre") return checked(mechanism_.centre(name));
    if (part == ".omega" && !mechanism_.is_planar()) return checked(mechanism_.omega(name));
    if (part == ".omega") return checked(mechanism_.omega(name)[2]);
    // of a body that is free by itself .x is a coordinate
    const std::string_view axes[] = {".x", ".y", ".z"};
    for (std::size_t k = 0; k < (mechanism_.is_planar() ? 2u : 3u); ++k)
      if (part == axes[k] || part == fmt::format(".axis_{}", axes[k].substr(1)))
        return checked(mechanism_.axis(name, k));
    document_.fail(node.span, fmt::format("body '{}' has no part '{}'", name, part),
                   "there are .x, .y, .z, .centre and .omega");
  }
  const std::vector<std::string> parts = mechanism_.parts(name);
  document_.fail(
      node.span, fmt::format("joint '{}' has no part '{}'", name, part),
      parts.empty() ? "it has no coordinates" : fmt::format("it has {}", fmt::join(parts, ", ")));
}

Value Formulas::evaluate_body_function(const FormulaNode& node, std::string_view function) {
  require_bodies(node);
  if (function == "angle") {
    if (node.operand_count != 1)
      document_.fail(node.span, "'angle' takes one joint", "write angle(j)");
    const FormulaNode& of = document_.syntax.formulas[operand(node, 0)];
    if (of.kind != FormulaKind::name || !mechanism_.has_joint(full_name_of(of)))
      document_.fail(operand(node, 0), "'angle' takes a joint", "write angle(j)");
    return document_.located(node.span,
                             [&]() -> Value { return mechanism_.angle(full_name_of(of)); });
  }
  if (node.operand_count != 2)
    document_.fail(
        node.span, fmt::format("'{}' has 2 arguments, not {}", function, node.operand_count),
        fmt::format("write {}", find_keyword(function, WordKind::body_quantity)->syntax));
  const Vector vector = vector_operand(node, 0, function);
  const std::string name = body_operand(node, 1, function);
  return document_.located(node.span, [&]() -> Value {
    return function == "inside" ? mechanism_.inside(vector, name) : mechanism_.local(vector, name);
  });
}

Value Formulas::evaluate_joint_force(const FormulaNode& node, std::string_view quantity,
                                     const std::string& joint) {
  require_bodies(node);
  const std::size_t most = quantity == "moment" ? 3 : 2;
  if (node.operand_count < 2 || node.operand_count > most)
    document_.fail(node.span, fmt::format("'{}' of a joint takes the joint and a body", quantity),
                   fmt::format("write {}({}, body)", quantity, joint));
  if (purpose_->forces != ForceUse::all)
    document_.fail(node.span,
                   fmt::format("{} may not contain {}(...) of a joint", purpose_->what, quantity),
                   "reactions of joints may stand in watch, check and stop only");
  const std::string on = body_operand(node, 1, quantity);
  return document_.located(node.span, [&]() -> Value {
    if (node.operand_count < 3) {
      const Wrench wrench = mechanism_.reaction(joint, on);
      if (quantity == "reaction") return wrench.force;
      return wrench.moment.size() == 1 ? Value(wrench.moment[0]) : Value(wrench.moment);
    }
    const Vector about = vector_operand(node, 2, quantity);
    return document_.located(operand(node, 2), [&]() -> Value {
      const Vector moment = mechanism_.moment_about(about, joint, on);
      return moment.size() == 1 ? Value(moment[0]) : Value(moment);
    });
  });
}

}  // namespace alembert
