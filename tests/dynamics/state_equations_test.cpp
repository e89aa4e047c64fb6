#include "dynamics/state_solver.hpp"

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
  StateSolver solver(equations_of(pendulum));
  const numeric::Vector q = numeric::Vector{{0.9, -1.2}}, v = numeric::Vector{{0.8, 0.6}};
  const StateValues here = solver.evaluate(0, q, v);
  REQUIRE(here.is_finite());
  CHECK(here.M() == numeric::Matrix{{2, 0}, {0, 2}});
  CHECK(here.Q()[0] == 0);
  CHECK(here.Q()[1] == Approx(-2 * 9.81).epsilon(1e-15));
  CHECK(here.A() == numeric::Matrix{{1.8, -2.4}});
  CHECK(here.b()[0] == Approx(-2 * v.squaredNorm()).epsilon(1e-15));
  CHECK(solver.state().energy(0, q, v) == Approx(1 - 2 * 9.81 * 1.2).epsilon(1e-15));

  // the rod pulls with m (v²/l − g·e), e pointing outwards
  const Instant& now = solver.instant(0, q, v);
  const double pull = 2 * (v.squaredNorm() / 1.5 + 9.81 * 1.2 / 1.5);
  const numeric::Vector force = now.lambda[0] * numeric::Vector{{1.8, -2.4}};
  CHECK(force[0] == Approx(-pull * 0.6).epsilon(1e-14));
  CHECK(force[1] == Approx(pull * 0.8).epsilon(1e-14));
  CHECK(now.unique[0]);
  CHECK(now.rank == 1);
}

TEST_CASE("what rounding may leave of a row grows with what is added up in it") {
  StateEquations state(equations_of(R"(
coordinates x, y
lagrangian 1/2*(x'^2 + y'^2)
constraint near: x - y = 1
constraint far: (x + 1e9) - (y + 1e9) = 1
)"));
  const numeric::Vector q = numeric::Vector{{3.0, 2.0}}, v = numeric::Vector{{1.0, 1.0}};
  const Residuals rounding = state.rounding_of_residuals(0, q, v);
  CHECK(rounding.position[0] < 1e-13);
  CHECK(rounding.position[1] > 1e-8);
  CHECK(rounding.position[1] < 1e-4);
}
