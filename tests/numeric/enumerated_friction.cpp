#include "numeric/enumerated_friction.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

namespace alembert::numeric {

namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

enum class What { open, sticks, forward, backward };

// the two frictions of a row at most: here one
Index friction_of(const FrictionCase& c, Index row) {
  for (std::size_t j = 0; j < c.frictions.size(); ++j)
    if (c.frictions[j].row == row) return static_cast<Index>(j);
  return -1;
}

// the motion of a mode by one linear system in (q̈, λ, τ); empty where it is none
Vector motion_of(const FrictionCase& c, const std::vector<What>& what, int held_sign) {
  const OneSidedInstant& s = c.instant;
  const Index n = s.Q.size(), m = s.A.rows(), f = static_cast<Index>(c.frictions.size());
  Matrix S = Matrix::Zero(n + m + f, n + m + f);
  Vector right = Vector::Zero(n + m + f);
  S.topLeftCorner(n, n) = s.M;
  S.block(0, n, n, m) = -s.A.transpose();
  right.head(n) = s.Q;
  for (Index j = 0; j < f; ++j) S.block(0, n + m + j, n, 1) = -c.frictions[at(j)].J;
  const auto sign_of = [&](Index row) { return s.pushes[at(row)] ? 1.0 : held_sign; };
  for (Index i = 0; i < m; ++i) {
    if (what[at(i)] == What::open) {
      S(n + i, n + i) = 1;
    } else {
      S.block(n + i, 0, 1, n) = s.A.row(i);
      right(n + i) = s.b(i);
    }
  }
  for (Index j = 0; j < f; ++j) {
    const PlanarFriction& friction = c.frictions[at(j)];
    const What does = what[at(friction.row)];
    if (does == What::sticks) {
      S.block(n + m + j, 0, 1, n) = friction.J.transpose();
      right(n + m + j) = friction.b;
    } else {
      S(n + m + j, n + m + j) = 1;
      if (does == What::open) continue;
      const double side = does == What::forward ? 1 : -1;
      S(n + m + j, n + friction.row) = side * friction.mu * friction.scale * sign_of(friction.row);
    }
  }
  const Vector x = solve_linear(S, right);
  const Vector q = x.head(n), lambda = x.segment(n, m), tau = x.tail(f);
  // what is open has λ = 0 to rounding
  const double rounding = 1e-12 * (1 + x.norm());
  for (Index i = 0; i < m; ++i) {
    if (s.pushes[at(i)] && lambda(i) < -rounding) return {};
    if (!s.pushes[at(i)] && friction_of(c, i) >= 0 && held_sign * lambda(i) < 0) return {};
    if (what[at(i)] == What::open && s.A.row(i).dot(q) < s.b(i)) return {};
  }
  for (Index j = 0; j < f; ++j) {
    const PlanarFriction& friction = c.frictions[at(j)];
    const What does = what[at(friction.row)];
    const double bound = friction.mu_static * friction.scale * std::abs(lambda(friction.row));
    if (does == What::sticks && std::abs(tau(j)) > bound) return {};
    const double a = friction.J.dot(q) - friction.b;
    if (friction.slip == Slip::rest && does == What::forward && a < 0) return {};
    if (friction.slip == Slip::rest && does == What::backward && a > 0) return {};
  }
  return q;
}

std::vector<What> choices(const FrictionCase& c, Index row) {
  std::vector<What> all;
  if (c.instant.pushes[at(row)]) all.push_back(What::open);
  const Index j = friction_of(c, row);
  if (j < 0) {
    all.push_back(What::forward);
    return all;
  }
  const Slip slip = c.frictions[at(j)].slip;
  if (slip == Slip::rest) all.push_back(What::sticks);
  if (slip != Slip::backward) all.push_back(What::forward);
  if (slip != Slip::forward) all.push_back(What::backward);
  return all;
}

}  // namespace

FrictionCase random_friction_case(Random& random, int trial, double mu) {
  const Index m = 1 + trial % 4, held = trial % 3 == 0 && m > 1 ? 1 : 0;
  const Index n = 2 * m + trial % 2;
  FrictionCase c;
  c.instant = {random.mass(n), random.vector(n), random.matrix(m, n), random.vector(m),
               std::vector<bool>(at(m), true)};
  if (held > 0) c.instant.pushes[0] = false;
  c.units = Vector::Ones(n);
  if (mu == 0) return c;
  for (Index i = 0; i < m; ++i) {
    if (trial % 5 == 0 && i == m - 1 && m > 1) continue;
    PlanarFriction friction;
    friction.row = i;
    friction.scale = random.between(0.5, 2);
    friction.mu = random.between(0, mu);
    friction.mu_static = friction.mu * random.between(1, 1.3);
    friction.J = random.vector(n);
    friction.b = random.number();
    const double kind = random.between(0, 1);
    friction.slip = kind < 0.5 ? Slip::rest : kind < 0.75 ? Slip::forward : Slip::backward;
    c.frictions.push_back(friction);
  }
  return c;
}

