#include "numeric/consistency.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "numeric/fundamental_equation.hpp"
#include "numeric/pseudo_inverse.hpp"
#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

using Rows = std::vector<Index>;

// x = 1 and x = 2 at once, beside a row that has nothing to do with it
Instant contradiction() {
  Instant s{diagonal({1, 1}), vector_of({0, 0}), Matrix(3, 2), vector_of({1, 5, 2}), {}};
  s.A << 1, 0, 0, 1, 1, 0;
  return s;
}

}  // namespace

TEST_CASE("two rows that contradict each other are named with what remains") {
  const Solution solution = solve(contradiction());
  CHECK(solution.status == Status::inconsistent);
  CHECK(solution.consistency.rows == Rows{0, 2});
  CHECK(distance(solution.consistency.residual, vector_of({-0.5, 0, 0.5})) < 1e-14);
  // what the formula gives is shown: the compromise of least squares
  CHECK(distance(solution.acceleration, vector_of({1.5, 5})) < 1e-14);
  CHECK(distance(solution.residual, vector_of({-0.5, 0, 0.5})) < 1e-14);
}

TEST_CASE("contradicting rows are found at any scale of the rows") {
  Instant s = contradiction();
  s.A.row(2) *= 1e6;
  s.b(2) *= 1e6;
  s.A.row(1) *= 1e9;
  s.b(1) *= 1e9;
  const Solution solution = solve(s);
  CHECK(solution.status == Status::inconsistent);
  CHECK(solution.consistency.rows == Rows{0, 2});
  // scaling a row is a weight: the large one wins (theory 4.2)
  CHECK(solution.acceleration(0) == Approx(2).epsilon(1e-11));
}

TEST_CASE("the residual of random contradictions is (I − AA⁺)b", "[F19]") {
  Random random(51);
  for (int trial = 0; trial < 30; ++trial) {
    Instant s = random.instant(6, 7, 4);
    CHECK(solve(s).consistency.consistent);
    s.b += random.vector(7);
    const Solution solution = solve(s);
    CHECK(solution.status == Status::inconsistent);
    const Vector expected = s.b - s.A * (pseudo_inverse(s.A) * s.b);
    CHECK(distance(solution.consistency.residual, expected) < 1e-11);
    // q̈ = a + K e, the formula for any b
    CHECK(distance(solution.acceleration, definition(s)) < 1e-10);
    CHECK(distance(solution.residual, expected) < 1e-10);
  }
}

TEST_CASE("the consistency of a redundant system is not a matter of rounding") {
  Random random(52);
  for (int trial = 0; trial < 50; ++trial) {
    Instant s = random.instant(9, 8, 5);
    for (Index i = 0; i < 8; ++i) {
      const double size = std::pow(10, random.between(-6, 6));
      s.A.row(i) *= size;
      s.b(i) *= size;
    }
    CHECK(solve(s).status == Status::solved);
    // one part in ten thousand of a row's terms, on any row, is seen
    s.b(trial % 8) += 1e-4 * s.A.row(trial % 8).norm();
    CHECK(solve(s).status == Status::inconsistent);
  }
}

TEST_CASE("a system at rest under its own weight is consistent") {
  // b = 0, q̈ = 0: nothing but rounding in every row
  Instant s{diagonal({2, 2, 2}), vector_of({0, 0, -19.62}), Matrix(4, 3), Vector::Zero(4), {}};
  s.A << 0.1, 0.2, 0.7, 0.3, -0.4, 0.1, 0.4, -0.2, 0.8, 1, 1, 3;
  const Solution solution = solve(s);
  CHECK(solution.status == Status::solved);
  CHECK(solution.acceleration.norm() < 1e-13);
}

TEST_CASE("least squares weighs the contradictions by W₂ and nothing else", "[X19]") {
  SolveOptions options;
  options.inconsistent = Inconsistent::least_squares;
  options.weights = diagonal({3, 1, 1});
  const Solution solution = solve(contradiction(), options);
  CHECK(solution.status == Status::least_squares);
  CHECK(distance(solution.acceleration, vector_of({1.25, 5})) < 1e-14);

  // erratum 7: x_s = (W₂^½B)⁺W₂^½b + N a_s
  Random random(53);
  for (int trial = 0; trial < 30; ++trial) {
    Instant s = random.instant(6, 7, 4);
    s.b += random.vector(7);
    options.weights = random.mass(7);
    const Solution weighted = solve(s, options);
    const Matrix root = square_root(options.weights);
    const Matrix M_root = inverse(square_root(s.M));
    const Matrix B = s.A * M_root;
    const Vector scaled_a = M_root * s.Q;
    const Vector expected = M_root * (pseudo_inverse(root * B) * (root * s.b) + scaled_a -
                                      pseudo_inverse(B) * (B * scaled_a));
    CHECK(distance(weighted.acceleration, expected) < 1e-10);
    // the weighted residual is least: its gradient vanishes on the rows
    CHECK((s.A.transpose() * options.weights * weighted.residual).norm() <
          1e-11 * (s.A.transpose() * options.weights).norm() * weighted.residual.norm());
    // forces still balance
    CHECK((s.M * weighted.acceleration - s.Q - weighted.ideal).norm() < 1e-10);
  }
}

TEST_CASE("consistent rows do not feel the weights", "[X19]") {
  Random random(54);
  SolveOptions options;
  options.inconsistent = Inconsistent::least_squares;
  for (int trial = 0; trial < 10; ++trial) {
    const Instant s = random.instant(6, 7, 4);
    options.weights = random.mass(7);
    const Solution weighted = solve(s, options);
    CHECK(weighted.status == Status::solved);
    CHECK(distance(weighted.acceleration, solve(s).acceleration) < 1e-15);
  }
}

TEST_CASE("contradictions under a singular mass matrix are met in least squares too") {
  Instant s = contradiction();
  s.M = diagonal({1, 0});
  const Solution solution = solve(s, {.inconsistent = Inconsistent::least_squares});
  CHECK(solution.status == Status::least_squares);
  CHECK(distance(solution.acceleration, vector_of({1.5, 5})) < 1e-14);
  CHECK((s.M * solution.acceleration - s.Q - solution.ideal).norm() < 1e-14);
}
