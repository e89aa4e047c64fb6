// Nothing depends on units, on the origin, or on how the rows are written.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/completed_mass.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion run(const std::string& text, const SimulateOptions& options = {}) {
  return simulate(read_text(text, "model.mech"), options);
}

}  // namespace

TEST_CASE("an oscillator is as exact however small or large it is") {
  for (const double a : {1e-100, 1e-20, 1e-12, 1e-6, 1.0, 1e12, 1e100}) {
    CAPTURE(a);
    for (const Method method : {Method::dop853, Method::taylor, Method::gauss}) {
      const Motion motion = run(fmt::format("coordinates x\nkinetic 1/2*x'^2\npotential 1/2*x^2\n"
                                            "start x = {:e}, x' = 0\nrun 20\n",
                                            a),
                                {.method = method});
      REQUIRE(motion.outcome().complete());
      // the errors of some hundred steps of 1e-10
      CHECK(motion.back()["x"] / a == Approx(std::cos(20.0)).margin(1e-8));
      CHECK(motion.energy_deviation() < 1e-8 * a * a);
    }
  }
}

TEST_CASE("a pendulum swings the same wherever its pivot lies") {
  const auto swing = [](double c) {
    return run(fmt::format(
        "coordinates x y\nparameters c = {:e}\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\n"
        "constraint rod: (x - c)^2 + y^2 = 1\nstart x = c + sin(1), y = -cos(1)\nrun 5\n",
        c));
  };
  const Motion here = swing(0);
  for (const double c : {1e2, 1e4, 1e6}) {
    CAPTURE(c);
    const Motion there = swing(c);
    REQUIRE(there.outcome().complete());
    // the place is known to the last digits of c, which some hundred steps add up and the swing
    // makes ten times as large
    CHECK(there.back()["x"] - c == Approx(here.back()["x"]).margin(1e-9 + 1e-13 * c));
    CHECK(there.back()["y"] == Approx(here.back()["y"]).margin(1e-9 + 1e-13 * c));
  }
}

TEST_CASE(
    "a pendulum that hangs below its pivot starts wherever that lies, and a double root nowhere") {
  const auto push = [](double c) {
    return run(
        fmt::format("coordinates x y\nparameters c = {:e}\nkinetic 1/2*(x'^2 + y'^2)\n"
                    "potential 9.81*y\nconstraint rod: (x - c)^2 + y^2 = 0.5^2\n"
                    "start x = c, y ~ -0.5, x' = 1\nrun 5\n    tolerance 1e-8\n",
                    c));
  };
  const Motion here = push(0);
  for (const double c : {1e3, 1e5, 6.371e6, 1e8}) {
    CAPTURE(c);
    const Motion there = push(c);
    REQUIRE(there.outcome().complete());
    CHECK(there.back()["x"] - c == Approx(here.back()["x"]).margin(1e-7 + 1e-13 * c));
  }
  for (const double c : {0.0, 1e5, 1e8}) {
    CAPTURE(c);
    CHECK_THROWS_WITH(
        run(fmt::format("coordinates x y\nparameters c = {:e}\nkinetic 1/2*(x'^2 + y'^2)\n"
                        "constraint twice: (y - c)^2 = 0\nstart x = 0, y ~ c + 0.3\nrun 1\n",
                        c)),
        Catch::Contains("has no gradient where it holds"));
  }
}

TEST_CASE("a start that contradicts a constraint does so in any units and far from the origin") {
  for (const double l : {1e-12, 1e-6, 1.0, 1e9})
    CHECK_THROWS_WITH(
        run(fmt::format("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\n"
                        "constraint rod: x^2 + y^2 = {0:e}^2\nstart x = 2*{0:e}, y = 0\nrun 1\n",
                        l)),
        Catch::Contains("the start contradicts 'rod'"));
  for (const double c : {0.0, 1e5, 1e9})
    CHECK_THROWS_WITH(
        run(fmt::format("coordinates x y\nparameters c = {:e}\nkinetic 1/2*(x'^2 + y'^2)\n"
                        "constraint rod: (x - c)^2 + y^2 = 1\n"
                        "start x = c + 1.3*sin(1), y = -1.3*cos(1)\nrun 1\n",
                        c)),
        Catch::Contains("the start contradicts 'rod'"));
}

TEST_CASE("what is given contradicts a cosine however often its angle has gone round") {
  for (const double turns : {0.0, 1e8, 1e12}) {
    CAPTURE(turns);
    CHECK_THROWS_WITH(
        run(fmt::format("coordinates th y\nkinetic 1/2*(th'^2 + y'^2)\n"
                        "constraint a: y = cos(th)\nstart th = {:e}, y = {:e}\nrun 1\n",
                        turns, std::cos(turns) - 0.2)),
        Catch::Contains("the start contradicts 'a'"));
  }
}

