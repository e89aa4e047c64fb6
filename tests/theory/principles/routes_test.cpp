#include "theory/principles/routes.hpp"

#include "theory/instants.hpp"

using namespace alembert::theory;
using alembert::numeric::diagonal;
using alembert::numeric::distance;
using alembert::numeric::null_space;
using alembert::numeric::Random;
using alembert::numeric::vector_of;

namespace {

const Route& named(const std::vector<Route>& all, const std::string& name) {
  for (const Route& route : all) {
    if (route.name == name) return route;
  }
  FAIL("no route is called " + name);
  return all.front();
}

}  // namespace

TEST_CASE("eight routes give one acceleration and one force, and numeric::solve gives it too",
          "[F13][F14][F23][N17][N22][N30][V20][X18]") {
  for_instants(301, [](const Instant& s) {
    const std::vector<Route> all = routes(s);
    const auto solution = alembert::numeric::solve(s);
    const bool redundant = solution.rank.value < s.A.rows();
    REQUIRE(all.size() == 8);
    for (const Route& route : all) {
      INFO(route.name << ": " << route.failure);
      if (redundant && route.name == "multipliers") continue;
      REQUIRE(route.acceleration);
      CHECK(distance(*route.acceleration, solution.acceleration) < 1e-9);
      CHECK((route.reaction - solution.ideal - solution.nonideal).norm() <
            1e-9 * (1 + solution.ideal.norm()));
      CHECK(route.seconds > 0);
    }
    const Disagreement difference = largest_difference(s, all);
    CHECK(difference.compared == (redundant ? 7 : 8));
    CHECK(difference.acceleration < 1e-9);
    CHECK(difference.reaction < 1e-9);
    CHECK(difference.acceleration <= difference.bound);
  });
}

TEST_CASE("textbook multipliers fail on redundant rows and say why, the other routes do not",
          "[F23]") {
  Random random(302);
  for (int trial = 0; trial < 10; ++trial) {
    const std::vector<Route> all = routes(random.instant(6, 4, 3));
    const Route& multipliers = named(all, "multipliers");
    CHECK(!multipliers.acceleration);
    CHECK(multipliers.failure ==
          "[M −Aᵀ; A 0] is singular: only 3 of the 4 rows are independent, so λ is not unique");
    for (const Route& route : all) CHECK((&route == &multipliers || route.acceleration));
  }
}

TEST_CASE("a route that were wrong would be named", "[F23]") {
  Random random(303);
  const Instant s = random.instant(5, 3, 3);
  std::vector<Route> all = routes(s);
  // A⁺ in place of K: it meets the rows, and is no motion
  const Vector a = alembert::numeric::solve(s).free_acceleration;
  all[3].acceleration = a + row_space(s.A).inverse * (s.b - s.A * a);
  const Disagreement difference = largest_difference(s, all);
  CHECK(difference.acceleration > 1e-3);
  CHECK(difference.acceleration > difference.bound);
  CHECK((difference.first == "Gauss" || difference.second == "Gauss"));
  CHECK(difference.reaction < 1e-9);
}

TEST_CASE("a pendulum's tension by all routes", "[F13][N17]") {
  // m = 2, l = 1.5, at θ from the vertical with ω: tension m(g cos θ + ω²l) towards the pivot
  const double m = 2, l = 1.5, g = 9.81, theta = 0.7, omega = 1.3;
  const double x = l * std::sin(theta), y = -l * std::cos(theta);
  Instant s{diagonal({m, m}),
            vector_of({0, -m * g}),
            Matrix(1, 2),
            vector_of({-2 * omega * omega * l * l}),
            {}};
  s.A << 2 * x, 2 * y;
  const double tension = m * (g * std::cos(theta) + omega * omega * l);
  for (const Route& route : routes(s)) {
    INFO(route.name);
    CHECK(distance(route.reaction, -tension / l * vector_of({x, y})) < 1e-13);
  }
}

TEST_CASE("a massless coordinate leaves the routes that need no inverse of M", "[X23][F23]") {
  // L = ½m₁ẋ₁² + ½m₂(q̇₁ + ẋ₂)² with q₁ = x₁: the mass matrix has rank 2 of 3
  const double m1 = 2, m2 = 3;
  Instant s{Matrix::Zero(3, 3), vector_of({-1, 2, 2}), Matrix(1, 3), vector_of({0}), {}};
  s.M << m1, 0, 0, 0, m2, m2, 0, m2, m2;
  s.A << 1, -1, 0;
  const std::vector<Route> all = routes(s);
  CHECK(!named(all, "Udwadia-Kalaba").acceleration);
  CHECK(!named(all, "Gauss").acceleration);
  CHECK(!named(all, "extended D'Alembert").acceleration);
  // y = x₁ + x₂ has m₂ÿ = 2; the sum of both equations is m₁ẍ₁ + m₂ÿ = −1 + 2
  const double x1 = -1 / m1;
  const Vector expected = vector_of({x1, x1, 2 / m2 - x1});
  for (const char* name :
       {"multipliers", "null space", "Vershik-Fadeev", "Udwadia-Phohomsiri", "completed mass"}) {
    const Route& route = named(all, name);
    INFO(name << ": " << route.failure);
    REQUIRE(route.acceleration);
    CHECK(distance(*route.acceleration, expected) < 1e-12);
  }
  // without the row nothing determines it, and every route says so
  s.A.resize(0, 3);
  s.b.resize(0);
  for (const Route& route : routes(s)) {
    INFO(route.name);
    CHECK(!route.acceleration);
    CHECK(!route.failure.empty());
  }
}

