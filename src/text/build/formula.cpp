#include "text/build/formula.hpp"

#include <fmt/format.h>

#include <cmath>

#include "symbol/evaluate.hpp"
#include "text/keywords.hpp"
#include "text/limits.hpp"

namespace alembert {

Formulas::Formulas(const Document& document, System& system, Mechanism& mechanism,
                   std::size_t operations)
    : document_(document),
      system_(system),
      mechanism_(mechanism),
      operations_(operations),
      operations_left_(operations) {}

void Formulas::spend(std::size_t operations, TokenSpan span) {
  if (operations > operations_left_)
    throw LastMistake(document_.place(span),
                      fmt::format("the model needs more than {} operations to read", operations_),
                      "make its families and sums smaller");
  operations_left_ -= operations;
  if (system_.graph().size() > max_graph_nodes)
    throw LastMistake(document_.place(span),
                      fmt::format("the formulas of the model have more than {} different pieces",
                                  max_graph_nodes),
                      "make its families and sums smaller");
}

Value Formulas::value(FormulaId formula, const Purpose& purpose) {
  purpose_ = &purpose;
  Value result = evaluate(formula);
  if (purpose.acts) return result;
  // what is only looked at needs no openings of joints
  result.scalar = system_.closed(result.scalar);
  for (Expr& component : result.components) component = system_.closed(component);
  return result;
}

Expr Formulas::scalar(FormulaId formula, const Purpose& purpose) {
  const Value result = value(formula, purpose);
  if (!result.is_scalar())
    document_.fail(formula,
                   fmt::format("{} is a number, not {}", purpose.what, result.description()));
  return result.scalar;
}

Vector Formulas::vector(FormulaId formula, const Purpose& purpose) {
  const Value result = value(formula, purpose);
  if (!result.is_vector())
    document_.fail(formula,
                   fmt::format("{} is a vector, not {}", purpose.what, result.description()),
                   "write (x, y) or (x, y, z)");
  return result.components;
}

Expr Formulas::condition(FormulaId formula, const Purpose& purpose) {
  const Value result = value(formula, purpose);
  if (!result.is_condition())
    document_.fail(formula, fmt::format("a condition is needed here, not {}", result.description()),
                   "conditions compare two formulas with < <= > >=");
  return result.scalar;
}

double Formulas::number(const Expr& formula) const {
  if (!formula.graph()) return formula.number();
  require_known(formula);
  return alembert::evaluate(system_.graph(), {formula.node()}, system_.parameter_values()).front();
}

void Formulas::require_known(const Expr& formula) const {
  if (doubtful_parameters_.empty() || !formula.graph()) return;
  for (const NodeId node : reachable(system_.graph(), {formula.node()}))
    if (doubtful_parameters_.contains(node)) throw InDoubt{};
}

void Formulas::abandon() {
  for (const std::size_t begun : active_definitions_)
    definitions_[begun].progress = Progress::in_doubt;
  active_definitions_.clear();
  indices_.clear();
  numbers_only_ = false;
  depth_ = 0;
}

std::int64_t Formulas::integer(FormulaId formula) {
  const Purpose* outer_purpose = std::exchange(purpose_, &purpose::index);
  const bool outer_numbers = std::exchange(numbers_only_, true);
  const Value result = evaluate(formula);
  purpose_ = outer_purpose;
  numbers_only_ = outer_numbers;
  if (!result.is_scalar())
    document_.fail(formula, fmt::format("an index is a number, not {}", result.description()));
  // definitions bring symbols
  if (result.scalar.graph())
    for (const NodeId node : reachable(system_.graph(), {result.scalar.node()}))
      if (system_.graph().kind(node) == Kind::parameter) used_as_numbers_.insert(node);
  const double number = this->number(result.scalar);
  if (number != std::floor(number))
    document_.fail(formula, fmt::format("an index is an integer, and this is {}", number));
  if (!(std::abs(number) <= static_cast<double>(max_index)))
    document_.fail(formula, fmt::format("an index is at most {}", max_index));
  return static_cast<std::int64_t>(number);
}

Value Formulas::evaluate(FormulaId formula) {
  const FormulaNode& node = document_.syntax.formulas[formula];
  spend(1, node.span);
  ++depth_;
  Value result;
  switch (node.kind) {
    case FormulaKind::number:
      result = Expr(node.number);
      break;
    case FormulaKind::name:
      result = evaluate_name(node);
      break;
    case FormulaKind::rate:
      result = evaluate_rate(node);
      break;
    case FormulaKind::component:
      result = evaluate_component(node);
      break;
    case FormulaKind::part:
      result = evaluate_part(node);
      break;
    case FormulaKind::point:
      result = evaluate_point(node, integer(operand(node, 0)), 1);
      break;
    case FormulaKind::sum:
      result = evaluate_sum(node);
      break;
    case FormulaKind::product:
      result = evaluate_product(node);
      break;
    case FormulaKind::negate: {
      const Value of = evaluate(operand(node, 0));
      result = document_.located(node.span, [&] { return negate(of); });
      break;
    }
    case FormulaKind::power: {
      const Value base = evaluate(operand(node, 0));
      const Value exponent = evaluate(operand(node, 1));
      result = document_.located(node.span, [&] { return raise(base, exponent); });
      break;
    }
    case FormulaKind::call:
      result = evaluate_call(node);
      break;
    case FormulaKind::vector:
      result = evaluate_vector(node);
      break;
    case FormulaKind::comparison:
      result = evaluate_comparison(node);
      break;
    case FormulaKind::series:
      result = evaluate_series(node);
      break;
  }
  check_finite(node, result);
  --depth_;
  return result;
}

void Formulas::check_finite(const FormulaNode& node, const Value& value) {
  // the graph does not fold operations whose result is not finite
  const auto finite = [](const Expr& formula) {
    if (!formula.graph()) return std::isfinite(formula.number());
    const Graph& graph = *formula.graph();
    return graph.is_constant(formula.node()) || graph.kinds(formula.node()) != Kinds{};
  };
  const auto check = [&](const Expr& formula) {
    if (!finite(formula))
      document_.fail(node.span, "this is not a finite number",
                     "is it a division by 0, or a function outside its domain?");
  };
  if (!value.is_vector()) return check(value.scalar);
  for (const Expr& component : value.components) check(component);
}

Value Formulas::evaluate_sum(const FormulaNode& node) {
  Value sum = evaluate(operand(node, 0));
  for (std::size_t i = 1; i < node.operand_count; ++i) {
    const Operand& term = document_.syntax.operand(node, i);
    const Value next = evaluate(term.formula);
    sum = document_.located(node.span,
                            [&] { return term.inverse ? subtract(sum, next) : add(sum, next); });
    check_finite(node, sum);
  }
  return sum;
}

Value Formulas::evaluate_product(const FormulaNode& node) {
  Value product = evaluate(operand(node, 0));
  for (std::size_t i = 1; i < node.operand_count; ++i) {
    const Operand& factor = document_.syntax.operand(node, i);
    const Value next = evaluate(factor.formula);
    product = document_.located(node.span, [&] {
      return factor.inverse ? divide(product, next) : multiply(product, next);
    });
    check_finite(node, product);
  }
  return product;
}

Value Formulas::evaluate_vector(const FormulaNode& node) {
  if (node.operand_count > max_components)
    document_.fail(node.span, fmt::format("a vector has at most {} components", max_components));
  Vector components;
  for (std::size_t i = 0; i < node.operand_count; ++i) {
    const Value component = evaluate(operand(node, i));
    if (!component.is_scalar())
      document_.fail(operand(node, i), fmt::format("a component of a vector is a number, not {}",
                                                   component.description()));
    components.push_back(component.scalar);
  }
  return components;
}

Value Formulas::evaluate_component(const FormulaNode& node) {
  // neither the first angle of a joint nor the first component of a watch is that of a formula
  if (const FormulaNode& name = document_.syntax.formulas[operand(node, 0)];
      name.kind == FormulaKind::name && bodies_are_known_) {
    const std::string joint = full_name_of(name);
    const auto watch = watches_.find(fmt::format("{}.{}", joint, node.number));
    if (watch != watches_.end() && purpose_->forces == ForceUse::all)
      return Expr(system_.graph(), system_.watches()[watch->second].formula);
    if (mechanism_.has_joint(joint))
      if (const auto x = mechanism_.coordinate(joint, fmt::format(".{}", node.number))) {
        check_kinds(node, *x);
        return *x;
      }
  }
  const Value of = evaluate(operand(node, 0));
  if (!of.is_vector())
    document_.fail(node.span,
                   fmt::format("only vectors have components, and this is {}", of.description()));
  const double which = node.number;
  if (which < 1 || which > static_cast<double>(of.components.size()))
    document_.fail(node.span,
                   fmt::format("this vector has {} components, there is no component {}",
                               of.components.size(), which),
                   "components are counted from 1: r.1, r.2");
  return of.components[static_cast<std::size_t>(which) - 1];
}

Value Formulas::evaluate_comparison(const FormulaNode& node) {
  const Value left = evaluate(operand(node, 0)), right = evaluate(operand(node, 1));
  if (!left.is_scalar() || !right.is_scalar())
    document_.fail(node.span, fmt::format("a condition compares numbers, not {} with {}",
                                          left.description(), right.description()));
  switch (node.sign) {
    case TokenKind::less:
      return Value::truth(left.scalar < right.scalar);
    case TokenKind::less_equal:
      return Value::truth(left.scalar <= right.scalar);
    case TokenKind::greater:
      return Value::truth(left.scalar > right.scalar);
    default:
      return Value::truth(left.scalar >= right.scalar);
  }
}

Value Formulas::evaluate_series(const FormulaNode& node) {
  const std::int64_t first = integer(operand(node, 0)), last = integer(operand(node, 1));
  check_range(node.span, first, last);
  // `sum`, `(` and then the index
  const TokenId index = node.span.first + 2;
  bind(node.name, {index, index});
  Value sum = Expr(0.0);
  for (std::int64_t i = first; i <= last; ++i) {
    indices_.back().value = i;
    const Value term = evaluate(operand(node, 2));
    if (term.is_condition())
      document_.fail(operand(node, 2), "conditions cannot be added up", "use if(condition, 1, 0)");
    sum = i == first ? term : document_.located(node.span, [&] { return add(sum, term); });
    check_finite(node, sum);
  }
  indices_.pop_back();

  return sum;
}

void Formulas::check_range(TokenSpan span, std::int64_t first, std::int64_t last) {
  if (last - first >= max_members)
    document_.fail(span,
                   fmt::format("{} to {} are more than {} members", first, last, max_members));
  // the work to come is at least one operation for each member
  if (last >= first && static_cast<std::size_t>(last - first + 1) > operations_left_)
    spend(static_cast<std::size_t>(last - first + 1), span);
}

bool Formulas::bind(NameId index, TokenSpan span) {
  if (index == no_name) return false;
  const std::string& name = document_.syntax.spelling(index);
  if (is_reserved(name))
    document_.fail(span, fmt::format("an index cannot be called '{}'", name),
                   "this name belongs to the language");
  if (const Declared* declared = names_.find(index, {}))
    document_.fail(
        span, fmt::format("the index '{}' has the name of a {}", name, name_of(declared->kind)),
        "give the index another name");
  for (const Index& outer : indices_)
    if (outer.name == index)
      document_.fail(span, fmt::format("the index '{}' is already in use around this", name),
                     "give the inner index another name");
  indices_.push_back({index, 0});
  return true;
}

}  // namespace alembert
