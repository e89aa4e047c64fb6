#include "numeric/friction_modes.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/enumerated_friction.hpp"

using namespace alembert::numeric;

namespace {

using Flags = std::vector<bool>;
using States = std::vector<FrictionState>;
using RowStates = std::vector<RowState>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double g = 9.81;

// x along a plane and y off it; a force (along, off) on the mass
OneSidedInstant block(double m, double along, double off) {
  Matrix row(1, 2);
  row << 0, 1;
  return {diagonal({m, m}), vector_of({along, off}), row, Vector::Zero(1), {true}};
}

PlanarFriction pressed(Index row, double mu, double mu_static, Vector J) {
  PlanarFriction friction;
  friction.row = row;
  friction.mu = mu;
  friction.mu_static = mu_static;
  friction.J = std::move(J);
  return friction;
}

PlanarFriction limited(double limit, double limit_static, Vector J) {
  PlanarFriction friction;
  friction.limit = limit;
  friction.limit_static = limit_static;
  friction.J = std::move(J);
  return friction;
}

// x, y and the inclination of a uniform rod of half length 1, its lower end sliding on the floor
// (models/painleve_rod)
OneSidedInstant inclined_rod(double theta, double rate) {
  Matrix row(1, 3);
  row << 0, 1, -std::cos(theta);
  return {diagonal({1, 1, 1.0 / 3}),
          vector_of({0, -g, 0}),
          row,
          vector_of({-std::sin(theta) * rate * rate}),
          {true}};
}

PlanarFriction rod_friction(double theta, double rate, double mu, Slip slip) {
  PlanarFriction friction = pressed(0, mu, mu, vector_of({1, 0, std::sin(theta)}));
  friction.b = -std::cos(theta) * rate * rate;
  friction.slip = slip;
  return friction;
}

// z, two tilts and x of a plate on legs at (±1, ±½), its weight at (0.8, 0.4), pushed by `push`
// along x
OneSidedInstant table(double push) {
  OneSidedInstant s;
  s.M = diagonal({1, 0.1, 0.1, 1});
  s.Q = g * vector_of({-1, -0.4, 0.8, 0});
  s.Q(3) = push;
  s.A.resize(4, 4);
  s.A << 1, 0.5, -1, 0, 1, -0.5, -1, 0, 1, 0.5, 1, 0, 1, -0.5, 1, 0;
  s.b = Vector::Zero(4);
  s.pushes = Flags(4, true);
  return s;
}

std::vector<PlanarFriction> table_friction(double mu, double mu_static) {
  std::vector<PlanarFriction> legs;
  for (Index i = 0; i < 4; ++i) legs.push_back(pressed(i, mu, mu_static, Vector::Unit(4, 3)));
  return legs;
}

}  // namespace

TEST_CASE("a block slides up a slope, sticks, and lets go of it at its static bound") {
  // m = 2, α = 0.4, μ = 0.45, μ_s = 0.5
  const double m = 2, alpha = 0.4, normal = m * g * std::cos(alpha);
  PlanarFriction friction = pressed(0, 0.45, 0.5, vector_of({1, 0}));
  friction.slip = Slip::forward;
  const OneSidedInstant s = block(m, -m * g * std::sin(alpha), -normal);
  const FrictionModes slides = friction_modes(s, {friction});
  REQUIRE(slides.count == Solutions::one);
  CHECK(slides.motions[0].acceleration(0) ==
        Approx(-g * (std::sin(alpha) + 0.45 * std::cos(alpha))).epsilon(1e-15));
  CHECK(slides.motions[0].normal(0) == Approx(normal).epsilon(1e-15));

  friction.slip = Slip::rest;
  friction.before = FrictionState::forward;
  const FrictionModes stops = friction_modes(s, {friction});
  REQUIRE(stops.count == Solutions::one);
  CHECK(stops.motions[0].frictions == States{FrictionState::sticks});
  CHECK(stops.motions[0].friction(0) == Approx(7.64038787609572265).epsilon(1e-15));
  CHECK(stops.motions[0].acceleration.norm() < 1e-15);

  // the force 4(t − 1) up the slope reaches its bound at t = 5.169
  friction.before = FrictionState::sticks;
  const double release = 5.16899905681600633;
  for (const double later : {-1e-9, 1e-9}) {
    const double force = 4 * (release + later - 1) - m * g * std::sin(alpha);
    const FrictionModes modes = friction_modes(block(m, force, -normal), {friction});
    REQUIRE(modes.count == Solutions::one);
    CHECK((modes.motions[0].frictions[0] == FrictionState::sticks) == (later < 0));
    if (later < 0) {
      CHECK(modes.motions[0].bound(0) - std::abs(modes.motions[0].friction(0)) ==
            Approx(-4 * later).margin(1e-13));
      CHECK(modes.motions[0].margin == Approx(-4 * later / std::sqrt(m)).margin(1e-13));
    }
  }
  // there itself it may hold to rounding, unless it has been located as the one that lets go
  const double force = 4 * (release - 1) - m * g * std::sin(alpha);
  friction.may_stick = false;
  const FrictionModes lets_go = friction_modes(block(m, force, -normal), {friction});
  REQUIRE(lets_go.count == Solutions::one);
  CHECK(lets_go.motions[0].frictions == States{FrictionState::forward});
  CHECK(lets_go.motions[0].acceleration(0) == Approx(0.05 * normal / m).epsilon(1e-12));
}

