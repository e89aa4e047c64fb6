#pragma once
/// A formula as a value, with the operators and functions of mathematics.

#include <initializer_list>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// A formula: a node of a graph, or a plain number until it meets one. Valid while its System
/// lives.
class Expr {
 public:
  Expr(double number) : number_(number) {}  // NOLINT: a number is a formula
  Expr(Graph& graph, NodeId node) : graph_(&graph), node_(node) {}

  /// The graph, or null for a plain number.
  Graph* graph() const { return graph_; }
  /// This formula as a node of `graph`, which must be its own if it has one.
  NodeId in(Graph& graph) const;
  /// The node; only for formulas that have a graph.
  NodeId node() const { return node_; }
  /// The number of a plain number.
  double number() const { return number_; }

 private:
  Graph* graph_ = nullptr;
  NodeId node_ = no_node;
  double number_ = 0;
};

/// Whether a formula is this number, with a graph or without.
bool is_value(const Expr& formula, double number);

/// Applies an operation to formulas; numbers alone stay numbers.
Expr combine(Op op, const Expr& a);
Expr combine(Op op, const Expr& a, const Expr& b);
Expr combine(Op op, const Expr& a, const Expr& b, const Expr& c);

Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);
Expr& operator+=(Expr& a, const Expr& b);

Expr pow(const Expr& a, const Expr& b);
Expr square(const Expr& a);
Expr sin(const Expr& a);
Expr cos(const Expr& a);
Expr tan(const Expr& a);
Expr asin(const Expr& a);
Expr acos(const Expr& a);
Expr atan(const Expr& a);
Expr sinh(const Expr& a);
Expr cosh(const Expr& a);
Expr tanh(const Expr& a);
Expr exp(const Expr& a);
Expr log(const Expr& a);
Expr sqrt(const Expr& a);
Expr abs(const Expr& a);
Expr sign(const Expr& a);
Expr atan2(const Expr& y, const Expr& x);
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
Expr hypot(const Expr& a, const Expr& b);

/// Conditions, for `choose`.
Expr operator<(const Expr& a, const Expr& b);
Expr operator<=(const Expr& a, const Expr& b);
Expr operator>(const Expr& a, const Expr& b);
Expr operator>=(const Expr& a, const Expr& b);
/// `yes` where the condition holds, else `no`: `if(condition, yes, no)` of the language.
Expr choose(const Expr& condition, const Expr& yes, const Expr& no);

/// d/dt along the motion: the velocity of a coordinate, the total derivative of a formula.
Expr rate(const Expr& a);

/// left = right, as a constraint states it: φ = left − right.
struct Equation {
  Expr left;
  Expr right;
};
Equation operator==(const Expr& left, const Expr& right);

/// A vector of formulas, in an inertial Cartesian frame where it is a position or a force.
using Vector = std::vector<Expr>;
Expr dot(const Vector& a, const Vector& b);
Vector cross(const Vector& a, const Vector& b);
Expr norm(const Vector& a);
Vector rate(const Vector& a);

}  // namespace alembert
