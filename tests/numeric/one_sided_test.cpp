#include "numeric/one_sided.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/enumerated_rows.hpp"

using namespace alembert::numeric;

namespace {

using Flags = std::vector<bool>;
using Rows = std::vector<Index>;
using States = std::vector<RowState>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double g = 9.81;

// z and two tilts of a plate of mass 1 on legs at (±1, ±½), with its weight at (x, y)
OneSidedInstant table(double x, double y) {
  OneSidedInstant s;
  s.M = diagonal({1, 0.1, 0.1});
  s.Q = g * vector_of({-1, -y, x});
  s.A.resize(4, 3);
  s.A << 1, 0.5, -1, 1, -0.5, -1, 1, 0.5, 1, 1, -0.5, 1;
  s.b = Vector::Zero(4);
  s.pushes = Flags(4, true);
  return s;
}

void check_complementarity(const OneSidedInstant& s, const OneSidedSolution& found) {
  REQUIRE(found.status == Status::solved);
  const Vector forces = s.Q.cwiseAbs() + s.A.cwiseAbs().transpose() * found.lambda.cwiseAbs() +
                        s.M.cwiseAbs() * found.acceleration.cwiseAbs();
  const Vector error = s.M * found.acceleration - s.Q - s.A.transpose() * found.lambda;
  CHECK(error.norm() <= 1e-13 * forces.norm());
  const Vector terms = s.b.cwiseAbs() + s.A.cwiseAbs() * found.acceleration.cwiseAbs();
  for (Index i = 0; i < s.b.size(); ++i) {
    const double excess = s.A.row(i).dot(found.acceleration) - s.b(i);
    const RowState state = found.rows[static_cast<std::size_t>(i)];
    if (state != RowState::open) CHECK(std::abs(excess) <= 1e-12 * (terms(i) + s.A.row(i).norm()));
    if (state == RowState::open) {
      CHECK(excess > 0);
      CHECK(found.lambda(i) == 0);
    }
    if (state == RowState::touches) CHECK(found.lambda(i) == 0);
    if (state == RowState::carries) CHECK(found.lambda(i) > 0);
  }
}

OneSidedInstant random_instant(Random& random, int trial) {
  const Index n = 1 + trial % 8, m = 1 + (trial / 8) % 6;
  const Index k = std::max<Index>(1, std::min(n, m) - trial % 3);
  OneSidedInstant s{random.mass(n), random.vector(n), random.rows(m, n, k), {}, {}};
  // possible for an acceleration that some rows just meet, and every seventh time for none perhaps
  s.b = s.A * random.vector(n);
  s.pushes.assign(static_cast<std::size_t>(m), true);
  for (Index i = 0; i < m; ++i) {
    if (random.between(0, 1) < 0.25) {
      s.pushes[static_cast<std::size_t>(i)] = false;
    } else if (random.between(0, 1) < 0.6) {
      s.b(i) -= std::abs(random.number());
    }
    if (trial % 7 == 6) s.b(i) += random.number();
  }
  return s;
}

}  // namespace

TEST_CASE("a ball on the floor is pushed by its weight, and by nothing where it flies up") {
  OneSidedInstant s{
      diagonal({2}), vector_of({-2 * g}), Matrix::Ones(1, 1), Vector::Zero(1), {true}};
  const OneSidedSolution rests = solve(s);
  CHECK(rests.acceleration(0) == 0);
  CHECK(rests.lambda(0) == Approx(2 * g).epsilon(1e-15));
  CHECK(rests.rows == States{RowState::carries});
  CHECK(rests.unique == Flags{true});

  s.Q(0) = 1;
  const OneSidedSolution flies = solve(s);
  CHECK(flies.acceleration(0) == 0.5);
  CHECK(flies.lambda(0) == 0);
  CHECK(flies.excess(0) == 0.5);
  CHECK(flies.rows == States{RowState::open});

  s.Q(0) = 0;
  CHECK(solve(s).rows == States{RowState::touches});
}