TEST_CASE(
    "between both bounds a block at rest stays what it was: both are motions, one is preferred") {
  // a spring pulls with 0.38 N, friction could hold 1.962 N (the oscillator at its last turning
  // point)
  PlanarFriction friction = pressed(0, 0.2, 0.2, vector_of({1, 0}));
  friction.before = FrictionState::forward;
  const FrictionModes oscillator = friction_modes(block(1, 0.38, -g), {friction});
  REQUIRE(oscillator.count == Solutions::one);
  CHECK(oscillator.motions.size() == 1);
  CHECK(oscillator.motions[0].friction(0) == Approx(-0.38).epsilon(1e-15));

  friction.mu = 0.1;
  friction.mu_static = 0.3;
  const auto first = [&](FrictionState before) {
    friction.before = before;
    const FrictionModes modes = friction_modes(block(1, 0.2 * g, -g), {friction});
    CHECK(modes.count == Solutions::one);
    CHECK(modes.motions.size() == 2);
    CHECK(modes.equals == 1);
    return modes.motions[0].frictions[0];
  };
  CHECK(first(FrictionState::sticks) == FrictionState::sticks);
  CHECK(first(FrictionState::none) == FrictionState::sticks);
  CHECK(first(FrictionState::forward) == FrictionState::forward);
  CHECK(first(FrictionState::backward) == FrictionState::sticks);
}

TEST_CASE("a belt carries a block until its spring pulls with the static limit") {
  // k = 100, limit 0.25 mg, static 0.4 mg: slips at x = 0.03924
  const auto on_belt = [](double x, FrictionState before) {
    PlanarFriction friction = limited(0.25 * g, 0.4 * g, Vector::Ones(1));
    friction.before = before;
    const OneSidedInstant s{Matrix::Ones(1, 1), vector_of({-100 * x}), Matrix(0, 1), Vector(0), {}};
    return friction_modes(s, {friction});
  };
  const FrictionModes rides = on_belt(0.03924 - 1e-10, FrictionState::sticks);
  REQUIRE(rides.count == Solutions::one);
  CHECK(rides.motions[0].frictions == States{FrictionState::sticks});
  CHECK(rides.motions[0].acceleration(0) == Approx(0).margin(1e-15));
  CHECK(rides.motions[0].margin == Approx(1e-8).epsilon(1e-6));
  const FrictionModes slips = on_belt(0.03924 + 1e-10, FrictionState::sticks);
  REQUIRE(slips.count == Solutions::one);
  CHECK(slips.motions[0].frictions == States{FrictionState::backward});
  CHECK(slips.motions[0].acceleration(0) == Approx(-0.15 * g).epsilon(1e-8));
}

