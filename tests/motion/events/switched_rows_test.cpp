// Constraints, contacts and frictions that rules switch on and off, against closed forms.

#include <catch2/catch.hpp>
#include <cmath>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

constexpr double g = 9.81;

Motion run(const std::string& text, const SimulateOptions& options = {}) {
  return simulate(read_text(text, "model.mech"), options);
}

const std::string hanging =
    "coordinates x y\nparameters m = 2, g = 9.81\nkinetic 1/2*m*(x'^2 + y'^2)\npotential m*g*y\n";

}  // namespace

TEST_CASE("a load that is let go falls freely, and nothing holds it") {
  const Motion motion = run(hanging +
                            "constraint cable: (x, y) = (0, -1)\nwhen t >= 0.25: off cable\nrun 1\n"
                            "watch p = phase(cable), pull = reaction(cable, y)\n");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  CHECK(motion.at(0.2)["pull"] == Approx(2 * g).epsilon(1e-12));
  for (const double t : {0.3, 0.7, 1.0}) {
    const Snapshot now = motion.at(t);
    CHECK(now["y"] == Approx(-1 - g * std::pow(t - 0.25, 2) / 2).epsilon(1e-10));
    CHECK(now["pull"] == 0);
    CHECK(now["lambda(cable.2)"] == 0);
    CHECK(now["p"] == 0);
  }
  const std::vector<PhaseSpan> cable = motion.timeline("cable");
  REQUIRE(cable.size() == 2);
  CHECK(cable[0].phase == Phase::rest);
  CHECK(cable[1].phase == Phase::open);
  CHECK(cable[1].from == Approx(0.25).epsilon(1e-14));
  CHECK(motion.before(cable[1].from)["pull"] == Approx(2 * g).epsilon(1e-12));
  CHECK(motion.at(cable[1].from)["pull"] == 0);
  CHECK(motion.impacts().empty());
  CHECK(motion.energy_imbalance() < 1e-8);
}

TEST_CASE("what is off at the start does not act, and comes on with a plastic impact") {
  // it falls through y = -1 with sqrt(2 g), and a sideways rail stops that alone
  const Motion motion = run(hanging +
                            "constraint rail: y = -1\nwhen y < -1: on rail\n"
                            "start off rail, x = 0, y = 0, x' = 3, y' = 0\nrun 1\n");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const double t = std::sqrt(2 / g), v = std::sqrt(2 * g);
  REQUIRE(motion.impacts().size() == 1);
  const ImpactRecord& impact = motion.impacts().front();
  CHECK(motion.contact_name(impact.contact) == "rail");
  CHECK(impact.t == Approx(t).epsilon(1e-12));
  CHECK(impact.impulse == Approx(2 * v).epsilon(1e-10));
  CHECK(impact.approach == Approx(v).epsilon(1e-10));
  CHECK(std::fabs(impact.separation) < 1e-13);
  CHECK(impact.lost == Approx(2 * v * v / 2).epsilon(1e-10));
  CHECK(motion.jump_energy() == Approx(-2 * v * v / 2).epsilon(1e-10));
  const Snapshot end = motion.at(1);
  CHECK(end["x"] == Approx(3).epsilon(1e-12));
  CHECK(end["y"] == Approx(-1).epsilon(1e-13));
  CHECK(end["lambda(rail)"] == Approx(2 * g).epsilon(1e-12));
}

TEST_CASE("a row that is switched on where it does not hold ends the run and says by how much") {
  const Motion motion = run(hanging +
                            "constraint rail: y = -1\nwhen y < -0.75: on rail\n"
                            "start off rail, x = 0, y = 0, x' = 0, y' = 0\nrun 1\n");
  CHECK(motion.outcome().fate == Fate::contradictory);
  CHECK(motion.outcome().detail.find("'rail' is switched on where left - right = 0.25") !=
        std::string::npos);
}

