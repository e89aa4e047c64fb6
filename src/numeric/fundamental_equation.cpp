#include "numeric/fundamental_equation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "numeric/kkt_factors.hpp"

namespace alembert::numeric {

namespace {

std::optional<NotFinite> find_not_finite(char input, const auto& entries) {
  for (Index j = 0; j < entries.cols(); ++j) {
    for (Index i = 0; i < entries.rows(); ++i) {
      if (!std::isfinite(entries(i, j))) return NotFinite{input, i, j};
    }
  }
  return std::nullopt;
}

std::optional<NotFinite> find_not_finite(const Instant& instant) {
  std::optional<NotFinite> found = find_not_finite('M', instant.M);
  if (!found) found = find_not_finite('Q', instant.Q);
  if (!found) found = find_not_finite('A', instant.A);
  if (!found) found = find_not_finite('b', instant.b);
  if (!found) found = find_not_finite('C', instant.C);
  return found;
}

void warn_about_mass(const KktFactors& factors, std::vector<Warning>& warnings) {
  const Mass& mass = factors.mass();
  if (mass.kind == MassKind::semidefinite) warnings.push_back(Warning::semidefinite_mass);
  if (mass.kind == MassKind::indefinite) warnings.push_back(Warning::indefinite_mass);
  if (!factors.minimum()) warnings.push_back(Warning::not_a_minimum);
  if (mass.kind == MassKind::positive_definite && mass.pivot_ratio < 1e-10) {
    warnings.push_back(Warning::ill_conditioned_mass);
  }
}

}  // namespace

const char* to_string(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::least_squares:
      return "inconsistent constraints, met in least squares";
    case Status::inconsistent:
      return "inconsistent constraints";
    case Status::undetermined:
      return "acceleration not determined";
    case Status::asymmetric:
      return "mass matrix not symmetric";
    case Status::not_finite:
      return "not a finite number";
  }
  return "";
}

const char* to_string(Warning warning) {
  switch (warning) {
    case Warning::semidefinite_mass:
      return "the mass matrix is singular; the constraints supply what it lacks";
    case Warning::indefinite_mass:
      return "the mass matrix is indefinite: the motion is stationary, not a minimum of Gauss's "
             "function";
    case Warning::not_a_minimum:
      return "the mass matrix is indefinite even on the virtual displacements";
    case Warning::ill_conditioned_mass:
      return "the mass matrix is nearly singular: accelerations have few correct digits";
    case Warning::doubtful_rank:
      return "a singular value of the constraint rows lies near the cut that decides their rank";
  }
  return "";
}

bool Solution::has(Warning warning) const {
  return std::find(warnings.begin(), warnings.end(), warning) != warnings.end();
}

Solution solve(const Instant& instant, const SolveOptions& options) {
  const auto& [M, Q, A, b, C] = instant;
  assert(M.cols() == M.rows() && Q.size() == M.rows() && A.cols() == M.rows());
  assert(b.size() == A.rows() && (C.size() == 0 || C.size() == M.rows()));

  Solution solution;
  if (const auto found = find_not_finite(instant)) {
    solution.status = Status::not_finite;
    solution.not_finite = *found;
    return solution;
  }
  solution.mass = classify_mass(M);
  if (solution.mass.kind == MassKind::asymmetric) {
    solution.status = Status::asymmetric;
    return solution;
  }

  const KktFactors factors(M, A, {options.rank, options.singular_values});
  solution.rank = factors.rank();
  solution.redundancy = find_redundancy(factors);
  if (!factors.determined()) {
    solution.status = Status::undetermined;
    solution.free_direction = factors.free_direction();
    return solution;
  }
  warn_about_mass(factors, solution.warnings);
  if (solution.rank.doubtful) solution.warnings.push_back(Warning::doubtful_rank);

  solution.free_acceleration = factors.unconstrained(Q);
  if (solution.free_acceleration.size() > 0)
    solution.violation = b - A * solution.free_acceleration;

  // the ideal part, q̈ = a + K e; rows that contradict each other first get a b they can agree on
  KktSolution ideal = factors.solve(Q, b);
  solution.consistency =
      check_consistency(factors, solution.redundancy, b,
                        factors.row_terms(options.terms.size() > 0 ? options.terms : b, Q, ideal.x),
                        options.consistency_tolerance);
  if (!solution.consistency.consistent) {
    const bool wanted = options.inconsistent == Inconsistent::least_squares;
    solution.status = wanted ? Status::least_squares : Status::inconsistent;
    ideal = factors.solve(Q, factors.nearest_consistent(b, wanted ? options.weights : Matrix{}));
  }
  solution.acceleration = ideal.x;
  solution.lambda = ideal.lambda;
  solution.lambda_total = ideal.lambda;
  solution.ideal = A.transpose() * ideal.lambda;
  solution.nonideal = Vector::Zero(M.rows());

  // the non-ideal part, (I − K A)M⁻¹C: the answer to C alone with rows at rest
  if (C.size() > 0) {
    const KktSolution nonideal = factors.solve(C, Vector::Zero(b.size()));
    solution.acceleration += nonideal.x;
    solution.lambda_total += nonideal.lambda;
    solution.nonideal = C + A.transpose() * nonideal.lambda;
  }

  solution.residual = b - A * solution.acceleration;
  const Vector terms = factors.row_terms(b, Q, solution.acceleration);
  solution.relative_residual = solution.residual.cwiseAbs();
  for (Index i = 0; i < b.size(); ++i) {
    if (terms(i) > 0) solution.relative_residual(i) /= terms(i);
  }
  return solution;
}

}  // namespace alembert::numeric
