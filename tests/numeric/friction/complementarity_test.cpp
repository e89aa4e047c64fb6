#include "numeric/friction/complementarity.hpp"

#include <catch2/catch.hpp>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

void check_complementary(const Matrix& N, const Vector& q, const Vector& z) {
  const Vector w = N * z + q;
  const double rounding = 1e-10 * (q.norm() + N.norm() * z.norm());
  CHECK(z.minCoeff() >= 0);
  CHECK(w.minCoeff() >= -rounding);
  CHECK(w.cwiseMin(z).cwiseAbs().maxCoeff() <= rounding);
}

}  // namespace

TEST_CASE("Lemke's method solves a problem with a positive definite matrix, symmetric or not") {
  Random random(331);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 1 + trial % 9;
    const Matrix turn = random.matrix(n, n);
    const Matrix N = random.mass(n) + trial % 2 * (turn - turn.transpose());
    const Vector q = random.vector(n);
    const auto z = complementary(N, q);
    REQUIRE(z);
    check_complementary(N, q, *z);
  }
}

TEST_CASE("Lemke's method does not circle where rows depend on each other and ties abound") {
  Random random(332);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 2 + trial % 6;
    const Matrix rows = random.matrix(2 * n, n);
    Matrix twice(2 * n, n);
    twice << rows.topRows(n), rows.topRows(n);
    const Matrix N = twice * twice.transpose();
    const Vector q = -N * Vector::Ones(2 * n);  // all hold
    const auto z = complementary(N, q);
    REQUIRE(z);
    check_complementary(N, q, *z);
  }
}

TEST_CASE("Lemke's method ends on a ray where nothing can help") {
  CHECK_FALSE(complementary(-Matrix::Identity(2, 2), vector_of({-1, 1})));
  CHECK(complementary(Matrix::Identity(2, 2), vector_of({0, 3}))->norm() == 0);
}
