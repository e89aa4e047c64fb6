// Whole runs: what a motion promises, and how runs end.

#include <catch2/catch.hpp>

#include "mechanics/model_error.hpp"
#include "motion/expectations.hpp"
#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Model model_of(const std::string& text) { return read_text(text, "model.mech"); }

const std::string pendulum = R"(
coordinates x y
parameters m = 1, l = 1, g = 9.81
kinetic 1/2*m*(x'^2 + y'^2)
potential m*g*y
)";

std::string error_of(const std::string& text) {
  try {
    simulate(model_of(text));
  } catch (const ModelError& error) {
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE(
    "the instant at any time satisfies the constraints and agrees with a run that ends there") {
  const Model model =
      model_of(pendulum + "constraint rod: x^2 + y^2 = l^2\nstart x = 1, y = 0\nrun 10\n");
  const Motion whole = simulate(model);
  for (const double t : {0.123, 3.3333, 7.77, 10.0}) {
    const Motion shorter = simulate(model, {.until = t});
    const Snapshot there = whole.at(t);
    // both are within the tolerance 1e-10 of the true motion, times its growth over ten seconds
    CHECK(there["x"] == Approx(shorter.back()["x"]).margin(1e-8));
    CHECK(there["x"] * there["x"] + there["y"] * there["y"] == Approx(1).epsilon(1e-14));
    const double tension = -2 * there["lambda(rod)"];
    CHECK(tension ==
          Approx(there["x'"] * there["x'"] + there["y'"] * there["y'"] - 9.81 * there["y"]));
  }
}

TEST_CASE("three spellings of a rod give one motion and one reaction") {
  const Motion squared =
      simulate(model_of(pendulum + "constraint rod: x^2 + y^2 = l^2\nstart x = 1, y = 0\nrun 3\n"));
  const Motion length = simulate(
      model_of(pendulum + "constraint rod: sqrt(x^2 + y^2) = l\nstart x = 1, y = 0\nrun 3\n"));
  const Motion rate =
      simulate(model_of(pendulum + "constraint rod: x*x' + y*y' = 0\nstart x = 1, y = 0\nrun 3\n"));
  for (const double t : {0.5, 1.7, 3.0})
    for (const Motion* other : {&length, &rate}) {
      CHECK(other->at(t)["x"] == Approx(squared.at(t)["x"]).margin(1e-8));
      CHECK(other->reaction("rod").at(t)["y"] ==
            Approx(squared.reaction("rod").at(t)["y"]).margin(1e-7));
    }
}

TEST_CASE("a rod that is there twice changes nothing but the uniqueness of its multipliers") {
  const Motion once =
      simulate(model_of(pendulum + "constraint rod: x^2 + y^2 = l^2\nstart x = 1, y = 0\nrun 3\n"));
  const Motion twice =
      simulate(model_of(pendulum + "constraint rod: x^2 + y^2 = l^2\nconstraint again: 3*x^2 + "
                                   "3*y^2 = 3*l^2\nstart x = 1, y = 0\nrun 3\n"));
  CHECK(twice.back()["x"] == Approx(once.back()["x"]).margin(1e-9));
  CHECK(twice.reaction("rod").at(3)["y"] + twice.reaction("again").at(3)["y"] ==
        Approx(once.reaction("rod").at(3)["y"]).margin(1e-8));
  CHECK(once.reaction("rod").at(3).unique.front());
  CHECK_FALSE(twice.reaction("rod").at(3).unique.front());
  CHECK(twice.back()["rank"] == 1);
}

TEST_CASE("a run stops where its condition comes true, to rounding") {
  // free fall from height 1: y = 1 − ½ g t² is zero at t = √(2/g)
  const Motion motion = simulate(model_of(R"(
coordinates y
kinetic 1/2*y'^2
potential 9.81*y
start y = 1
run 10
    stop when y < 0
)"));
  CHECK(motion.outcome().words() == "stopped: y < 0");
  CHECK(motion.end_time() == Approx(std::sqrt(2 / 9.81)).epsilon(1e-12));
}

TEST_CASE("a contradiction at the start is named with its size", "[F24][N3]") {
  CHECK(error_of(pendulum + "constraint rod: x^2 + y^2 = l^2\nstart x = 1, y = 0.5\nrun 1\n") ==
        "the start contradicts 'rod': x = 1, y = 0.5 miss it by 0.25");
  CHECK(error_of(pendulum + "constraint a: x = 0\nconstraint b: x = 1\nrun 1\n").substr(0, 24) ==
        "the start contradicts 'a");
  CHECK(error_of(R"(
coordinates x y
kinetic x'^2
potential x
run 1
)")
            .substr(0, 27) == "acceleration not determined");
  CHECK(
      error_of(pendulum + "run 1\nconstraint c: x'' = 1\nconstraint d: x'' = 2\n").substr(0, 25) ==
      "contradictory constraints");
}

TEST_CASE("what is not given is found so that the constraints hold", "[F24][N3]") {
  const Motion motion = simulate(model_of(
      pendulum + "constraint rod: x^2 + y^2 = l^2\nstart x = 0.6, y ~ -1, x' = 1\nrun 0.1\n"));
  CHECK(motion.front()["y"] == Approx(-0.8).epsilon(1e-14));
  CHECK(motion.front()["y'"] == Approx(0.75).epsilon(1e-14));
}

TEST_CASE(
    "Appell's particle coming to rest ends with an outcome, not with a quiet choice of branch") {
  // rising at 1 m/s against g/2 it stands still at t = 2/g
  const Motion motion = simulate(model_of(R"(
coordinates x y z
kinetic 1/2*(x'^2 + y'^2 + z'^2)
potential 9.81*z
constraint cone: x'^2 + y'^2 = z'^2
start x' = 0.6, y' = 0.8, z' = 1
run 1
)"));
  CHECK(motion.outcome().fate == Fate::branch_not_determined);
  CHECK(motion.end_time() == Approx(2 / 9.81).epsilon(1e-6));
}

TEST_CASE("a formula that leaves its domain ends the run with an outcome") {
  const Motion motion = simulate(model_of(
      R"(
coordinates x
kinetic 1/2*x'^2
force x: -sqrt(x)
start x = 1, x' = -2
run 10
)"));
  CHECK(motion.outcome().fate == Fate::not_finite);
  CHECK(motion.end_time() < 10);
}

TEST_CASE("a caller can interrupt a run and keeps what was computed") {
  int calls = 0;
  const Motion motion = simulate(model_of(R"(
coordinates x
kinetic 1/2*x'^2
potential 1/2*x^2
start x = 1
run 1000
)"),
                                 {.progress = [&](double) { return ++calls < 10; }});
  CHECK(motion.outcome().fate == Fate::interrupted);
  CHECK(motion.end_time() > 0);
  CHECK(motion.back()["x"] == Approx(std::cos(motion.end_time())).margin(1e-8));
}

TEST_CASE("a run is interrupted between two outputs of one step") {
  // a free body takes a few steps for ten seconds, with thousands of outputs in each
  const Motion motion = simulate(model_of(R"(
coordinates x
kinetic 1/2*x'^2
start x = 0, x' = 1
run 10
    every 1e-3
)"),
                                 {.progress = [](double t) { return t < 7.5; }});
  CHECK(motion.outcome().fate == Fate::interrupted);
  CHECK(motion.end_time() == Approx(7.5).epsilon(1e-12));
  CHECK(motion.back()["x"] == Approx(7.5).epsilon(1e-12));
  CHECK(motion.size() == 7501);
}

TEST_CASE("an ideal constraint that moves does real work, and the balance shows it") {
  const Motion motion =
      simulate(read_model(source_folder() + "/models/driven_hoop/driven_hoop.mech"));
  CHECK(motion.back()["work(ideal)"] == Approx(-1.528744757).epsilon(1e-8));
  CHECK(motion.energy_imbalance() < 1e-9);
}

TEST_CASE("an instant is printed with its coordinates, forces, watches and energy") {
  // a pendulum let go at the level: no force of the rod yet, and everything falls with g
  const Motion motion =
      simulate(model_of(pendulum + "constraint rod: x^2 + y^2 = l^2\nstart x = 1, y = 0, y' = 2\n"
                                   "watch height = y + 1 [m]\nrun 1\n"));
  CHECK(to_string(motion.front()) ==
        "t = 0         position       velocity   acceleration\n"
        "x                    1              0             -4\n"
        "y                    0              2          -9.81\n"
        "rod: lambda -2, force x -4, y 0\n"
        "height               1 m\n"
        "energy               2\n");
  CHECK(to_string(motion.front().reaction("rod")) == "rod: lambda -2, force x -4, y 0");
}

TEST_CASE("a constraint without a gradient is not passed over in silence") {
  const Motion motion = simulate(read_text(R"(
coordinates x y
lagrangian 1/2*(x'^2 + y'^2)
constraint fourth: (x - y)^4 = 0
constraint level: y = 1
start x = 1, y = 1, x' = 0.5, y' = 0
run 1
)",
                                           "square.mech"));
  REQUIRE(motion.events().size() == 1);
  CHECK(motion.events()[0].what == "no gradient, and so no force, at the start: fourth");
}

TEST_CASE("a constraint without a gradient holds where rounding alone is left of it") {
  // two arms that hang straight, held at that height: 0.1 + 0.2 − 0.3 is not zero in binary numbers
  const char* const arms = R"(
coordinates a b
lagrangian 1/2*(a'^2 + b'^2) + cos(a) + cos(b)
constraint rail: 0.1*cos(a) + 0.2*cos(b) = 0.3
run 1
)";
  const Motion motion =
      simulate(read_text(arms + std::string("start a = 0, b = 0\n"), "arms.mech"));
  CHECK(motion.outcome().complete());
  REQUIRE(motion.events().size() == 1);
  CHECK(motion.events()[0].what == "no gradient, and so no force, at the start: rail");
  CHECK(motion.back()["b"] == 0);
  // what no rounding explains is still refused
  CHECK_THROWS_WITH(
      simulate(read_text(arms + std::string("start a = 0, b = 1e-5\n"), "arms.mech")),
      Catch::Contains("the start contradicts 'rail': a = 0, b = 1e-05 miss it by 1e-11"));
}

TEST_CASE("a rank tolerance of 1 or more, or of 0, is refused") {
  const Model model = model_of(pendulum + "constraint rod: x^2 + y^2 = l^2\nstart x = 1, y = 0\n");
  for (const double tolerance : {0.0, 1.0, 2.0, 1e300})
    CHECK_THROWS_WITH(simulate(model, {.until = 1, .rank_tolerance = tolerance}),
                      Catch::Contains("cannot be the rank_tolerance") &&
                          Catch::Contains("it lies between 0 and 1"));
}
