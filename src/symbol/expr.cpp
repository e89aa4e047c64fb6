#include "symbol/expr.hpp"

#include <cassert>
#include <cmath>

#include "symbol/differentiate.hpp"

namespace alembert {

namespace {

Graph* graph_of(std::initializer_list<const Expr*> operands) {
  Graph* graph = nullptr;
  for (const Expr* operand : operands) {
    assert(!graph || !operand->graph() || graph == operand->graph());
    if (operand->graph()) graph = operand->graph();
  }
  return graph;
}

}  // namespace

NodeId Expr::in(Graph& graph) const {
  assert(!graph_ || graph_ == &graph);
  return graph_ ? node_ : graph.constant(number_);
}

bool is_value(const Expr& formula, double number) {
  return formula.graph() ? formula.graph()->is_value(formula.node(), number)
                         : formula.number() == number;
}

Expr combine(Op op, const Expr& a) {
  Graph* graph = graph_of({&a});
  if (!graph) return apply(op, a.number());
  return {*graph, graph->make(op, a.in(*graph))};
}

Expr combine(Op op, const Expr& a, const Expr& b) {
  Graph* graph = graph_of({&a, &b});
  if (!graph) return apply(op, a.number(), b.number());
  const NodeId left = a.in(*graph);
  return {*graph, graph->make(op, left, b.in(*graph))};
}

Expr combine(Op op, const Expr& a, const Expr& b, const Expr& c) {
  Graph* graph = graph_of({&a, &b, &c});
  if (!graph) return apply(op, a.number(), b.number(), c.number());
  const NodeId first = a.in(*graph), second = b.in(*graph);
  return {*graph, graph->make(op, first, second, c.in(*graph))};
}

Expr operator+(const Expr& a, const Expr& b) { return combine(Op::add, a, b); }
Expr operator-(const Expr& a, const Expr& b) { return combine(Op::subtract, a, b); }
Expr operator*(const Expr& a, const Expr& b) { return combine(Op::multiply, a, b); }
Expr operator/(const Expr& a, const Expr& b) { return combine(Op::divide, a, b); }
Expr operator-(const Expr& a) { return combine(Op::negate, a); }
Expr& operator+=(Expr& a, const Expr& b) { return a = a + b; }

Expr pow(const Expr& a, const Expr& b) { return combine(Op::power, a, b); }
Expr square(const Expr& a) { return pow(a, 2); }
Expr sin(const Expr& a) { return combine(Op::sin, a); }
Expr cos(const Expr& a) { return combine(Op::cos, a); }
Expr tan(const Expr& a) { return combine(Op::tan, a); }
Expr asin(const Expr& a) { return combine(Op::asin, a); }
Expr acos(const Expr& a) { return combine(Op::acos, a); }
Expr atan(const Expr& a) { return combine(Op::atan, a); }
Expr sinh(const Expr& a) { return combine(Op::sinh, a); }
Expr cosh(const Expr& a) { return combine(Op::cosh, a); }
Expr tanh(const Expr& a) { return combine(Op::tanh, a); }
Expr exp(const Expr& a) { return combine(Op::exp, a); }
Expr log(const Expr& a) { return combine(Op::log, a); }
Expr sqrt(const Expr& a) { return combine(Op::sqrt, a); }
Expr abs(const Expr& a) { return combine(Op::abs, a); }
Expr sign(const Expr& a) { return combine(Op::sign, a); }
Expr atan2(const Expr& y, const Expr& x) { return combine(Op::atan2, y, x); }
Expr min(const Expr& a, const Expr& b) { return combine(Op::min, a, b); }
Expr max(const Expr& a, const Expr& b) { return combine(Op::max, a, b); }
Expr hypot(const Expr& a, const Expr& b) { return combine(Op::hypot, a, b); }

Expr operator<(const Expr& a, const Expr& b) { return combine(Op::less, a, b); }
Expr operator<=(const Expr& a, const Expr& b) { return combine(Op::less_equal, a, b); }
Expr operator>(const Expr& a, const Expr& b) { return combine(Op::less, b, a); }
Expr operator>=(const Expr& a, const Expr& b) { return combine(Op::less_equal, b, a); }
Expr choose(const Expr& condition, const Expr& yes, const Expr& no) {
  return combine(Op::choose, condition, yes, no);
}

Expr rate(const Expr& a) {
  if (!a.graph()) return 0.0;
  return {*a.graph(), time_derivative(*a.graph(), {a.node()}).front()};
}

Equation operator==(const Expr& left, const Expr& right) { return {left, right}; }

Expr dot(const Vector& a, const Vector& b) {
  assert(a.size() == b.size() && !a.empty());
  Expr sum = a[0] * b[0];
  for (std::size_t i = 1; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Vector cross(const Vector& a, const Vector& b) {
  assert(a.size() == 3 && b.size() == 3);
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Expr norm(const Vector& a) { return sqrt(dot(a, a)); }

Vector rate(const Vector& a) {
  Vector rates;
  rates.reserve(a.size());
  for (const Expr& component : a) rates.push_back(rate(component));
  return rates;
}

}  // namespace alembert
