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

TEST_CASE("the equations of a pendulum in numbers are those of the textbook") {
  Dynamics dynamics(equations_of(pendulum));
  const numeric::Vector q = numeric::Vector{{0.9, -1.2}}, v = numeric::Vector{{0.8, 0.6}};
  REQUIRE(dynamics.evaluate(0, q, v));
  CHECK(dynamics.M() == numeric::Matrix{{2, 0}, {0, 2}});
  CHECK(dynamics.Q()[0] == 0);
  CHECK(dynamics.Q()[1] == Approx(-2 * 9.81).epsilon(1e-15));
  CHECK(dynamics.A() == numeric::Matrix{{1.8, -2.4}});
  CHECK(dynamics.b()[0] == Approx(-2 * v.squaredNorm()).epsilon(1e-15));
  CHECK(dynamics.energy(0, q, v) == Approx(1 - 2 * 9.81 * 1.2).epsilon(1e-15));

  // the rod pulls with m (v²/l − g·e), e pointing outwards
  const Instant& now = dynamics.instant(0, q, v);
  const double pull = 2 * (v.squaredNorm() / 1.5 + 9.81 * 1.2 / 1.5);
  const numeric::Vector force = now.lambda[0] * numeric::Vector{{1.8, -2.4}};
  CHECK(force[0] == Approx(-pull * 0.6).epsilon(1e-14));
  CHECK(force[1] == Approx(pull * 0.8).epsilon(1e-14));
  CHECK(now.unique[0]);
  CHECK(now.rank == 1);
}

TEST_CASE("who asks for the equations alone compiles no steps") {
  Dynamics dynamics(equations_of(pendulum), {.step_tolerance = 0});
  CHECK(dynamics.explicit_motion() != nullptr);
  ConditionRange met;
  const numeric::Vector y = numeric::Vector{{0.9, -1.2, 0.8, 0.6, 0, 0, 0, 0}};
  numeric::Vector landed = y;
  CHECK(std::isnan(dynamics.explicit_motion()->step(0, 1e-3, y.data(), landed.data(), met)));
}

TEST_CASE("what rounding may leave of a row grows with what is added up in it") {
  Dynamics dynamics(equations_of(R"(
coordinates x, y
lagrangian 1/2*(x'^2 + y'^2)
constraint near: x - y = 1
constraint far: (x + 1e9) - (y + 1e9) = 1
)"));
  const numeric::Vector q = numeric::Vector{{3.0, 2.0}}, v = numeric::Vector{{1.0, 1.0}};
  dynamics.residuals(0, q, v);
  const Residuals rounding = dynamics.rounding_of_residuals();
  CHECK(rounding.position[0] < 1e-13);
  CHECK(rounding.position[1] > 1e-8);
  CHECK(rounding.position[1] < 1e-4);
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
  dynamics.look_around(0, zero, zero);
  REQUIRE(dynamics.choose_rows(0, zero, zero, 2));
  const std::vector<std::size_t>& rows = dynamics.explicit_motion()->rows();
  CHECK(rows.size() == 2);
  CHECK(rows.back() == 2);
  // and the motion does not depend on which
  const Instant& now = dynamics.instant(0, zero, zero);
  CHECK(now.rank == 2);
  CHECK(now.unique == std::vector<bool>{false, false, true});
}
