// What contacts may carry where their forces are not unique: least(c) and most(c).

#include "motion/contacts/contact_forces.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

constexpr double g = 9.81;

// legs at (1, 0.5), (-1, 0.5), (1, -0.5) and (-1, -0.5), the weight at (X, 0.4) on a table that
// stands still
std::string table(const std::string& X, const std::string& more) {
  return "coordinates z alpha beta\nparameters g = 9.81\n"
         "kinetic 1/2*z'^2 + 0.05*(alpha'^2 + beta'^2)\n"
         "potential g*(z + 0.4*alpha - (" +
         X + ")*beta)\n" +
         "contact leg[i in 1..4]: z + if(i < 3, 0.5, -0.5)*alpha"
         " - if(i < 2, 1, if(i < 3, -1, if(i < 4, 1, -1)))*beta >= 0.7\n"
         "start z = 0.7, alpha = 0, beta = 0, z' = 0, alpha' = 0, beta' = 0\n" +
         more;
}

Motion run(const std::string& text) {
  const Model model = read_text(text, "model.mech");
  return simulate(model);
}

}  // namespace

TEST_CASE("four legs carry between the ends that statics gives") {
  const Motion motion = run(table(
      "0.8", "run 10\nwatch low[i in 1..4] = least(leg[i]), high[i in 1..4] = most(leg[i])\n"));
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  for (const double t : {0.0, 5.0, 10.0}) {
    const Snapshot now = motion.at(t);
    CHECK(now["low[1]"] == Approx(0.8 * g).epsilon(1e-12));
    CHECK(now["high[1]"] == Approx(0.9 * g).epsilon(1e-12));
    for (const char* leg : {"[2]", "[3]", "[4]"}) {
      CHECK(now[std::string("low") + leg] == 0);
      CHECK(now[std::string("high") + leg] == Approx(0.1 * g).epsilon(1e-12));
    }
  }
  const std::vector<ContactForce> forces = contact_forces(motion, 10);
  REQUIRE(forces.size() == 4);
  CHECK_FALSE(forces[0].unique);
  CHECK(forces[0].least == Approx(0.8 * g).epsilon(1e-12));
}

// with a leg[1] = s, b leg[3] = mg (1 + X)/2 - s, and leg[4] = s - mg (0.4 + X/2) >= 0
TEST_CASE("a run stops where the least that a leg may carry passes a bound") {
  const Motion motion = run(table("0.5 + 0.1*t", "run 10\n    stop when least(leg[1]) > 0.75*g\n"));
  CHECK(motion.outcome().fate == Fate::stopped);
  CHECK(motion.end_time() == Approx(2).epsilon(1e-12));
}

TEST_CASE("the ends of a unique force are that force, and of an open contact zero") {
  const Motion motion =
      run("coordinates x y\nparameters g = 9.81, m = 2\nparticle p: mass m, at (x, y), force (0, "
          "-m*g)\n"
          "contact floor: 3*y >= 0\nfriction floor: 0.5\ncontact roof: y <= 1\n"
          "start x = 0, y = 0, x' = 1, y' = 0\nrun 1\n"
          "watch N = normal(floor), low = least(floor), high = most(floor), roof = most(roof)\n");
  for (const double t : {0.05, 0.5}) {
    const Snapshot now = motion.at(t);
    CHECK(now["N"] == Approx(2 * g).epsilon(1e-12));
    CHECK(now["low"] == now["N"]);
    CHECK(now["high"] == now["N"]);
    CHECK(now["roof"] == 0);
  }
}

