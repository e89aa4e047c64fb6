#include "theory/principles/nonideal.hpp"

#include "theory/instants.hpp"

using namespace alembert::theory;
using alembert::numeric::diagonal;
using alembert::numeric::distance;
using alembert::numeric::inverse;
using alembert::numeric::null_space;
using alembert::numeric::Random;
using alembert::numeric::square_root;
using alembert::numeric::vector_of;

TEST_CASE("results 1 to 6 of the 2002 paper hold in every shape",
          "[N14][N15][N17][N18][N19][N20][N21][N22][N23][N24]") {
  for_instants(501,
               [](const Instant& s) { check_all_apply(nonideal_identities(scaled_picture(s))); });
}

TEST_CASE("erratum 11: for Appell's particle Q_ni is not C, unless α g = 0", "[N23]") {
  const double a0 = 0.3, vx = 1.2, vy = -0.4;
  for (const double alpha_g : {0.0, 0.25}) {
    const double vz = std::sqrt(vx * vx + vy * vy - 2 * alpha_g);
    const double speed = std::sqrt(vx * vx + vy * vy + vz * vz);
    Instant s{Matrix::Identity(3, 3), vector_of({0, 0, 0}), Matrix(1, 3), vector_of({0}), {}};
    s.A << vx, vy, -vz;
    s.C = -a0 * speed * vector_of({vx, vy, vz});
    const NonidealPart part = nonideal_part(scaled_picture(s));
    // Q_ni − C = a₀(2αg)/|u| (ẋ, ẏ, −ż)
    CHECK((part.ineffective + a0 * 2 * alpha_g / speed * vector_of({vx, vy, -vz})).norm() < 1e-14);
    CHECK(part.all == (alpha_g == 0));
    CHECK(part.warning.empty() == (alpha_g == 0));
    CHECK(!part.nothing);
  }
}

TEST_CASE("erratum 12: Q_ni vanishes for C ∈ R(Aᵀ), and not for C ∈ R(Bᵀ)", "[N23]") {
  Random random(502);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(6, 3, trial % 2 == 0 ? 3 : 2);
    s.C = s.A.transpose() * random.vector(3);
    NonidealPart part = nonideal_part(scaled_picture(s));
    CHECK(part.nothing);
    CHECK(!part.all);
    CHECK(part.largest_work == 0);
    CHECK(part.warning ==
          "C has no effect: it lies along the rows of A, and the constraint takes back what it "
          "gives");
    s.C = inverse(square_root(s.M)) * s.A.transpose() * random.vector(3);
    part = nonideal_part(scaled_picture(s));
    CHECK(!part.nothing);
    CHECK(part.effective.norm() > 1e-3 * s.C.norm());
  }
}

TEST_CASE("the part of C without effect is told in per cent", "[N23]") {
  // C = (3, 4) on the row (1, 0): three fifths of its length are taken back
  Instant s{diagonal({1, 1}), vector_of({0, 0}), Matrix(1, 2), vector_of({0}), vector_of({3, 4})};
  s.A << 1, 0;
  const NonidealPart part = nonideal_part(scaled_picture(s));
  CHECK(distance(part.effective, vector_of({0, 4})) < 1e-15);
  CHECK(distance(part.ineffective, vector_of({3, 0})) < 1e-15);
  CHECK(part.fraction == Approx(0.6));
  CHECK(part.warning ==
        "60 % of C has no effect: that part lies along the rows of A, and the constraint takes it "
        "back");
  s.C.resize(0);
  const NonidealPart ideal = nonideal_part(scaled_picture(s));
  CHECK(ideal.all);
  CHECK(ideal.nothing);
  CHECK(ideal.warning.empty());
}