TEST_CASE("a contact and a friction are switched like a constraint") {
  // a trap door: the ball lies on it until it opens, and falls to the floor below
  const Motion door =
      run("coordinates y\nparameters g = 9.81\nkinetic 1/2*y'^2\npotential g*y\n"
          "contact door: y >= 0\ncontact floor: y >= -2\nwhen t > 0.5: off door\n"
          "start y = 0, y' = 0\nrun 2\nwatch push = normal(door), p = phase(door)\n");
  REQUIRE(door.outcome().fate == Fate::reached_the_end);
  CHECK(door.at(0.4)["push"] == Approx(g).epsilon(1e-12));
  CHECK(door.at(0.6)["push"] == 0);
  CHECK(door.at(0.6)["p"] == 0);
  REQUIRE(door.impacts().size() == 1);
  CHECK(door.impacts().front().t == Approx(0.5 + std::sqrt(4 / g)).epsilon(1e-11));
  CHECK(door.at(2)["y"] == Approx(-2).epsilon(1e-12));

  // a brake that is let go and pulled again: F t = m v
  const Motion brake =
      run("coordinates x\nkinetic 1/2*x'^2\nfriction brake: limit 2, slip x'\n"
          "when t >= 1: off brake\nwhen t >= 2: on brake\nstart x = 0, x' = 4\nrun 5\n");
  REQUIRE(brake.outcome().fate == Fate::reached_the_end);
  for (const double t : {1.0, 1.5, 2.0}) CHECK(brake.at(t)["x'"] == Approx(2).epsilon(1e-12));
  CHECK(brake.at(5)["x'"] == 0);
  CHECK(brake.at(5)["x"] == Approx(3 + 2 + 1).epsilon(1e-11));
  std::vector<Phase> phases;
  for (const PhaseSpan& span : brake.timeline("brake")) phases.push_back(span.phase);
  CHECK(phases == std::vector{Phase::slip, Phase::open, Phase::slip, Phase::stick});
}

TEST_CASE("friction of a constraint comes and goes with it") {
  // a bead on a rough rail, which is taken away for a while in which it flies
  const Motion motion =
      run(hanging +
          "constraint rail: y = 0\nfriction rail: 0.2, slip x'\nwhen t >= 0.5: off rail\n"
          "start x = 0, y = 0, x' = 3, y' = 0\nrun 1\nwatch p = phase(rail)\n");
  const double v = 3 - 0.2 * g * 0.5;
  CHECK(motion.at(0.4)["p"] == 3);
  CHECK(motion.at(0.9)["p"] == 0);
  CHECK(motion.at(0.9)["x'"] == Approx(v).epsilon(1e-11));
  CHECK(motion.at(0.9)["y"] == Approx(-g * 0.16 / 2).epsilon(1e-10));
  CHECK(motion.at(0.9)["nonideal(rail, x)"] == 0);
}

// the rule would fire at every rounding of the length otherwise
TEST_CASE("a line that is taut is not caught again") {
  const Motion motion = run(hanging +
                            "constraint line: x^2 + y^2 = 1\nwhen x^2 + y^2 > 1: on line\n"
                            "start off line, x = 0.5, y = 0, x' = 0, y' = 0\nrun 10\n");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  CHECK(motion.impacts().size() == 1);
  CHECK(motion.stretches().size() == 2);
  // caught at the angle asin(1/2) below the horizontal, it keeps what is along the circle
  const double fallen = std::sqrt(3.0) / 2, along = std::sqrt(2 * g * fallen) * 0.5;
  for (const double t : {2.0, 10.0}) {
    const Snapshot now = motion.at(t);
    CHECK(std::pow(now["x'"], 2) + std::pow(now["y'"], 2) ==
          Approx(along * along - 2 * g * (now["y"] + fallen)).margin(1e-8));
    CHECK(std::hypot(now["x"], now["y"]) == Approx(1).epsilon(1e-12));
  }
}
