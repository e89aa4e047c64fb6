#include "numeric/impact.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "numeric/enumerated_rows.hpp"

using namespace alembert::numeric;

namespace {

using Flags = std::vector<bool>;
using Rows = std::vector<Index>;

constexpr ImpactLaw all_laws[] = {ImpactLaw::together, ImpactLaw::in_turn, ImpactLaw::poisson};

Collision collision_of(Matrix M, Vector velocity, Matrix A, double e) {
  const Index m = A.rows();
  return {std::move(M),
          std::move(velocity),
          std::move(A),
          Vector::Zero(m),
          Flags(static_cast<std::size_t>(m), true),
          Vector::Constant(m, e)};
}

// N equal balls that touch, the first with velocity 1
Collision cradle(Index N, double e) {
  Matrix gaps = Matrix::Zero(N - 1, N);
  for (Index i = 0; i + 1 < N; ++i) {
    gaps(i, i) = -1;
    gaps(i, i + 1) = 1;
  }
  return collision_of(Matrix::Identity(N, N), Vector::Unit(N, 0), gaps, e);
}

double kinetic(const Matrix& M, const Vector& v) { return v.dot(M * v) / 2; }

// A q̇⁻ ≤ 0 for rows that push and zero for those that stay; some rows move, some depend on others
Collision random_collision(Random& random, int trial) {
  const Index n = 1 + trial % 8, m = 1 + (trial / 8) % 6;
  const Index k = std::max<Index>(1, std::min(n, m) - trial % 3);
  Collision c{random.mass(n), random.vector(n), random.rows(m, n, k), {}, {}, {}};
  c.pushes.assign(static_cast<std::size_t>(m), true);
  c.restitution.resize(m);
  for (double& e : c.restitution) e = random.between(0, 1);
  const Vector u = c.A * c.velocity;
  c.moving = Vector::Zero(m);
  for (Index i = 0; i < m; ++i) {
    if (i < k && random.between(0, 1) < 0.25) {
      c.pushes[static_cast<std::size_t>(i)] = false;
      c.moving(i) = -u(i);
    } else if (trial % 5 == 0) {
      c.moving(i) = -u(i) - std::abs(random.number());
    } else if (u(i) > 0) {
      c.A.row(i) = -c.A.row(i);
    }
  }
  return c;
}

}  // namespace

TEST_CASE("a ball comes back with e times its speed by every law") {
  for (const ImpactLaw law : all_laws) {
    const Collision c = collision_of(diagonal({2}), vector_of({-3}), Matrix::Ones(1, 1), 0.8);
    const Impact impact = collide(c, {.law = law});
    REQUIRE(impact.status == Status::solved);
    CHECK(impact.velocity(0) == Approx(2.4).epsilon(1e-15));
    CHECK(impact.impulse(0) == Approx(10.8).epsilon(1e-15));
    CHECK(impact.energy_change == Approx(0.64 * 9 - 9).epsilon(1e-14));
    CHECK(impact.moving_work == 0);
    CHECK(impact.unique == Flags{true});
  }
}

TEST_CASE("a table that rises gives a ball its velocity, and work") {
  for (const ImpactLaw law : all_laws) {
    Collision c = collision_of(diagonal({2}), vector_of({-3}), Matrix::Ones(1, 1), 0.5);
    c.moving(0) = -1;  // x − s(t) ≥ 0 with ṡ = 1
    const Impact impact = collide(c, {.law = law});
    CHECK(impact.velocity(0) == Approx(1 + 0.5 * 4).epsilon(1e-15));
    CHECK(impact.moving_work == Approx(12).epsilon(1e-15));
    CHECK(impact.energy_change == Approx(0).margin(1e-14));
    // what is lost is lost in the frame of the table
    CHECK(impact.energy_change - impact.moving_work == Approx(-0.75 * 16).epsilon(1e-14));
  }
}

