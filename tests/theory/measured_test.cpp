#include "theory/measured.hpp"

#include <Eigen/LU>

#include "theory/instants.hpp"

using namespace alembert::theory;
using alembert::numeric::diagonal;
using alembert::numeric::distance;
using alembert::numeric::Random;
using alembert::numeric::vector_of;

namespace {

Instant contradictory(Random& random, Index n, Index m, Index k) {
  Instant s = random.instant(n, m, k);
  s.b += 0.3 * random.vector(m);
  return s;
}

Matrix weights_in_blocks(Random& random, const SecondRoute& route) {
  const Index n = route.picture.B.cols(), m = route.picture.B.rows(), f = route.V.cols();
  Matrix W = Matrix::Zero(n + m + f, n + m + f);
  W.block(0, 0, n, n) = random.mass(n);
  W.block(n, n, m, m) = random.mass(m);
  if (f > 0) W.block(n + m, n + m, f, f) = random.mass(f);
  return W;
}

// XD (38) as printed, by normal equations
Vector printed(const SecondRoute& route, const Matrix& W) {
  const Matrix normal = route.L.transpose() * W * route.L;
  return Eigen::FullPivLU<Matrix>(normal).solve(route.L.transpose() * (W * route.s));
}

}  // namespace

TEST_CASE("the weighted solution is equation (38) as printed", "[X19]") {
  Random random(701);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = contradictory(random, 5, 4, 3);
    if (trial % 2 == 0) s.C = random.vector(5);
    const SecondRoute route = second_route(s);
    const Matrix W = random.mass(route.L.rows());
    const WeightedSolution solution = weighted_solution(route, W);
    REQUIRE(solution.applies());
    Vector r(10);
    r << solution.x_s, solution.F_s;
    CHECK(distance(r, printed(route, W)) < 1e-9);
    CHECK(distance(solution.row_residual, s.b - s.A * solution.q) < 1e-10);
  }
}

TEST_CASE("erratum 7: equations that agree do not feel the weights", "[X19]") {
  Random random(702);
  for (const auto& [n, m, k] : shapes) {
    Instant s = random.instant(n, m, k);
    s.C = random.vector(n);
    const SecondRoute route = second_route(s);
    REQUIRE(route.applies());
    const Matrix W = random.mass(route.L.rows());
    const WeightedSolution solution = weighted_solution(route, W);
    CHECK(solution.influence == Influence::none);
    CHECK(distance(solution.q, alembert::numeric::solve(s).acceleration) < 1e-9);
    for (const Identity& identity : weight_identities(route, W)) CHECK(identity.holds());
  }
}

TEST_CASE("erratum 7: independent rows make L square, and W has no effect whatever the data",
          "[X19]") {
  Random random(703);
  Instant s = random.instant(5, 3, 3);
  s.b = random.vector(3);
  const SecondRoute route = second_route(s);
  CHECK(route.L.rows() == route.L.cols());
  const WeightedSolution one = weighted_solution(route, random.mass(10));
  const WeightedSolution two = weighted_solution(route, random.mass(10));
  CHECK(distance(one.q, two.q) < 1e-12);
  CHECK(one.row_residual.norm() < 1e-12);
  CHECK(one.explanation ==
        "the rows are independent, so the equations are as many as the unknowns and W has no "
        "influence");
}

TEST_CASE("erratum 7: block-diagonal weights act through W₂ alone, by the closed form", "[X19]") {
  Random random(704);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = contradictory(random, 6, 4, 2 + trial % 2);
    if (trial % 3 == 0) s.C = random.vector(6);
    const SecondRoute route = second_route(s);
    const Matrix W = weights_in_blocks(random, route);
    const Matrix W2 = W.block(6, 6, 4, 4);
    const WeightedSolution solution = weighted_solution(route, W);
    CHECK(solution.influence == Influence::rows);
    CHECK(distance(solution.x_s, block_solution(route, W2)) < 1e-10);
    CHECK(distance(solution.x_s, weighted_solution(route, row_weights(route, W2)).x_s) < 1e-10);
    CHECK(solution.motion_residual.norm() < 1e-12 * (1 + solution.x_s.norm()));
    CHECK(solution.work_residual.norm() < 1e-11 * (1 + solution.F_s.norm()));
    CHECK(solution.row_residual.norm() > 1e-3);
    // and other weights of the rows lead elsewhere
    CHECK(distance(weighted_solution(route, row_weights(route, diagonal({1, 2, 3, 4}))).x_s,
                   solution.x_s) > 1e-4);
    for (const Identity& identity : weight_identities(route, W)) {
      INFO(identity.statement << " " << identity.residual << " " << identity.bound);
      CHECK(identity.holds());
    }
    // the same as least squares of numeric::solve with these weights
    alembert::numeric::SolveOptions options;
    options.inconsistent = alembert::numeric::Inconsistent::least_squares;
    options.weights = W2;
    CHECK(distance(solution.q, alembert::numeric::solve(s, options).acceleration) < 1e-9);
  }
}

