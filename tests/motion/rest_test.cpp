// What rests in equilibrium has moved nowhere and gives no size to compare with: it rests to the
// end, in any units.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "motion/judged_residuals.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

struct Resting {
  std::string name, text;
  std::vector<std::string>
      lengths;  // coordinates that are; others are angles or parts of unit quaternions
};

const std::vector<Resting>& all_resting() {
  static const std::vector<Resting> all = {
      {"a double pendulum of bodies",
       R"(
gravity (0, -9.81*m/s^2, 0)
body upper: density 5000*kg/m^3, rod (0, 0, 0) (0, -m, 0) width 0.1*m
body lower: density 5000*kg/m^3, rod (0, -m, 0) (0, -2*m, 0) width 0.1*m
joint a: revolute ground upper at (0, 0, 0) along z
joint b: revolute upper lower at (0, -m, 0) along z
)",
       {}},
      {"a bar on a ball joint, in slanted axes",
       "gravity (-6*m/s^2, -8*m/s^2, 0)\n"
       "body bar: density 5000*kg/m^3, rod (0, 0, 0) (-0.6*m, -0.8*m, 0) width 0.1*m\n"
       "joint ball: spherical ground bar at (0, 0, 0)\n",
       {}},
      {"a parallelogram that hangs, with rows too many",
       R"(
gravity (0, -9.81*m/s^2, 0)
define P[1] = (0, 0, 0), P[2] = (0, -m, 0), P[3] = (m, -m, 0), P[4] = (m, 0, 0)
body link[0] = ground, link[4] = ground
body link[i in 1..3]: density 5000*kg/m^3, rod P[i] P[i+1] width 0.1*m
joint pin[i in 1..4]: revolute link[i-1] link[i] at P[i] along z
)",
       {}},
      {"a scissor that is locked, with rows too many",
       "gravity (0, 0, 9.81*m/s^2)\n"
       "define A = (-0.4*m, 0, 0), B = (0.4*m, 0, 0), C = (-0.4*m, 0, -0.3*m), D = (0.4*m, 0, "
       "-0.3*m)\n"
       "body one: mass 3*kg, rod A D width 0.03*m\n"
       "body two: mass 3*kg, rod B C width 0.03*m\n"
       "body deck: mass 20*kg, box (0.9*m, 0.6*m, 0.02*m), at (0, 0, -0.3*m)\n"
       "joint foot: revolute ground one at A along y\n"
       "joint middle: revolute one two at (0, 0, -0.15*m) along y\n"
       "joint roll: prismatic ground two at B along x\n"
       "joint top: revolute one deck at D along y\n"
       "joint slide: planar two deck at C along z\n",
       {}},
      {"a weight on a spring in a guide",
       R"(
gravity (0, -9.81*m/s^2, 0)
body b: mass 2*kg, centre (0, -m, 0), inertia (kg*m^2, kg*m^2, kg*m^2)
joint j: prismatic ground b at (0, 0, 0) along y
spring s: ground(0, 0, 0) b(0, -m, 0), stiffness 100*kg/s^2, length m - 0.1962*m
)",
       {"j"}},
      {"a weight on a rod, in Cartesian coordinates",
       R"(
coordinates x y
kinetic 1/2*kg*(x'^2 + y'^2)
potential kg*(6*x + 8*y)*m/s^2
constraint rod: x^2 + y^2 = m^2
start x = -0.6*m, y = -0.8*m
)",
       {"x", "y"}},
      {"a block that nothing pulls at",
       R"(
coordinates x y
kinetic 1/2*kg*(x'^2 + y'^2)
constraint floor: y = 0
start x = 0, y = 0
)",
       {"x", "y"}}};
  return all;
}

}  // namespace

TEST_CASE("what rests in equilibrium rests to the end, in any units") {
  for (const Resting& model : all_resting())
    for (const double metre : {1.0, 0x1p40, 0x1p-40})
      for (const double second : {1.0, 0x1p30, 0x1p-30}) {
        CAPTURE(model.name, metre, second);
        const Motion motion =
            simulate(read_text(fmt::format("parameters m = {}, kg = 1, s = {}\n{}run {:.17g}\n",
                                           metre, second, model.text, 10 * second),
                               "rest.mech"));
        CHECK(motion.outcome().complete());
        CHECK(motion.counters().steps < 100);
        // what is left of the rows is rounding, also where nothing else is left of their terms
        CHECK(judge_residuals(motion, sizes_of(motion), 1e-9).hold());
        // rounding of the weight falls for ten seconds: 1e-16 of 9.81 m/s^2 * (10 s)^2/2, some tens
        // of it
        for (const Coordinate& x : motion.equations().system.coordinates()) {
          CAPTURE(x.name);
          const double unit =
              std::ranges::find(model.lengths, x.name) == model.lengths.end() ? 1 : metre;
          CHECK(std::fabs(motion.back()[x.name] - motion.at(0)[x.name]) <= 1e-11 * unit);
        }
      }
}