TEST_CASE("directions without inertia that a row fixes get theirs from it, and the motion stays") {
  // an angle as a point on a circle, at a quarter turn, where one component is lost in rounding
  const std::string text = R"(
coordinates x y c s
kinetic 1/2*(x'^2 + y'^2) + 1/2*(c*s' - s*c')^2
potential 9.81*x
constraint unit: c^2 + s^2 = 1
constraint hinge: (x, y) = (c, s)
start c = cos(pi/2), s = sin(pi/2), s' = 0
run 2
)";
  const Model model = read_text(text, "circle.mech");
  const Equations equations = derive(model.system);
  const StartData start = evaluate_start(model.system, model.start, 0);
  const Equations completed = complete_mass(equations, start, 0);
  REQUIRE(completed.completion.rows.size() == 1);
  CHECK(completed.rows[completed.completion.rows.front().row].name == "unit");
  // M is completed as it stands: nothing outside of c and s
  CHECK(completed.solved_M().entries.size() == 6);
  CHECK(equations.M.entries.size() == completed.M.entries.size());

  // the same in the angle: 2 θ″ = 9.81 sin θ from a quarter turn
  const Motion circle = simulate(model);
  const Motion angle = run(R"(
coordinates a
kinetic a'^2
potential 9.81*cos(a)
start a = pi/2, a' = 0
run 2
)");
  REQUIRE(circle.outcome().complete());
  CHECK(circle.events().empty());
  CHECK(circle.back()["rank"] == 3);
  CHECK(circle.back()["c"] == Approx(std::cos(angle.back()["a"])).margin(1e-8));
  CHECK(circle.back()["s"] == Approx(std::sin(angle.back()["a"])).margin(1e-8));
}

TEST_CASE("a regular mass matrix is left alone") {
  const Model model = read_text(
      "coordinates x y\nkinetic 1/2*(x'^2 + x'*y' + y'^2)\nconstraint line: x = y\n", "line.mech");
  CHECK(complete_mass(derive(model.system), {}, 0).completion.rows.empty());
}

TEST_CASE("rows whose gradient vanishes on the way, and say nothing new, change nothing") {
  const std::string pendulums = R"(
coordinates a b
kinetic 1/2*a'^2 + b'^2
potential -9.81*cos(a) - 5*cos(b + 0.3)
start a = 0.4, b = 0.4, a' = 8
run 10
)";
  const Motion angles = run(pendulums + "constraint same: a = b\n");
  for (const double tolerance : {1e-9, 1e-10, 1e-11}) {
    const Motion axes = run(pendulums + "constraint same: (cos(a), sin(a)) = (cos(b), sin(b))\n",
                            {.tolerance = tolerance});
    REQUIRE(axes.outcome().complete());
    CHECK(axes.events().empty());
    // it turns round and round: errors grow with the square of the time
    CHECK(axes.back()["a"] == Approx(angles.back()["a"]).margin(1e3 * tolerance + 1e-8));
  }
  // a line said twice, the second time with a gradient that vanishes at u = 0
  const Motion line = run(R"(
coordinates x y
define u = x*cos(0.3) + y*sin(0.3), v = y*cos(0.3) - x*sin(0.3)
kinetic 1/2*(x'^2 + y'^2)
constraint line: v = 0
constraint again: u*v = 0
start x = -cos(0.3), y = -sin(0.3), x' = cos(0.3), y' = sin(0.3)
run 2
)");
  REQUIRE(line.outcome().complete());
  CHECK(line.back()["x"] == Approx(std::cos(0.3)).epsilon(1e-12));
}