TEST_CASE("erratum 7: weights between the blocks make motion and virtual work fail too", "[X19]") {
  Random random(705);
  const Instant s = contradictory(random, 4, 3, 2);
  const SecondRoute route = second_route(s);
  const WeightedSolution solution = weighted_solution(route, random.mass(route.L.rows()));
  CHECK(solution.influence == Influence::all);
  CHECK(solution.motion_residual.norm() > 1e-4);
  CHECK(solution.work_residual.norm() > 1e-4);
  CHECK(distance(solution.x_s, block_solution(route, Matrix::Identity(3, 3))) > 1e-4);
}

TEST_CASE("two rulers that disagree are met by their weights", "[X19]") {
  // x = 1 by one row and x = 2 by the other, weights 3 and 1: x = 1.25; y falls freely
  Instant s{diagonal({1, 1}), vector_of({0, -9}), Matrix(2, 2), vector_of({1, 2}), {}};
  s.A << 1, 0, 1, 0;
  const SecondRoute route = second_route(s);
  const WeightedSolution solution = weighted_solution(route, row_weights(route, diagonal({3, 1})));
  CHECK(distance(solution.q, vector_of({1.25, -9})) < 1e-13);
  CHECK(distance(solution.row_residual, vector_of({-0.25, 0.75})) < 1e-13);
  CHECK(distance(solution.reaction, vector_of({1.25, 0})) < 1e-13);
}

TEST_CASE("measured accelerations make the equations of motion give way by their weights",
          "[X19]") {
  // a free mass with M = 1, Q = 1 whose acceleration is read as 3: x_s − F = 1, F = 0, x_s = 3.
  // least squares of (x − F − 1)², F² and w(x − 3)²: x − 1 is shared evenly, so ½(x − 1)² + w(x −
  // 3)²
  const Instant s{diagonal({1}), vector_of({1}), Matrix(0, 1), Vector(0), {}};
  const SecondRoute route = second_route(s);
  for (const double w : {1e-6, 0.5, 1e6}) {
    const WeightedSolution solution = weighted_solution(
        route, Matrix::Identity(2, 2), {diagonal({1}), vector_of({3}), diagonal({w})});
    REQUIRE(solution.applies());
    const double x = (0.5 + 3 * w) / (0.5 + w);
    CHECK(solution.q(0) == Approx(x).epsilon(1e-9));
    CHECK(solution.measurement_residual(0) == Approx(3 - x).epsilon(1e-7));
    // V of one column of length one: F takes half of the misfit
    CHECK(solution.motion_residual(0) == Approx((1 - x) / 2).epsilon(1e-7));
    CHECK(solution.influence == Influence::all);
  }
}

TEST_CASE("a measured acceleration that agrees changes nothing", "[X19]") {
  Random random(706);
  const Instant s = random.instant(5, 3, 2);
  const SecondRoute route = second_route(s);
  const Vector q = alembert::numeric::solve(s).acceleration;
  const Matrix H = random.matrix(2, 5);
  const WeightedSolution solution =
      weighted_solution(route, random.mass(route.L.rows()), {H, H * q, diagonal({100, 1})});
  CHECK(distance(solution.q, q) < 1e-11);
  CHECK(solution.measurement_residual.norm() < 1e-10);
}

TEST_CASE("weights that are none are refused with the reason", "[X19]") {
  Random random(707);
  const SecondRoute route = second_route(random.instant(3, 2, 2));
  const Index all = route.L.rows();
  const auto reason = [&](const Matrix& W, const MeasuredAccelerations& measured = {}) {
    return weighted_solution(route, W, measured).does_not_apply;
  };
  const Matrix I = Matrix::Identity(all, all);
  CHECK(reason(I).empty());
  CHECK(reason(Matrix::Identity(2, 2)) == "W must have 2n + m − k rows and columns");
  CHECK(reason(-I) == "W is not symmetric and positive definite");
  Matrix skew = I;
  skew(0, 1) = 0.1;
  CHECK(reason(skew) == "W is not symmetric and positive definite");
  CHECK(reason(I, {random.matrix(1, 2), vector_of({1}), diagonal({1})}) ==
        "the sizes of the measured accelerations do not fit");
  CHECK(reason(I, {random.matrix(1, 3), vector_of({1}), diagonal({0})}) ==
        "the weights of the measured accelerations are not symmetric and positive definite");
  Instant s = random.instant(3, 2, 2);
  s.M.setZero();
  CHECK(weighted_solution(second_route(s), I).does_not_apply ==
        "M is not positive definite, so M^(-1/2) does not exist");
}
