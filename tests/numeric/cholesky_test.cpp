#include "numeric/cholesky.hpp"

#include <catch2/catch.hpp>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

TEST_CASE("LLᵀ gives back M, and the pivots do not depend on units") {
  Random random(131);
  for (const Index n : {1, 3, 20}) {
    const Matrix M = random.mass(n);
    Matrix L = M;
    const double ratio = factorise_cholesky(L);
    CHECK(ratio > 0);
    CHECK(ratio <= 1);
    const Matrix lower = L.triangularView<Eigen::Lower>();
    CHECK(distance(lower * lower.transpose(), M) < 1e-14);
    Vector units = Vector::Constant(n, 1e5);
    units(0) = 1e-7;
    Matrix scaled = units.asDiagonal() * M * units.asDiagonal();
    CHECK(factorise_cholesky(scaled) == Approx(ratio).epsilon(1e-12));
  }
  Matrix saddle = diagonal({1, -1});
  CHECK(factorise_cholesky(saddle) <= 0);
}

TEST_CASE("pivoting finds an independent set of vectors and leaves the rest") {
  Random random(132);
  Matrix Y = random.matrix(6, 8);
  Y.rightCols(3) = Y.leftCols(5) * random.matrix(5, 3);
  Y.colwise().normalize();
  PivotedCholesky gram;
  gram.factorise(Y.transpose() * Y, 1e-10);
  CHECK(gram.rank() == 5);
  CHECK(gram.largest_left() < 1e-14);
  CHECK(gram.smallest_kept() > 1e-6);
  // G_kk⁻¹G_kk x = x
  Matrix basis(6, 5);
  for (Index i = 0; i < 5; ++i) basis.col(i) = Y.col(gram.vector_at(i));
  const Vector x = random.vector(5);
  Vector solved = basis.transpose() * basis * x;
  gram.solve_in_place(solved);
  CHECK(distance(solved, x) < 1e-9);
}
