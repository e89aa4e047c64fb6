#include "numeric/sparse_solver.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

struct Chain {
  SparseMatrix M, A;
  Vector Q, b;
  Instant dense() const { return {Matrix(M), Q, Matrix(A), b, {}}; }
};

// N unit masses on unit rods in the plane, angle and angular velocity of each rod given;
// `copies` repeats that many of the rods
Chain chain(const Vector& angles, const Vector& rates, Index copies = 0) {
  const Index N = angles.size(), n = 2 * N, m = N + copies;
  Chain c;
  c.M.resize(n, n);
  c.M.setIdentity();
  c.Q = Vector::Zero(n);
  for (Index i = 0; i < N; ++i) c.Q(2 * i + 1) = -9.81;
  c.b.resize(m);
  std::vector<Eigen::Triplet<double>> entries;
  for (Index row = 0; row < m; ++row) {
    const Index i = row % N;
    const double dx = std::sin(angles(i)), dy = -std::cos(angles(i));
    entries.emplace_back(row, 2 * i, dx);
    entries.emplace_back(row, 2 * i + 1, dy);
    if (i > 0) {
      entries.emplace_back(row, 2 * i - 2, -dx);
      entries.emplace_back(row, 2 * i - 1, -dy);
    }
    c.b(row) = -rates(i) * rates(i);
  }
  c.A.resize(m, n);
  c.A.setFromTriplets(entries.begin(), entries.end());
  return c;
}

const SparseAcceleration& solve_with(SparseFundamentalSolver& solver, const Chain& c) {
  return solver.solve(c.M, c.Q, c.A, c.b);
}

}  // namespace

TEST_CASE("the sparse solver and the dense one move a chain alike, repeated rods included") {
  Random random(121);
  SparseFundamentalSolver solver;
  for (const Index copies : {0, 5}) {
    for (int trial = 0; trial < 5; ++trial) {
      const Chain c = chain(random.vector(30), random.vector(30), copies);
      const Solution expected = solve(c.dense());
      const SparseAcceleration& found = solve_with(solver, c);
      REQUIRE(found.status == Status::solved);
      CHECK(found.path == SparsePath::quasi_definite);
      CHECK(distance(found.acceleration, expected.acceleration) < 1e-10);
      CHECK(distance(found.reaction, expected.ideal) < 1e-10);
      CHECK(found.residual < 1e-12);
    }
  }
  // five motions with each pattern
  CHECK(solver.analyses() == 2);
}

TEST_CASE("a hanging chain of four thousand rods carries in each rod the weight below it") {
  const Index N = 4000;
  const Chain c = chain(Vector::Zero(N), Vector::Zero(N));
  SparseFundamentalSolver solver;
  const SparseAcceleration& found = solve_with(solver, c);
  REQUIRE(found.status == Status::solved);
  // the softest mode has σ² ≈ (π/2N)²/2 ≈ 8e-8 against δ = 1e-9: refinement gains a factor of 80 a step.
  // It stops at residuals of 1e-13 of 2·9.81, which that mode divides by σ ≈ 2.8e-4
  CHECK(found.acceleration.cwiseAbs().maxCoeff() < 1e-8);
  double worst = 0;
  for (Index i = 0; i < N; ++i) {
    const double weight = 9.81 * static_cast<double>(N - i);
    worst = std::max(worst, std::abs(-found.lambda(i) - weight) / weight);
  }
  // a tension sums N weights through a system of condition N²: 1e-16·1.6e7
  CHECK(worst < 1e-8);
}

TEST_CASE("a long chain in motion balances its forces and keeps its rods") {
  Random random(122);
  const Index N = 2000;
  const Chain c = chain(random.vector(N), random.vector(N));
  SparseFundamentalSolver solver;
  const SparseAcceleration& found = solve_with(solver, c);
  REQUIRE(found.status == Status::solved);
  CHECK((c.A * found.acceleration - c.b).cwiseAbs().maxCoeff() < 1e-10);
  CHECK((c.M * found.acceleration - c.Q - found.reaction).cwiseAbs().maxCoeff() < 1e-10);
  CHECK(sparse_rank(c.M, c.A) == N);
}

TEST_CASE("sparse QR counts the independent rods") {
  Random random(123);
  const Chain c = chain(random.vector(50), random.vector(50), 7);
  CHECK(sparse_rank(c.M, c.A) == 50);
}

TEST_CASE("bodies with full mass blocks and rows of any size are solved sparsely") {
  Random random(124);
  const Index bodies = 12;
  Matrix M = Matrix::Zero(3 * bodies, 3 * bodies), A = Matrix::Zero(2 * bodies - 2, 3 * bodies);
  for (Index i = 0; i < bodies; ++i) {
    M.block(3 * i, 3 * i, 3, 3) = std::pow(10, random.between(-3, 3)) * random.mass(3);
  }
  for (Index i = 0; i + 1 < bodies; ++i) {
    for (Index r = 0; r < 2; ++r) {
      A.block(2 * i + r, 3 * i, 1, 6) = std::pow(10, random.between(-4, 4)) * random.matrix(1, 6);
    }
  }
  const Chain c{M.sparseView(), A.sparseView(), random.vector(3 * bodies),
                A * random.vector(3 * bodies)};
  SparseFundamentalSolver solver;
  const SparseAcceleration& found = solve_with(solver, c);
  REQUIRE(found.status == Status::solved);
  CHECK(distance(found.acceleration, solve(c.dense()).acceleration) < 1e-9);
}

TEST_CASE("a massless connector is solved sparsely") {
  // two masses joined by a coordinate without inertia (theory 2.1)
  Matrix M(3, 3), A(1, 3);
  M << 1, 0, 0, 0, 2, 2, 0, 2, 2;
  A << -1, 1, 0;
  const Chain c{M.sparseView(), A.sparseView(), vector_of({-1, 0, 2.4}), vector_of({0})};
  SparseFundamentalSolver solver;
  const SparseAcceleration& found = solve_with(solver, c);
  REQUIRE(found.status == Status::solved);
  CHECK(distance(found.acceleration, vector_of({-3.4, -3.4, 4.6})) < 1e-12);
}

TEST_CASE("contradicting rods are reported: named by the dense path, admitted by a large system") {
  Random random(125);
  Chain c = chain(random.vector(40), random.vector(40), 3);
  c.b(41) += 1;
  SparseFundamentalSolver small;
  const SparseAcceleration& found = solve_with(small, c);
  CHECK(found.path == SparsePath::dense);
  CHECK(found.status == Status::inconsistent);
  SparseFundamentalSolver large({.dense_limit = 10});
  CHECK(solve_with(large, c).status == Status::unresolved);
  CHECK(solve_with(large, c).residual > 1e-3);
}

TEST_CASE("a sparse system without rows is free, and a number that is not finite is refused") {
  Chain c = chain(Vector::Zero(3), Vector::Zero(3));
  c.A.resize(0, 6);
  c.b.resize(0);
  SparseFundamentalSolver solver;
  CHECK(distance(solve_with(solver, c).acceleration, c.Q) < 1e-15);
  c.Q(2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(solve_with(solver, c).status == Status::not_finite);
  CHECK(solve_with(solver, c).acceleration.size() == 0);
}
