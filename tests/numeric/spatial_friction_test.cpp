#include "numeric/spatial_friction.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

constexpr double g = 9.81;

std::size_t index(Index i) { return static_cast<std::size_t>(i); }

// x, y on a plane, z off it; a force on a mass
OneSidedInstant block(double m, const Vector& force) {
  Matrix row(1, 3);
  row << 0, 0, 1;
  return {diagonal({m, m, m}), force, row, Vector::Zero(1), {true}};
}

SpatialFriction on_row(Index row, double mu, double mu_static, Matrix J) {
  SpatialFriction friction;
  friction.row = row;
  friction.mu = mu;
  friction.mu_static = mu_static;
  friction.J = std::move(J);
  return friction;
}

Matrix along_plane() {
  Matrix J(2, 3);
  J << 1, 0, 0, 0, 1, 0;
  return J;
}

Matrix rotation(double angle) {
  Matrix R(2, 2);
  R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return R;
}

struct Case {
  OneSidedInstant instant;
  std::vector<SpatialFriction> frictions;
};

Case random_case(Random& random, Index contacts, double mu, double fixed) {
  const Index n = 3 * contacts + 1;
  Case c{{random.mass(n), random.vector(n), random.matrix(contacts, n), random.vector(contacts),
          std::vector<bool>(index(contacts), true)},
         {}};
  for (Index i = 0; i < contacts; ++i) {
    SpatialFriction friction = on_row(i, random.between(0, mu), 0, random.matrix(2, n));
    friction.mu_static = friction.mu * random.between(1, 1.2);
    friction.b = random.vector(2);
    if (random.between(0, 1) < fixed) friction.direction = random.vector(2).normalized();
    c.frictions.push_back(friction);
  }
  return c;
}

void check_laws(const Case& c, const SpatialMotion& motion) {
  const OneSidedInstant& s = c.instant;
  const Vector& q = motion.acceleration;
  Vector force = s.Q + s.A.transpose() * motion.lambda;
  const double scale = 1e-10 * (1 + force.norm() + q.norm());
  for (Index j = 0; j < motion.friction.cols(); ++j) {
    const SpatialFriction& friction = c.frictions[index(j)];
    const Vector tau = motion.friction.col(j), a = friction.J * q - friction.b;
    force += friction.J.transpose() * tau;
    const double normal = friction.scale * std::abs(motion.lambda(friction.row));
    switch (motion.frictions[index(j)]) {
      case SpatialState::none:
        CHECK(tau.norm() <= scale);
        break;
      case SpatialState::sticks:
        CHECK(a.norm() <= scale);
        CHECK(tau.norm() <= friction.mu_static * normal + scale);
        break;
      case SpatialState::slips: {
        const Vector d =
            friction.direction.size() > 0 ? friction.direction : Vector(a.normalized());
        CHECK((tau + friction.mu * normal * d).norm() <= 10 * scale);
      }
    }
  }
  CHECK((s.M * q - force).norm() <= scale);
  for (Index i = 0; i < s.A.rows(); ++i) {
    const double excess = s.A.row(i).dot(q) - s.b(i);
    CHECK(excess >= -scale);
    CHECK(motion.lambda(i) >= 0);
    CHECK(std::min(excess, motion.lambda(i)) <= scale);
  }
}

}  // namespace

TEST_CASE(
    "a block on a plane slips in whatever direction it is pushed, and sticks up to its bound") {
  const double m = 2, mu = 0.3, mu_static = 0.4;
  for (const double angle : {0.0, 0.3, 1.5707963267948966, 2.5, 4.0, 5.9}) {
    const Vector push = vector_of({std::cos(angle), std::sin(angle), 0});
    const auto pushed = [&](double force) {
      return friction_modes(block(m, force * push - vector_of({0, 0, m * g})),
                            {on_row(0, mu, mu_static, along_plane())});
    };
    const SpatialModes sticks = pushed(mu_static * m * g * (1 - 1e-9));
    REQUIRE(sticks.count == Solutions::one);
    CHECK(sticks.checked);
    CHECK(sticks.motions[0].frictions[0] == SpatialState::sticks);
    CHECK(sticks.motions[0].acceleration.norm() < 1e-14);
    // between both bounds it could slip as well
    CHECK(sticks.motions.size() == 2);

    const double force = mu_static * m * g * (1 + 1e-9);
    const SpatialModes slips = pushed(force);
    REQUIRE(slips.count == Solutions::one);
    REQUIRE(slips.motions[0].frictions[0] == SpatialState::slips);
    CHECK(distance(slips.motions[0].acceleration, push * (force / m - mu * g)) < 1e-13);
    CHECK(slips.motions[0].normal(0) == Approx(m * g).epsilon(1e-15));
    CHECK(pushed(0.2 * m * g).motions.size() == 1);
  }
}

