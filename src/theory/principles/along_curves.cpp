#include "theory/principles/along_curves.hpp"

namespace alembert::theory {

std::vector<NodeId> moving_symbols(const System& system) {
  std::vector<NodeId> symbols = system.state_symbols();
  for (const Coordinate& x : system.coordinates()) symbols.push_back(x.a);
  return symbols;
}

Curve motion_through(const Point& point) {
  Curve curve;
  curve.t.resize(2);
  curve.t << point.t, 1;
  curve.q.resize(point.q.size(), 3);
  curve.q << point.q, point.v, point.a / 2;
  curve.v.resize(point.v.size(), 2);
  curve.v << point.v, point.a;
  curve.a = point.a;
  return curve;
}

Curve line_through(const Point& point, const Point& direction) {
  const auto join = [](const Vector& from, const Vector& along) {
    Matrix columns(from.size(), 2);
    columns << from, along;
    return columns;
  };
  Curve curve;
  curve.t.resize(2);
  curve.t << point.t, direction.t;
  curve.q = join(point.q, direction.q);
  curve.v = join(point.v, direction.v);
  curve.a = join(point.a, direction.a);
  return curve;
}

AlongCurves::AlongCurves(const System& system, const std::vector<NodeId>& formulas, int order)
    : jets_(system.graph(), formulas, moving_symbols(system), system.parameter_values(), order) {}

Matrix AlongCurves::operator()(const Curve& curve) {
  const auto formulas = static_cast<Index>(jets_.output_count());
  Matrix coefficients(formulas, jets_.highest_order() + 1);
  for (int k = 0; k <= jets_.highest_order(); ++k) {
    std::size_t input = 0;
    jets_.set_input(input++, k, k < curve.t.size() ? curve.t[k] : 0);
    for (const Matrix* part : {&curve.q, &curve.v, &curve.a})
      for (Index j = 0; j < part->rows(); ++j)
        jets_.set_input(input++, k, k < part->cols() ? (*part)(j, k) : 0);
    jets_.compute(k);
    for (Index i = 0; i < formulas; ++i)
      coefficients(i, k) = jets_.output(static_cast<std::size_t>(i), k);
  }
  return coefficients;
}

}  // namespace alembert::theory