TEST_CASE("the meter of virtual work knows all three signs", "[N18][N19][N20]") {
  // a block on a floor (x, y), y = 0; friction −5 while it slides to the right
  Instant s{diagonal({2, 2}), vector_of({1, -20}), Matrix(1, 2), vector_of({0}),
            vector_of({-5, 0})};
  s.A << 0, 1;
  const ScaledPicture picture = scaled_picture(s);
  const WorkMeter along = work_meter(picture, vector_of({0.1, 0}));
  CHECK(along.is_virtual());
  CHECK(along.sign == Work::negative);
  CHECK(along.nonideal == Approx(-0.5));
  CHECK(along.prescribed == Approx(-0.5));
  CHECK(std::abs(along.ideal) < 1e-14);
  CHECK(work_meter(picture, vector_of({-0.1, 0})).sign == Work::positive);
  CHECK(work_meter(picture, vector_of({0, 0})).sign == Work::none);
  // a lift off the floor is no virtual displacement: there the weight's reaction would work
  const WorkMeter lift = work_meter(picture, vector_of({0, 0.1}));
  CHECK(!lift.is_virtual());
  CHECK(lift.ideal == Approx(2));
  CHECK(lift.sign == Work::none);
}

TEST_CASE("erratum 16: no work in one virtual displacement is not yet no force", "[N19]") {
  // friction along x in a plane: none of its work is done along y
  Instant s{diagonal({1, 1, 1}), vector_of({0, 0, -10}), Matrix(1, 3), vector_of({0}),
            vector_of({-3, 0, 0})};
  s.A << 0, 0, 1;
  const ScaledPicture picture = scaled_picture(s);
  CHECK(work_meter(picture, vector_of({0, 1, 0})).sign == Work::none);
  const NonidealPart part = nonideal_part(picture);
  CHECK(!part.nothing);
  CHECK(part.largest_work == Approx(3));
  CHECK(distance(part.direction, vector_of({-1, 0, 0})) < 1e-14);
}

TEST_CASE("no virtual displacement of unit size does more work than the direction that is named",
          "[N19]") {
  Random random(503);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(6, 3, 2);
    s.C = random.vector(6);
    const ScaledPicture picture = scaled_picture(s);
    const NonidealPart part = nonideal_part(picture);
    CHECK(work_meter(picture, part.direction).nonideal == Approx(part.largest_work).epsilon(1e-12));
    CHECK(work_meter(picture, part.direction).is_virtual());
    const Matrix V = virtual_displacements(picture);
    for (int other = 0; other < 10; ++other) {
      const Vector v = V * random.vector(V.cols()).normalized();
      CHECK(work_meter(picture, v).nonideal <= part.largest_work * (1 + 1e-12));
    }
  }
}

TEST_CASE("D'Alembert's prescription holds at the instants where N z = 0", "[N15][N16]") {
  Random random(504);
  const ScaledPicture picture = scaled_picture(random.instant(5, 3, 2));
  const Vector hidden = picture.B.transpose() * random.vector(3);
  CHECK(prescription(picture, hidden).holds);
  CHECK(distance(prescription(picture, hidden).z_r, hidden) < 1e-12);
  const Vector seen = hidden + 1e-3 * picture.rows.null.col(0);
  CHECK(!prescription(picture, seen).holds);
  CHECK(prescription(picture, seen).z_n.norm() == Approx(1e-3).epsilon(1e-8));
  CHECK(prescription(picture, Vector::Zero(5)).holds);
}

TEST_CASE("z and C go over into each other and state the same motion", "[N21][N24]") {
  Random random(505);
  for (int trial = 0; trial < 10; ++trial) {
    Instant s = random.instant(5, 2, 2);
    const ScaledPicture ideal = scaled_picture(s);
    const Vector z = random.vector(5);
    s.C = C_from_z(ideal, z);
    CHECK(distance(z_from_C(ideal, s.C), z) < 1e-13);
    // NI (23), with M^(1/2) of this test's own
    const Matrix root = square_root(s.M);
    const Matrix B = s.A * inverse(root);
    const Matrix V = null_space(B);
    const Vector expected =
        alembert::numeric::definition(s) + inverse(root) * (V * (V.transpose() * z));
    CHECK(distance(alembert::numeric::solve(s).acceleration, expected) < 1e-12);
  }
}

TEST_CASE("identities of non-ideal constraints notice a Q_ni that is C", "[N20][N23]") {
  Random random(506);
  Instant s = random.instant(4, 2, 2);
  s.C = random.vector(4);
  ScaledPicture picture = scaled_picture(s);
  picture.N_c_s = picture.c_s;  // the reading of the paper that erratum 11 corrects
  const Identities list = nonideal_identities(picture);
  CHECK(worst(list, "N14") > 1e-3);
  CHECK(worst(list, "N23", "A M⁻¹Q_ni = 0") > 1e-3);
}
