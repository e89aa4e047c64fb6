#include "theory/principles/open_curves.hpp"

namespace alembert::theory {

namespace {

std::vector<NodeId> symbols_of(const System& system) {
  std::vector<NodeId> symbols = moving_symbols(system);
  for (const Coordinate& opening : system.openings()) symbols.push_back(opening.q);
  for (const Coordinate& opening : system.openings()) symbols.push_back(opening.v);
  for (const Coordinate& opening : system.openings()) symbols.push_back(opening.a);
  return symbols;
}

}  // namespace

OpenCurves::OpenCurves(const System& system, const std::vector<NodeId>& formulas)
    : coordinates_(static_cast<Index>(system.coordinates().size())),
      openings_(static_cast<Index>(system.openings().size())),
      jets_(system.graph(), formulas, symbols_of(system), system.parameter_values(), 2) {}

// t, then q, q̇ and q̈ of all coordinates, then ε, ε̇ and ε̈ of all openings
Index OpenCurves::input_of(Change change, Index variable) const {
  const auto part = static_cast<Index>(change);
  if (variable < coordinates_) return 1 + part * coordinates_ + variable;
  return 1 + 3 * coordinates_ + part * openings_ + variable - coordinates_;
}

void OpenCurves::set(int order, const Point& values) {
  std::size_t input = 0;
  jets_.set_input(input++, order, values.t);
  for (const Vector* part : {&values.q, &values.v, &values.a})
    for (const double x : *part) jets_.set_input(input++, order, x);
  while (input < jets_.input_count()) jets_.set_input(input++, order, 0);
  jets_.compute(order);
}

Vector OpenCurves::outputs(int order) const {
  Vector values(formulas());
  for (Index i = 0; i < formulas(); ++i)
    values[i] = jets_.output(static_cast<std::size_t>(i), order);
  return values;
}

Matrix OpenCurves::rates(const Point& point) {
  const Vector none = Vector::Zero(point.q.size());
  Matrix found(formulas(), 3);
  set(0, point);
  found.col(0) = outputs(0);
  set(1, {.t = 1, .q = point.v, .v = point.a, .a = none});
  found.col(1) = outputs(1);
  set(2, {.t = 0, .q = point.a / 2, .v = none, .a = none});
  found.col(2) = 2 * outputs(2);
  return found;
}

Vector OpenCurves::by(Change change, Index variable) {
  for (std::size_t input = 0; input < jets_.input_count(); ++input) jets_.set_input(input, 1, 0);
  jets_.set_input(static_cast<std::size_t>(input_of(change, variable)), 1, 1);
  jets_.compute(1);
  return outputs(1);
}

}  // namespace alembert::theory
