#include "numeric/nearly_dependent_rows.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "numeric/kkt_factors.hpp"
#include "numeric/random_systems.hpp"
#include "numeric/redundancy.hpp"

using namespace alembert::numeric;

using Rows = std::vector<Index>;

namespace {

/// A row of parallelograms of unit bars as models/four_bar_row has it, at the angle θ above the
/// flat position: gradients of the upright bars, then of the level ones, in (x_0, y_0, x_1, …).
Matrix four_bar_rows(Index loops, double theta) {
  Matrix A = Matrix::Zero(2 * loops + 1, 2 * loops + 2);
  for (Index i = 0; i <= loops; ++i) {
    A(i, 2 * i) = 2 * std::cos(theta);
    A(i, 2 * i + 1) = 2 * std::sin(theta);
  }
  for (Index i = 1; i <= loops; ++i) {
    A(loops + i, 2 * i) = 2;
    A(loops + i, 2 * i - 2) = -2;
  }
  return A;
}

Rows all(Index count) {
  Rows rows;
  for (Index i = 0; i < count; ++i) rows.push_back(i);
  return rows;
}

}  // namespace

TEST_CASE("rows that depend on each other exactly are those that the projector finds") {
  Random random(51);
  for (int round = 0; round < 20; ++round) {
    // {1, 4}: copies of very different size; {0, 2, 5}: a sum; 3 and 6 stand alone
    Matrix A = random.matrix(7, 9);
    A.row(4) = 1e-5 * A.row(1);
    A.row(5) = A.row(0) - 2 * A.row(2);
    const Redundancy exact = find_redundancy(KktFactors(random.mass(9), A));
    Rows expected;
    for (Index i = 0; i < A.rows(); ++i)
      if (!exact.unique[static_cast<std::size_t>(i)]) expected.push_back(i);
    REQUIRE(expected == Rows{0, 1, 2, 4, 5});
    CHECK(nearly_dependent_rows(A, 1e-6) == expected);
  }
}

TEST_CASE("independent rows are not named, and a row of zeros is") {
  Random random(52);
  Matrix A = random.matrix(5, 8);
  CHECK(nearly_dependent_rows(A, 1e-6).empty());
  A.row(2).setZero();
  CHECK(nearly_dependent_rows(A, 1e-6) == Rows{2});
  CHECK(nearly_dependent_rows(Matrix(0, 3), 1e-6).empty());
}

TEST_CASE("all bars of a row of parallelograms depend on each other where they lie flat") {
  for (const Index loops : {1, 2, 40})
    for (const double theta : {0.0, 1e-9, -1e-7, 1e-5}) {
      CHECK(nearly_dependent_rows(four_bar_rows(loops, theta),
                                  std::sqrt(std::fabs(theta)) + 1e-6) == all(2 * loops + 1));
    }
  // and none where they stand
  CHECK(nearly_dependent_rows(four_bar_rows(40, 0.5), 1e-3).empty());
}

TEST_CASE("only the part of a mechanism that is singular is named") {
  // one loop flat, and one beside it that stands
  const Matrix flat = four_bar_rows(1, 1e-8), upright = four_bar_rows(1, 1);
  Matrix A = Matrix::Zero(6, 8);
  A.topLeftCorner(3, 4) = upright;
  A.bottomRightCorner(3, 4) = flat;
  CHECK(nearly_dependent_rows(A, 1e-4) == Rows{3, 4, 5});
}
