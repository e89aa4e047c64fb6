#include "numeric/impact_with_friction.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

using Flags = std::vector<bool>;
using States = std::vector<FrictionState>;

constexpr ImpactLaw all_laws[] = {ImpactLaw::together, ImpactLaw::in_turn, ImpactLaw::poisson,
                                  ImpactLaw::energetic};

std::size_t index(Index i) { return static_cast<std::size_t>(i); }

struct Strike {
  Collision collision;
  std::vector<ImpactFriction> frictions;
};

// A body in the plane, q = (x, y, angle counterclockwise), with points of it, given from its
// centre, on level ground
Strike body_on_ground(double m, double inertia, const Vector& velocity,
                      const std::vector<std::pair<double, double>>& points, double mu, double e) {
  const Index count = static_cast<Index>(points.size());
  Strike s;
  Matrix A(count, 3);
  for (Index i = 0; i < count; ++i) {
    const auto [x, y] = points[index(i)];
    A.row(i) << 0, 1, x;
    s.frictions.push_back({i, 1, mu, vector_of({1, 0, -y}), 0});
  }
  s.collision = {
      diagonal({m, m, inertia}), velocity, A, Vector::Zero(count), Flags(index(count), true),
      Vector::Constant(count, e)};
  return s;
}

// models/painleve_rod at θ = 1.1 with μ = 1.5, its end slipping backward with speed 1
Strike painleve_rod(double e) {
  const double theta = 1.1;
  return body_on_ground(1, 1.0 / 3, vector_of({-1, 0, 0}), {{-std::cos(theta), -std::sin(theta)}},
                        1.5, e);
}

// as random as can be: any inertia, contacts and slips of any direction
Strike random_strike(Random& random, Index contacts, double mu) {
  const Index n = 2 * contacts + 1;
  Strike s;
  s.collision = {random.mass(n),
                 random.vector(n),
                 random.matrix(contacts, n),
                 Vector::Zero(contacts),
                 Flags(index(contacts), true),
                 Vector(contacts)};
  for (Index i = 0; i < contacts; ++i) {
    s.collision.restitution(i) = random.between(0, 1);
    s.frictions.push_back({i, 1, random.between(0, mu), random.vector(n), 0});
    if (s.collision.A.row(i).dot(s.collision.velocity) > 0)
      s.collision.A.row(i) = -s.collision.A.row(i);
  }
  return s;
}

FrictionalImpact strike(const Strike& s, ImpactLaw law, Index jammed = no_row) {
  return collide(s.collision, s.frictions, {.law = law, .jammed = jammed});
}

double normal_speed(const Strike& s, const Vector& velocity, Index i) {
  return s.collision.A.row(i).dot(velocity) + s.collision.moving(i);
}

double slip(const Strike& s, const Vector& velocity, std::size_t j) {
  return s.frictions[j].J.dot(velocity) + s.frictions[j].moving;
}

double loss(const FrictionalImpact& impact) { return impact.moving_work - impact.energy_change; }

void check_momentum_and_cones(const Strike& s, const FrictionalImpact& impact) {
  REQUIRE(impact.status == Status::solved);
  const Matrix& M = s.collision.M;
  Vector jump =
      M * (impact.velocity - s.collision.velocity) - s.collision.A.transpose() * impact.impulse;
  const double size = M.norm() * (impact.velocity.norm() + s.collision.velocity.norm());
  for (std::size_t j = 0; j < s.frictions.size(); ++j) {
    const double tangential = impact.friction(static_cast<Index>(j));
    jump -= tangential * s.frictions[j].J;
    const double bound =
        s.frictions[j].mu * s.frictions[j].scale * std::abs(impact.impulse(s.frictions[j].row));
    CHECK(std::abs(tangential) <= bound + 1e-11 * size);
  }
  CHECK(jump.norm() <= 1e-11 * size);
  for (Index i = 0; i < impact.impulse.size(); ++i)
    if (s.collision.pushes[index(i)]) CHECK(impact.impulse(i) >= 0);
}

}  // namespace