TEST_CASE("Painleve's rod: no acceleration, or two, as Eq. 28 says") {
  const double theta = 1.1;
  const FrictionModes none =
      friction_modes(inclined_rod(theta, 0), {rod_friction(theta, 0, 1.5, Slip::backward)});
  CHECK(none.count == Solutions::none);
  CHECK(none.motions.empty());
  CHECK(none.doubtful_rows == std::vector<Index>{0});
  REQUIRE(none.loops.size() == 1);
  CHECK(none.loops[0].p == Approx(-0.201868584477096477).epsilon(1e-13));
  CHECK(none.loops[0].b == Approx(-g).epsilon(1e-15));
  CHECK(none.loops[0].alone);

  const FrictionModes several =
      friction_modes(inclined_rod(theta, 4), {rod_friction(theta, 4, 1.5, Slip::backward)});
  CHECK(several.count == Solutions::several);
  REQUIRE(several.motions.size() == 2);
  CHECK(several.equals == 2);
  CHECK(several.motions[0].normal(0) == Approx(22.0406645863600153).epsilon(1e-13));
  CHECK(several.motions[1].normal(0) == 0);
  CHECK(several.motions[1].rows == RowStates{RowState::open});
  CHECK(several.motions[1].excess(0) == Approx(several.loops[0].b).epsilon(1e-14));
  CHECK(several.loops[0].p < 0);
  CHECK(several.loops[0].b > 0);

  // the paradox lies between tan θ = (3μ ± √(9μ² − 16))/2
  for (const double edge : {0.883862626372998303, 1.27493630396946587}) {
    for (const double beside : {-1e-6, 1e-6}) {
      const double angle = edge + beside;
      const bool inside = (edge < 1) == (beside > 0);
      const FrictionModes modes =
          friction_modes(inclined_rod(angle, 0), {rod_friction(angle, 0, 1.5, Slip::backward)});
      CHECK(modes.count == (inside ? Solutions::none : Solutions::one));
    }
    const FrictionModes jam =
        friction_modes(inclined_rod(edge, 0), {rod_friction(edge, 0, 1.5, Slip::backward)});
    CHECK(std::abs(jam.loops[0].relative_p) < 1e-15);
  }
  // slipping forward there is none
  CHECK(
      friction_modes(inclined_rod(theta, 0), {rod_friction(theta, 0, 1.5, Slip::forward)}).count ==
      Solutions::one);
}

TEST_CASE(
    "a row that holds presses from both sides: one, none or two motions at Painleve's limit") {
  const double theta = 1.1;
  OneSidedInstant s = inclined_rod(theta, 0);
  s.pushes = {false};
  for (const double mu : {0.5, 1.2}) {
    const FrictionModes modes = friction_modes(s, {rod_friction(theta, 0, mu, Slip::backward)});
    const double cosine = std::cos(theta), sine = std::sin(theta);
    REQUIRE(modes.count == Solutions::one);
    // total = m g/(1 + 3cos² − 3μ sin cos)
    CHECK(modes.motions[0].lambda(0) ==
          Approx(g / (1 + 3 * cosine * cosine - 3 * mu * sine * cosine)).epsilon(1e-14));
  }
  CHECK(friction_modes(s, {rod_friction(theta, 0, 1.5, Slip::backward)}).count == Solutions::none);
  CHECK(friction_modes(s, {rod_friction(theta, 0, 1.5, Slip::forward)}).count ==
        Solutions::several);
}

TEST_CASE("coupled clutches: each sticks where neighbours can be driven within its limit") {
  // inertias 1, torque on the first; limits 10, static 11
  const auto clutches = [](double torque, const std::vector<Slip>& slips) {
    OneSidedInstant s{
        Matrix::Identity(4, 4), torque * Vector::Unit(4, 0), Matrix(0, 4), Vector(0), {}};
    std::vector<PlanarFriction> frictions;
    for (Index i = 0; i < 3; ++i) {
      frictions.push_back(limited(10, 11, Vector::Unit(4, i) - Vector::Unit(4, i + 1)));
      frictions.back().slip = slips[static_cast<std::size_t>(i)];
    }
    return friction_modes(s, frictions);
  };
  const FrictionModes all = clutches(12, {Slip::rest, Slip::rest, Slip::rest});
  REQUIRE(all.count == Solutions::one);
  CHECK(distance(all.motions[0].acceleration, Vector::Constant(4, 3)) < 1e-15);
  CHECK(distance(all.motions[0].friction, vector_of({-9, -6, -3})) < 1e-15);
  // the first would have to pass on 3/4 of the torque
  const FrictionModes one = clutches(44 / 3.0 * (1 + 1e-9), {Slip::rest, Slip::rest, Slip::rest});
  REQUIRE(one.count == Solutions::one);
  CHECK(one.motions[0].frictions ==
        States{FrictionState::forward, FrictionState::sticks, FrictionState::sticks});
  CHECK(one.motions[0].friction(0) == Approx(-10).epsilon(1e-15));
  const FrictionModes slipping = clutches(0, {Slip::forward, Slip::rest, Slip::backward});
  REQUIRE(slipping.count == Solutions::one);
  CHECK(distance(slipping.motions[0].acceleration, vector_of({-10, 10, 10, -10})) < 1e-15);
  CHECK(distance(slipping.motions[0].friction, vector_of({-10, 0, 10})) < 1e-15);
}

