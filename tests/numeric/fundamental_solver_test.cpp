#include "numeric/fundamental_solver.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

// Counts what the heap is asked for: malloc, through which operator new and Eigen go.
namespace {
long allocations = 0;
}

// (the address sanitizer has its own: there nothing is counted)
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
constexpr bool counting = true;
#else
constexpr bool counting = false;
#endif

namespace {

const Acceleration& solve_with(FundamentalSolver& solver, const Instant& s) {
  return solver.solve(s.M, s.Q, s.A, s.b);
}

// a flat parallelogram: two unit rows that come together
Instant nearly_parallel(double alpha) {
  Instant s{diagonal({1, 2, 3}), vector_of({1, -1, 2}), Matrix(2, 3), {}, {}};
  s.A << 1, 0.5, 0.2, 1, 0.5 + alpha, 0.2 - alpha;
  s.b = s.A * vector_of({0.3, -0.7, 1.1});
  return s;
}

}  // namespace

TEST_CASE("the solver of the inner loop and the full report agree") {
  Random random(101);
  FundamentalSolver solver;
  for (const auto& [n, m, k] : {std::array<Index, 3>{1, 0, 0},
                                {1, 1, 1},
                                {3, 2, 2},
                                {6, 3, 3},
                                {6, 6, 6},
                                {8, 6, 4},
                                {8, 12, 5},
                                {20, 9, 9},
                                {40, 25, 25},
                                {40, 30, 20}}) {
    for (int trial = 0; trial < 10; ++trial) {
      const Instant s = random.instant(n, m, k);
      const Solution expected = solve(s);
      const Acceleration& found = solve_with(solver, s);
      REQUIRE(found.status == Status::solved);
      CHECK(found.rank == k);
      // G has the square of the condition; refinement brings its error back to that of the rows
      CHECK(distance(found.acceleration, expected.acceleration) < 1e-11);
      CHECK(distance(found.reaction, expected.ideal) < 1e-10);
      CHECK(found.residual < 1e-12);
      if (found.path == Path::gram) CHECK(distance(found.lambda, expected.lambda) < 1e-9);
    }
  }
  CHECK(solver.counters().gram > 60);
  CHECK(solver.counters().gram_redundant > 25);
}

TEST_CASE("a particle system with diagonal mass is solved without factorising") {
  Random random(102);
  FundamentalSolver solver;
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(9, 4, 4);
    s.M = s.M.diagonal().asDiagonal();
    CHECK(distance(solve_with(solver, s).acceleration, solve(s).acceleration) < 1e-12);
  }
}

TEST_CASE("nearly dependent rows leave the fast path and keep their accuracy") {
  FundamentalSolver solver;
  for (const double alpha : {1e-1, 1e-3, 1e-5, 1e-7, 1e-9}) {
    solver.forget_rank();
    const Instant s = nearly_parallel(alpha);
    const Acceleration& found = solve_with(solver, s);
    CHECK((found.path == Path::gram) == (alpha >= 1e-3));
    CHECK(found.rank == 2);
    // both see b = A x rounded: 1e-16/α
    CHECK(distance(found.acceleration, solve(s).acceleration) < 1e-14 / alpha + 1e-13);
    CHECK(found.residual < 1e-11);
  }
}

TEST_CASE("the rank follows the cut with hysteresis through a singular position") {
  FundamentalSolver solver;
  const auto rank_at = [&](double alpha) {
    return solve_with(solver, nearly_parallel(alpha)).rank;
  };
  CHECK(rank_at(1e-2) == 2);
  CHECK(rank_at(1e-9) == 2);
  CHECK(rank_at(5e-11) == 2);  // below the cut, but not clearly
  CHECK(rank_at(1e-12) == 1);
  CHECK(rank_at(0) == 1);
  CHECK(rank_at(5e-10) == 1);  // above the cut, but not clearly
  CHECK(rank_at(1e-7) == 2);
}

TEST_CASE("rows that contradict each other are reported by the inner loop too") {
  Random random(103);
  FundamentalSolver solver;
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(7, 6, 4);
    for (Index i = 0; i < 6; ++i) {
      const double size = std::pow(10, random.between(-1, 1));
      s.A.row(i) *= size;
      s.b(i) *= size;
    }
    CHECK(solve_with(solver, s).status == Status::solved);
    s.b += random.vector(6);
    const Acceleration& found = solve_with(solver, s);
    CHECK(found.path == Path::gram_redundant);
    CHECK(found.status == Status::inconsistent);
    // K e all the same: least squares over the rows as written
    CHECK(distance(found.acceleration, solve(s).acceleration) < 1e-9);
  }
}

