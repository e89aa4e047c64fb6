#include "numeric/redundancy.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "numeric/fundamental_equation.hpp"
#include "numeric/kkt_factors.hpp"
#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

Redundancy redundancy_of(const Matrix& M, const Matrix& A) {
  return find_redundancy(KktFactors(M, A));
}

using Rows = std::vector<Index>;
using Flags = std::vector<bool>;

}  // namespace

TEST_CASE("a row written twice has two undetermined multipliers and disturbs no other") {
  Random random(41);
  Matrix A = random.matrix(4, 6);
  A.row(3) = -1e4 * A.row(1);
  const Redundancy found = redundancy_of(random.mass(6), A);
  CHECK(found.unique == Flags{true, false, true, false});
  REQUIRE(found.groups.size() == 1);
  CHECK(found.groups[0].rows == Rows{1, 3});
  CHECK(found.groups[0].surplus == 1);
}

TEST_CASE("independent rows have unique multipliers") {
  Random random(42);
  const Redundancy found = redundancy_of(random.mass(7), random.matrix(5, 7));
  CHECK(found.unique == Flags(5, true));
  CHECK(found.groups.empty());
}

TEST_CASE("groups are the finest that the dependences allow") {
  Random random(43);
  // {0, 4}: copies; {1, 2, 5}: a sum; {3}: zeros; 6 stands alone
  Matrix A = random.matrix(7, 8);
  A.row(4) = 3 * A.row(0);
  A.row(5) = A.row(1) - 2 * A.row(2);
  A.row(3).setZero();
  const Redundancy found = redundancy_of(random.mass(8), A);
  CHECK(found.unique == Flags{false, false, false, false, false, false, true});
  REQUIRE(found.groups.size() == 3);
  CHECK(found.groups[0].rows == Rows{0, 4});
  CHECK(found.groups[1].rows == Rows{1, 2, 5});
  CHECK(found.groups[2].rows == Rows{3});
  for (const DependentRows& group : found.groups) CHECK(group.surplus == 1);
}

TEST_CASE("four rows in a plane form one group with two to spare") {
  Random random(44);
  const Matrix A = random.matrix(4, 2) * random.matrix(2, 5);
  const Redundancy found = redundancy_of(random.mass(5), A);
  REQUIRE(found.groups.size() == 1);
  CHECK(found.groups[0].rows == Rows{0, 1, 2, 3});
  CHECK(found.groups[0].surplus == 2);
}

TEST_CASE("a table on four legs: the sum of the legs is known, the single leg is not") {
  // a rigid plate (z, two tilts) on legs at the corners (±1, ±1)
  Instant s;
  s.M = diagonal({4, 1, 1});
  s.Q = vector_of({-4 * 9.81, 0, 0});
  s.A.resize(4, 3);
  s.A << 1, 1, 1, 1, -1, 1, 1, -1, -1, 1, 1, -1;
  s.b = Vector::Zero(4);
  const Solution solution = solve(s);
  CHECK(solution.rank.value == 3);
  CHECK(solution.redundancy.unique == Flags(4, false));
  // the least norm shares the weight equally
  for (Index leg = 0; leg < 4; ++leg) CHECK(solution.lambda(leg) == Approx(9.81).epsilon(1e-13));
  CHECK(solution.ideal(0) == Approx(4 * 9.81).epsilon(1e-13));
  // a fifth constraint on something else would be unique: here the table top slides along a rail
  s.M = diagonal({4, 1, 1, 2});
  s.Q = vector_of({-4 * 9.81, 0, 0, 3});
  s.A.conservativeResize(5, 4);
  s.A.col(3).setZero();
  s.A.row(4) << 0, 0, 0, 1;
  s.b = Vector::Zero(5);
  CHECK(solve(s).redundancy.unique == Flags{false, false, false, false, true});
  CHECK(solve(s).lambda(4) == Approx(-3).epsilon(1e-13));
}

TEST_CASE("uniqueness is what the null vectors of Aᵀ say") {
  Random random(45);
  for (int trial = 0; trial < 50; ++trial) {
    // some rows mixed, some not, sizes from 1e-4 to 1e4
    Matrix A = random.matrix(8, 9);
    A.row(6) = random.number() * A.row(0) + random.number() * A.row(trial % 5 + 1);
    if (trial % 2 == 1) A.row(7) = 2 * A.row(5);
    for (Index i = 0; i < 8; ++i) A.row(i) *= std::pow(10, random.between(-4, 4));
    // of the rows at unit length, so that smallness is not mistaken for zero
    Matrix unit = A;
    unit.rowwise().normalize();
    const Matrix Y = null_space(unit.transpose());
    const Redundancy found = redundancy_of(random.mass(9), A);
    for (Index i = 0; i < 8; ++i) {
      CHECK(found.unique[static_cast<std::size_t>(i)] == (Y.row(i).norm() < 1e-9));
    }
  }
}

TEST_CASE("a unique multiplier survives what changes the others") {
  Random random(46);
  Instant s = random.instant(6, 3, 3);
  const Vector before = solve(s).lambda;
  s.A.conservativeResize(4, 6);
  s.A.row(3) = 5 * s.A.row(0);
  s.b.conservativeResize(4);
  s.b(3) = 5 * s.b(0);
  const Solution after = solve(s);
  CHECK(after.redundancy.unique == Flags{false, true, true, false});
  CHECK(after.lambda(1) == Approx(before(1)).epsilon(1e-12));
  CHECK(after.lambda(2) == Approx(before(2)).epsilon(1e-12));
  // least norm: λ₀ + 5λ₃ is known, so λ₀ : λ₃ = 1 : 5
  CHECK(after.lambda(0) == Approx(before(0) / 26).epsilon(1e-12));
  CHECK(after.lambda(3) == Approx(before(0) * 5 / 26).epsilon(1e-12));
}