std::vector<Vector> motions_by_enumeration(const FrictionCase& c) {
  const Index m = c.instant.A.rows();
  std::vector<std::vector<What>> all;
  for (Index i = 0; i < m; ++i) all.push_back(choices(c, i));
  std::vector<Vector> found;
  for (const int held_sign : {1, -1}) {
    std::vector<std::size_t> digits(at(m), 0);
    for (bool more = true; more;) {
      std::vector<What> what;
      for (std::size_t i = 0; i < digits.size(); ++i) what.push_back(all[i][digits[i]]);
      const Vector q = motion_of(c, what, held_sign);
      const auto same = [&](const Vector& other) { return distance(q, other) < 1e-9; };
      if (q.size() > 0 && std::none_of(found.begin(), found.end(), same)) found.push_back(q);
      std::size_t i = 0;
      while (i < digits.size() && ++digits[i] == all[i].size()) digits[i++] = 0;
      more = i < digits.size();
    }
  }
  return found;
}

void check_friction_laws(const FrictionCase& c, const FrictionMotion& motion) {
  const OneSidedInstant& s = c.instant;
  const Vector& q = motion.acceleration;
  Vector force = s.Q + s.A.transpose() * motion.lambda;
  double size = s.Q.norm() + motion.lambda.norm();
  for (std::size_t j = 0; j < c.frictions.size(); ++j) {
    force += motion.friction(static_cast<Index>(j)) * c.frictions[j].J;
    size += std::abs(motion.friction(static_cast<Index>(j))) * c.frictions[j].J.norm();
  }
  CHECK((s.M * q - force).norm() <= 1e-12 * (size + q.norm()));
  const double scale = 1e-11 * (size + q.norm() + s.b.norm());
  for (Index i = 0; i < s.A.rows(); ++i) {
    const double excess = s.A.row(i).dot(q) - s.b(i);
    if (!s.pushes[at(i)]) {
      CHECK(std::abs(excess) <= scale);
      continue;
    }
    CHECK(excess >= -scale);
    CHECK(motion.lambda(i) >= 0);
    CHECK(std::min(excess, motion.lambda(i)) <= scale);
    if (motion.rows[at(i)] == RowState::open) CHECK(motion.lambda(i) == 0);
    if (motion.rows[at(i)] == RowState::carries) CHECK(motion.lambda(i) > 0);
  }
  for (std::size_t j = 0; j < c.frictions.size(); ++j) {
    const PlanarFriction& friction = c.frictions[j];
    const Index k = static_cast<Index>(j);
    const double normal = friction.scale * std::abs(motion.lambda(friction.row));
    const double a = friction.J.dot(q) - friction.b, tau = motion.friction(k);
    CHECK(motion.normal(k) == Approx(normal).margin(1e-300));
    CHECK(motion.slip_acceleration(k) == Approx(a).margin(scale));
    switch (motion.frictions[j]) {
      case FrictionState::none:
        CHECK(tau == 0);
        break;
      case FrictionState::sticks:
        CHECK(friction.slip == Slip::rest);
        CHECK(std::abs(a) <= scale);
        CHECK(std::abs(tau) <= friction.mu_static * normal + scale);
        break;
      default: {
        // it takes all the power that it may: τ u = −B|u|
        const double side = motion.frictions[j] == FrictionState::forward ? 1 : -1;
        CHECK(tau == Approx(-side * friction.mu * normal).margin(scale));
        if (friction.slip == Slip::rest)
          CHECK(side * a >= -scale);
        else
          CHECK((side > 0) == (friction.slip == Slip::forward));
      }
    }
  }
}

FrictionCase in_other_units(const FrictionCase& c, Random& random) {
  const OneSidedInstant& s = c.instant;
  const Index n = s.Q.size(), m = s.A.rows();
  FrictionCase other = c;
  for (double& unit : other.units) unit = std::pow(10, random.between(-4, 4));
  const double mass = 1e3;  // of M and all forces
  const auto units = other.units.asDiagonal();
  other.instant.M = mass * (units * s.M * units);
  other.instant.Q = mass * (units * s.Q);
  Vector lengths(m);
  for (Index i = 0; i < m; ++i) {
    const Index from = m - 1 - i;
    lengths(from) = std::pow(10, random.between(-3, 3));
    other.instant.A.row(i) = lengths(from) * s.A.row(from) * units;
    other.instant.b(i) = lengths(from) * s.b(from);
    other.instant.pushes[at(i)] = s.pushes[at(from)];
  }
  for (PlanarFriction& friction : other.frictions) {
    const double length = std::pow(10, random.between(-3, 3));
    // μ N Jᵀ stays a force: N = scale λ, λ smaller by the length of its row, J longer
    friction.scale *= lengths(friction.row) / length;
    friction.J = length * (units * friction.J);
    friction.b *= length;
    friction.row = m - 1 - friction.row;
  }
  std::reverse(other.frictions.begin(), other.frictions.end());
  REQUIRE(other.units.size() == n);
  return other;
}

}  // namespace alembert::numeric
