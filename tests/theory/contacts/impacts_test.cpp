// Impacts without friction against what must hold of them: right ones do, wrong ones do not.

#include "theory/contacts/impacts.hpp"

#include <catch2/catch.hpp>

#include "motion/simulate.hpp"
#include "text/read.hpp"
#include "theory/verification.hpp"

using namespace alembert;
using namespace alembert::theory;

namespace {

// a rod of length 2 and mass 1 that falls flat with speed 1 on a stop below its right half, with a
// rail that keeps its middle from going sideways
ImpactInstant rod(double e) {
  ImpactInstant impact;
  impact.M = numeric::Vector{{1, 1, 1.0 / 3}}.asDiagonal();
  impact.A = numeric::Matrix{{1, 0, 0}, {0, 1, 0.5}};
  impact.moving = numeric::Vector::Zero(2);
  impact.pushes = {false, true};
  impact.before = numeric::Vector{{0, -1, 0}};
  // 1/μ = 1 + 0.25·3: the impulse at the stop
  const double P = (1 + e) / 1.75;
  impact.impulse = numeric::Vector{{0, P}};
  impact.after = numeric::Vector{{0, -1 + P, 1.5 * P}};
  impact.restitution = numeric::Vector{{0, e}};
  impact.lost = 0.5 * P * (1 - e);
  return impact;
}

bool holds(const ImpactInstant& impact, const std::string& id) {
  bool found = false, all = true;
  for (const Identity& identity : impact_identities(impact)) {
    if (identity.id != id || !identity.applies()) continue;
    found = true;
    all = all && identity.holds();
  }
  REQUIRE(found);
  return all;
}

}  // namespace

TEST_CASE("an impact by Newton's law satisfies all there is to say", "[C4][C5][C6][C7][C8][C9]") {
  for (const double e : {0.0, 0.3, 1.0}) {
    INFO(e);
    for (const char* id : {"C4", "C5", "C6", "C7", "C8"}) CHECK(holds(rod(e), id));
  }
  CHECK(holds(rod(0), "C9"));
}

TEST_CASE("each mistake in an impact is found by the statement about it",
          "[C4][C5][C6][C7][C8][C9]") {
  ImpactInstant other_mass = rod(0.3);
  other_mass.M(2, 2) = 0.4;
  CHECK_FALSE(holds(other_mass, "C4"));
  ImpactInstant pulls = rod(0.3);
  pulls.impulse[1] *= -1;
  CHECK_FALSE(holds(pulls, "C5"));
  ImpactInstant other_law = rod(0.3);
  other_law.restitution[1] = 0.4;
  CHECK_FALSE(holds(other_law, "C6"));
  CHECK_FALSE(holds(other_law, "C8"));
  ImpactInstant derailed = rod(0.3);
  derailed.after[0] = 0.01;
  CHECK_FALSE(holds(derailed, "C6"));
  ImpactInstant other_books = rod(0.3);
  other_books.lost *= 1.01;
  CHECK_FALSE(holds(other_books, "C7"));
  // stops its middle, not the point that strikes
  ImpactInstant stops = rod(0);
  stops.after = numeric::Vector{{0, 0, 0}};
  CHECK_FALSE(holds(stops, "C9"));
}

TEST_CASE("a contact that moves brings energy in, which the books tell from what is lost", "[C7]") {
  // a ball at rest, struck by a table that comes with speed 2
  ImpactInstant impact;
  impact.M = numeric::Matrix::Identity(1, 1);
  impact.A = numeric::Matrix::Identity(1, 1);
  impact.moving = numeric::Vector::Constant(1, -2.0);
  impact.pushes = {true};
  impact.before = numeric::Vector::Constant(1, 0.0);
  impact.impulse = numeric::Vector::Constant(1, 3.0);
  impact.after = numeric::Vector::Constant(1, 3.0);
  impact.restitution = numeric::Vector::Constant(1, 0.5);
  impact.lost = 0.5 * 3 * (2 - 1);
  for (const char* id : {"C4", "C6", "C7"}) CHECK(holds(impact, id));
  impact.lost = 0;
  CHECK_FALSE(holds(impact, "C7"));
}

TEST_CASE("impacts are found again in a motion, but for the last before rest") {
  const Model model = read_text(
      "coordinates y z\nparameters e = 0.5\nkinetic 1/2*(y'^2 + z'^2)\n"
      "potential 9.81*(y + z)\ncontact floor: y >= 0\ncontact other: z >= 0\n"
      "restitution floor: e, other: e\nstart y = 1, z = 1.1, y' = 0, z' = 0\nrun 3\n",
      "balls.mech");
  const Motion motion = simulate(model);
  REQUIRE(motion.outcome().complete());
  const std::vector<ImpactInstant> impacts = impacts_of(motion);
  CHECK(impacts.size() + 2 >= motion.impacts().size());
  REQUIRE(impacts.size() > 5);
  CHECK(impacts[0].t == motion.impacts()[0].t);
  for (const ImpactInstant& impact : impacts)
    for (const Identity& identity : impact_identities(impact)) {
      INFO(identity.statement << " at " << impact.t << ": " << identity.residual);
      CHECK(identity.holds());
    }
  CHECK(verify(motion).failed() == 0);
}
