#include "theory/principles/scaled_picture.hpp"

#include "theory/instants.hpp"
#include "theory/principles/picture_identities.hpp"

using namespace alembert::theory;
using alembert::numeric::diagonal;
using alembert::numeric::distance;
using alembert::numeric::null_space;
using alembert::numeric::Random;
using alembert::numeric::vector_of;

TEST_CASE("every statement about the scaled picture holds to rounding, in every shape",
          "[F6][F7][F11][F12][F15][F18][F19][F20][F21][F22][N5][N6][N7][N8][N9][N16][N28][N29]") {
  for_instants(201,
               [](const Instant& s) { check_all_apply(picture_identities(scaled_picture(s))); });
}

TEST_CASE("M^(-1/2)q̈_s is the acceleration of numeric::solve", "[N5][N6]") {
  for_instants(202, [](const Instant& s) {
    const ScaledPicture picture = scaled_picture(s);
    const auto solution = alembert::numeric::solve(s);
    CHECK(picture.rows.rank == solution.rank.value);
    CHECK(distance(picture.unscale(picture.acceleration), solution.acceleration) < 1e-10);
    CHECK(distance(picture.root * picture.B_plus_e, solution.ideal) < 1e-9);
    CHECK((picture.root * picture.N_c_s - solution.nonideal).norm() < 1e-10);
  });
}

TEST_CASE("a bead on a slope: Fig. 1 of the 2002 paper by hand", "[N28]") {
  // m = 4 on the line y = x, weight 40, friction C = −12 along (1, 1)/√2; M^(1/2) = 2
  Instant s{diagonal({4, 4}), vector_of({0, -40}), Matrix(1, 2), vector_of({0}), {}};
  s.A << 1, -1;
  s.C = -12 / std::sqrt(2.0) * vector_of({1, 1});
  const ScaledPicture p = scaled_picture(s);
  CHECK(distance(p.a_s, vector_of({0, -20})) < 1e-15);
  CHECK(distance(p.T_a_s, vector_of({10, -10})) < 1e-15);
  CHECK(distance(p.N_a_s, vector_of({-10, -10})) < 1e-15);
  CHECK(distance(p.N_c_s, -3 * std::sqrt(2.0) * vector_of({1, 1})) < 1e-14);
  CHECK(distance(p.B_plus_e, vector_of({-10, 10})) < 1e-15);
  CHECK(p.B_plus_b.norm() == 0);
  CHECK(distance(p.acceleration, p.N_a_s + p.N_c_s) < 1e-15);
  CHECK(p.freedoms() == 1);
}

TEST_CASE("A⁺ in place of K fails exactly the condition that is D'Alembert's principle",
          "[F10][F15]") {
  Random random(203);
  for (int trial = 0; trial < 10; ++trial) {
    const Instant s = random.instant(6, 4, trial % 2 == 0 ? 4 : 2);
    const Matrix impostor = row_space(s.A).inverse;
    const Identities conditions = gain_identities(s.M, s.A, impostor, 1e-12);
    REQUIRE(conditions.size() == 4);
    CHECK(conditions[0].holds());
    CHECK(conditions[1].holds());
    CHECK(conditions[2].holds());
    CHECK(conditions[3].residual > 1e-2);
  }
}

TEST_CASE("the four conditions notice a small error in B⁺, each in its own way", "[F18]") {
  Random random(204);
  const Matrix B = random.rows(4, 6, 3), X = row_space(B).inverse;
  const auto residuals = [&](const Matrix& wrong) {
    return inverse_identities("F18", "B", B, wrong, 1e-12);
  };
  for (const Identity& identity : residuals(X)) CHECK(identity.holds());
  // a part from N(B) breaks X B X = X and the symmetry of X B, and nothing else
  const Matrix across = null_space(B) * random.matrix(3, 4) * 1e-6;
  CHECK(residuals(X + across * (B * X))[0].holds());
  CHECK(residuals(X + across)[1].residual > 1e-8);
  CHECK(residuals(X + across)[3].residual > 1e-8);
  // a part that answers what rows cannot ask for breaks the symmetry of B X
  const Matrix deaf = random.matrix(6, 4) * 1e-6 * (Matrix::Identity(4, 4) - B * X);
  CHECK(residuals(X + deaf)[2].residual > 1e-8);
  CHECK(residuals(1.001 * X)[0].residual > 1e-4);
}

