// Forces and drives that are switched by time: steps end where they switch.

#include <catch2/catch.hpp>
#include <cmath>

#include "ensemble/ensemble.hpp"
#include "mechanics/model_error.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Model model_of(const std::string& text) { return read_text(text, "model.mech"); }

const std::string pushed = R"(
coordinates x
parameters m = 1, F = 1, begin = 5
kinetic 1/2*m*x'^2
force x: if(t < begin, 0, if(t < begin + 1, F, 0))
start x = 0, x' = 0
run 10
)";

constexpr Method methods[] = {Method::dop853, Method::taylor, Method::gauss, Method::stiff};

}  // namespace

TEST_CASE("a push of one second in a run of ten moves a body at rest, by every method") {
  for (const Method method : methods) {
    CAPTURE(name_of(method));
    const Motion motion = simulate(model_of(pushed), {.method = method});
    CHECK(motion.outcome().complete());
    // x = F (t − 5)²/2 up to t = 6, then with x' = 1; stiff is of lower order
    const double error = method == Method::stiff ? 1e-7 : 1e-12;
    CHECK(motion.back()["x"] == Approx(4.5).epsilon(error));
    CHECK(motion.back()["x'"] == Approx(1).epsilon(error));
    CHECK(motion.at(5.5)["x"] == Approx(0.125).epsilon(error));
    CHECK(motion.back()["work(applied)"] == Approx(0.5).epsilon(error));
    CHECK(motion.energy_imbalance() < 1e-7);
  }
}

TEST_CASE("a square wave drives an oscillator as its closed form says") {
  // x'' = s(t) − x with s = ±1 in turn every π: from rest, each half period adds 2 to the amplitude
  const Model model = model_of(
      R"(
coordinates x
kinetic 1/2*x'^2
potential 1/2*x^2
force x: sign(sin(t))
start x = 0, x' = 0
run 20*pi
)");
  for (const Method method : {Method::dop853, Method::taylor, Method::gauss}) {
    const Motion motion = simulate(model, {.method = method});
    // after k half periods |x| is 2k: the error of a step is 1e-10 of that
    CHECK(motion.back()["x"] == Approx(-40).epsilon(1e-8).margin(0));
    CHECK(motion.back()["x'"] == Approx(0).margin(1e-6));
  }
}

TEST_CASE(
    "conditions that hold at their very instant, and outputs there, are answered by formula") {
  for (const std::string comparison : {"<", "<="}) {
    const Motion motion =
        simulate(model_of("coordinates x\nkinetic 1/2*x'^2\nforce x: if(t " + comparison +
                          " 1, 0, 1)\nstart x = 0, x' = 0\nrun 2\n  every 0.25\n"));
    const std::vector<double> a = motion["x''"];
    REQUIRE(a.size() == 9);
    CHECK(a[3] == 0);
    CHECK(a[4] == (comparison == "<" ? 1 : 0));
    CHECK(a[5] == 1);
    CHECK(motion.back()["x"] == Approx(0.5).epsilon(1e-13));
    CHECK(motion.at(1.0)["x'"] == Approx(0).margin(1e-15));
    CHECK(motion.at(1.5)["x'"] == Approx(0.5).epsilon(1e-13));
  }
}

TEST_CASE("a drive in pieces is followed, and its force jumps where its acceleration does") {
  // at rest, then accelerated by 2 up to t = 2, then uniform
  const Motion motion = simulate(model_of(R"(
coordinates x y
kinetic 1/2*(x'^2 + y'^2)
constraint drive: x = if(t < 1, 0, if(t < 2, (t - 1)^2, 2*t - 3))
start y = 0, y' = 1
run 3
)"));
  CHECK(motion.outcome().complete());
  CHECK(motion.back()["x"] == Approx(3).epsilon(1e-14));
  CHECK(motion.back()["y"] == Approx(3).epsilon(1e-14));
  CHECK(motion.reaction("drive").at(0.5)["x"] == 0);
  CHECK(motion.reaction("drive").at(1.5)["x"] == Approx(2).epsilon(1e-12));
  CHECK(motion.reaction("drive").at(2.5)["x"] == Approx(0).margin(1e-12));
  CHECK(motion.energy_imbalance() < 1e-12);
}

TEST_CASE("a potential that is switched on brings its energy along") {
  // a spring is hooked on at t = 1 while the mass is at 1: from there on it swings about 0
  const Motion motion = simulate(model_of(R"(
coordinates x
kinetic 1/2*x'^2
potential if(t < 1, 0, 1/2*x^2)
start x = 0, x' = 1
run 1 + pi
)"));
  CHECK(motion.back()["x"] == Approx(-1).epsilon(1e-9));
  CHECK(motion.back()["work(time)"] == Approx(0.5).epsilon(1e-9));
  CHECK(motion.energy_imbalance() < 1e-9);
}

TEST_CASE("switched motions of an ensemble are those that run alone, each with its own instants") {
  const Model model = model_of(pushed);
  const Expr begin{model.system.graph(), model.system.graph().find_symbol("begin")};
  const std::vector<double> table{1, 2.5, 5, 8.75, 9.5};
  const Ensemble ensemble = simulate_ensemble(model, {begin}, table, {.times = {7, 10}});
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Model alone = read_text(pushed, "model.mech", {.set = {{"begin", table[i]}}});
    const Motion motion = simulate(alone);
    CHECK(ensemble.state(i, 1)[0] == motion.back()["x"]);
    CHECK(ensemble.state(i, 0)[0] == motion.at(7)["x"]);
    const double end = std::min(1.0, 10 - table[i]), after = 10 - table[i] - end;
    CHECK(ensemble.state(i, 1)[0] == Approx(end * end / 2 + end * after).epsilon(1e-12));
  }
}

TEST_CASE("a drive that joins only with other parameters is refused before it runs") {
  const Model model = model_of(
      R"(
coordinates x
parameters t1 = 2
kinetic 1/2*x'^2
constraint drive: x = if(t < t1, 0, (t - 2)^2)
run 5
)");
  CHECK(simulate(model).outcome().complete());
  Model other = model;
  other.system = model.system.with_parameters({{model.system.graph().find_symbol("t1"), 3.0}});
  CHECK_THROWS_AS(simulate(other), ModelError);
}
