#include "theory/equilibrium.hpp"

#include <fmt/format.h>

#include <numbers>

#include "dynamics/dynamics.hpp"
#include "mechanics/model_error.hpp"
#include "scenes.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

numeric::Vector at(std::initializer_list<double> values) {
  numeric::Vector q(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), q.begin());
  return q;
}

Equilibrium rest_of(const System& system, const numeric::Vector& guess) {
  Dynamics dynamics(derive(system));
  return find_equilibrium(dynamics, guess);
}

Equilibrium rest_of(const std::string& text) { return find_equilibrium(read_text(text, "x.mech")); }

std::string error_of(const std::string& text) {
  try {
    rest_of(text);
  } catch (const ModelError& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a pendulum rests below its pivot, stable, and above it, unstable", "[L4]") {
  const Equilibrium down = rest_of(pendulum_with_rod(), at({0.5, -0.8}));
  CHECK(down.q[0] == Approx(0).margin(1e-12));
  CHECK(down.q[1] == Approx(-1).epsilon(1e-12));
  CHECK(down.stability == Stability::stable);
  // the rod pulls with the weight; V″ along the circle is m g/l
  CHECK(down.reactions[0].force[1] == Approx(9.81).epsilon(1e-12));
  CHECK(down.curvatures[0] == Approx(9.81).epsilon(1e-10));
  const Equilibrium up = rest_of(pendulum_with_rod(), at({0.1, 0.9}));
  CHECK(up.q[1] == Approx(1).epsilon(1e-12));
  CHECK(up.stability == Stability::unstable);
  CHECK(up.curvatures[0] == Approx(-9.81).epsilon(1e-10));
  CHECK(up.reactions[0].force[1] == Approx(9.81).epsilon(1e-12));
  CHECK(down.virtual_work < 1e-12);
  CHECK(down.residual < 1e-12);
}

TEST_CASE("a lever balances where weights times arms are equal", "[L4]") {
  // m₁ at arm a on the left, m₂ at arm b on the right, both hanging below the beam by h
  const auto lever = [](const std::string& b) {
    return rest_of(
        "coordinates theta\nparameters a = 2, b = " + b +
        ", m1 = 3, m2 = 4, g = 9.81, h = 0.1\n"
        "particle left: mass m1, at (-a*cos(theta) + h*sin(theta), -a*sin(theta) - h*cos(theta)), "
        "force (0, -m1*g)\n"
        "particle right: mass m2, at (b*cos(theta) + h*sin(theta), b*sin(theta) - h*cos(theta)), "
        "force (0, -m2*g)\nstart theta = 0.3\n");
  };
  const Equilibrium level = lever("1.5");
  CHECK(level.q[0] == Approx(0).margin(1e-11));
  CHECK(level.stability == Stability::stable);
  // otherwise it tilts until the common centre of mass is below the pivot
  const Equilibrium tilted = lever("1.6");
  const double moment = 4 * 1.6 - 3 * 2;
  CHECK(std::tan(tilted.q[0]) == Approx(-moment / (7 * 0.1)).epsilon(1e-10));
  CHECK(tilted.stability == Stability::stable);
}

TEST_CASE("a ladder against a smooth wall is held by a rope with w cot θ / 2", "[L4]") {
  // ends (x, 0) and (0, y); a rope of length 1.2 keeps the foot
  const Equilibrium ladder = rest_of(
      "coordinates x y X Y theta\nparameters l = 2, m = 10, g = 9.81, J = m*l^2/12, d = 1.2\n"
      "kinetic 1/2*m*(X'^2 + Y'^2) + 1/2*J*theta'^2\npotential m*g*Y\n"
      "constraint\n    middle_x: X = x/2\n    middle_y: Y = y/2\n    angle_x: x = l*cos(theta)\n"
      "    angle_y: y = l*sin(theta)\n    rope: x = d\nstart x = 1, y = 1.5, theta = 0.9\n");
  const double theta = std::acos(0.6), weight = 10 * 9.81;
  CHECK(ladder.q[4] == Approx(theta).epsilon(1e-12));
  REQUIRE(ladder.reactions[4].constraint == "rope");
  CHECK(ladder.reactions[4].force[0] == Approx(-weight / 2 / std::tan(theta)).epsilon(1e-11));
  CHECK(ladder.stability == Stability::stable);
  CHECK(ladder.reason == "the constraints leave no freedom");
}

TEST_CASE("a hanging chain rests with the tensions of its polygon of forces", "[L4]") {
  // three rods of length 1 between supports 2 apart: the middle one level, its ends at depth √(1 −
  // ¼)
  const Equilibrium chain = rest_of(
      "coordinates x[1..2] y[1..2]\nparameters m = 2, g = 9.81\n"
      "kinetic 1/2*m*(x[1]'^2 + y[1]'^2 + x[2]'^2 + y[2]'^2)\npotential m*g*(y[1] + y[2])\n"
      "constraint\n    left: x[1]^2 + y[1]^2 = 1\n    middle: (x[2] - x[1])^2 + (y[2] - y[1])^2 = "
      "1\n"
      "    right: (2 - x[2])^2 + y[2]^2 = 1\nstart x[1] = 0.4, y[1] = -0.8, x[2] = 1.4, y[2] = "
      "-1\n");
  CHECK(chain.q[0] == Approx(0.5).epsilon(1e-11));
  CHECK(chain.q[1] == Approx(1.5).epsilon(1e-11));
  CHECK(chain.q[2] == Approx(-std::sqrt(0.75)).epsilon(1e-11));
  CHECK(chain.q[3] == Approx(-std::sqrt(0.75)).epsilon(1e-11));
  CHECK(chain.stability == Stability::stable);
  // the left rod lifts one weight; its tension pulls along (−½, √¾)
  CHECK(chain.reactions[0].force[2] == Approx(2 * 9.81).epsilon(1e-10));
  CHECK(chain.reactions[0].force[0] == Approx(-2 * 9.81 / std::sqrt(3)).epsilon(1e-10));
  // the middle one pulls the first joint with the same horizontal force
  CHECK(chain.reactions[1].force[0] == Approx(2 * 9.81 / std::sqrt(3)).epsilon(1e-10));
}

TEST_CASE("a chain let go level finds its way down to rest", "[L4]") {
  const Equilibrium chain = find_equilibrium(gallery("hanging_chain/hanging_chain"));
  CHECK(chain.virtual_work < 1e-10);
  CHECK(chain.residual < 1e-10);
  CHECK(chain.stability == Stability::stable);
  // four links of ½ straight down; each carries the masses below it
  for (Index i = 0; i < 4; ++i) {
    CHECK(chain.q[i] == Approx(0).margin(1e-9));
    CHECK(chain.q[4 + i] == Approx(-0.5 * static_cast<double>(i + 1)).epsilon(1e-9));
    CHECK(chain.reactions[static_cast<std::size_t>(i)].force[4 + i] ==
          Approx(0.5 * 9.81 * static_cast<double>(4 - i)).epsilon(1e-9));
  }
}

TEST_CASE("a four-bar with a spring rests where their moments cancel, as its angle says", "[L4]") {
  // a parallelogram: both cranks at θ, the coupler at height l sin θ
  const Equilibrium bars = rest_of(
      "coordinates x[1..2] y[1..2]\nparameters m = 1, g = 9.81, l = 1, d = 2, k = 4\n"
      "kinetic 1/2*m*(x[1]'^2 + y[1]'^2 + x[2]'^2 + y[2]'^2)\n"
      "potential m*g*(y[1] + y[2]) + 1/2*k*(x[1] - 0.5)^2\n"
      "constraint\n    left: x[1]^2 + y[1]^2 = l^2\n    right: (x[2] - d)^2 + y[2]^2 = l^2\n"
      "    coupler: (x[2] - x[1])^2 + (y[2] - y[1])^2 = d^2\n"
      "start x[1] = 0.3, y[1] = -0.9, x[2] = 2.3, y[2] = -0.9\n");
  const double theta = std::atan2(bars.q[2], bars.q[0]);
  CHECK(bars.q[3] == Approx(bars.q[2]).epsilon(1e-11));
  // dV/dθ = 2 m g l cos θ − k (l cos θ − ½) l sin θ
  CHECK(2 * 9.81 * std::cos(theta) - 4 * (std::cos(theta) - 0.5) * std::sin(theta) ==
        Approx(0).margin(1e-9));
  CHECK(bars.stability == Stability::stable);
}

TEST_CASE("a lying wheel and a ball on a level plane are indifferent", "[L4]") {
  const Equilibrium ball = rest_of(
      "coordinates x y\nparameters m = 1, g = 9.81\nkinetic 1/2*m*(x'^2 + y'^2)\n"
      "potential m*g*y\nconstraint floor: y = 0\nstart x = 0.3, y = 0.1\n");
  CHECK(ball.stability == Stability::indifferent);
  CHECK(ball.q[0] == Approx(0.3));
  CHECK(ball.reactions[0].force[1] == Approx(9.81).epsilon(1e-12));
}

TEST_CASE("rows that repeat each other share the load, and the force is the same", "[L4]") {
  const Equilibrium twice = rest_of(
      "coordinates x y\nparameters m = 1, g = 9.81\nkinetic 1/2*m*(x'^2 + y'^2)\n"
      "potential m*g*y\nconstraint\n    one: x^2 + y^2 = 1\n    two: x^2 + y^2 = 1\n"
      "start x = 0.3, y = -0.9\n");
  CHECK(twice.reactions[0].force[1] == Approx(9.81 / 2).epsilon(1e-10));
  CHECK(twice.reactions[1].force[1] == Approx(9.81 / 2).epsilon(1e-10));
  CHECK(twice.stability == Stability::stable);
}

TEST_CASE("a skate rests across the slope, and its stability is left open", "[L4]") {
  const Equilibrium skate = find_equilibrium(gallery("knife_edge/knife_edge"));
  CHECK(std::cos(skate.q[2]) == Approx(0).margin(1e-10));
  CHECK(std::fabs(skate.reactions[0].force[0]) == Approx(9.81 / 2).epsilon(1e-10));
  CHECK(skate.stability == Stability::not_decided);
  CHECK(skate.reason.find("'blade' restricts no position") != std::string::npos);
}

TEST_CASE("forces without a potential are judged by the motion that follows a push", "[L4]") {
  const std::string two =
      "coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential 1/2*(x^2 + y^2)\nstart x = 0.2, y = "
      "0.1\n";
  // a circulating force feeds energy in; enough friction takes it out
  const Equilibrium driven = rest_of(two + "force x: 0.3*y\nforce y: -0.3*x\n");
  CHECK(driven.stability == Stability::unstable);
  CHECK(driven.reason.find("no potential") != std::string::npos);
  CHECK(driven.curvatures.size() == 0);
  const Equilibrium damped =
      rest_of(two + "force x: 0.3*y\nforce y: -0.3*x\ndissipation x'^2 + y'^2\n");
  CHECK(damped.stability == Stability::stable);
  // s² + 2 s + 1 ± 0.3 i = 0
  const std::complex<double> s = -1.0 + std::sqrt(std::complex<double>(0, 0.3));
  double nearest = 1;
  for (const auto& exponent : damped.exponents) nearest = std::min(nearest, std::abs(exponent - s));
  CHECK(nearest < 1e-10);
}

TEST_CASE("a magnetic field may hold a charge on a hill of potential: linear theory leaves it open",
          "[L4]") {
  const auto hill = [](const std::string& B) {
    return rest_of("coordinates x y\nparameters B = " + B +
                   "\nlagrangian 1/2*(x'^2 + y'^2) + 1/2*B*(x*y' - y*x') + 1/2*(x^2 + y^2)\n"
                   "start x = 0.1, y = 0.1\n");
  };
  CHECK(hill("3").stability == Stability::not_decided);
  CHECK(hill("1").stability == Stability::unstable);
}

TEST_CASE("rest that a constraint does not allow, or that does not exist, is refused with a reason",
          "[L4]") {
  const std::string body =
      "coordinates x y\nparameters g = 9.81\nkinetic 1/2*(x'^2 + y'^2)\npotential g*y\n";
  CHECK(error_of(body + "constraint hoop: y*cos(3*t) = x*sin(3*t)\nstart x = 1\n") ==
        "constraint 'hoop' moves: there is no rest on it");
  CHECK(error_of(body + "constraint belt: x' = 2\nconstraint floor: y = 0\n")
            .find("constraint 'belt' does not allow rest: it asks for a velocity") == 0);
  CHECK(error_of(body + "constraint lift: y'' = 1\n")
            .find("constraint 'lift' does not allow rest: it asks for an acceleration") == 0);
  CHECK(error_of(body) == "no equilibrium was found near this start");
  CHECK(error_of(body + "constraint far: x^2 + y^2 = -1\nstart x = 1, y = 1\n") ==
        "constraint 'far' cannot hold near this start");
}

TEST_CASE("masses on a rope that do not balance have no rest, and the rope is not to blame",
          "[L4]") {
  CHECK(error_of("coordinates y1 y2\nkinetic 1/2*(y1'^2 + 2*y2'^2)\npotential -9.81*(y1 + 2*y2)\n"
                 "constraint rope: y1 + y2 = 4\nstart y1 = 2\n") ==
        "no equilibrium was found near this start");
}

TEST_CASE("rest is found, and judged the same, in any measures of length, mass and time", "[L4]") {
  const auto rest_in = [](double m, double kg, double s) {
    return rest_of(fmt::format(
        "coordinates x y theta\nparameters m = {}, kg = {}, s = {}\n"
        "kinetic 1/2*kg*(x'^2 + y'^2) + kg*m^2/24*theta'^2\n"
        "potential 9.81*kg*m/s^2*y + 2*kg/s^2*(x - 0.2*m)^2\n"
        "constraint\n    round: x^2 + y^2 = m^2\n    along: x*cos(theta) + y*sin(theta) = 0\n"
        "start x = 0.5*m, y = -0.8*m, theta = 0.4\n",
        m, kg, s));
  };
  const Equilibrium usual = rest_in(1, 1, 1);
  for (const double m : {1e12, 1e-12})
    for (const double kg : {1e12, 1e-12})
      for (const double s : {1e9, 1e-9}) {
        CAPTURE(m, kg, s);
        const Equilibrium rest = rest_in(m, kg, s);
        CHECK(rest.q[0] == Approx(usual.q[0] * m).epsilon(1e-9));
        CHECK(rest.q[1] == Approx(usual.q[1] * m).epsilon(1e-9));
        CHECK(rest.q[2] == Approx(usual.q[2]).epsilon(1e-9));
        CHECK(rest.reactions[0].force[1] ==
              Approx(usual.reactions[0].force[1] * kg * m / s / s).epsilon(1e-9));
        CHECK(rest.stability == usual.stability);
      }
  // one freedom: the energy along the circle is least where the spring and the weight balance
  CHECK(usual.stability == Stability::stable);
  CHECK(9.81 * usual.q[0] + 4 * (usual.q[0] - 0.2) * -usual.q[1] == Approx(0).margin(1e-9));
}

TEST_CASE("friction is left out of statics, and forces of time count at their instant", "[L4]") {
  const Equilibrium bead = find_equilibrium(gallery("friction/bead_on_hoop"));
  REQUIRE(bead.notes.size() == 1);
  CHECK(bead.notes[0].find("rest without friction") != std::string::npos);
  const Equilibrium now = rest_of(
      "coordinates x\nkinetic 1/2*x'^2\npotential 1/2*x^2\nforce x: 2 + sin(t)\nstart x = 0\n");
  CHECK(now.q[0] == Approx(2));
  CHECK(now.stability == Stability::not_decided);
  CHECK(now.notes[0] == "the forces depend on time: at rest at t = 0 only");
}