TEST_CASE("random singular masses are moved alike by the routes that accept them", "[X23]") {
  Random random(304);
  for (int trial = 0; trial < 20; ++trial) {
    Instant s = random.instant(6, 4, trial % 2 == 0 ? 4 : 3);
    const Matrix half = random.matrix(4, 6);
    s.M = half.transpose() * half;
    if (trial % 3 == 0) s.C = random.vector(6);
    const std::vector<Route> all = routes(s);
    const auto solution = alembert::numeric::solve(s);
    const Disagreement difference = largest_difference(s, all);
    CHECK(difference.compared == (trial % 2 == 0 ? 5 : 4));
    CHECK(difference.acceleration < 1e-8);
    CHECK(distance(*named(all, "Udwadia-Phohomsiri").acceleration, solution.acceleration) < 1e-8);
  }
}

TEST_CASE("an indefinite regular mass has a stationary motion by the routes without a root",
          "[X23]") {
  Instant s{diagonal({1, -2, 3}), vector_of({1, 1, 1}), Matrix(1, 3), vector_of({0.5}), {}};
  s.A << 1, 1, 1;
  const std::vector<Route> all = routes(s);
  const Vector expected = alembert::numeric::solve(s).acceleration;
  for (const char* name : {"multipliers", "null space", "Vershik-Fadeev", "Udwadia-Phohomsiri"}) {
    REQUIRE(named(all, name).acceleration);
    CHECK(distance(*named(all, name).acceleration, expected) < 1e-13);
  }
  CHECK(named(all, "Gauss").failure ==
        "M is not positive definite: Gauss's function has no minimum here");
}

TEST_CASE("rows and coordinates in any units are met alike", "[F23]") {
  Random random(305);
  for (int trial = 0; trial < 10; ++trial) {
    Instant s = random.instant(5, 3, 3);
    const Vector before = alembert::numeric::solve(s).acceleration;
    Vector units(5);
    for (double& unit : units) unit = std::pow(10, random.between(-2, 2));
    s.M = units.asDiagonal() * s.M * units.asDiagonal();
    s.Q = units.cwiseProduct(s.Q);
    s.A *= units.asDiagonal();
    s.A.row(1) *= 1e6;
    s.b(1) *= 1e6;
    for (const Route& route : routes(s)) {
      INFO(route.name << " " << route.failure);
      REQUIRE(route.acceleration);
      const double error = distance(units.cwiseProduct(*route.acceleration), before);
      // the printed equation takes the root of M as it comes, and pays for the units
      CHECK(error < (route.name == "Udwadia-Kalaba" ? 1e-5 : 1e-9));
      CHECK(error < route.bound + 1e-10);
    }
  }
}

TEST_CASE("nearly dependent rows show that J squares the condition, within its own bound",
          "[X11][F23]") {
  Random random(306);
  for (const double ratio : {1e-2, 1e-4, 1e-6}) {
    double squared = 0, printed = 0;
    for (int trial = 0; trial < 10; ++trial) {
      const Matrix U = random.orthogonal(4), V = random.orthogonal(7);
      Instant s{random.mass(7), random.vector(7), {}, {}, {}};
      s.A = U * diagonal({1, 0.7, 0.5, ratio}) * V.leftCols(4).transpose();
      const Vector lambda = U * diagonal({1, 1, 1, 1 / ratio}) * random.vector(4);
      const Vector x = alembert::numeric::solve_linear(s.M, s.Q + s.A.transpose() * lambda);
      s.b = s.A * x;
      const std::vector<Route> all = routes(s);
      const Route& J = named(all, "extended D'Alembert");
      REQUIRE(J.acceleration);
      const double error = distance(*J.acceleration, x);
      CHECK(error < J.bound);
      squared = std::max(squared, error);
      printed = std::max(printed, distance(*named(all, "Udwadia-Kalaba").acceleration, x));
    }
    CHECK(printed < 1e-12 / ratio);
    if (ratio < 1e-3) CHECK(squared > 10 * printed);
  }
}

TEST_CASE("contradictory rows have no route", "[F23]") {
  Random random(307);
  Instant s = random.instant(4, 3, 2);
  s.b(2) += 1;
  for (const Route& route : routes(s)) CHECK(route.failure == "the rows contradict each other");
  CHECK(largest_difference(s, routes(s)).compared == 0);
}

TEST_CASE("a system at rest under its own weight is no disagreement", "[F23]") {
  Random random(308);
  Instant s = random.instant(4, 2, 2);
  s.Q = s.A.transpose() * random.vector(2);
  s.b.setZero();
  const Disagreement difference = largest_difference(s, routes(s));
  CHECK(difference.compared == 8);
  CHECK(difference.acceleration <= difference.bound);
}
