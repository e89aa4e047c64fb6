#include "theory/principles/second_route.hpp"

#include <Eigen/SVD>

#include "theory/instants.hpp"

using namespace alembert::theory;
using alembert::numeric::diagonal;
using alembert::numeric::distance;
using alembert::numeric::Random;
using alembert::numeric::vector_of;

namespace {

// rows of like size: J squares the condition, and units would be part of it
void for_plain_instants(unsigned seed, const std::function<void(const Instant&)>& check) {
  Random random(seed);
  for (const auto& [n, m, k] : shapes) {
    CAPTURE(n, m, k);
    Instant s = random.instant(n, m, k);
    s.A = (row_space(s.A).divisors().cwiseInverse().asDiagonal() * s.A).eval();
    s.b = s.A * random.vector(n);
    check(s);
    s.C = random.vector(n);
    check(s);
  }
}

}  // namespace

TEST_CASE("equations (17) to (36) of the 1997 paper hold one by one",
          "[X10][X11][X12][X13][X14][X15][X16][X17][X18][X20][X21]") {
  for_plain_instants(401, [](const Instant& s) {
    const SecondRoute route = second_route(s);
    for (const Identity& identity : second_route_identities(route)) {
      INFO(identity.id << ": " << identity.statement << ": " << identity.residual << " against "
                       << identity.bound << " " << identity.does_not_apply);
      CHECK(identity.applies());
      CHECK(identity.holds());
    }
  });
}

TEST_CASE("the four relations hold to 1e-13 when V is orthonormal and B is well-conditioned",
          "[X16]") {
  Random random(402);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(6, 3, 3);
    // orthonormal rows in the metric of M⁻¹: B Bᵀ = I
    s.A = random.orthogonal(6).topRows(3) * alembert::numeric::square_root(s.M);
    s.b = random.vector(3);
    const SecondRoute route = second_route(s, scaled_picture(s).rows.null);
    CHECK(worst(second_route_identities(route), "X16") < 1e-13);
    // and then J = I
    CHECK(distance(route.J, Matrix::Identity(6, 6)) < 1e-12);
  }
}

TEST_CASE("any V, not orthonormal as well, leads to the acceleration of numeric::solve",
          "[X11][X22]") {
  Random random(403);
  for_plain_instants(404, [&](const Instant& s) {
    const auto solution = alembert::numeric::solve(s);
    const ScaledPicture picture = scaled_picture(s);
    const Index f = picture.freedoms();
    const Matrix mix =
        random.orthogonal(std::max<Index>(f, 1)).topLeftCorner(f, f) + 3 * Matrix::Identity(f, f);
    for (const Matrix& V : {Matrix(picture.rows.null), Matrix(picture.rows.null * mix), Matrix()}) {
      const SecondRoute route = second_route(s, V);
      REQUIRE(route.applies());
      CHECK(distance(route.q, solution.acceleration) < 1e-8);
      CHECK((route.reaction - solution.ideal - solution.nonideal).norm() <
            1e-8 * (1 + solution.ideal.norm()));
    }
  });
}

TEST_CASE("x_s and F_s^c are unique: V, order and units of rows do not matter", "[X22]") {
  for_plain_instants(405, [](const Instant& s) {
    const Identities list = uniqueness_identities(s);
    REQUIRE(list.size() == 3);
    for (const Identity& identity : list) {
      INFO(identity.statement << ": " << identity.residual << " against " << identity.bound);
      CHECK(identity.applies());
      CHECK(identity.holds());
    }
  });
}

TEST_CASE("erratum 1: L has 2n columns and that rank", "[X12][X20]") {
  Random random(406);
  for (const auto& [n, m, k] : shapes) {
    const SecondRoute route = second_route(random.instant(n, m, k));
    REQUIRE(route.applies());
    CHECK(route.L.rows() == 2 * n + m - k);
    CHECK(route.L.cols() == 2 * n);
    CHECK(route.s.size() == 2 * n + m - k);
    CHECK(Eigen::JacobiSVD<Matrix>(route.L).singularValues()(2 * n - 1) > 1e-6);
  }
}