TEST_CASE("a rimless wheel changes feet: the old one lifts, the new one sticks") {
  // J = 0.5, half angle π/8: ω⁺ = η ω⁻, η = (J + cos 2α)/(J + 1)
  const double alpha = std::acos(-1) / 8, before = 1.50673170787714345;
  const Vector velocity = before * vector_of({std::cos(alpha), -std::sin(alpha), -1});
  const double sine = std::sin(alpha), cosine = std::cos(alpha);
  const Strike wheel = body_on_ground(1, 0.5, velocity, {{-sine, -cosine}, {sine, -cosine}}, 1, 0);
  for (const ImpactLaw law : all_laws) {
    const FrictionalImpact impact = strike(wheel, law);
    REQUIRE(impact.applicable);
    CHECK(impact.count == Solutions::one);
    CHECK(-impact.velocity(2) == Approx(1.21252404133819203).epsilon(1e-14));
    CHECK(impact.impulse(0) == 0);
    CHECK(impact.impulse(1) == Approx(1.04061412358822835).epsilon(1e-14));
    CHECK(impact.friction(1) == Approx(-0.271812441423242982).epsilon(1e-13));
    CHECK(impact.frictions[1] == FrictionState::sticks);
    CHECK(loss(impact) == Approx(0.600019416524453949).epsilon(1e-13));
  }
  CHECK(compare_laws(wheel.collision, wheel.frictions).agree);

  // it needs |P_t|/P = 0.2612
  const double needed = 0.271812441423242982 / 1.04061412358822835;
  for (const double part : {1 - 1e-9, 1 + 1e-9}) {
    const Strike at_limit =
        body_on_ground(1, 0.5, velocity, {{-sine, -cosine}, {sine, -cosine}}, needed * part, 0);
    CHECK((strike(at_limit, ImpactLaw::together).frictions[1] == FrictionState::sticks) ==
          (part > 1));
  }
}

TEST_CASE("Housner's block rocks over to its other corner") {
  const double b = 0.2, h = 0.8, before = 0.587866004696016354;
  const Strike block = body_on_ground(1, (b * b + h * h) / 3, before * vector_of({-h, -b, 1}),
                                      {{b, -h}, {-b, -h}}, 0.5, 0);
  for (const ImpactLaw law : all_laws) {
    const FrictionalImpact impact = strike(block, law);
    REQUIRE(impact.applicable);
    CHECK(impact.velocity(2) / before == Approx(0.911764705882352941).epsilon(1e-14));
    CHECK(impact.impulse(0) == 0);
    CHECK(impact.impulse(1) == Approx(0.2247722959131827).epsilon(1e-13));
    // the centre changes its velocity by h(ω⁻ − ω⁺) along the floor and b(ω⁻ + ω⁺) off it
    CHECK(impact.friction(1) / impact.impulse(1) ==
          Approx(h * (1 - 0.911764705882352941) / (b * (1 + 0.911764705882352941))).epsilon(1e-12));
    CHECK(impact.friction(1) / impact.impulse(1) == Approx(0.1846).epsilon(1e-3));
    CHECK(slip(block, impact.velocity, 1) == Approx(0).margin(1e-15));
  }
  CHECK(compare_laws(block.collision, block.frictions).agree);

  // b² > 2h²: it stops dead
  const Strike wide =
      body_on_ground(1, (1 + 0.25) / 3, vector_of({-0.5, -1, 1}), {{1, -0.5}, {-1, -0.5}}, 0.9, 0);
  CHECK(strike(wide, ImpactLaw::together).velocity.norm() < 1e-14);
}

TEST_CASE("Painleve's rod jams into an impact without collision") {
  // slip ends at P = 0.258974575638060626, then the end sticks until it no longer approaches
  const Strike plastic = painleve_rod(0);
  for (const ImpactLaw law : all_laws) {
    // for velocities alone nothing happens: the end does not approach
    const FrictionalImpact untouched = strike(plastic, law);
    CHECK((untouched.velocity - plastic.collision.velocity).norm() == Approx(0).margin(1e-15));
    const FrictionalImpact impact = strike(plastic, law, 0);
    REQUIRE(impact.count == Solutions::one);
    CHECK(impact.impulse(0) == Approx(0.303186151432346319).epsilon(1e-13));
    CHECK(impact.friction(0) == Approx(0.404312081029245359).epsilon(1e-13));
    CHECK(impact.velocity(0) == Approx(-0.595687918970754641).epsilon(1e-13));
    CHECK(impact.velocity(1) == Approx(0.303186151432346319).epsilon(1e-13));
    CHECK(std::abs(impact.velocity(2)) == Approx(0.668405520046076505).epsilon(1e-13));
    CHECK(impact.frictions == States{FrictionState::sticks});
    CHECK(loss(impact) == Approx(0.20215604051462268).epsilon(1e-13));
  }
  const Strike springy = painleve_rod(0.5);
  const auto separation = [&](ImpactLaw law) {
    return normal_speed(springy, strike(springy, law, 0).velocity, 0);
  };
  CHECK(separation(ImpactLaw::poisson) == Approx(0.179254157846631733).epsilon(1e-13));
  CHECK(separation(ImpactLaw::energetic) == Approx(0.0684514346965855901).epsilon(1e-13));
  CHECK(separation(ImpactLaw::together) == Approx(0).margin(1e-15));
}