// A particle in a groove whose walls rise at a right angle less a to either side: each wall pushes
// along a line that is at most atan(mu) off its normal, and two forces balance a weight by the law
// of sines. The ends are where both are at the bounds of their cones.
TEST_CASE("what sticks in a groove carries no more than its cones allow") {
  const double a = 0.6, mu = 0.3, phi = std::atan(mu), weight = 2 * g;
  double least = 1e9, most = 0;
  for (const double one : {-phi, phi})
    for (const double other : {-phi, phi}) {
      const double normal =
          weight * std::sin(a + other) * std::cos(one) / std::sin(2 * a + one + other);
      least = std::min(least, normal);
      most = std::max(most, normal);
    }
  const Motion motion =
      run("coordinates x y\nparameters g = 9.81, m = 2, a = 0.6, mu = 0.3\n"
          "particle p: mass m, at (x, y), force (0, -m*g)\n"
          "contact left: 3*(x*sin(a) + y*cos(a)) >= 0\ncontact right: -x*sin(a) + y*cos(a) >= 0\n"
          "friction left: mu\nfriction right: mu\n"
          "start x = 0, y = 0, x' = 0, y' = 0\nrun 1\n"
          "watch low = least(left), high = most(left), low2 = least(right), high2 = most(right)\n"
          "watch N = normal(left), T = tangent(left)\ncheck cone holds to 1e-12\n");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const Snapshot now = motion.at(0.5);
  for (const char* low : {"low", "low2"}) CHECK(now[low] == Approx(least).epsilon(1e-10));
  for (const char* high : {"high", "high2"}) CHECK(now[high] == Approx(most).epsilon(1e-10));
  // what is told is one of these, within its cone
  CHECK(now["N"] >= least);
  CHECK(now["N"] <= most);
  CHECK(std::fabs(now["T"]) <= mu * now["N"] * (1 + 1e-12));
}

// a rule looks at the start once more, where the rank of the legs is known already
TEST_CASE("a table whose legs share stands also while rules wait, and on the legs that are left") {
  const Motion motion =
      run(table("0.2",
                "when t > 2: off leg[4]\nwhen t > 4: on leg[4]\nrun 6\n"
                "watch low = least(leg[2]), high = most(leg[2]), last = normal(leg[4])\n"));
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  // N1 + N3 = 0.6 mg, N1 + N2 = 0.9 mg, N3 and N4 not below zero
  for (const double t : {1.0, 5.0}) {
    const Snapshot now = motion.at(t);
    CHECK(now["low"] == Approx(0.3 * g).epsilon(1e-12));
    CHECK(now["high"] == Approx(0.4 * g).epsilon(1e-12));
  }
  // on three legs all forces are known
  const Snapshot three = motion.at(3);
  CHECK(three["low"] == Approx(0.4 * g).epsilon(1e-12));
  CHECK(three["high"] == Approx(0.4 * g).epsilon(1e-12));
  CHECK(three["last"] == 0);
  CHECK(motion.impacts().empty());
}

TEST_CASE(
    "what is pressed into a rough corner is held by forces between those of slip up and down") {
  const double mu = 0.3, push = 10, weight = 9.81;
  const Motion motion = run(R"(
coordinates x y
kinetic 1/2*(x'^2 + y'^2)
potential 9.81*y
force x: -10
contact  wall: x >= 0, floor: y >= 0
friction wall: 0.3, slip y', floor: 0.3, slip x'
start x = 0, y = 0, x' = 0, y' = 0
run 1
)");
  const std::vector<ContactForce> forces = contact_forces(motion, 1);
  REQUIRE(forces.size() == 2);
  // N_wall + T_floor = push, N_floor + T_wall = weight, |T| <= mu N: both on their edges
  CHECK(forces[0].least == Approx((push - mu * weight) / (1 + mu * mu)).epsilon(1e-12));
  CHECK(forces[0].most == Approx((push + mu * weight) / (1 - mu * mu)).epsilon(1e-12));
  CHECK(forces[1].least == Approx((weight - mu * push) / (1 + mu * mu)).epsilon(1e-12));
  CHECK(forces[1].most == Approx((weight + mu * push) / (1 - mu * mu)).epsilon(1e-12));
  CHECK_FALSE(forces[0].unique);
}