TEST_CASE("a falling rod strikes with one end") {
  // half length 1, inclination θ: u = y′ − θ′ cos θ, P = (1 + e)|u|/(1/m + cos²θ/J)
  const double theta = 0.4, m = 1.5, J = m / 3, e = 0.3;
  Matrix row(1, 3);
  row << 0, 1, -std::cos(theta);
  for (const ImpactLaw law : all_laws) {
    const Impact impact =
        collide(collision_of(diagonal({m, m, J}), vector_of({0.7, -2, 0.1}), row, e), {.law = law});
    const double u = -2 - 0.1 * std::cos(theta);
    const double P = -(1 + e) * u / (1 / m + std::cos(theta) * std::cos(theta) / J);
    CHECK(impact.impulse(0) == Approx(P).epsilon(1e-14));
    CHECK(impact.velocity(0) == 0.7);
    CHECK(impact.velocity(1) == Approx(-2 + P / m).epsilon(1e-14));
    CHECK(impact.velocity(2) == Approx(0.1 - P * std::cos(theta) / J).epsilon(1e-14));
  }
}

TEST_CASE("Newton's cradle: together all balls go on, in turn the last one alone") {
  for (const Index N : {2, 3, 5, 12}) {
    const double n = static_cast<double>(N);
    const Impact together = collide(cradle(N, 1));
    Vector expected = Vector::Constant(N, 2 / n);
    expected(0) -= 1;
    CHECK(distance(together.velocity, expected) < 1e-14);

    const Impact in_turn = collide(cradle(N, 1), {.law = ImpactLaw::in_turn});
    CHECK(distance(in_turn.velocity, Vector::Unit(N, N - 1)) < 1e-14);
    CHECK(in_turn.strikes == static_cast<int>(N) - 1);
    for (const Impact& impact : {together, in_turn}) {
      CHECK(impact.velocity.sum() == Approx(1).epsilon(1e-14));
      CHECK(impact.energy_change == Approx(0).margin(1e-14));
    }

    const LawComparison laws = compare_laws(cradle(N, 1));
    CHECK(laws.agree == (N == 2));
    CHECK(laws.difference == Approx((expected - Vector::Unit(N, N - 1)).norm()).margin(1e-14));
    CHECK(static_cast<Index>(laws.rows.size()) == N - 1);
  }
}

TEST_CASE("balls that stick together share their momentum by every law") {
  for (const ImpactLaw law : all_laws) {
    const Impact impact = collide(cradle(4, 0), {.law = law});
    CHECK(impact.finished);
    CHECK(distance(impact.velocity, Vector::Constant(4, 0.25)) < 1e-12);
    CHECK(impact.energy_change == Approx(0.125 - 0.5).epsilon(1e-12));
  }
  CHECK(compare_laws(cradle(4, 0)).agree);
}

TEST_CASE("Poisson's law lets a row at rest take part where Newton's gives nothing back") {
  // three balls, e = 1: compression leaves all with 1/3, P = (2/3, 1/3), and each impulse comes
  // once more
  const Impact impact = collide(cradle(3, 1), {.law = ImpactLaw::poisson});
  CHECK(distance(impact.velocity, vector_of({-1. / 3, 2. / 3, 2. / 3})) < 1e-14);
  CHECK(distance(impact.impulse, vector_of({4. / 3, 2. / 3})) < 1e-14);

  // the second gap elastic, the first plastic: Newton's e₂ has no approach to reverse, Poisson's
  // gives P₂ back, and the first row must push again, lest its balls approach
  Collision c = cradle(3, 0);
  c.restitution(1) = 1;
  CHECK(distance(collide(c).velocity, Vector::Constant(3, 1. / 3)) < 1e-14);
  const Impact poisson = collide(c, {.law = ImpactLaw::poisson});
  CHECK(distance(poisson.velocity, vector_of({0, 0, 1}) * 1.0) > 0.1);
  CHECK(poisson.velocity(0) <= poisson.velocity(1) + 1e-14);
  CHECK(poisson.velocity.sum() == Approx(1).epsilon(1e-14));
  CHECK(poisson.energy_change < 0);
}

