#include "dynamics/dynamics.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "text/read.hpp"

using namespace alembert;

namespace {

constexpr const char* pendulum = R"(
parameters m = 2, l = 1.5, g = 9.81
coordinates x, y
lagrangian m/2*(x'^2 + y'^2) - m*g*y
constraint rod: x^2 + y^2 = l^2
)";

Equations equations_of(const char* text) { return derive(read_text(text, "model.mech").system); }

}  // namespace

TEST_CASE("who asks for the equations alone compiles no steps") {
  Dynamics dynamics(equations_of(pendulum), {.step_tolerance = 0});
  CHECK(dynamics.independent_rows() != nullptr);
  integrate::ConditionRange met;
  const numeric::Vector y = numeric::Vector{{0.9, -1.2, 0.8, 0.6, 0, 0, 0, 0}};
  numeric::Vector landed = y;
  CHECK(std::isnan(dynamics.step(0, 1e-3, y, landed, met)));
}

TEST_CASE("of rows that repeat each other as many are chosen as are independent") {
  Dynamics dynamics(equations_of(R"(
coordinates x, y, z
lagrangian 1/2*(x'^2 + y'^2 + z'^2)
constraint plane: x + y = 0
constraint again: 2*x + 2*y = 0
constraint other: z = 0
)"));
  const numeric::Vector zero = numeric::Vector::Zero(3);
  dynamics.solver().look_around(0, zero, zero);
  REQUIRE(dynamics.choose_rows(0, zero, zero, 2));
  const std::vector<std::size_t>& rows = *dynamics.independent_rows();
  CHECK(rows.size() == 2);
  CHECK(rows.back() == 2);
  // and the motion does not depend on which
  const Instant& now = dynamics.instant(0, zero, zero);
  CHECK(now.rank == 2);
  CHECK(now.unique == std::vector<bool>{false, false, true});
}

TEST_CASE("both roads to the accelerations of a pendulum lead to the same ones") {
  Dynamics dynamics(equations_of(pendulum));
  const numeric::Vector y = numeric::Vector{{0.9, -1.2, 0.8, 0.6, 0, 0, 0, 0}};
  numeric::Vector by_formulas = y, by_rank = y;
  REQUIRE(dynamics.differentiate(0, y, by_formulas) == Dynamics::Road::explicit_equation);
  dynamics.look_at(Dynamics::Rows::all);
  REQUIRE(dynamics.differentiate(0, y, by_rank) == Dynamics::Road::rank_revealing);
  // accelerations and powers of some 20 m/s² and 10 W, in double precision
  CHECK((by_formulas - by_rank).cwiseAbs().maxCoeff() < 1e-13);
}