TEST_CASE("a floor that sinks as fast as a ball falls just touches it") {
  // the terms of b and of the force say what rounding is
  for (const double share : {-1e-14, 0.0, 1e-14}) {
    const OneSidedInstant s{diagonal({0.3}),
                            vector_of({-0.3 * g}),
                            Matrix::Ones(1, 1),
                            vector_of({-g * (1 + share)}),
                            {true}};
    CHECK(solve(s).rows == States{RowState::touches});
    CHECK(solve(s).lambda(0) == 0);
  }
  OneSidedInstant lifted{
      diagonal({1}), vector_of({1e-14}), Matrix::Ones(1, 1), Vector::Zero(1), {true}};
  CHECK(solve(lifted).rows == States{RowState::open});
  OneSidedOptions options;
  options.forces = vector_of({2 * g});  // weight and a spring
  CHECK(solve(lifted, options).rows == States{RowState::touches});
}

TEST_CASE("four legs of a table: forces that are not unique lie in intervals") {
  const OneSidedSolution found = solve(table(0.8, 0.4));
  check_complementarity(table(0.8, 0.4), found);
  CHECK(found.acceleration.norm() < 1e-14);
  CHECK(found.unique == Flags(4, false));
  CHECK(found.least(0) == Approx(0.8 * g).epsilon(1e-13));
  CHECK(found.most(0) == Approx(0.9 * g).epsilon(1e-13));
  for (Index leg = 1; leg < 4; ++leg) {
    CHECK(found.least(leg) == 0);
    CHECK(found.most(leg) == Approx(0.1 * g).epsilon(1e-12));
  }
  // least norm would let the last leg pull; of those that push it is where this leg carries nothing
  CHECK(found.lambda(0) == Approx(0.8 * g).epsilon(1e-13));
  CHECK(found.lambda(1) == Approx(0.1 * g).epsilon(1e-13));
  CHECK(found.lambda(2) == Approx(0.1 * g).epsilon(1e-13));
  CHECK(found.lambda(3) == 0);
  CHECK(found.rows ==
        States{RowState::carries, RowState::carries, RowState::carries, RowState::touches});

  // over a leg it carries all, and what depends on each other is unique all the same
  const OneSidedSolution corner = solve(table(1, 0.5));
  CHECK(corner.unique == Flags(4, true));
  CHECK(corner.lambda(0) == Approx(g).epsilon(1e-13));
  CHECK(corner.lambda.tail(3).norm() < 1e-12);
}

TEST_CASE("a table carries its weight between its legs, and tips beyond") {
  // max over w of the least of (1 ± ξ ± η)/4 ± w, ξ = x, η = 2y
  const double row = std::sqrt(1 + 0.25 * 10 + 10);
  for (const double x : {0.0, 0.3, 0.8, 1.0, 1.2}) {
    for (const double y : {0.0, -0.2, 0.4, 0.5, 0.55}) {
      const double largest = std::max(std::abs(x), 2 * std::abs(y));
      const double margin = carrying_margin(table(x, y));
      CHECK(margin == Approx(g * row * (1 - largest) / 4).epsilon(1e-12).margin(1e-13));
      const OneSidedSolution found = solve(table(x, y));
      check_complementarity(table(x, y), found);
      const bool tips = std::count(found.rows.begin(), found.rows.end(), RowState::open) > 0;
      CHECK(tips == (largest > 1));
    }
  }
}

TEST_CASE("the margin of independent rows is the least of their forces at unit length") {
  Random random(231);
  for (int trial = 0; trial < 20; ++trial) {
    const Instant s = random.instant(6, 3, 3);
    const Solution held = solve(s);
    const OneSidedInstant one_sided{s.M, s.Q, s.A, s.b, {true, false, true}};
    const Matrix compliance = s.A * inverse(s.M) * s.A.transpose();
    const double expected = std::min(held.lambda(0) * std::sqrt(compliance(0, 0)),
                                     held.lambda(2) * std::sqrt(compliance(2, 2)));
    CHECK(carrying_margin(one_sided) == Approx(expected).epsilon(1e-12));
  }
  // between two walls each may press against the other
  const OneSidedInstant pinched{diagonal({1}),
                                vector_of({3}),
                                (Matrix(2, 1) << 1, -1).finished(),
                                Vector::Zero(2),
                                {true, true}};
  CHECK(carrying_margin(pinched) == infinite);
}

TEST_CASE("a body between two walls may be pressed by any force") {
  const OneSidedInstant s{diagonal({2}),
                          vector_of({-3}),
                          (Matrix(2, 1) << 1, -2).finished(),
                          Vector::Zero(2),
                          {true, true}};
  const OneSidedSolution found = solve(s);
  check_complementarity(s, found);
  CHECK(found.unique == Flags{false, false});
  CHECK(found.least(0) == Approx(3).epsilon(1e-14));
  CHECK(found.least(1) == 0);
  CHECK(found.most(0) == infinite);
  CHECK(found.most(1) == infinite);
}