TEST_CASE("a table that drops on four legs: impulses in intervals, the same plastic impact") {
  Matrix legs(4, 3);
  legs << 1, 0.5, -1, 1, -0.5, -1, 1, 0.5, 1, 1, -0.5, 1;
  // M q̇ as the weight of a load at (0.8, 0.4) would give it
  const Collision c = collision_of(diagonal({1, 0.1, 0.1}), vector_of({-1, -4, 8}), legs, 0);
  for (const ImpactLaw law : {ImpactLaw::together, ImpactLaw::poisson}) {
    const Impact impact = collide(c, {.law = law});
    CHECK(impact.velocity.norm() < 1e-13);
    CHECK(impact.unique == Flags(4, false));
    CHECK(impact.least(0) == Approx(0.8).epsilon(1e-13));
    CHECK(impact.most(0) == Approx(0.9).epsilon(1e-13));
    for (Index leg = 1; leg < 4; ++leg) CHECK(impact.most(leg) == Approx(0.1).epsilon(1e-12));
    CHECK(impact.determined);
  }
  Collision uneven = c;
  uneven.restitution = vector_of({0.5, 0.5, 0.5, 0.2});
  CHECK(!collide(uneven, {.law = ImpactLaw::poisson}).determined);
}

TEST_CASE("a rimless wheel goes from spoke to spoke") {
  // 8 spokes of length 1, hub (x, y, θ) of mass 1 with J = 0.5; sticking is one more equality at
  // the new foot
  const double alpha = std::acos(-1) / 8, J = 0.5, before = 1.50673170787714345;
  const double s = std::sin(alpha), h = std::cos(alpha);
  Collision c;
  c.M = diagonal({1, 1, J});
  // it turns clockwise (θ′ < 0) about the old foot, which lies at (−s, −h) from the hub, the new
  // one at (s, −h): velocity of the foot at r is (x′ − θ′ r_y, y′ + θ′ r_x)
  c.velocity = before * vector_of({h, -s, -1});
  c.A.resize(3, 3);
  c.A << 0, 1, s, 1, 0, h, 0, 1, -s;
  c.moving = Vector::Zero(3);
  c.pushes = {true, false, true};
  c.restitution = Vector::Zero(3);
  // its place by the old foot
  CHECK(std::abs(c.A.row(2).dot(c.velocity)) < 1e-15);
  CHECK(std::abs(c.A.row(1).dot(c.velocity)) < 1e-15);

  for (const ImpactLaw law : all_laws) {
    const Impact impact = collide(c, {.law = law});
    CHECK(-impact.velocity(2) == Approx(1.21252404133819203).epsilon(1e-12));
    CHECK(impact.impulse(0) == Approx(1.04061412358822835).epsilon(1e-12));
    CHECK(impact.impulse(1) == Approx(-0.271812441423242982).epsilon(1e-12));
    CHECK(std::abs(impact.impulse(2)) < 1e-12);
    CHECK(impact.energy_change == Approx(-0.600019416524453949).epsilon(1e-12));
  }
  CHECK(compare_laws(c).agree);
}

TEST_CASE("a rocking block goes over to its other corner, and the first one lifts") {
  // half width 0.2, half height 0.8, mass 1; it lies flat at this instant, and both corners have
  // one tangential velocity
  const double b = 0.2, h = 0.8, before = 0.587866004696016354;
  Collision c;
  c.M = diagonal({1, 1, (b * b + h * h) / 3});
  // about the left corner at (−b, −h), clockwise
  c.velocity = before * vector_of({h, -b, -1});
  c.A.resize(3, 3);
  c.A << 0, 1, -b, 0, 1, b, 1, 0, h;
  c.moving = Vector::Zero(3);
  c.pushes = {true, true, false};
  c.restitution = Vector::Zero(3);
  for (const ImpactLaw law : all_laws) {
    const Impact impact = collide(c, {.law = law});
    CHECK(impact.velocity(2) / c.velocity(2) == Approx(0.911764705882352941).epsilon(1e-12));
    CHECK(std::abs(impact.impulse(0)) < 1e-12);
    CHECK(impact.impulse(1) == Approx(0.2247722959131827).epsilon(1e-12));
    CHECK(std::abs(impact.impulse(2)) / impact.impulse(1) == Approx(0.1846).margin(5e-5));
  }
  CHECK(compare_laws(c).agree);

  // a wide block, b² > 2h², stops dead
  const double wide = 1.2;
  c.M(2, 2) = (wide * wide + h * h) / 3;
  c.velocity = vector_of({h, -wide, -1});
  c.A << 0, 1, -wide, 0, 1, wide, 1, 0, h;
  CHECK(collide(c).velocity.norm() < 1e-14);
}

