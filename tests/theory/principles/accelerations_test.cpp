#include "theory/principles/accelerations.hpp"

#include "theory/instants.hpp"

using namespace alembert::theory;
using alembert::numeric::diagonal;
using alembert::numeric::distance;
using alembert::numeric::null_space;
using alembert::numeric::Random;
using alembert::numeric::vector_of;

TEST_CASE("possible accelerations, the general equation and the shares of rows hold in every shape",
          "[F8][F9][F10][F16][N10][N11][N12][N13]") {
  for_instants(
      601, [](const Instant& s) { check_all_apply(acceleration_identities(scaled_picture(s))); });
}

TEST_CASE("every y is a possible acceleration and every possible acceleration has a y", "[F8]") {
  Random random(602);
  for (const auto& [n, m, k] : shapes) {
    const Instant s = random.instant(n, m, k);
    const PossibleAccelerations all = possible_accelerations(s);
    REQUIRE(all.applies());
    CHECK(all.basis.cols() == n - k);
    const Vector q = all.at(random.vector(n - k));
    CHECK((s.A * q - s.b).norm() < 1e-11 * (1 + s.b.norm()));
    // a solution from elsewhere: numeric::solve with other forces
    Instant other = s;
    other.Q = random.vector(n);
    const Vector x = alembert::numeric::solve(other).acceleration;
    CHECK(distance(all.at(all.coordinates(x)), x) < 1e-11);
    // what is not possible is not represented
    if (k == 0) continue;
    const Vector impossible = x + s.A.row(0).transpose();
    CHECK(distance(all.at(all.coordinates(impossible)), impossible) > 1e-3);
  }
}

TEST_CASE("what is possible does not need a mass matrix with a root", "[F8]") {
  Random random(603);
  Instant s = random.instant(4, 2, 2);
  s.M = diagonal({1, 0, -1, 2});
  const PossibleAccelerations all = possible_accelerations(s);
  REQUIRE(all.applies());
  CHECK((s.A * all.at(random.vector(2)) - s.b).norm() < 1e-12);
  CHECK((s.A * all.basis).norm() < 1e-13);
}

TEST_CASE("contradictory rows allow no acceleration", "[F19]") {
  Random random(604);
  Instant s = random.instant(4, 3, 2);
  s.b(0) += 1;
  const char* reason = "the rows contradict each other: no acceleration meets them";
  CHECK(possible_accelerations(s).does_not_apply == reason);
  for (const Identity& identity : acceleration_identities(scaled_picture(s))) {
    CHECK(identity.does_not_apply == reason);
  }
  s.M.setZero();
  CHECK(possible_accelerations(s).does_not_apply == reason);
  s.A.row(0).setZero();
  s.A.row(1).setZero();
  s.A.row(2).setZero();
  CHECK(possible_accelerations(s).does_not_apply == reason);
  s.b.setZero();
  CHECK(possible_accelerations(s).applies());
}

TEST_CASE("the general equation meets the rows for every z and its force is what M q̈ − Q needs",
          "[N10][N13]") {
  Random random(605);
  for (int trial = 0; trial < 20; ++trial) {
    const Instant s = random.instant(6, 4, trial % 2 == 0 ? 4 : 2);
    const ScaledPicture picture = scaled_picture(s);
    const Vector z = 10 * random.vector(6);
    const GeneralMotion motion = general_motion(picture, z);
    CHECK((s.A * motion.acceleration - s.b).norm() < 1e-10 * s.b.norm());
    CHECK(distance(s.M * motion.acceleration - s.Q, motion.ideal + motion.nonideal) < 1e-12);
    // z moves q̈ unless it lies in R(Bᵀ)
    const GeneralMotion at_rest = general_motion(picture, Vector::Zero(6));
    CHECK(distance(motion.acceleration, at_rest.acceleration) > 1e-2);
    const GeneralMotion hidden =
        general_motion(picture, z + picture.B.transpose() * random.vector(4));
    CHECK(distance(hidden.acceleration, motion.acceleration) < 1e-12);
  }
}

TEST_CASE("a pendulum's rod corrects what gravity and rotation violate", "[F16][N11]") {
  // hanging at rest by x² + y² = 1 the free fall violates the rod by e = 0 − 2y·(−g) = −2g
  Instant s{diagonal({2, 2}), vector_of({0, -20}), Matrix(1, 2), vector_of({0}), {}};
  s.A << 0, -2;
  const std::vector<Share> all = shares(scaled_picture(s));
  REQUIRE(all.size() == 1);
  CHECK(all[0].violation == Approx(-20));
  CHECK(distance(all[0].column, vector_of({0, -0.5})) < 1e-15);
  CHECK(distance(all[0].correction, vector_of({0, 10})) < 1e-15);
  // without violation there is no correction
  s.Q.setZero();
  CHECK(shares(scaled_picture(s))[0].correction.norm() == 0);
}

TEST_CASE("the row that is violated most is found whatever its units", "[N11]") {
  Instant s{diagonal({1, 1}), vector_of({3, 2}), Matrix(2, 2), vector_of({0, 0}), {}};
  s.A << 1, 0, 0, 1;
  CHECK(most_violated(shares(scaled_picture(s))) == 0);
  s.A.row(1) *= 1000;
  CHECK(most_violated(shares(scaled_picture(s))) == 0);
  s.Q = vector_of({2, 3});
  CHECK(most_violated(shares(scaled_picture(s))) == 1);
  s.A.resize(0, 2);
  s.b.resize(0);
  CHECK(most_violated(shares(scaled_picture(s))) == -1);
}

TEST_CASE("the impostor A⁺ has shares that meet the rows and work in virtual displacements",
          "[F10][F16]") {
  Random random(606);
  for (int trial = 0; trial < 10; ++trial) {
    ScaledPicture picture = scaled_picture(random.instant(5, 2, 2));
    const Instant& s = picture.instant;
    CHECK(worst(acceleration_identities(picture), "F10") < 1e-12);
    const Vector a = picture.free_acceleration;
    const Vector impostor = a + row_space(s.A).inverse * picture.violation;
    CHECK((s.A * impostor - s.b).norm() < 1e-12);
    picture.B_plus_e = picture.scale(impostor - a);
    CHECK(worst(acceleration_identities(picture), "F10") > 1e-3);
  }
}