TEST_CASE(
    "a contact beside an equality that says the same may carry anything, and the equality too") {
  const OneSidedInstant s{diagonal({1, 1}),
                          vector_of({-g, 1}),
                          (Matrix(2, 2) << 1, 0, 5, 0).finished(),
                          Vector::Zero(2),
                          {false, true}};
  const OneSidedSolution found = solve(s);
  check_complementarity(s, found);
  CHECK(found.acceleration(1) == 1);
  CHECK(found.unique == Flags{false, false});
  CHECK(found.least(1) == 0);
  CHECK(found.most(1) == infinite);
  CHECK(found.least(0) == -infinite);
  CHECK(found.most(0) == Approx(g).epsilon(1e-14));
}

TEST_CASE("equalities that repeat each other share their force as without one-sided rows") {
  Random random(232);
  Instant s = random.instant(5, 3, 2);
  const Solution expected = solve(s);
  const OneSidedSolution found = solve(OneSidedInstant{s.M, s.Q, s.A, s.b, Flags(3, false)});
  CHECK(distance(found.acceleration, expected.acceleration) < 1e-14);
  CHECK(distance(found.lambda, expected.lambda) < 1e-14);
  CHECK(found.unique == expected.redundancy.unique);
  for (Index i = 0; i < 3; ++i) {
    CHECK(found.least(i) == -infinite);
    CHECK(found.most(i) == infinite);
  }
}

TEST_CASE("rows that cannot hold together are named") {
  // x ≥ 1 and −x ≥ 0, and a bystander
  OneSidedInstant s{diagonal({1, 1}),
                    Vector::Zero(2),
                    (Matrix(3, 2) << 1, 0, 0, 1, -1, 0).finished(),
                    vector_of({1, 2, 0}),
                    {true, true, true}};
  CHECK(solve(s).status == Status::inconsistent);
  CHECK(solve(s).contradictory == Rows{0, 2});
  s.pushes[2] = false;
  CHECK(solve(s).contradictory == Rows{0, 2});
  // equalities among themselves
  s.pushes = {false, true, false};
  CHECK(solve(s).status == Status::inconsistent);
  CHECK(solve(s).contradictory == Rows{0, 2});
  // x + y = 0 leaves no room for x ≥ 1, y ≥ 1
  s.A << 1, 1, 1, 0, 0, 1;
  s.b = vector_of({0, 1, 1});
  s.pushes = {false, true, true};
  CHECK(solve(s).contradictory == Rows{0, 1, 2});
  // a row of zeros
  s.A.row(2).setZero();
  CHECK(solve(s).contradictory == Rows{2});
  s.b(2) = 0;
  CHECK(solve(s).status == Status::solved);
}

TEST_CASE("inertia that only the equalities supply is enough, and what lacks it is shown") {
  // a massless pulley block y = 2x that a floor stops
  const OneSidedInstant s{diagonal({1, 0}),
                          vector_of({-g, 0}),
                          (Matrix(2, 2) << -2, 1, 0, 1).finished(),
                          vector_of({0, -4}),
                          {false, true}};
  const OneSidedSolution found = solve(s);
  check_complementarity(s, found);
  CHECK(found.acceleration(0) == Approx(-2).epsilon(1e-14));
  CHECK(found.acceleration(1) == Approx(-4).epsilon(1e-14));
  // −2 = −g + 2λ
  CHECK(found.lambda(1) == Approx((g - 2) / 2).epsilon(1e-14));

  OneSidedInstant loose = s;
  loose.pushes[0] = true;
  CHECK(solve(loose).status == Status::undetermined);
  CHECK(std::abs(solve(loose).free_direction(1)) == Approx(1));
}

TEST_CASE("what is not a number is no motion") {
  OneSidedInstant s = table(0, 0);
  s.b(2) = std::nan("");
  CHECK(solve(s).status == Status::not_finite);
}