TEST_CASE("a falling rod sticks as long as its closed forms of F and N allow") {
  // lower end at (x − sin θ, y − cos θ), from rest at θ = 0: θ'² = (3/2) g(1 − cos θ)
  const auto rod = [](double theta, double mu) {
    const double cosine = std::cos(theta), sine = std::sin(theta), square = 1.5 * g * (1 - cosine);
    Matrix row(1, 3);
    row << 0, 1, sine;
    const OneSidedInstant s{diagonal({1, 1, 1.0 / 3}),
                            vector_of({0, -g, 0}),
                            row,
                            vector_of({-cosine * square}),
                            {true}};
    PlanarFriction friction = pressed(0, mu, mu, vector_of({1, 0, -cosine}));
    friction.b = -sine * square;
    friction.before = FrictionState::sticks;
    return friction_modes(s, {friction});
  };
  for (const double theta : {0.05, 0.3, 0.6, 0.8, 0.95}) {
    const double cosine = std::cos(theta);
    const FrictionModes modes = rod(theta, 2);
    REQUIRE(modes.count == Solutions::one);
    REQUIRE(modes.motions[0].frictions == States{FrictionState::sticks});
    CHECK(modes.motions[0].friction(0) ==
          Approx(0.75 * g * std::sin(theta) * (3 * cosine - 2)).epsilon(1e-13));
    CHECK(modes.motions[0].normal(0) ==
          Approx(0.25 * g * std::pow(1 - 3 * cosine, 2)).epsilon(1e-13));
  }
  // the largest F/N before F changes its sign: 0.370579413300981953 at 35.0968012°
  const double theta = 35.0968012 * std::acos(-1) / 180, critical = 0.370579413300981953;
  CHECK(rod(theta, critical * (1 + 1e-9)).motions.at(0).frictions[0] == FrictionState::sticks);
  CHECK(rod(theta, critical * (1 - 1e-9)).motions.at(0).frictions[0] == FrictionState::backward);
}

TEST_CASE("a table on four legs keeps them all, whatever forces they share") {
  for (const double push : {0.0, 0.3 * g, 0.49999 * g}) {
    const FrictionModes rests = friction_modes(table(push), table_friction(0.4, 0.5));
    REQUIRE(rests.count == Solutions::one);
    const FrictionMotion& m = rests.motions[0];
    CHECK(m.frictions == States(4, FrictionState::sticks));
    CHECK(m.acceleration.norm() < 1e-13);
    CHECK(m.lambda.minCoeff() >= 0);
    CHECK(m.lambda.sum() == Approx(g).epsilon(1e-13));
    CHECK(m.friction.sum() == Approx(-push).margin(1e-12));
    for (Index i = 0; i < 4; ++i) CHECK(std::abs(m.friction(i)) <= 0.5 * m.lambda(i) + 1e-11);
    CHECK(m.unique == Flags(4, false));
    CHECK(m.unique_friction == Flags(4, false));
    CHECK(m.margin > 0);
  }
  const FrictionModes slips = friction_modes(table(0.50001 * g), table_friction(0.4, 0.5));
  REQUIRE(slips.count == Solutions::one);
  CHECK(slips.motions[0].frictions == States(4, FrictionState::forward));
  CHECK(slips.motions[0].acceleration(3) == Approx(0.10001 * g).epsilon(1e-12));
  CHECK(slips.motions[0].friction.sum() == Approx(-0.4 * g).epsilon(1e-12));

  // its forces are of one size with and without a fifth leg: six contacts and more by pivoting
  OneSidedInstant many = table(0.3 * g);
  many.A = many.A.replicate(2, 1).eval();
  many.b = Vector::Zero(8);
  many.pushes = Flags(8, true);
  std::vector<PlanarFriction> legs;
  for (Index i = 0; i < 8; ++i) legs.push_back(pressed(i, 0.2, 0.2, Vector::Unit(4, 3)));
  const FrictionModes pivoted = friction_modes(many, legs);
  CHECK_FALSE(pivoted.checked);
  REQUIRE(pivoted.count == Solutions::one);
  CHECK(pivoted.motions[0].acceleration(3) == Approx(0.1 * g).epsilon(1e-12));
}