TEST_CASE("the order of rows that approach equally fast is told where it matters") {
  // a ball between two others of which each has its wall behind it; e = 1
  Matrix rows(2, 3);
  rows << -1, 1, 0, 0, -1, 1;
  Collision c = collision_of(diagonal({1, 1, 1}), vector_of({1, 0, -1}), rows, 1);
  const Impact elastic = collide(c, {.law = ImpactLaw::in_turn});
  // three equal balls only exchange velocities, whatever the order
  CHECK(elastic.determined);
  CHECK(distance(elastic.velocity, vector_of({-1, 0, 1})) < 1e-15);
  c.M(1, 1) = 3;
  CHECK(!collide(c, {.law = ImpactLaw::in_turn}).determined);
  CHECK(!compare_laws(c).agree);
}

TEST_CASE("strikes in turn that do not end are said to be so") {
  // plastic impacts along a chain fade geometrically: a few are not enough
  const Impact impact = collide(cradle(6, 0), {.law = ImpactLaw::in_turn, .strikes = 20});
  CHECK(!impact.finished);
  CHECK(impact.strikes == 20);
  CHECK(!compare_laws(cradle(3, 1)).agree);
}

TEST_CASE("rows that cannot separate together are named") {
  Matrix rows(2, 1);
  rows << 1, -1;
  Collision c = collision_of(diagonal({1}), vector_of({0}), rows, 0.5);
  c.moving = vector_of({-1, -1});  // walls that move towards each other
  const Impact impact = collide(c);
  CHECK(impact.status == Status::inconsistent);
  CHECK(impact.contradictory == Rows{0, 1});
  // one of them an equality
  c.pushes[0] = false;
  for (const ImpactLaw law : all_laws) {
    CHECK(collide(c, {.law = law}).status == Status::inconsistent);
    CHECK(collide(c, {.law = law}).contradictory == Rows{0, 1});
  }
  c.velocity(0) = std::nan("");
  for (const ImpactLaw law : all_laws) CHECK(collide(c, {.law = law}).status == Status::not_finite);
}

TEST_CASE("after an impact no row approaches, and energy is lost as Carnot says") {
  Random random(241);
  int solved = 0;
  for (int trial = 0; trial < 500; ++trial) {
    Collision c = random_collision(random, trial);
    INFO("trial " << trial);
    const Index m = c.A.rows();
    if (trial % 2 == 0) c.restitution.setConstant(random.between(0, 1));
    for (const ImpactLaw law : all_laws) {
      const Impact impact = collide(c, {.law = law});
      if (impact.status == Status::inconsistent || !impact.finished) continue;
      ++solved;
      REQUIRE(impact.status == Status::solved);
      const Vector jump = impact.velocity - c.velocity;
      const double size = c.velocity.norm() + impact.velocity.norm() + c.moving.norm();
      const Vector u = c.A * c.velocity + c.moving, after = c.A * impact.velocity + c.moving;
      const Vector momentum = c.M * jump - c.A.transpose() * impact.impulse;
      CHECK(momentum.norm() <= 1e-11 * (size + impact.impulse.norm() * c.A.norm()));
      CHECK(impact.energy_change == Approx(kinetic(c.M, impact.velocity) - kinetic(c.M, c.velocity))
                                        .margin(1e-11 * size * size));
      for (Index i = 0; i < m; ++i) {
        const double rounding = 1e-10 * size * c.A.row(i).norm();
        if (!c.pushes[static_cast<std::size_t>(i)]) {
          CHECK(std::abs(after(i)) <= rounding);
          continue;
        }
        CHECK(impact.impulse(i) >= 0);
        CHECK(after(i) >= -rounding);
        if (law == ImpactLaw::together) {
          const double bound = after(i) + c.restitution(i) * std::min(0.0, u(i));
          CHECK(bound >= -rounding);
          CHECK(std::min(bound, impact.impulse(i)) <= rounding);
        }
      }
      const double lost = impact.moving_work - impact.energy_change;
      if (law != ImpactLaw::together || trial % 2 == 0) CHECK(lost >= -1e-10 * size * size);
      // Carnot: T⁻ − T⁺ = (1−e)/(1+e)·½Δq̇ᵀMΔq̇
      if (law == ImpactLaw::together && trial % 2 == 0) {
        const double e = m > 0 ? c.restitution(0) : 0;
        if ((u.array() <= 0).all() &&
            std::none_of(c.pushes.begin(), c.pushes.end(), std::logical_not<>()))
          CHECK(lost == Approx((1 - e) / (1 + e) * kinetic(c.M, jump)).margin(1e-10 * size * size));
      }
    }
  }
  CHECK(solved > 1200);
}

