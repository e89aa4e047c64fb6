#include "numeric/mass.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/kkt_factors.hpp"
#include "numeric/pseudo_inverse.hpp"
#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

TEST_CASE("a mass matrix is classified by its inertia and not by its units", "[F1][X23]") {
  Random random(11);
  for (const Index n : {1, 2, 5, 12}) {
    const Matrix V = random.orthogonal(n);
    Vector inertia = Vector::NullaryExpr(n, [&] { return random.between(0.5, 5); });
    // grams beside tonnes, millimetres beside kilometres
    const Vector units =
        Vector::NullaryExpr(n, [&] { return std::pow(10, random.between(-6, 6)); });
    const auto in_units = [&](const Vector& values) -> Matrix {
      const Matrix M =
          units.asDiagonal() * (V * values.asDiagonal() * V.transpose()) * units.asDiagonal();
      return (M + M.transpose()) / 2;
    };
    CHECK(classify_mass(in_units(inertia)).kind == MassKind::positive_definite);
    CHECK(classify_mass(in_units(inertia)).pivot_ratio > 1e-3);
    inertia(0) = 0;
    CHECK(classify_mass(in_units(inertia)).kind == MassKind::semidefinite);
    inertia(0) = -1e-3;
    CHECK(classify_mass(in_units(inertia)).kind == MassKind::indefinite);
  }
}

TEST_CASE("a nearly singular mass matrix is still positive definite, and says how nearly") {
  Matrix M(2, 2);
  M << 1, 1, 1, 1 + 1e-9;
  const Mass mass = classify_mass(M);
  CHECK(mass.kind == MassKind::positive_definite);
  // l₂₂²/M₂₂ = 1e-9/(1 + 1e-9); 1 + 1e-9 itself is rounded to 2e-16
  CHECK(mass.pivot_ratio == Approx(1e-9).epsilon(1e-6));
}

TEST_CASE("the worst pair of an asymmetric mass matrix is named", "[F1]") {
  Random random(12);
  Matrix M = random.mass(5);
  M(3, 1) += 1e-7;
  M(4, 2) += 1e-3;
  const Mass mass = classify_mass(M);
  CHECK(mass.kind == MassKind::asymmetric);
  CHECK(mass.row == 4);
  CHECK(mass.column == 2);
  // rounding of the two triangles is no asymmetry
  Matrix rounded = random.mass(5);
  rounded(2, 0) *= 1 + 1e-15;
  CHECK(classify_mass(rounded).kind == MassKind::positive_definite);
}

