#include "theory/sizes.hpp"

#include <algorithm>
#include <cmath>

#include "symbol/term_sizes.hpp"

namespace alembert::theory {

namespace {

// `mass` is the diagonal of M, `A` the sizes of the entries of the rows
Vector units_from(const Vector& mass, const Matrix& A) {
  const Index n = mass.size();
  Vector unit = Vector::Zero(n);
  for (Index j = 0; j < n; ++j)
    if (mass[j] > 0) unit[j] = nearest_power_of_two(1 / std::sqrt(mass[j]));
  // a coordinate without mass moves with one that has, by the row that ties it most loosely
  for (bool found = true; found;) {
    found = false;
    const Vector reach = (A * unit.asDiagonal()).rowwise().norm();
    for (Index j = 0; j < n; ++j) {
      if (unit[j] > 0) continue;
      double loosest = 0;
      for (Index r = 0; r < A.rows(); ++r)
        if (A(r, j) > 0) loosest = std::max(loosest, reach[r] / A(r, j));
      if (!(loosest > 0) || !std::isfinite(loosest)) continue;
      unit[j] = nearest_power_of_two(loosest);
      found = true;
    }
  }
  for (double& s : unit)
    if (s == 0) s = 1;
  return unit;
}

}  // namespace

double largest_component(const Vector& x) { return x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff(); }

double nearest_power_of_two(double x) { return std::exp2(std::round(std::log2(x))); }

Assignment values_at(const System& system, const Point& point) {
  Assignment values = system.parameter_values();
  values[system.time().node()] = point.t;
  for (std::size_t j = 0; j < system.coordinates().size(); ++j) {
    const Coordinate& x = system.coordinates()[j];
    values[x.q] = point.q[static_cast<Index>(j)];
    values[x.v] = point.v[static_cast<Index>(j)];
    values[x.a] = point.a[static_cast<Index>(j)];
  }
  return values;
}

Terms terms_at(const Equations& equations, const Point& point) {
  std::vector<NodeId> formulas;
  for (const Entry& entry : equations.solved_M().entries) formulas.push_back(entry.value);
  for (const Entry& entry : equations.A.entries) formulas.push_back(entry.value);
  formulas.insert(formulas.end(), equations.solved_Q().begin(), equations.solved_Q().end());
  formulas.insert(formulas.end(), equations.b.begin(), equations.b.end());
  for (const EquationRow& row : equations.rows) formulas.push_back(row.residual);
  for (const EquationRow& row : equations.rows)
    formulas.push_back(row.rate == no_node ? row.residual : row.rate);
  formulas.push_back(equations.energy);
  const std::vector<double> sizes =
      sizes_of_terms(equations.graph(), formulas, values_at(equations.system, point));

  auto next = sizes.begin();
  const auto matrix = [&](const FormulaMatrix& formula) {
    Matrix dense =
        Matrix::Zero(static_cast<Index>(formula.rows), static_cast<Index>(formula.columns));
    for (const Entry& entry : formula.entries) dense(entry.row, entry.column) = *next++;
    return dense;
  };
  const auto vector = [&](std::size_t size) {
    Vector part(static_cast<Index>(size));
    for (double& x : part) x = *next++;
    return part;
  };
  Terms terms;
  terms.M = matrix(equations.solved_M());
  terms.A = matrix(equations.A);
  terms.Q = vector(equations.solved_Q().size());
  terms.b = vector(equations.b.size());
  terms.residual = vector(equations.rows.size());
  terms.rate = vector(equations.rows.size());
  terms.energy = *next;
  return terms;
}

Vector coordinate_units(const Matrix& M, const Matrix& A) {
  return units_from(M.diagonal(), A.cwiseAbs());
}

Units units_of(const std::vector<Point>& points, const std::vector<Terms>& terms,
               const Vector& inertia, const std::vector<Point>& elsewhere) {
  Vector mass = terms.front().M.diagonal();
  if (inertia.size() > 0) mass = mass.cwiseMax(inertia);
  Matrix A = terms.front().A;
  for (const Terms& there : terms) {
    mass = mass.cwiseMax(there.M.diagonal());
    A = A.cwiseMax(there.A);
  }
  Units units;
  units.coordinate = units_from(mass, A);
  units.row = (A * units.coordinate.asDiagonal()).rowwise().norm();
  for (const std::vector<Point>* passed : {&points, &elsewhere})
    for (const Point& point : *passed) {
      units.position =
          std::max(units.position, largest_component(point.q.cwiseQuotient(units.coordinate)));
      units.velocity =
          std::max(units.velocity, largest_component(point.v.cwiseQuotient(units.coordinate)));
    }
  double acceleration = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    acceleration = std::max(acceleration, sizes_at(units, terms[i], points[i], {}).acceleration);
  // a system at rest has the speed that its forces would give it on its own length
  units.velocity = std::max(units.velocity, std::sqrt(acceleration * units.position));
  return units;
}

Sizes sizes_at(const Units& units, const Terms& terms, const Point& point, const Vector& C) {
  Sizes sizes{.units = units, .terms = terms, .acceleration = 0};
  const Vector& s = units.coordinate;
  sizes.acceleration = std::max(largest_component(point.a.cwiseQuotient(s)),
                                largest_component(s.cwiseProduct(terms.Q)));
  if (C.size() > 0)
    sizes.acceleration = std::max(sizes.acceleration, largest_component(s.cwiseProduct(C)));
  for (Index r = 0; r < terms.b.size(); ++r)
    if (units.row[r] > 0)
      sizes.acceleration = std::max(sizes.acceleration, terms.b[r] / units.row[r]);
  return sizes;
}

Sizes sizes_at(const Equations& equations, const Point& point) {
  const Terms terms = terms_at(equations, point);
  return sizes_at(units_of({point}, {terms}), terms, point, {});
}

}  // namespace alembert::theory
