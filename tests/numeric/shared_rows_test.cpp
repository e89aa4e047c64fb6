// Rows that repeat each other and differ in length by many orders keep all digits.

#include "numeric/shared_rows.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "numeric/pseudo_inverse.hpp"

using namespace alembert::numeric;

namespace {

// unit rows of which `repeated` are combinations of the three before them
Matrix unit_rows(Index independent, Index repeated) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> any;
  Matrix rows(independent + repeated, independent);
  for (Index i = 0; i < rows.rows(); ++i) {
    if (i < independent)
      for (Index j = 0; j < independent; ++j) rows(i, j) = any(random);
    else
      rows.row(i) = any(random) * rows.row(i - 1) + any(random) * rows.row(i - 2) + rows.row(i - 3);
    rows.row(i).normalize();
  }
  return rows;
}

double apart(const Matrix& a, const Matrix& b) { return (a - b).norm() / b.norm(); }

}  // namespace

TEST_CASE("rows of one length have the inverses of Moore and Penrose", "[F16]") {
  const Matrix U = unit_rows(5, 3);
  const Vector lengths = Vector::LinSpaced(8, 1, 3);
  const Matrix E = lengths.asDiagonal() * U, inverse = pseudo_inverse(E, 1e-12);
  const SharedRows rows(U, lengths);
  // a condition of some hundreds
  CHECK(apart(rows.solve(Matrix::Identity(8, 8)), inverse) < 1e-12);
  CHECK(apart(rows.solve_transposed(Matrix::Identity(5, 5)), inverse.transpose()) < 1e-12);
  const Vector g = Vector::LinSpaced(8, -1, 2);
  CHECK((rows.nearest(g) - E * (inverse * g)).norm() < 1e-12);
}

TEST_CASE(
    "multipliers of rows that differ in length by 2^60 give the whole force, and are the least",
    "[F16]") {
  const Matrix U = unit_rows(5, 3);
  for (const double far : {0x1p20, 0x1p40, 0x1p60}) {
    CAPTURE(far);
    Vector lengths(8);
    lengths << 1, far, 1, far, 1, far, 1, far;
    const SharedRows rows(U, lengths);
    const Vector w = Vector::LinSpaced(5, 1, -2);
    const Vector lambda = rows.solve_transposed(w);
    const Vector unit = lengths.cwiseProduct(lambda);
    CHECK((U.transpose() * unit - w).norm() < 1e-11);
    // of all that give this force: three combinations of unit rows vanish, and none of them may
    // make λ shorter
    const Matrix null = Eigen::FullPivLU<Matrix>(U.transpose()).kernel();
    for (Index k = 0; k < null.cols(); ++k)
      for (const double part : {1e-4, -1e-4}) {
        const Vector other = lengths.cwiseInverse().cwiseProduct(unit + part * null.col(k));
        CHECK(other.norm() >= lambda.norm() * (1 - 1e-12));
      }
    // what the rows agree on is found, whichever of them are long
    const Vector z = Vector::LinSpaced(5, 3, 1);
    CHECK((rows.solve(Matrix(lengths.asDiagonal() * (U * z))) - z).norm() < 1e-11);
  }
}