TEST_CASE("what is driven cannot stick: that mode is impossible, and no contradiction") {
  // a row holds x on its way, with the acceleration 3
  OneSidedInstant s = block(2, 0, -2 * g);
  s.A.conservativeResize(2, 2);
  s.A.row(1) << 1, 0;
  s.b = vector_of({0, 3});
  s.pushes = {true, false};
  const PlanarFriction friction = pressed(0, 0.4, 0.5, vector_of({1, 0}));
  const FrictionModes modes = friction_modes(s, {friction});
  REQUIRE(modes.status == Status::solved);
  REQUIRE(modes.count == Solutions::one);
  CHECK(modes.motions[0].frictions == States{FrictionState::forward});
  CHECK(modes.motions[0].lambda(1) == Approx(2 * 3 + 0.4 * 2 * g).epsilon(1e-15));

  // at rest it may stick, and the drive has to do nothing
  s.b(1) = 0;
  const FrictionModes rests = friction_modes(s, {friction});
  REQUIRE(rests.count == Solutions::one);
  CHECK(rests.motions[0].frictions == States{FrictionState::sticks});
}

TEST_CASE("without friction the answer is that of the convex problem") {
  Random random(301);
  for (int trial = 0; trial < 200; ++trial) {
    const FrictionCase c = random_friction_case(random, trial, 0);
    const OneSidedSolution smooth = solve(c.instant);
    REQUIRE(smooth.status == Status::solved);
    const FrictionModes modes = friction_modes(c.instant, {});
    REQUIRE(modes.count == Solutions::one);
    CHECK(distance(modes.motions[0].acceleration, smooth.acceleration) < 1e-9);
    CHECK(modes.motions[0].margin >= 0);
  }
}

TEST_CASE("all motions of random contacts are found, and each obeys every law") {
  Random random(302);
  int none = 0, several = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const FrictionCase c = random_friction_case(random, trial, trial % 2 == 0 ? 0.4 : 1.5);
    const FrictionModes modes = friction_modes(c.instant, c.frictions);
    REQUIRE(modes.status == Status::solved);
    CHECK(modes.checked);
    const std::vector<Vector> expected = motions_by_enumeration(c);
    none += modes.count == Solutions::none;
    several += modes.count == Solutions::several;
    CHECK((modes.count == Solutions::none) == expected.empty());
    for (const FrictionMotion& motion : modes.motions) {
      check_friction_laws(c, motion);
      double nearest = infinite;
      for (const Vector& q : expected)
        nearest = std::min(nearest, (q - motion.acceleration).norm() / (1 + q.norm()));
      CHECK(nearest < 1e-8);
    }
  }
  CHECK(none > 0);
  CHECK(several > 0);
}

TEST_CASE("units, the length and the order of rows change no motion with friction") {
  Random random(303);
  for (int trial = 0; trial < 200; ++trial) {
    const FrictionCase c = random_friction_case(random, trial, 0.8);
    const FrictionModes modes = friction_modes(c.instant, c.frictions);
    const FrictionCase other = in_other_units(c, random);
    const FrictionModes same = friction_modes(other.instant, other.frictions);
    REQUIRE(same.count == modes.count);
    REQUIRE(same.motions.size() == modes.motions.size());
    for (std::size_t k = 0; k < modes.motions.size(); ++k) {
      const Vector back = other.units.asDiagonal() * same.motions[k].acceleration;
      CHECK(distance(back, modes.motions[k].acceleration) < 1e-9);
      CHECK(same.motions[k].changes == modes.motions[k].changes);
    }
  }
}

TEST_CASE("pivoting finds one of the motions that trying all modes finds") {
  Random random(304);
  int missed = 0;
  for (int trial = 0; trial < 300; ++trial) {
    // coefficients at which there is always one motion, and such at which there may be none or
    // several
    const bool weak = trial % 2 == 0;
    const FrictionCase c = random_friction_case(random, trial, weak ? 0.05 : 0.5);
    const FrictionModes all = friction_modes(c.instant, c.frictions);
    const FrictionModes one = friction_modes(c.instant, c.frictions, {.most_modes = 0});
    CHECK_FALSE(one.checked);
    if (weak) CHECK(one.count == Solutions::one);
    if (one.count == Solutions::none) {
      missed += all.count != Solutions::none;
      continue;
    }
    double nearest = infinite;
    for (const FrictionMotion& motion : all.motions)
      nearest = std::min(nearest, distance(one.motions[0].acceleration, motion.acceleration));
    CHECK(nearest < 1e-8);
  }
  INFO(missed);
  CHECK(missed <= 3);
}