TEST_CASE("the active rows are those that trying all sets of rows finds") {
  Random random(233);
  int possible = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const OneSidedInstant s = random_instant(random, trial);
    const auto expected = by_enumeration(s);
    const OneSidedSolution found = solve(s);
    INFO("trial " << trial);
    if (!expected) {
      CHECK(found.status == Status::inconsistent);
      CHECK(!found.contradictory.empty());
      continue;
    }
    ++possible;
    check_complementarity(s, found);
    CHECK(distance(found.acceleration, *expected) < 1e-11);
    // every interval holds the λ that is shown
    for (Index i = 0; i < s.b.size(); ++i) {
      CHECK(found.least(i) <= found.lambda(i));
      CHECK(found.lambda(i) <= found.most(i));
    }
  }
  CHECK(possible > 430);
}

TEST_CASE("intervals of forces are reached and never left") {
  Random random(234);
  for (int trial = 0; trial < 60; ++trial) {
    // all rows touch, and their force is one of λ ≥ 0
    const Index n = 2 + trial % 3, m = n + 1 + trial % 4;
    OneSidedInstant s{random.mass(n),
                      {},
                      random.matrix(m, n),
                      Vector::Zero(m),
                      Flags(static_cast<std::size_t>(m), true)};
    const Vector lambda = random.vector(m).cwiseMax(0);
    s.Q = -s.A.transpose() * lambda;
    const OneSidedSolution found = solve(s);
    INFO("trial " << trial);
    REQUIRE(found.status == Status::solved);
    CHECK(found.acceleration.norm() < 1e-12);
    const Intervals expected = intervals_by_enumeration(s.A.transpose() * lambda, s.A);
    for (Index i = 0; i < m; ++i) {
      CHECK(found.least(i) == Approx(expected.least(i)).epsilon(1e-9).margin(1e-10));
      if (std::isfinite(found.most(i)))
        CHECK(found.most(i) == Approx(expected.most(i)).epsilon(1e-9).margin(1e-10));
    }
    // infinite for all that take part in a preload, found by another route
    for (Index i = 0; i < m; ++i) CHECK(std::isinf(found.most(i)) == may_be_preloaded(s.A, i));
  }
}

TEST_CASE("units, lengths and order of rows, and turned coordinates change no acceleration") {
  Random random(235);
  int tried = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const OneSidedInstant s = random_instant(random, trial);
    const OneSidedSolution before = solve(s);
    if (before.status != Status::solved) continue;
    ++tried;
    INFO("trial " << trial);
    const Index n = s.M.rows(), m = s.A.rows();

    // rows: reordered, some twice, each at another length
    OneSidedInstant rows = s;
    rows.A.resize(m + 2, n);
    rows.b.resize(m + 2);
    rows.pushes.resize(static_cast<std::size_t>(m + 2));
    Vector scales(m + 2);
    for (Index i = 0; i < m + 2; ++i) {
      const Index from = i < m ? m - 1 - i : (i - m) % m;
      scales(i) = std::pow(10, random.between(-12, 12));
      rows.A.row(i) = scales(i) * s.A.row(from);
      rows.b(i) = scales(i) * s.b(from);
      rows.pushes[static_cast<std::size_t>(i)] = s.pushes[static_cast<std::size_t>(from)];
    }
    const OneSidedSolution other_rows = solve(rows);
    REQUIRE(other_rows.status == Status::solved);
    CHECK(distance(other_rows.acceleration, before.acceleration) < 1e-10);
    for (Index i = 0; i < m; ++i) {
      const bool open = before.rows[static_cast<std::size_t>(m - 1 - i)] == RowState::open;
      CHECK((other_rows.rows[static_cast<std::size_t>(i)] == RowState::open) == open);
    }

    // q = S q′, lengths in other units or turned axes; then masses in others
    Vector units(n);
    for (double& unit : units) unit = std::pow(10, random.between(-4, 4));
    for (const Matrix& S : {Matrix(units.asDiagonal()), random.orthogonal(n)}) {
      const double kilogram = std::pow(10, random.between(-9, 9));
      OneSidedInstant turned = s;
      turned.M = kilogram * S.transpose() * s.M * S;
      turned.M = (turned.M + turned.M.transpose()).eval() / 2;
      turned.Q = kilogram * S.transpose() * s.Q;
      turned.A = s.A * S;
      const OneSidedSolution after = solve(turned);
      REQUIRE(after.status == Status::solved);
      CHECK(distance(S * after.acceleration, before.acceleration) < 1e-10);
      CHECK(after.rows == before.rows);
      CHECK(after.unique == before.unique);
      CHECK(distance(after.lambda / kilogram, before.lambda) < 1e-9);
    }
  }
  CHECK(tried > 150);
}