TEST_CASE("a ball with spin is slowed by friction alike by all laws, until its slip ends") {
  // radius 1, J = 2/5: slipping to the end P_t = −μP; sticking P_t = −v/(1 + 1/J)
  for (const double mu : {0.05, 2.0}) {
    const Strike ball = body_on_ground(1, 0.4, vector_of({3, -2, 0.5}), {{0, -1}}, mu, 0.6);
    const double P = 1.6 * 2, v = 3 + 0.5;
    const double P_t = mu < 1 ? -mu * P : -v / 3.5;
    for (const ImpactLaw law : all_laws) {
      const FrictionalImpact impact = strike(ball, law);
      CHECK(impact.velocity(1) == Approx(1.2).epsilon(1e-14));
      CHECK(impact.friction(0) == Approx(P_t).epsilon(1e-14));
      CHECK(impact.velocity(2) == Approx(0.5 + P_t / 0.4).epsilon(1e-13));
      CHECK(impact.frictions[0] == (mu < 1 ? FrictionState::forward : FrictionState::sticks));
    }
    CHECK(compare_laws(ball.collision, ball.frictions).agree);
  }
}

TEST_CASE(
    "where friction turns the slip of an inclined rod the laws differ, and Newton's may gain "
    "energy") {
  bool gains = false;
  Random random(311);
  int differ = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Strike s = random_strike(random, 1, 2);
    s.collision.restitution(0) = random.between(0.3, 1);
    const FrictionalImpact together = strike(s, ImpactLaw::together);
    if (together.count == Solutions::none) continue;
    gains = gains || loss(together) < -1e-3;
    const FrictionalComparison laws = compare_laws(s.collision, s.frictions);
    CHECK(laws.laws.size() == 4);
    CHECK(laws.rows == std::vector<Index>{0});
    differ += !laws.agree;
    // a slip that goes on as it was leaves nothing to choose
    const FrictionalImpact flow = strike(s, ImpactLaw::energetic);
    const bool turned = slip(s, flow.velocity, 0) * slip(s, s.collision.velocity, 0) <= 0 ||
                        flow.frictions[0] == FrictionState::sticks;
    if (!turned && together.count == Solutions::one && laws.impacts[2].count == Solutions::one)
      CHECK(laws.difference < 1e-9);
  }
  CHECK(gains);
  CHECK(differ > 20);
}

TEST_CASE("an energetic impact gives back e² of the work of pressure, and never gains energy") {
  Random random(312);
  for (int trial = 0; trial < 400; ++trial) {
    const Strike s = random_strike(random, 1, 2);
    const double e = s.collision.restitution(0);
    const FrictionalImpact impact = strike(s, ImpactLaw::energetic);
    REQUIRE(impact.applicable);
    check_momentum_and_cones(s, impact);
    CHECK(loss(impact) >= -1e-12);
    CHECK(normal_speed(s, impact.velocity, 0) >= -1e-12);
    // the flow in small steps: work of pressure down and up
    const Matrix W = inverse(s.collision.M);
    const Vector a = W * s.collision.A.row(0).transpose(), t = W * s.frictions[0].J;
    Vector q = s.collision.velocity;
    if (trial % 40 != 0) continue;
    double work = 0, least = 0, compressed = 0;
    const int steps = 200'000;
    const double dP = impact.impulse(0) / steps;
    const double hold = -s.frictions[0].J.dot(a) / s.frictions[0].J.dot(t);
    for (int k = 0; k < steps; ++k) {
      const double v = slip(s, q, 0), mu = s.frictions[0].mu;
      // what would stop it within this step, if the cone allows
      const double stop = hold - v / (s.frictions[0].J.dot(t) * dP);
      const double ratio = std::clamp(stop, -mu, mu);
      const double u = normal_speed(s, q, 0);
      q += dP * (a + ratio * t);
      work += dP * (u + normal_speed(s, q, 0)) / 2;
      if (work < least) {
        least = work;
        compressed = dP * k;
      }
    }
    CHECK(compressed > 0);
    CHECK(distance(q, impact.velocity) < 1e-4);
    CHECK((work - least) == Approx(-e * e * least).margin(1e-4));
  }
}

