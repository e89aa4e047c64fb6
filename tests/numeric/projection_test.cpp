#include "numeric/projection.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "numeric/gain.hpp"
#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

TEST_CASE("the correction is −K φ: it removes the residual on the shortest way in the norm of M") {
  Random random(111);
  Projection projection;
  for (int trial = 0; trial < 30; ++trial) {
    const Index k = 3 + trial % 2;
    const Matrix M = random.mass(8), J = random.rows(4, 8, k);
    const Vector residual = 1e-6 * J * random.vector(8);
    const Vector dq = projection.correct(M, J, residual);
    CHECK(projection.status() == Status::solved);
    CHECK(projection.rank() == k);
    CHECK((residual + J * dq).norm() < 1e-13 * residual.norm());
    CHECK(distance(dq, -gain(M, J).K * residual) < 1e-11);
    const Matrix V = null_space(J);
    CHECK((V.transpose() * M * dq).norm() < 1e-12 * dq.norm());
  }
}

TEST_CASE("a chain of rods returns to its lengths quadratically, redundant rod included") {
  // three unit rods in the plane, and the first one counted twice
  Random random(112);
  Projection projection;
  Vector q = vector_of({1, 0, 1.7, -0.7, 1.7, -1.7}) + 1e-2 * random.vector(6);
  const Matrix M = diagonal({1, 1, 2, 2, 5, 5});
  const auto lengths = [](const Vector& p, Matrix& J) {
    Vector phi(4);
    J.setZero(4, 6);
    for (Index i = 0; i < 4; ++i) {
      const Index rod = i == 3 ? 0 : i;
      Vector d = p.segment(2 * rod, 2);
      if (rod > 0) d -= p.segment(2 * rod - 2, 2);
      phi(i) = d.squaredNorm() - 1;
      J.block(i, 2 * rod, 1, 2) = 2 * d.transpose();
      if (rod > 0) J.block(i, 2 * rod - 2, 1, 2) = -2 * d.transpose();
    }
    return phi;
  };
  Matrix J;
  double before = lengths(q, J).norm();
  for (int step = 0; step < 4; ++step) {
    const Vector phi = lengths(q, J);
    q += projection.correct(M, J, phi);
    const double after = lengths(q, J).norm();
    CHECK(after < std::max(2 * before * before, 1e-15));
    before = after;
  }
  CHECK(before < 1e-15);
}

TEST_CASE("velocities keep what the constraints allow") {
  Random random(113);
  Projection projection;
  const Matrix M = random.mass(5), J = random.matrix(2, 5);
  const Matrix V = gain(M, J).virtual_displacements;
  const Vector allowed = V * random.vector(3);
  const Vector rate = allowed + gain(M, J).K * random.vector(2);
  CHECK(distance(rate + projection.correct(M, J, J * rate), allowed) < 1e-12);
}

TEST_CASE("where no correction exists the answer is zero, and says so") {
  Projection projection;
  const Vector dq = projection.correct(Matrix::Zero(2, 2), Matrix::Zero(1, 2), vector_of({1}));
  CHECK(projection.status() == Status::undetermined);
  CHECK(dq.norm() == 0);
}