TEST_CASE("Bennett's linkage, which counting says cannot move, runs from any start") {
  // four hinges whose axes are neither parallel nor concurrent; gradients of its rows vanish again
  // and again
  const std::string text = R"(
coordinates q[1..3]
parameters
    A = 0.6, B = 1.0, la = 1, lb = la*sin(B)/sin(A), m = 1, g = 9.81
    a[1] = la, a[2] = lb, a[3] = la, α[1] = A, α[2] = B, α[3] = A
    K = sin((B + A)/2)/sin((B - A)/2), q0 = 1.2
define
    X[0] = (1, 0, 0), Y[0] = (0, 1, 0), Z[0] = (0, 0, 1), O[0] = (0, 0, 0)
    X[i in 1..3] = cos(q[i])*X[i-1] + sin(q[i])*Y[i-1]
    H[i in 1..3] = cos(q[i])*Y[i-1] - sin(q[i])*X[i-1]
    Y[i in 1..3] = cos(α[i])*H[i] + sin(α[i])*Z[i-1]
    Z[i in 1..3] = cos(α[i])*Z[i-1] - sin(α[i])*H[i]
    O[i in 1..3] = O[i-1] + a[i]*X[i]
kinetic   sum(i in 1..3: m*a[i]/6*(dot(O[i-1]', O[i-1]') + dot(O[i-1]', O[i]') + dot(O[i]', O[i]')))
potential sum(i in 1..3: m*a[i]*g*(O[i-1].2 + O[i].2)/2)
constraint
    place: O[3] = (-lb, 0, 0)
    axis1: Z[3].1 = 0
    axis2: dot(Z[3], (0, cos(B), -sin(B))) = 0
start
    q[1] = q0
    q[2] ~ 2*atan(K/tan(q0/2)), q[3] ~ -q0
run 10
    tolerance 1e-11
)";
  int runs = 0;
  for (const double twist : {0.9, 1.0, 1.3})
    for (const double q0 : {-1.9, -0.8, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4, 2.7})
      for (const Method method : {Method::dop853, Method::taylor}) {
        CAPTURE(twist, q0, name_of(method));
        const Model model = read_text(text, "bennett.mech", {.set = {{"B", twist}, {"q0", q0}}});
        const Motion motion = simulate(model, {.every = 1.0, .method = method});
        CHECK(motion.outcome().complete());
        CHECK(motion.back()["rank"] == 2);
        CHECK(motion.energy_deviation() < 1e-9);
        // opposite angles stay opposite
        CHECK(motion.back()["q[1]"] == Approx(-motion.back()["q[3]"]).margin(1e-9));
        ++runs;
      }
  CHECK(runs == 66);
}

TEST_CASE("a parallelogram of bodies in space passes its flat positions on its own branch") {
  // in world axes, where most components are zero but for rounding
  const Model model =
      read_model(source_folder() + "/tests/metamorphic/models/parallelogram_in_space.mech");
  for (const double tolerance : {1e-8, 1e-9, 1e-10, 1e-11, 1e-12}) {
    CAPTURE(tolerance);
    const Motion motion = simulate(model, {.until = 5, .tolerance = tolerance});
    CHECK(motion.outcome().complete());
    CHECK(motion.back()["rank"] == 20);
    // the coupler does not turn, on this branch alone
    CHECK(motion.back()["e0[2]"] == Approx(1).epsilon(1e-12));
    CHECK(motion.energy_deviation() < 1e3 * tolerance * 30);  // a thousand steps' worth of 30 J
  }
}

TEST_CASE("no tolerance leads a parallelogram in space to another branch without a word") {
  // a flat position magnifies rounding: a run may give up there, but never go on elsewhere
  const Model model =
      read_model(source_folder() + "/tests/metamorphic/models/parallelogram_in_space.mech");
  for (double tolerance = 1e-5; tolerance > 1e-13; tolerance *= 0.4) {
    CAPTURE(tolerance);
    const Motion motion = simulate(model, {.until = 5, .tolerance = tolerance});
    CHECK((motion.outcome().complete() || motion.outcome().fate == Fate::branch_not_determined));
    CHECK(motion.back()["e0[2]"] == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("a velocity row that loses its gradient ends the run at any tolerance") {
  for (const double tolerance : {1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13}) {
    CAPTURE(tolerance);
    const Motion motion = run(R"(
coordinates x y
kinetic 1/2*(x'^2 + y'^2)
constraint a: x*y' + y*x' = 3*x
start x = 0.5, y = -0.7, x' ~ -1.6, y' ~ 0.8
run 3
)",
                              {.tolerance = tolerance});
    CHECK(motion.outcome().fate == Fate::branch_not_determined);
    // where x and y vanish together; the loss is known to the part of the way that counts as lost
    CHECK(motion.end_time() == Approx(2.1597).epsilon(2e-3));
    const Motion pushed =
        run("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential x - y\n"
            "constraint a: x*y' + y*x' = 3*x\n"
            "start x = 0.5, y = -0.7, x' ~ -1.6, y' ~ 0.8\nrun 1.5\n",
            {.tolerance = tolerance});
    CHECK(pushed.outcome().fate == Fate::branch_not_determined);
    CHECK(pushed.end_time() == Approx(0.99967).epsilon(2e-3));
  }
}

TEST_CASE("a narrow hill is met, whatever outputs are asked for") {
  // the body turns back at the foot of a hill that it cannot climb; the exchange with it is
  // instantaneous in a run of 10
  for (const Method method : {Method::dop853, Method::taylor, Method::gauss, Method::stiff})
    for (const double every : {0.01, 10.0}) {
      CAPTURE(name_of(method), every);
      const Motion motion = run(R"(
coordinates x
kinetic 1/2*x'^2
potential 10*exp(-((x - 5)/0.01)^2)
start x = 0, x' = 1
run 10
)",
                                {.every = every, .method = method});
      REQUIRE(motion.outcome().complete());
      // the stiff method adds up its errors over hundreds of steps
      CHECK(motion.back()["x'"] == Approx(-1).epsilon(method == Method::stiff ? 1e-6 : 1e-9));
    }
}