TEST_CASE(
    "Moreau's law with friction holds for several contacts, and without restitution never gains "
    "energy") {
  Random random(313);
  int unclear = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Strike s = random_strike(random, 1 + trial % 3, 0.6);
    if (trial % 2 == 0) s.collision.restitution.setZero();
    const FrictionalImpact impact = strike(s, ImpactLaw::together);
    REQUIRE(impact.status == Status::solved);
    if (impact.count != Solutions::one) {
      ++unclear;
      continue;
    }
    check_momentum_and_cones(s, impact);
    for (Index i = 0; i < impact.impulse.size(); ++i) {
      const double w = normal_speed(s, impact.velocity, i) +
                       s.collision.restitution(i) * normal_speed(s, s.collision.velocity, i);
      CHECK(w >= -1e-11);
      CHECK(std::min(w, impact.impulse(i)) <= 1e-11);
      const double v = slip(s, impact.velocity, index(i));
      const double bound = s.frictions[index(i)].mu * impact.impulse(i);
      if (std::abs(v) > 1e-9 && impact.impulse(i) > 0)
        CHECK(impact.friction(i) == Approx(v > 0 ? -bound : bound).margin(1e-11));
    }
    if (trial % 2 != 0) continue;
    CHECK(loss(impact) >= -1e-11);
    // without restitution Poisson's is the same
    const FrictionalImpact poisson = strike(s, ImpactLaw::poisson);
    CHECK(distance(poisson.velocity, impact.velocity) < 1e-10);
  }
  CHECK(unclear < 60);
}

TEST_CASE("Poisson's law gives each contact at least e of what compression took") {
  Random random(314);
  for (int trial = 0; trial < 200; ++trial) {
    Strike s = random_strike(random, 1 + trial % 3, 0.4);
    const FrictionalImpact whole = strike(s, ImpactLaw::poisson);
    const Vector e = s.collision.restitution;
    s.collision.restitution.setZero();
    const FrictionalImpact compression = strike(s, ImpactLaw::poisson);
    if (whole.count != Solutions::one || compression.count != Solutions::one) continue;
    check_momentum_and_cones(s, whole);
    for (Index i = 0; i < e.size(); ++i) {
      CHECK(whole.impulse(i) >= (1 + e(i)) * compression.impulse(i) - 1e-11);
      CHECK(normal_speed(s, whole.velocity, i) >= -1e-11);
    }
  }
}

TEST_CASE("units of coordinates and the length of rows change no impact with friction") {
  Random random(315);
  for (int trial = 0; trial < 200; ++trial) {
    const Strike s = random_strike(random, 1 + trial % 2, 0.8);
    Strike other = s;
    const Index n = s.collision.velocity.size();
    Vector units(n);
    for (double& unit : units) unit = std::pow(10, random.between(-4, 4));
    const auto scale = units.asDiagonal();
    other.collision.M = 1e3 * (scale * s.collision.M * scale);
    other.collision.velocity = units.cwiseInverse().cwiseProduct(s.collision.velocity);
    other.collision.A = s.collision.A * scale;
    for (std::size_t j = 0; j < s.frictions.size(); ++j) {
      const double row = std::pow(10, random.between(-3, 3)),
                   along = std::pow(10, random.between(-3, 3));
      other.collision.A.row(s.frictions[j].row) *= row;
      other.frictions[j].J = along * (scale * s.frictions[j].J);
      other.frictions[j].scale = row / along;
    }
    for (const ImpactLaw law : all_laws) {
      const FrictionalImpact a = strike(s, law), b = strike(other, law);
      // in turn the fastest row strikes first, and that is measured in M: nothing to change it
      // either
      REQUIRE(a.applicable == b.applicable);
      REQUIRE(a.count == b.count);
      if (!a.applicable || a.count == Solutions::none) continue;
      CHECK(distance(scale * b.velocity, a.velocity) < 1e-9);
      CHECK(b.energy_change == Approx(1e3 * a.energy_change).epsilon(1e-8).margin(1e-9));
    }
  }
}

TEST_CASE("a moving floor works on what strikes it, along it as well") {
  // a ball dropped on a belt that runs with speed 2
  Strike ball = body_on_ground(1, 0.4, vector_of({0, -1, 0}), {{0, -1}}, 0.1, 0);
  ball.frictions[0].moving = -2;
  for (const ImpactLaw law : all_laws) {
    const FrictionalImpact impact = strike(ball, law);
    CHECK(impact.friction(0) == Approx(0.1).epsilon(1e-14));
    CHECK(impact.velocity(0) == Approx(0.1).epsilon(1e-14));
    CHECK(impact.moving_work == Approx(0.2).epsilon(1e-14));
    CHECK(impact.energy_change == Approx(-0.5 + 0.005 + 0.01 / 0.8).epsilon(1e-13));
  }
}

TEST_CASE("a law that says nothing of two contacts at once says so") {
  // a plank falls flat
  const Strike plank =
      body_on_ground(1, 1.0 / 3, vector_of({0.3, -1, 0}), {{-1, 0}, {1, 0}}, 0.2, 0.5);
  CHECK_FALSE(strike(plank, ImpactLaw::energetic).applicable);
  CHECK(strike(plank, ImpactLaw::together).velocity(1) == Approx(0.5).epsilon(1e-14));
  const FrictionalComparison laws = compare_laws(plank.collision, plank.frictions);
  CHECK(laws.laws.size() == 3);
  CHECK_FALSE(laws.agree);
}