TEST_CASE("the margin in given states is that of the motion, and falls through zero beyond it") {
  const States sticks(4, FrictionState::sticks);
  const RowStates carry(4, RowState::carries);
  const auto margin = [&](double push) {
    return friction_margin(table(push), table_friction(0.4, 0.5), carry, sticks);
  };
  for (const double push : {0.0, 0.3 * g})
    CHECK(margin(push) ==
          Approx(friction_modes(table(push), table_friction(0.4, 0.5)).motions[0].margin));
  CHECK(margin(0.5 * g - 1e-6) > 0);
  CHECK(margin(0.5 * g - 1e-6) < 1e-6);
  CHECK(margin(0.5 * g + 1e-6) < 0);
  CHECK(margin(0.5 * g + 1e-6) > -1e-6);
  CHECK(margin(0.6 * g) < margin(0.55 * g));

  Random random(305);
  for (int trial = 0; trial < 200; ++trial) {
    const FrictionCase c = random_friction_case(random, trial, 0.8);
    for (const FrictionMotion& motion : friction_modes(c.instant, c.frictions).motions) {
      const double alone = friction_margin(c.instant, c.frictions, motion.rows, motion.frictions);
      if (std::isinf(motion.margin))
        CHECK(alone == motion.margin);
      else
        CHECK(alone == Approx(motion.margin).epsilon(1e-8));
    }
  }
}

// between two walls either push is as large as the other, and both frictions carry the weight:
// mg ≤ 2 μ N, and nothing bounds N from above
TEST_CASE("what sticks between two walls is pressed by as much as its weight needs, or more") {
  const double m = 2, mu = 0.4;
  Matrix walls(2, 2);
  walls << 1, 0, -3, 0;
  const OneSidedInstant instant{
      diagonal({m, m}), vector_of({0, -m * g}), walls, Vector::Zero(2), {true, true}};
  std::vector<PlanarFriction> frictions;
  for (const Index row : {0, 1}) {
    frictions.push_back(pressed(row, mu, mu, vector_of({0, 1})));
    // the second row is three times as long as a length
    frictions.back().scale = row == 0 ? 1 : 3;
  }
  const RowStates carry(2, RowState::carries);
  const auto held = motion_in(instant, frictions, carry, States(2, FrictionState::sticks));
  REQUIRE(held);
  CHECK(held->acceleration.norm() < 1e-13);
  CHECK(held->least(0) == Approx(m * g / (2 * mu)).epsilon(1e-12));
  CHECK(held->least(1) == Approx(m * g / (2 * mu) / 3).epsilon(1e-12));
  CHECK(std::isinf(held->most(0)));
  CHECK(std::isinf(held->most(1)));
  // what is chosen is one of these
  CHECK(held->lambda(0) >= held->least(0) * (1 - 1e-12));
  for (const Index j : {0, 1})
    CHECK(std::abs(held->friction(j)) <= mu * held->lambda(0) * (1 + 1e-12));
  // without friction it falls
  frictions[0].mu = frictions[0].mu_static = frictions[1].mu = frictions[1].mu_static = 0;
  CHECK_FALSE(motion_in(instant, frictions, carry, States(2, FrictionState::sticks)));
}

// where there are several, rows that hold may press from either side in the same states
TEST_CASE("the only motion is that in its own states, within its ends") {
  Random random(306);
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const FrictionCase c = random_friction_case(random, trial, 0.8);
    const FrictionModes modes = friction_modes(c.instant, c.frictions);
    if (modes.count != Solutions::one) continue;
    ++compared;
    const FrictionMotion& motion = modes.motions.front();
    const auto same = motion_in(c.instant, c.frictions, motion.rows, motion.frictions);
    REQUIRE(same);
    CHECK(distance(same->acceleration, motion.acceleration) < 1e-8);
    for (Index i = 0; i < motion.lambda.size(); ++i) {
      const double size = motion.lambda.cwiseAbs().maxCoeff();
      CHECK(same->least(i) <= same->lambda(i) + 1e-9 * size);
      CHECK(same->most(i) >= same->lambda(i) - 1e-9 * size);
      if (motion.unique[static_cast<std::size_t>(i)]) CHECK(same->most(i) == same->least(i));
    }
  }
  CHECK(compared > 100);
}