TEST_CASE("a mass matrix that is not finite names its entry") {
  Matrix M = Matrix::Identity(3, 3);
  M(1, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK(classify_mass(M).kind == MassKind::not_finite);
  CHECK(classify_mass(M).row == 1);
  CHECK(classify_mass(M).column == 2);
}

TEST_CASE("zero and negative masses are semidefinite and indefinite") {
  CHECK(classify_mass(Matrix::Zero(2, 2)).kind == MassKind::semidefinite);
  CHECK(classify_mass(diagonal({2, 0})).kind == MassKind::semidefinite);
  CHECK(classify_mass(diagonal({2, -1})).kind == MassKind::indefinite);
  Matrix saddle(2, 2);
  saddle << 0, 1, 1, 0;
  CHECK(classify_mass(saddle).kind == MassKind::indefinite);
}

TEST_CASE("two masses joined by a massless coordinate move as their free-body equations say") {
  // L = ½m₁ẋ₁² + ½m₂(q̇₁ + ẋ₂)² − ½k₁x₁² − ½k₂x₂², q₁ = x₁: M has rank 2. With y = x₁ + x₂:
  // m₂ÿ = −k₂x₂ and m₁ẍ₁ = −k₁x₁ + k₂x₂
  const double m1 = 1, m2 = 2, k1 = 10, k2 = 12, x1 = 0.1, x2 = -0.2;
  Instant s;
  s.M.resize(3, 3);
  s.M << m1, 0, 0, 0, m2, m2, 0, m2, m2;
  s.Q = Eigen::Vector3d(-k1 * x1, 0, -k2 * x2);
  s.A.resize(1, 3);
  s.A << -1, 1, 0;
  s.b = Vector::Zero(1);
  const Solution solution = solve(s);
  REQUIRE(solution.status == Status::solved);
  CHECK(solution.mass.kind == MassKind::semidefinite);
  CHECK(solution.has(Warning::semidefinite_mass));
  const double a1 = (-k1 * x1 + k2 * x2) / m1;
  const double a2 = -k2 * x2 / m2 - a1;
  CHECK(distance(solution.acceleration, Eigen::Vector3d(a1, a1, a2)) < 1e-14);
  // the connector carries k₂x₂, and the true M and Q are in balance
  CHECK(solution.lambda(0) == Approx(-k2 * x2).epsilon(1e-14));
  CHECK((s.M * solution.acceleration - s.Q - solution.ideal).norm() < 1e-14);
}

TEST_CASE("a rigid body in quaternions obeys Euler's equations with its singular mass matrix") {
  // ω = 2E(u)u̇, M₄ = 4EᵀJE has rank 3; adding 4J₀uuᵀ changes nothing (theory 2.2)
  Random random(13);
  for (int trial = 0; trial < 20; ++trial) {
    Vector u = random.vector(4);
    u.normalize();
    Vector rate = random.vector(4);
    rate -= rate.dot(u) * u;
    const auto E = [](const Vector& v) {
      Matrix e(3, 4);
      e << -v(1), v(0), v(3), -v(2),  //
          -v(2), -v(3), v(0), v(1),   //
          -v(3), v(2), -v(1), v(0);
      return e;
    };
    const Vector J = Eigen::Vector3d(1, 2.5, 3);
    const Vector torque = random.vector(3);
    const Eigen::Vector3d omega = 2 * E(u) * rate;
    const Eigen::Vector3d spin = J.asDiagonal() * omega;
    const Eigen::Vector3d euler = (torque - omega.cross(spin)).cwiseQuotient(Eigen::Vector3d(J));

    Instant s;
    s.Q = -8 * E(rate).transpose() * J.asDiagonal() * E(u) * rate + 2 * E(u).transpose() * torque;
    s.A = u.transpose();
    s.b = Vector::Constant(1, -rate.squaredNorm());
    for (const double J0 : {0.0, 0.1, 1.0, 50.0}) {
      s.M = 4 * E(u).transpose() * J.asDiagonal() * E(u) + 4 * J0 * u * u.transpose();
      s.M = (s.M + s.M.transpose()).eval() / 2;
      const Solution solution = solve(s);
      REQUIRE(solution.status == Status::solved);
      CHECK((solution.mass.kind == MassKind::semidefinite) == (J0 == 0));
      // d/dt(2E u̇) = 2E ü, because Ė u̇ = 0
      CHECK(distance(2 * E(u) * solution.acceleration, euler) < 1e-13);
      CHECK(u.dot(solution.acceleration) == Approx(-rate.squaredNorm()).epsilon(1e-13));
      CHECK((s.M * solution.acceleration - s.Q - solution.ideal).norm() < 1e-12);
    }
  }
}

TEST_CASE(
    "any singular mass matrix gives the motion of the stacked equations of the singular case") {
  // q̈ = [(I − A⁺A)M; A]⁺[Q; b] (theory 2.1)
  Random random(14);
  for (int trial = 0; trial < 50; ++trial) {
    const Index n = 6, lost = 1 + trial % 3, m = 3 + trial % 2;
    const Matrix F = random.matrix(n - lost, n);
    Instant s{F.transpose() * F, {}, random.rows(m, n, 3), {}, {}};
    s.Q = random.vector(n);
    s.b = s.A * random.vector(n);
    const Solution solution = solve(s);
    REQUIRE(solution.status == Status::solved);
    CHECK(solution.mass.kind == MassKind::semidefinite);
    Matrix stacked(n + m, n);
    stacked << (Matrix::Identity(n, n) - pseudo_inverse(s.A) * s.A) * s.M, s.A;
    Vector right(n + m);
    right << (Matrix::Identity(n, n) - pseudo_inverse(s.A) * s.A) * s.Q, s.b;
    // conditions of random 6×6 systems reach 1e4
    CHECK(distance(solution.acceleration, pseudo_inverse(stacked, 1e-12) * right) < 1e-9);
    CHECK((s.M * solution.acceleration - s.Q - solution.ideal).norm() < 1e-11 * s.Q.norm());
  }
}

TEST_CASE("without inertia and constraint a direction is free, and it is printed", "[X23]") {
  // two massless coordinates that only appear as a difference
  Instant s;
  s.M = Eigen::Vector3d(1, 0, 0).asDiagonal();
  s.Q = Vector::Ones(3);
  s.A.resize(1, 3);
  s.A << 1, 2, -2;
  s.b = Vector::Zero(1);
  const Solution solution = solve(s);
  CHECK(solution.status == Status::undetermined);
  CHECK(distance(solution.free_direction, Eigen::Vector3d(0, 1, 1).normalized()) < 1e-13);
  CHECK(solution.acceleration.size() == 0);

  // of a whole plane of free directions, a coordinate
  s.A << 1, 0, 0;
  CHECK(distance(solve(s).free_direction, Eigen::Vector3d(0, 1, 0)) < 1e-15);
  s.M = Matrix::Zero(1, 1);
  s.Q = Vector::Zero(1);
  s.A.resize(0, 1);
  s.b.resize(0);
  CHECK(solve(s).status == Status::undetermined);
  CHECK(solve(s).free_direction(0) == 1);
}

TEST_CASE("free directions of random singular systems are annihilated by M and A") {
  Random random(15);
  for (int trial = 0; trial < 30; ++trial) {
    const Index n = 7;
    Vector v = random.vector(n);
    const Matrix away = Matrix::Identity(n, n) - v * v.transpose() / v.squaredNorm();
    const Matrix F = random.matrix(3, n) * away;
    const KktFactors factors(F.transpose() * F, random.matrix(2 + trial % 2, n) * away);
    const Vector free = factors.free_direction();
    REQUIRE(free.size() == n);
    CHECK(free.norm() == Approx(1).epsilon(1e-12));
    CHECK(free.maxCoeff() == Approx(free.cwiseAbs().maxCoeff()));
    CHECK((F * free).norm() < 1e-7);  // M sees its square at rounding level
  }
}

TEST_CASE("an indefinite mass matrix gives the stationary point, and a warning") {
  Random random(16);
  for (int trial = 0; trial < 40; ++trial) {
    const Index n = 6, m = 1 + trial % 5;
    const Matrix V = random.orthogonal(n);
    Vector inertia = Vector::NullaryExpr(n, [&] { return random.between(0.5, 3); });
    inertia(0) *= -1;
    if (trial % 2 == 1) inertia(3) *= -1;
    Instant s{V * inertia.asDiagonal() * V.transpose(),
              random.vector(n),
              random.matrix(m, n),
              random.vector(m),
              {}};
    const Solution solution = solve(s);
    REQUIRE(solution.status == Status::solved);
    CHECK(solution.has(Warning::indefinite_mass));
    Matrix kkt = Matrix::Zero(n + m, n + m);
    kkt << s.M, -s.A.transpose(), s.A, Matrix::Zero(m, m);
    Vector right(n + m);
    right << s.Q, s.b;
    const Vector both = solve_linear(kkt, right);
    // the reduced matrix of a random saddle may come near singular: condition up to 1e4
    CHECK(distance(solution.acceleration, both.head(n)) < 1e-10);
    CHECK(distance(solution.lambda, both.tail(m)) < 1e-10);
    // a = M⁻¹Q still exists
    CHECK(distance(s.M * solution.free_acceleration, s.Q) < 1e-12);
    const Matrix N = null_space(s.A);
    const double least = N.cols() > 0 ? eigenvalues(N.transpose() * s.M * N)(0) : 1;
    CHECK(solution.has(Warning::not_a_minimum) == (least < 0));
  }
}

TEST_CASE(
    "an indefinite mass matrix may leave the acceleration undetermined though it is regular") {
  // M = diag(1, −1) on the line x = y: no inertia along it
  Instant s;
  s.M = Eigen::Vector2d(1, -1).asDiagonal();
  s.Q = Vector::Ones(2);
  s.A.resize(1, 2);
  s.A << 1, -1;
  s.b = Vector::Zero(1);
  const Solution solution = solve(s);
  CHECK(solution.status == Status::undetermined);
  CHECK(distance(solution.free_direction, Eigen::Vector2d(1, 1).normalized()) < 1e-14);
}