TEST_CASE("friction of a sliding block points against its slip, whatever pushes it") {
  SpatialFriction friction = on_row(0, 0.3, 0.4, along_plane());
  friction.direction = vector_of({0.6, 0.8});
  const SpatialModes modes = friction_modes(block(2, vector_of({1, 0, -2 * g})), {friction});
  REQUIRE(modes.count == Solutions::one);
  CHECK(distance(modes.motions[0].acceleration, vector_of({0.5 - 0.18 * g, -0.24 * g, 0})) < 1e-15);

  // in a plane the answer is that of friction along a line
  Random random(321);
  for (int trial = 0; trial < 100; ++trial) {
    const Case c = random_case(random, 1, 1.5, 1);
    PlanarFriction line;
    line.row = 0;
    line.mu = c.frictions[0].mu;
    line.mu_static = c.frictions[0].mu_static;
    line.J = c.frictions[0].J.transpose() * c.frictions[0].direction;
    line.b = c.frictions[0].b.dot(c.frictions[0].direction);
    line.slip = Slip::forward;
    const FrictionModes expected = friction_modes(c.instant, {line});
    const SpatialModes found = friction_modes(c.instant, c.frictions);
    CHECK(found.count == expected.count);
    REQUIRE(found.motions.size() == expected.motions.size());
    for (std::size_t k = 0; k < found.motions.size(); ++k)
      CHECK(distance(found.motions[k].acceleration, expected.motions[k].acceleration) < 1e-9);
  }
}

TEST_CASE("the frame along a surface may be turned at will") {
  Random random(322);
  for (int trial = 0; trial < 200; ++trial) {
    const Case c = random_case(random, 1 + trial % 3, 0.4, 0.3);
    const SpatialModes modes = friction_modes(c.instant, c.frictions);
    Case turned = c;
    for (SpatialFriction& friction : turned.frictions) {
      const Matrix R = rotation(random.between(0, 6));
      friction.J = R * friction.J;
      friction.b = R * friction.b;
      if (friction.direction.size() > 0) friction.direction = R * friction.direction;
    }
    const SpatialModes same = friction_modes(turned.instant, turned.frictions);
    REQUIRE(same.count == modes.count);
    REQUIRE(same.motions.size() == modes.motions.size());
    for (std::size_t k = 0; k < modes.motions.size(); ++k)
      CHECK(distance(same.motions[k].acceleration, modes.motions[k].acceleration) < 1e-8);
  }
}

TEST_CASE("units and the length of rows change no motion with friction on surfaces") {
  Random random(323);
  for (int trial = 0; trial < 200; ++trial) {
    const Case c = random_case(random, 1 + trial % 3, 0.4, 0.3);
    const SpatialModes modes = friction_modes(c.instant, c.frictions);
    Case other = c;
    Vector units(c.instant.Q.size());
    for (double& unit : units) unit = std::pow(10, random.between(-3, 3));
    const auto scale = units.asDiagonal();
    other.instant.M = 1e3 * (scale * c.instant.M * scale);
    other.instant.Q = 1e3 * (scale * c.instant.Q);
    other.instant.A = c.instant.A * scale;
    for (SpatialFriction& friction : other.frictions) {
      const double row = std::pow(10, random.between(-3, 3)),
                   along = std::pow(10, random.between(-3, 3));
      other.instant.A.row(friction.row) *= row;
      other.instant.b(friction.row) *= row;
      friction.J = along * (friction.J * scale);
      friction.b *= along;
      friction.scale = row / along;
    }
    const SpatialModes same = friction_modes(other.instant, other.frictions);
    REQUIRE(same.count == modes.count);
    REQUIRE(same.motions.size() == modes.motions.size());
    for (std::size_t k = 0; k < modes.motions.size(); ++k)
      CHECK(distance(scale * same.motions[k].acceleration, modes.motions[k].acceleration) < 1e-8);
  }
}

TEST_CASE("every motion of random contacts on surfaces obeys all laws") {
  Random random(324);
  int missed = 0, several = 0, none = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Index contacts = 1 + trial % 4;
    const Case c = random_case(random, contacts, contacts == 1 ? 4.0 : 0.3, 0.3);
    const SpatialModes modes = friction_modes(c.instant, c.frictions);
    REQUIRE(modes.status == Status::solved);
    CHECK(modes.checked == (contacts == 1));
    if (contacts == 1) {
      none += modes.count == Solutions::none;
      several += modes.count == Solutions::several;
    } else {
      missed += modes.count == Solutions::none;
    }
    for (const SpatialMotion& motion : modes.motions) check_laws(c, motion);
  }
  INFO(missed);
  CHECK(missed == 0);
  CHECK(none > 0);
  CHECK(several > 0);
}