TEST_CASE("B⁺ of zero, of one row, of tall, wide and empty matrices", "[F18][F20]") {
  Random random(205);
  for (const Matrix& B : {random.matrix(4, 4), random.matrix(7, 3), random.matrix(3, 7),
                          random.rows(5, 6, 2), Matrix(Matrix::Zero(3, 2)), random.matrix(0, 4)}) {
    const RowSpace space = row_space(B);
    CHECK(space.inverse.rows() == B.cols());
    CHECK(space.inverse.cols() == B.rows());
    CHECK(space.range.cols() + space.null.cols() == B.cols());
    for (const Identity& identity : inverse_identities("F18", "B", B, space.inverse, 1e-12)) {
      CHECK(identity.holds());
    }
  }
  const Matrix u = vector_of({1, -2, 2}).transpose();
  CHECK(distance(row_space(u).inverse, u.transpose() / 9) < 1e-15);
}

TEST_CASE("rank is decided on rows at unit length, the inverse belongs to the rows as written",
          "[F4][F18]") {
  Matrix B(3, 3);
  B << 1e8, 0, 0, 0, 1e-8, 0, 0, 2e-8, 0;
  const RowSpace space = row_space(B);
  CHECK(space.rank == 2);
  CHECK(space.combinations.cols() == 1);
  CHECK(space.inverse(0, 0) == Approx(1e-8).epsilon(1e-13));
  // least squares of the rows 1e-8 and 2e-8: the larger one gets four fifths of the say
  CHECK(space.inverse(1, 1) == Approx(1e8 / 5).epsilon(1e-13));
  CHECK(space.inverse(1, 2) == Approx(2e8 / 5).epsilon(1e-13));
}

TEST_CASE("rows that contradict each other are seen, and their identities do not apply", "[F19]") {
  Random random(206);
  for (const double unit : {1e-6, 1.0, 1e6}) {
    Instant s = random.instant(5, 3, 2);
    CHECK(scaled_picture(s).consistent);
    s.b(2) += 0.1;
    s.A *= unit;
    s.b *= unit;
    const ScaledPicture picture = scaled_picture(s);
    CHECK(!picture.consistent);
    CHECK(picture.contradiction > 1e-3);
    bool skipped = false;
    for (const Identity& identity : picture_identities(picture)) {
      CHECK(identity.holds());
      skipped = skipped || (identity.id == "F19" && !identity.applies());
    }
    CHECK(skipped);
  }
}

TEST_CASE("a mass matrix without square root gets a reason, never a number", "[F1]") {
  Random random(207);
  Instant s = random.instant(3, 1, 1);
  const auto reason = [](const Instant& t) { return scaled_picture(t).does_not_apply; };
  CHECK(reason(s).empty());
  Instant t = s;
  t.M = diagonal({1, 0, 2});
  CHECK(reason(t) == "M is not positive definite, so M^(-1/2) does not exist");
  t.M = diagonal({1, -1, 2});
  CHECK(reason(t) == "M is not positive definite, so M^(-1/2) does not exist");
  t.M = s.M;
  t.M(0, 1) += 0.1;
  CHECK(reason(t) == "M is not symmetric");
  t.M = s.M;
  t.Q(1) = NAN;
  CHECK(reason(t) == "an entry of M, Q, A, b or C is not a finite number");
  t = s;
  t.b.resize(4);
  CHECK(reason(t) == "the sizes of M, Q, A, b and C do not fit");
  for (const Identity& identity : picture_identities(scaled_picture(t))) {
    CHECK(identity.does_not_apply == reason(t));
  }
  // units that differ by 1e12 are no lack of definiteness, but hide what could be compared
  t = s;
  t.M = diagonal({1e-9, 1, 1e9});
  CHECK(reason(t).empty());
  for (const Identity& identity : picture_identities(scaled_picture(t))) CHECK(identity.holds());
}

TEST_CASE("a system at rest under its own weight has a picture of rounding, and no identity fails",
          "[N28][F19]") {
  Random random(208);
  for (int trial = 0; trial < 50; ++trial) {
    Instant s = random.instant(5, 4, 2 + trial % 3);
    s.Q = s.A.transpose() * random.vector(4);
    s.b.setZero();
    check_all_apply(picture_identities(scaled_picture(s)));
  }
}

TEST_CASE("a picture with one arrow out of place is noticed", "[N5][N7][N9][N28]") {
  Random random(209);
  Instant s = random.instant(5, 2, 2);
  s.C = random.vector(5);
  ScaledPicture picture = scaled_picture(s);
  picture.acceleration += 1e-6 * picture.rows.range.col(0);
  const Identities list = picture_identities(picture);
  for (const Identity& identity : list) {
    const bool about_it =
        identity.statement.find("q̈_s = ") == 0 || identity.statement == "B q̈_s = b";
    if (about_it && identity.statement != "q̈_s = a_s + M^(-1/2)Q_c") CHECK(!identity.holds());
  }
  CHECK(worst(list, "N5") > 1e-8);
  CHECK(worst(list, "N7", "B q̈_s = b") > 1e-8);
  CHECK(worst(list, "N28", "|q̈_s|²") > 1e-9);
}
