// Loops of many bodies: what closes them is told from what holds by itself as in loops of four.

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// links of 0.1 m on an arc, by hinges that are parallel, in axes that are turned; what carries
// begins at the last of them
std::string chain_of_bodies(int links, int first, int pin, const std::string& run) {
  return fmt::format(R"(
parameters N = {0}, L = 0.1, w = 0.6, a = 0.3, b = -0.5
define
    X = (cos(a)*cos(b), sin(a)*cos(b), -sin(b)), Y = (-sin(a), cos(a), 0), Z = cross(X, Y)
    A[i in 0..N] = -w + 2*w*i/N, R = L/(2*sin(w/N))
    P[i in 0..N] = R*sin(A[i])*X - R*cos(A[i])*Z
gravity -9.81*Z
body link[0] = ground, link[N+1] = ground
body link[i in 1..N]: mass 0.05, rod P[i-1] P[i] radius 0.004
joint late[i in {1}..N+1]: revolute link[i-1] link[i] at P[i-1] along Y
joint early[i in 1..{1}-1]: revolute link[i-1] link[i] at P[i-1] along Y
run {2}
    tolerance 1e-10
watch height = dot(link[{3}](P[{3}]), Z)
)",
                     links, first, run, pin);
}

// the same by the coordinates of its pins
std::string chain_of_pins(int links, int pin, const std::string& run) {
  return fmt::format(R"(
coordinates x[1..{1}] z[1..{1}]
parameters N = {0}, L = 0.1, w = 0.6, m = 0.05
define
    A[i in 0..N] = -w + 2*w*i/N, R = L/(2*sin(w/N)), J = m*(0.004^2/4 + L^2/12)
    x[0] = -R*sin(w), z[0] = -R*cos(w), x[N] = R*sin(w), z[N] = -R*cos(w)
kinetic sum(i in 1..N: m/8*((x[i] + x[i-1])'^2 + (z[i] + z[i-1])'^2))
kinetic sum(i in 1..N: J/(2*L^2)*((x[i] - x[i-1])'^2 + (z[i] - z[i-1])'^2))
potential sum(i in 1..N: m*9.81*(z[i] + z[i-1])/2)
constraint rod[i in 1..N]: (x[i] - x[i-1])^2 + (z[i] - z[i-1])^2 = L^2
start x[i in 1..{1}] ~ R*sin(A[i]), z[i in 1..{1}] ~ -R*cos(A[i])
run {2}
    tolerance 1e-10
watch height = z[{3}]
)",
                     links, links - 1, run, pin);
}

}  // namespace

TEST_CASE("of a planar loop in space three rows hold by themselves, however many its links are",
          "[bodies]") {
  for (const int links : {4, 60, 150}) {
    INFO(links << " links");
    const Model model = read_text(chain_of_bodies(links, 2, 2, "1"), "chain.mech");
    std::size_t closing = 0;
    for (const JointRecord& joint : model.system.joints()) {
      if (!joint.constraint) continue;
      ++closing;
      CHECK(joint.idle_rows.size() == 3);
    }
    CHECK(closing == 1);
    CHECK(model.system.constraints().size() == 1);
  }
}

TEST_CASE("of a planar loop the same rows hold by themselves, whatever axes its bodies have",
          "[bodies]") {
  // a quarter of a turn about an axis of ten digits leaves rounding where nothing should stand
  for (const char* axes :
       {"", ", turned z pi/2", ", turned (1, 2, 3) 0.7",
        ", turned (0.161005531355, -0.161005531355, 0.97373222076) 1.597412124287"}) {
    INFO(axes);
    const Model model = read_text(fmt::format(R"(
gravity (0, 0, -9.81)
body bar:    mass 1, inertia (0.1, 0.1, 0.1), at (0, 0.035, 0.059)
body finger: mass 1, inertia (0.1, 0.1, 0.1), at (0, 0.07, 0.101){}
body other:  mass 1, inertia (0.1, 0.1, 0.1), at (0, 0.02, 0.074)
joint a: revolute ground bar at (0, 0.035, 0.059) along x
joint b: revolute bar finger at (0, 0.07, 0.101) along -x
joint c: revolute ground other at (0, 0.02, 0.074) along x
joint loop: spherical finger other at (0, 0.055, 0.116)
)",
                                              axes),
                                  "finger.mech");
    CHECK(model.system.joints().back().idle_rows.size() == 1);
  }
}

TEST_CASE("a chain of sixty links that hangs at both ends swings as its pins do", "[bodies]") {
  const Motion bodies = simulate(read_text(chain_of_bodies(60, 2, 20, "0.3"), "chain.mech"));
  const Motion pins = simulate(read_text(chain_of_pins(60, 20, "0.3"), "pins.mech"));
  CHECK(bodies.back()["rank"] == 2);
  for (const double t : {0.0, 0.1, 0.2, 0.3}) {
    INFO(t);
    // run tolerance x steps, 100, x lengths of 6, x growth of an error, 10
    CHECK(bodies.at(t)["height"] == Approx(pins.at(t)["height"]).margin(1e-6).epsilon(0));
  }
}

TEST_CASE("which hinge of a long chain closes it changes nothing", "[bodies]") {
  const Motion last = simulate(read_text(chain_of_bodies(30, 2, 10, "0.2"), "chain.mech"));
  const Motion middle = simulate(read_text(chain_of_bodies(30, 16, 10, "0.2"), "chain.mech"));
  CHECK(middle.back()["rank"] == 2);
  for (const double t : {0.1, 0.2})
    CHECK(middle.at(t)["height"] == Approx(last.at(t)["height"]).margin(1e-7).epsilon(0));
}