TEST_CASE("contacts that know nothing of each other do together what each does alone") {
  Random random(325);
  for (int trial = 0; trial < 50; ++trial) {
    const Case a = random_case(random, 1, 0.3, 0), b = random_case(random, 1, 0.3, 0);
    const Index n = 4;
    Case both;
    both.instant.M = Matrix::Zero(2 * n, 2 * n);
    both.instant.M.topLeftCorner(n, n) = a.instant.M;
    both.instant.M.bottomRightCorner(n, n) = b.instant.M;
    both.instant.Q.resize(2 * n);
    both.instant.Q << a.instant.Q, b.instant.Q;
    both.instant.A = Matrix::Zero(2, 2 * n);
    both.instant.A.row(0).head(n) = a.instant.A;
    both.instant.A.row(1).tail(n) = b.instant.A;
    both.instant.b.resize(2);
    both.instant.b << a.instant.b, b.instant.b;
    both.instant.pushes = {true, true};
    for (Index k = 0; k < 2; ++k) {
      SpatialFriction friction = (k == 0 ? a : b).frictions[0];
      Matrix J = Matrix::Zero(2, 2 * n);
      J.middleCols(k * n, n) = friction.J;
      friction.J = J;
      friction.row = k;
      both.frictions.push_back(friction);
    }
    const SpatialModes alone_a = friction_modes(a.instant, a.frictions),
                       alone_b = friction_modes(b.instant, b.frictions),
                       together = friction_modes(both.instant, both.frictions);
    REQUIRE(together.count == Solutions::one);
    Vector expected(2 * n);
    expected << alone_a.motions[0].acceleration, alone_b.motions[0].acceleration;
    CHECK(distance(together.motions[0].acceleration, expected) < 1e-10);

    // the same by Newton's method: a third contact that hardly touches couples both
    both.instant.A.conservativeResize(3, 2 * n);
    both.instant.A.row(2) = random.vector(2 * n).transpose();
    both.instant.b.conservativeResize(3);
    both.instant.b(2) = both.instant.A.row(2).dot(expected) - 1;
    both.instant.pushes.push_back(true);
    const SpatialModes coupled = friction_modes(both.instant, both.frictions);
    CHECK_FALSE(coupled.checked);
    REQUIRE(coupled.count == Solutions::one);
    CHECK(distance(coupled.motions[0].acceleration, expected) < 1e-8);
  }
}

TEST_CASE("a ball strikes a plane with spin in any direction") {
  // radius 1, J = 2/5: x, y, z and the rates of spin about x and y; the slip is (x' − ω_y, y' +
  // ω_x)
  Matrix row(1, 5), J(2, 5);
  row << 0, 0, 1, 0, 0;
  J << 1, 0, 0, 0, -1, 0, 1, 0, 1, 0;
  for (const double mu : {0.05, 2.0}) {
    for (const double angle : {0.0, 0.7, 2.0, 4.5}) {
      const double c = std::cos(angle), s = std::sin(angle);
      const Vector velocity = vector_of({3 * c, 3 * s, -2, -0.5 * s, 0.5 * c});
      const Collision collision{
          diagonal({1, 1, 1, 0.4, 0.4}), velocity, row, Vector::Zero(1), {true},
          Vector::Constant(1, 0.6)};
      const SpatialImpact impact = collide(collision, {{0, 1, mu, J, Vector::Zero(2)}});
      REQUIRE(impact.count == Solutions::one);
      const double P = 3.2, v = 3 - 0.5;
      const double P_t = mu < 1 ? -mu * P : -v / 3.5;
      CHECK(impact.impulse(0) == Approx(P).epsilon(1e-14));
      CHECK(distance(impact.friction, vector_of({P_t * c, P_t * s})) < 1e-12);
      CHECK(impact.velocity(2) == Approx(1.2).epsilon(1e-14));
      CHECK(distance(impact.velocity.head(2), (3 + P_t) * vector_of({c, s})) < 1e-13);
      CHECK(impact.frictions[0] == (mu < 1 ? SpatialState::slips : SpatialState::sticks));
      CHECK(impact.energy_change < 0);
    }
  }
}

TEST_CASE("Moreau's law in space never gains energy without restitution") {
  Random random(326);
  int missed = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Case c = random_case(random, 1 + trial % 3, 0.4, 0);
    Collision collision{c.instant.M,      c.instant.Q,
                        c.instant.A,      Vector::Zero(c.instant.b.size()),
                        c.instant.pushes, Vector::Zero(c.instant.b.size())};
    std::vector<SpatialImpactFriction> frictions;
    for (const SpatialFriction& friction : c.frictions) {
      frictions.push_back({friction.row, 1, friction.mu, friction.J, Vector::Zero(2)});
      const double u = collision.A.row(friction.row).dot(collision.velocity);
      if (u > 0) collision.A.row(friction.row) = -collision.A.row(friction.row);
    }
    const SpatialImpact impact = collide(collision, frictions);
    missed += impact.count == Solutions::none;
    if (impact.count == Solutions::none) continue;
    CHECK(impact.energy_change <= 1e-11);
    for (std::size_t j = 0; j < frictions.size(); ++j) {
      const Index k = static_cast<Index>(j);
      const Vector v = frictions[j].J * impact.velocity, P_t = impact.friction.col(k);
      const double bound = frictions[j].mu * impact.impulse(k);
      CHECK(P_t.norm() <= bound + 1e-10);
      // maximal dissipation: P_t·v = −μP|v|
      CHECK(P_t.dot(v) == Approx(-bound * v.norm()).margin(1e-9));
    }
  }
  CHECK(missed == 0);
}