TEST_CASE("J for one row by hand", "[X11][X21]") {
  // B = (3, 4), V = 2(−4, 3)/5: J has eigenvalues 1/25 along B and 1/4 along V
  Instant s{diagonal({1, 1}), vector_of({1, 0}), Matrix(1, 2), vector_of({5}), {}};
  s.A << 3, 4;
  Matrix V(2, 1);
  V << -1.6, 1.2;
  const SecondRoute route = second_route(s, V);
  REQUIRE(route.applies());
  Matrix J(2, 2);
  J << 9 / 25.0 / 25 + 16 / 25.0 / 4, 12 / 25.0 / 25 - 12 / 25.0 / 4,
      12 / 25.0 / 25 - 12 / 25.0 / 4, 16 / 25.0 / 25 + 9 / 25.0 / 4;
  CHECK(distance(route.J, J) < 1e-14);
  CHECK(distance(route.J * route.picture.B.transpose(), vector_of({3, 4}) / 25) < 1e-14);
  // x = (1, 0) + (3, 4)(5 − 3)/25
  CHECK(distance(route.q, vector_of({1.24, 0.32})) < 1e-14);
}

TEST_CASE("a wrong J is noticed by the relations that it breaks", "[X14][X16][X18][X21]") {
  Random random(407);
  SecondRoute route = second_route(random.instant(5, 3, 3));
  REQUIRE(route.applies());
  Matrix error = random.matrix(5, 5);
  route.J += 1e-5 * (error + error.transpose());
  const Identities list = second_route_identities(route);
  for (const auto& [id, statement] :
       {std::pair{"X14", "(D + E + D E)"}, std::pair{"X16", "J D = T"}, std::pair{"X16", "J E = N"},
        std::pair{"X18", "(35)"}, std::pair{"X21", "J Bᵀ = B⁺"}}) {
    INFO(statement);
    CHECK(worst(list, id, statement) > 1e-7);
  }
}

TEST_CASE("a V that is no basis of N(B) is refused with the reason", "[X10]") {
  Random random(408);
  const Instant s = random.instant(4, 2, 2);
  const Matrix V = scaled_picture(s).rows.null;
  CHECK(second_route(s, V).applies());
  CHECK(second_route(s, random.matrix(4, 2)).does_not_apply == "B V is not zero");
  CHECK(second_route(s, V.leftCols(1)).does_not_apply == "V must have n rows and n − k columns");
  Matrix twice(4, 2);
  twice << V.col(0), V.col(0);
  CHECK(second_route(s, twice).does_not_apply == "the columns of V are not independent");
  Instant singular = s;
  singular.M.setZero();
  CHECK(second_route(singular).does_not_apply ==
        "M is not positive definite, so M^(-1/2) does not exist");
  for (const Identity& identity : second_route_identities(second_route(singular))) {
    CHECK(!identity.applies());
  }
}

TEST_CASE("the bounds of the second route grow with the square of the condition", "[X11][X21]") {
  Random random(409);
  for (const double ratio : {1e-1, 1e-2, 1e-3}) {
    const Matrix U = random.orthogonal(3), V = random.orthogonal(6);
    Instant s{random.mass(6), random.vector(6), {}, {}, {}};
    s.A = U * diagonal({1, 0.7, ratio}) * V.leftCols(3).transpose();
    s.b = s.A * random.vector(6);
    const SecondRoute route = second_route(s);
    CHECK(route.condition > 0.05 / (ratio * ratio));
    CHECK(route.condition < 1e3 / (ratio * ratio));
    for (const Identity& identity : second_route_identities(route)) {
      INFO(identity.statement << ": " << identity.residual << " against " << identity.bound);
      CHECK(identity.holds());
    }
  }
}

TEST_CASE("no statement of the second route fails for the units of its rows", "[X11][X16][X21]") {
  // rows that differ by 1e6 leave J few digits: what cannot be judged says so, and nothing fails
  int judged = 0, left_out = 0;
  for_instants(410, [&](const Instant& s) {
    for (const Identity& identity : second_route_identities(second_route(s))) {
      INFO(identity.statement << ": " << identity.residual << " against " << identity.bound);
      CHECK(identity.holds());
      ++(identity.applies() ? judged : left_out);
    }
  });
  CHECK(judged > 5 * left_out);
  CHECK(left_out > 0);
}