TEST_CASE("a plastic impact changes the velocity as little as the rows allow") {
  // Moreau: of all velocities that the rows allow, the one of least ½(q̇⁺ − q̇⁻)ᵀM(q̇⁺ − q̇⁻)
  Random random(242);
  for (int trial = 0; trial < 500; ++trial) {
    Collision c = random_collision(random, trial);
    c.restitution.setZero();
    const auto expected = by_enumeration({c.M, c.M * c.velocity, c.A, -c.moving, c.pushes});
    const Impact impact = collide(c);
    INFO("trial " << trial);
    REQUIRE((impact.status == Status::solved) == expected.has_value());
    if (expected) CHECK(distance(impact.velocity, *expected) < 1e-10);
  }
}

TEST_CASE("units, lengths and order of rows, and turned coordinates change no velocity") {
  Random random(243);
  for (int trial = 0; trial < 200; ++trial) {
    const Collision c = random_collision(random, trial);
    const Index n = c.M.rows(), m = c.A.rows();
    INFO("trial " << trial);

    Collision rows = c;
    rows.A.resize(m + 1, n);
    rows.moving.resize(m + 1);
    rows.restitution.resize(m + 1);
    rows.pushes.resize(static_cast<std::size_t>(m + 1));
    for (Index i = 0; i < m + 1; ++i) {
      const Index from = i < m ? m - 1 - i : 0;
      const double scale = std::pow(10, random.between(-12, 12));
      rows.A.row(i) = scale * c.A.row(from);
      rows.moving(i) = scale * c.moving(from);
      rows.restitution(i) = c.restitution(from);
      rows.pushes[static_cast<std::size_t>(i)] = c.pushes[static_cast<std::size_t>(from)];
    }
    const Matrix S = random.orthogonal(n) * random.vector(n).cwiseAbs().cwiseMax(0.1).asDiagonal();
    const double kilogram = std::pow(10, random.between(-9, 9));
    Collision turned = c;
    turned.M = kilogram * S.transpose() * c.M * S;
    turned.M = (turned.M + turned.M.transpose()).eval() / 2;
    turned.A = c.A * S;
    turned.velocity = solve_linear(S, c.velocity);

    for (const ImpactLaw law : all_laws) {
      const Impact before = collide(c, {.law = law});
      if (before.status != Status::solved || !before.finished) continue;
      const Impact after = collide(turned, {.law = law});
      REQUIRE(after.status == Status::solved);
      CHECK(distance(S * after.velocity, before.velocity) < 1e-10);
      if (law == ImpactLaw::in_turn && !before.determined) continue;
      if (law == ImpactLaw::poisson && !before.determined) continue;
      const Impact other_rows = collide(rows, {.law = law});
      REQUIRE(other_rows.status == Status::solved);
      CHECK(distance(other_rows.velocity, before.velocity) < 1e-10);
    }
  }
}
