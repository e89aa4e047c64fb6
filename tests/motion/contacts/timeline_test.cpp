// Phases of contacts, and the two instants of an event.

#include "motion/contacts/timeline.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

const char* const two_contacts =
    "coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\ncontact first: x >= 0\ncontact second: y >= 0\n"
    "friction belt: limit 1, slip x' - y'\nstart x = 1, y = 1\nrun 1\n";

}  // namespace

TEST_CASE("phases follow each other without gaps, and neighbours differ") {
  const System system = read_text(two_contacts, "two.mech").system;
  MotionRecord record;
  record.stretches = {{0, 1, {{false, true}, {FrictionPhase::sticks}}},
                      {1, 2, {{false, false}, {FrictionPhase::slips}}},
                      {2, 3, {{true, false}, {FrictionPhase::slips}}},
                      {3, 4, {{true, true}, {FrictionPhase::sticks}}}};
  CHECK(names_with_phases(system) == std::vector<std::string>{"first", "second", "belt"});
  CHECK(phases_of(system, record, "third").empty());
  const std::vector<PhaseSpan> belt = phases_of(system, record, "belt");
  REQUIRE(belt.size() == 3);
  CHECK(belt[0].phase == Phase::stick);
  CHECK(belt[1].phase == Phase::slip);
  CHECK(belt[1].until == 3);
  const std::vector<PhaseSpan> first = phases_of(system, record, "first"),
                               second = phases_of(system, record, "second");
  REQUIRE(first.size() == 2);
  CHECK(first[0].from == 0);
  CHECK(first[0].until == 2);
  CHECK(first[0].phase == Phase::open);
  CHECK(first[1].until == 4);
  CHECK(first[1].phase == Phase::rest);
  REQUIRE(second.size() == 3);
  CHECK(second[1].from == 1);
  CHECK(second[1].until == 3);
  CHECK(second[2].phase == Phase::rest);
}

TEST_CASE("rest after impacts without end begins at the end of all of them") {
  const System system = read_text(two_contacts, "two.mech").system;
  MotionRecord record;
  record.stretches = {{0, 1.99, {{false, true}, {FrictionPhase::sticks}}},
                      {1.99, 4, {{true, true}, {FrictionPhase::sticks}}}};
  record.accumulations = {{2, {0}, {1e-9}}};
  const std::vector<PhaseSpan> ball = phases_of(system, record, "first"),
                               other = phases_of(system, record, "second");
  REQUIRE(ball.size() == 2);
  CHECK(ball[0].until == 2);
  CHECK(ball[1].from == 2);
  CHECK(other.size() == 1);
}

TEST_CASE("before an impact the ball falls, after it it rises") {
  const Motion motion = simulate(
      read_text("coordinates y\nkinetic 1/2*y'^2\npotential 9.81*y\ncontact floor: y >= 0\n"
                "restitution floor: 0.5\nstart y = 1, y' = 0\nrun 0.8\n",
                "ball.mech"));
  const double speed = std::sqrt(2 * 9.81), t = motion.impacts().at(0).t;
  CHECK(motion.before(t)["y'"] == Approx(-speed).margin(1e-9));
  CHECK(motion.at(t)["y'"] == Approx(0.5 * speed).margin(1e-9));
  CHECK(motion.before(t)["y"] == Approx(0).margin(1e-12));
  // where nothing happens there is one instant
  for (const double other : {0.0, 0.3, 0.8}) {
    CHECK(motion.before(other)["y"] == motion.at(other)["y"]);
    CHECK(motion.before(other)["y'"] == motion.at(other)["y'"]);
  }
  REQUIRE(motion.timeline("floor").size() == 1);
  CHECK(motion.timeline("floor")[0].until == 0.8);
  CHECK_THROWS_AS(motion.timeline("wall"), ModelError);
  CHECK(motion.impact_law() == "newton");
}
