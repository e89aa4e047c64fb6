#include <catch2/catch.hpp>

#include "bodies/mechanism.hpp"
#include "motion/simulate.hpp"
#include "motion/unique_reactions.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion run(System system, const Mechanism& mechanism, double until) {
  Model model{std::move(system), mechanism.start_with({}), {}, {}, {}};
  SimulateOptions options;
  options.until = until;
  options.tolerance = 1e-12;
  return simulate(model, options);
}

std::vector<double> wrench_at(const Motion& motion, double t, const std::string& joint_and_body) {
  const auto at = motion.at(t);
  std::vector<double> values;
  for (const char* what : {"reaction", "moment"})
    for (int k = 1; k <= 3; ++k)
      values.push_back(at[std::string(what) + "(" + joint_and_body + ")." + std::to_string(k)]);
  return values;
}

void check_close(const std::vector<double>& got, const std::vector<double>& expected, double to) {
  REQUIRE(got.size() == expected.size());
  double size = 0;
  for (const double x : expected) size = std::max(size, std::fabs(x));
  for (std::size_t k = 0; k < got.size(); ++k) {
    INFO(k << ": " << got[k] << " is not " << expected[k]);
    CHECK(std::fabs(got[k] - expected[k]) <= to * size);
  }
}

}  // namespace

TEST_CASE("a pendulum on a hinge with a tilted axis pulls at the ground as its closed form says") {
  System system;
  Mechanism mechanism(system);
  mechanism.gravity({0.0, 0.0, -9.80665});
  mechanism.body(
      {.name = "arm", .mass = 1.0, .centre = Vector{3.0, 2.0, 3.0}, .inertia = {0.04, 0.1, 0.1}});
  mechanism.joint({.name = "hinge",
                   .kind = JointKind::revolute,
                   .a = "arm",
                   .b = "ground",
                   .at = Vector{1.0, 2.0, 3.0},
                   .along = {{0.0, 1.0, 1.0}}});
  mechanism.assemble();
  const Wrench wrench = mechanism.reaction("hinge", "ground");
  for (std::size_t k = 0; k < 3; ++k) {
    system.watch("reaction(hinge, ground)." + std::to_string(k + 1), wrench.force[k]);
    system.watch("moment(hinge, ground)." + std::to_string(k + 1), wrench.moment[k]);
  }
  const Motion motion = run(system, mechanism, 1);
  check_close(wrench_at(motion, 0, "hinge, ground"),
              {0, -4.78373170731707, -5.02291829268293, 0, 9.80665, -9.80665}, 1e-13);
  check_close(wrench_at(motion, 1, "hinge, ground"),
              {0.427167477423870, 9.56110321408920, -19.3677532140892, -13.8656239079030,
               0.206448649290779, -0.206448649290779},
              1e-9);
}

TEST_CASE("joints share forces with those of their own loop only") {
  // a gate on two hinges, and a small door in it on two more
  const Motion motion = simulate(read_text(R"(
gravity (0, 0, -9.81)
body gate: mass 80, box (2, 0.1, 2), at (1, 0, 1)
body door: mass 20, box (0.8, 0.05, 1.8), at (1, 0, 1)
joint low:   revolute ground gate at (0, 0, 0.3) along z
joint inner: revolute gate door at (0.6, 0, 0.3) along z
joint high:  revolute ground gate at (0, 0, 1.7) along z
joint upper: revolute gate door at (0.6, 0, 1.7) along z
start low' = 1
run 0.1
)",
                                           "gate.mech"));
  const std::vector<std::vector<std::string>> expected{{"low", "high"}, {"inner", "upper"}};
  CHECK(joints_that_share(motion, 0) == expected);
  CHECK(joints_that_share(motion, 0.1) == expected);
  CHECK(joints_with_shared_reactions(motion, 0.1) ==
        std::vector<std::string>{"low", "inner", "high", "upper"});
}

TEST_CASE("joints that share nothing are in no group") {
  const Motion motion = simulate(read_text(R"(
gravity (0, -9.81)
body a: density 1, rod (0, 0) (1, 0)
body b: density 1, rod (1, 0) (2, 1)
joint p: revolute ground a at (0, 0)
joint q: revolute a b at (1, 0)
joint r: revolute b ground at (2, 1)
run 0.1
)",
                                           "truss.mech"));
  CHECK(joints_that_share(motion, 0).empty());
}

TEST_CASE("that the place on a curve has no inertia is no news, and that a slide has none is") {
  CHECK(derive(read_model("tests/bodies/bead_on_a_parabola.mech").system).notes.empty());
  const Model model = read_text(
      "gravity (0, -10)\nbody a: mass 1, inertia 1\njoint j: revolute ground a at (1, 0)\n"
      "coordinates u\nconstraint c: u = 2*j\nrun 1\n",
      "model.mech");
  REQUIRE(derive(model.system).notes.size() == 1);
  CHECK(derive(model.system).notes[0].starts_with("coordinate 'u' has no inertia"));
}
