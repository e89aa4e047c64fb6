#include "dynamics/manifold.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "text/read.hpp"

using namespace alembert;

namespace {

// masses 1 and 4, so that the nearest state is another one than in plain distance
constexpr const char* ring = R"(
coordinates x, y
lagrangian 1/2*(x'^2 + 4*y'^2)
constraint ring: x^2 + y^2 = 1
)";
constexpr const char* ring_twice = R"(
coordinates x, y
lagrangian 1/2*(x'^2 + 4*y'^2)
constraint ring: x^2 + y^2 = 1
constraint again: 3*x^2 + 3*y^2 = 3
)";

struct State {
  numeric::Vector q, v;
  bool found;
};

State projected(const char* text, numeric::Vector q, numeric::Vector v) {
  Dynamics dynamics(derive(read_text(text, "ring.mech").system), {.keeps_constraints = true});
  dynamics.solver().look_around(0, q, v);
  dynamics.sizes().assume(dynamics.solver().inertia(), q, v);
  Manifold manifold(dynamics, 1e-10);
  const bool found = manifold.project(0, q, v);
  return {q, v, found};
}

}  // namespace

// a state on the ring, off by what the step of an integrator may leave
constexpr double off = 1e-6;
const numeric::Vector q0{{0.6 + off, 0.8 + 3 * off}}, v0{{-0.8 + 2 * off, 0.6 - off}};

TEST_CASE("the way back to the constraints is the shortest one in the norm of M") {
  const State state = projected(ring, q0, v0);
  REQUIRE(state.found);
  CHECK(state.q.norm() == Approx(1).epsilon(1e-14));
  CHECK(std::fabs(state.q.dot(state.v)) < 1e-14);
  // M times the way is along the gradient (x, y), as a force of constraint is; the gradient turns a
  // little on the way, which is of second order
  for (const numeric::Vector& way :
       {numeric::Vector(state.q - q0), numeric::Vector(state.v - v0)}) {
    CHECK(way.norm() > 0.1 * off);
    CHECK(way[0] * state.q[1] ==
          Approx(4 * way[1] * state.q[0]).margin(100 * off * off).epsilon(0));
  }
}

TEST_CASE("a row that is there twice does not change the way back") {
  const State once = projected(ring, q0, v0), twice = projected(ring_twice, q0, v0);
  REQUIRE((once.found && twice.found));
  CHECK((once.q - twice.q).norm() < 10 * off * off);
  CHECK((once.v - twice.v).norm() < 10 * off * off);
}

TEST_CASE("a state on the constraints stays where it is, to the last digit") {
  const numeric::Vector q{{0.6, 0.8}}, v{{-0.8, 0.6}};
  const State state = projected(ring, q, v);
  REQUIRE(state.found);
  CHECK(state.q == q);
  CHECK(state.v == v);
}

TEST_CASE("no way leads back from where the gradient vanishes") {
  CHECK_FALSE(projected(ring, numeric::Vector{{0.0, 0.0}}, numeric::Vector{{0.0, 0.0}}).found);
}
