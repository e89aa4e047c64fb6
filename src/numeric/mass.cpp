#include "numeric/mass.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/cholesky.hpp"

namespace alembert::numeric {

namespace {

// entries are sums of a few rounded products: what differs by less is not a mistake of the model
constexpr double asymmetry_tolerance = 1e-10;

// of an inertia that it is coupled with: M_jj of a coordinate that is nothing but rounding itself,
// as 4J(e₁² + e₂² + e₃²) for the scalar part e₀ of a quaternion that does not turn
constexpr double no_inertia = 1e-28;

// the diagonal of M by size, without what is rounding
Vector inertias(MatrixView M) {
  Vector result = M.diagonal().cwiseAbs();
  for (Index j = 0; j < M.rows(); ++j)
    for (Index k = 0; k < M.rows(); ++k)
      if (M(j, k) != 0 && std::abs(M(j, j)) <= no_inertia * std::abs(M(k, k))) result(j) = 0;
  return result;
}

}  // namespace

const char* to_string(MassKind kind) {
  switch (kind) {
    case MassKind::positive_definite:
      return "positive definite";
    case MassKind::semidefinite:
      return "semidefinite";
    case MassKind::indefinite:
      return "indefinite";
    case MassKind::asymmetric:
      return "asymmetric";
    case MassKind::not_finite:
      return "not finite";
  }
  return "";
}

double inertia_tolerance(Index n) {
  return 64 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
}

Mass classify_mass(MatrixView M) {
  const Index n = M.rows();
  Mass mass;
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      if (!std::isfinite(M(i, j))) {
        mass.kind = MassKind::not_finite;
        mass.row = i;
        mass.column = j;
        return mass;
      }
    }
  }

  Index worst_row = -1, worst_column = -1;
  for (Index j = 0; j < n; ++j) {
    for (Index i = j + 1; i < n; ++i) {
      const double difference = std::abs(M(i, j) - M(j, i));
      if (difference == 0) continue;
      const double size = std::max({std::sqrt(std::abs(M(i, i))) * std::sqrt(std::abs(M(j, j))),
                                    std::abs(M(i, j)), std::abs(M(j, i))});
      if (difference / size > mass.asymmetry) {
        mass.asymmetry = difference / size;
        worst_row = i;
        worst_column = j;
      }
    }
  }
  if (mass.asymmetry > asymmetry_tolerance) {
    mass.kind = MassKind::asymmetric;
    mass.row = worst_row;
    mass.column = worst_column;
    return mass;
  }

  // a clear Cholesky factor settles it
  Matrix L = M;
  const double ratio = factorise_cholesky(L);
  if (ratio > 1e-12) {
    mass.pivot_ratio = ratio;
    return mass;
  }

  // otherwise the eigenvalues of M with unit diagonal decide
  Matrix scaled = M;
  for (Index j = 0; j < n; ++j) {
    const double scale = M(j, j) == 0 ? 1 : 1 / std::sqrt(std::abs(M(j, j)));
    scaled.row(j) *= scale;
    scaled.col(j) *= scale;
  }
  const Vector eigenvalues =
      Eigen::SelfAdjointEigenSolver<Matrix>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
  const double least = eigenvalues(0);
  const double tolerance = inertia_tolerance(n) * std::max(1.0, eigenvalues.cwiseAbs().maxCoeff());
  if (least < -tolerance) {
    mass.kind = MassKind::indefinite;
  } else if (least <= tolerance || !(ratio > 0)) {
    mass.kind = MassKind::semidefinite;
  } else {
    mass.pivot_ratio = ratio;
  }
  return mass;
}

Vector augmentation_weights(MatrixView M, MatrixView A) {
  const Index n = M.rows(), m = A.rows();
  const Vector inertia = inertias(M);
  const Index massive = (inertia.array() > 0).count();
  const double mean = massive > 0 ? inertia.sum() / static_cast<double>(massive) : 1;

  Vector weights = Vector::Ones(m);
  for (Index i = 0; i < m; ++i) {
    double compliance = 0;  // a_i diag(M)⁻¹a_iᵀ over the coordinates that have a mass
    double length = 0;
    for (Index j = 0; j < n; ++j) {
      const double square = A(i, j) * A(i, j);
      length += square;
      if (inertia(j) > 0) compliance += square / inertia(j);
    }
    if (compliance > 0) {
      weights(i) = 1 / compliance;
    } else if (length > 0) {
      weights(i) = mean / length;
    }
  }
  return weights;
}

Matrix augmented_mass(MatrixView M, MatrixView A, VectorView weights) {
  return M + A.transpose() * weights.asDiagonal() * A;
}

Vector coordinate_scales(MatrixView M, MatrixView A) {
  const Vector weights = augmentation_weights(M, A);
  Vector scales = inertias(M).cwiseSqrt();
  for (Index j = 0; j < M.rows(); ++j) {
    if (scales(j) > 0) continue;
    const double borrowed = std::sqrt(weights.dot(A.col(j).cwiseAbs2()));
    scales(j) = borrowed > 0 ? borrowed : 1;
  }
  return scales;
}

}  // namespace alembert::numeric