TEST_CASE("the inner loop accepts singular and indefinite masses that the constraints complete") {
  Random random(104);
  FundamentalSolver solver;
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix F = random.matrix(4, 6);
    Instant s{
        F.transpose() * F, random.vector(6), random.rows(4, 6, trial % 2 == 0 ? 4 : 3), {}, {}};
    s.b = s.A * random.vector(6);
    const Acceleration& found = solve_with(solver, s);
    REQUIRE(found.status == Status::solved);
    CHECK(distance(found.acceleration, solve(s).acceleration) < 1e-9);
    CHECK((s.M * found.acceleration - s.Q - found.reaction).norm() < 1e-10 * s.Q.norm());
  }
  CHECK(solver.counters().augmented > 10);

  Instant saddle = random.instant(4, 2, 2);
  saddle.M = diagonal({1, -1, 2, 3});
  CHECK(distance(solve_with(solver, saddle).acceleration, solve(saddle).acceleration) < 1e-10);
}

TEST_CASE("the inner loop never answers with a number that is not finite") {
  Random random(105);
  FundamentalSolver solver;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Instant good = random.instant(5, 3, 3);
  const auto refused = [&](Instant s) {
    const Acceleration& found = solve_with(solver, s);
    CHECK(found.status == Status::not_finite);
    CHECK(found.acceleration.size() == 0);
    // and it recovers
    CHECK(solve_with(solver, good).status == Status::solved);
  };
  Instant s = good;
  s.M(2, 2) = nan;
  refused(s);
  s = good;
  s.Q(0) = nan;
  refused(s);
  s = good;
  s.A(1, 1) = nan;
  refused(s);
  s = good;
  s.b(2) = nan;
  refused(s);
  s = random.instant(3, 0, 0);
  s.Q(1) = nan;
  refused(s);
  s = good;
  s.M(0, 1) += 1;
  s.M(3, 3) = 0;  // not positive definite: only then both triangles are compared
  CHECK(solve_with(solver, s).status == Status::asymmetric);
  s = random.instant(2, 0, 0);
  s.M.setZero();
  CHECK(solve_with(solver, s).status == Status::undetermined);
  CHECK(solve_with(solver, s).acceleration.size() == 0);
}

TEST_CASE("rows of zeros are left to the careful path") {
  Random random(106);
  FundamentalSolver solver;
  Instant s = random.instant(4, 3, 3);
  s.A.row(1).setZero();
  s.b(1) = 0;
  CHECK(solve_with(solver, s).status == Status::solved);
  CHECK(solve_with(solver, s).rank == 2);
  s.b(1) = 1;
  CHECK(solve_with(solver, s).status == Status::inconsistent);
}

TEST_CASE("one factorisation serves several right-hand sides") {
  Random random(107);
  FundamentalSolver solver;
  Instant s = random.instant(10, 5, 5);
  CHECK(solver.factorise(s.M, s.A) == Status::solved);
  for (int trial = 0; trial < 5; ++trial) {
    s.Q = random.vector(10);
    s.b = random.vector(5);
    CHECK(distance(solver.solve(s.Q, s.b).acceleration, solve(s).acceleration) < 1e-12);
  }
  CHECK(solver.counters().factorisations == 1);
}

TEST_CASE("after its first call the inner loop asks the heap for nothing") {
  Random random(108);
  for (const auto& [n, m, k] : {std::array<Index, 3>{4, 2, 2},
                                {12, 6, 6},
                                {12, 8, 6},
                                {60, 40, 40},
                                {60, 40, 30},
                                {150, 90, 90}}) {
    const Instant first = random.instant(n, m, k), second = random.instant(n, m, k);
    FundamentalSolver solver;
    solve_with(solver, first);
    const long before = allocations;
    for (int call = 0; call < 3; ++call) solve_with(solver, second);
    CHECK(allocations == before);
    CHECK(solver.counters().rank_revealing == 0);
    // the counter itself works
    const auto something = std::make_shared<Vector>(n);
    CHECK(something->size() == n);
    if (counting) CHECK(allocations > before);
  }
}
