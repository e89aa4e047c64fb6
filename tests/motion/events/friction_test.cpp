// Friction that sticks and slips, against closed forms: times at which it changes, forces while it
// sticks, heat.

#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <cmath>
#include <numbers>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion run(const std::string& text, const SimulateOptions& options = {}) {
  return simulate(read_text(text, "model.mech"), options);
}

// the instants at which the phases change
std::vector<double> changes(const Motion& motion) {
  std::vector<double> times;
  for (std::size_t i = 1; i < motion.stretches().size(); ++i)
    if (motion.stretches()[i].phases != motion.stretches()[i - 1].phases)
      times.push_back(motion.stretches()[i].from);
  return times;
}

// at every output; what is left is rounding of the largest speed
void check_sticking(const Motion& motion, const std::string& name, double allowed) {
  const std::vector<double> phase = motion["phase"], slip = motion["slip"];
  std::size_t stuck = 0;
  for (std::size_t i = 0; i < phase.size(); ++i)
    if (phase[i] == 2) {
      ++stuck;
      if (std::fabs(slip[i]) > allowed) FAIL(name << " slips with " << slip[i]);
    }
  CHECK(stuck > 10);
}

}  // namespace

TEST_CASE("Coulomb's oscillator loses the same way each half swing, and comes to rest for good") {
  const std::string oscillator = R"(
coordinates x
parameters m = 1, g = 9.81, k = 100, mu = 0.2
kinetic 1/2*m*x'^2
potential 1/2*k*x^2
friction ground: limit mu*m*g, slip x'
start x = 0.2, x' = 0
run 3
    tolerance 1e-12
watch phase = phase(ground), slip = slip(ground), T = tangent(ground)
)";
  const Motion motion = run(oscillator);
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const double pi = std::numbers::pi, turning[] = {-0.16076, 0.12152, -0.08228, 0.04304, -0.0038};
  REQUIRE(motion.stretches().size() == 6);
  for (std::size_t n = 1; n <= 5; ++n) {
    CAPTURE(n);
    CHECK(motion.stretches()[n].from == Approx(static_cast<double>(n) * pi / 10).margin(1e-10));
    CHECK(motion.at(motion.stretches()[n].from)["x"] == Approx(turning[n - 1]).margin(1e-10));
  }
  const Snapshot end = motion.back();
  CHECK(end["phase"] == 2);
  CHECK(end["x"] == Approx(-0.0038).margin(1e-10));
  CHECK(end["T"] == Approx(-0.38).margin(1e-9));
  CHECK(end["ideal(ground, x)"] == Approx(-0.38).margin(1e-9));
  CHECK(end["work(nonideal)"] == Approx(-1.999278).margin(1e-9));
  CHECK(motion.energy_imbalance() < 1e-10);
  check_sticking(motion, "ground", 1e-16);
}

TEST_CASE("a block stops on a rough slope, is held there, and is pushed off at its static limit") {
  const std::string along = R"(
coordinates x
parameters m = 2, g = 9.81, alpha = 0.4
kinetic 1/2*m*x'^2
potential m*g*sin(alpha)*x
force x: 4*max(t - 1, 0)
friction slope: limit 0.45*m*g*cos(alpha), static 0.5*m*g*cos(alpha), slip x'
start x = 0, x' = 3
run 6.16899905681600633
    tolerance 1e-12
watch phase = phase(slope), slip = slip(slope), T = tangent(slope), way = x, speed = x'
)";
  const std::string in_the_plane = R"(
coordinates x y
parameters m = 2, g = 9.81, alpha = 0.4
define F = 4*max(t - 1, 0)
particle block: mass m, at (x, y), force (F*cos(alpha), F*sin(alpha) - m*g)
CARRIER
friction slope: 0.45, static 0.5
start x = 0, y = 0, x' = 3*cos(alpha), y' = 3*sin(alpha)
run 6.16899905681600633
    tolerance 1e-12
watch phase = phase(slope), slip = slip(slope), T = tangent(slope)
watch way = x*cos(alpha) + y*sin(alpha), speed = x'*cos(alpha) + y'*sin(alpha), N = normal(slope)
)";
  const auto with = [&](const std::string& carrier) {
    std::string text = in_the_plane;
    text.replace(text.find("CARRIER"), 7, carrier);
    return text;
  };
  for (const std::string& model : {along, with("contact slope: y*cos(alpha) - x*sin(alpha) >= 0"),
                                   with("contact slope: 3*y*cos(alpha) - 3*x*sin(alpha) >= 0"),
                                   with("constraint slope: y*cos(alpha) = x*sin(alpha)")}) {
    CAPTURE(model);
    const Motion motion = run(model);
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    const std::vector<double> when = changes(motion);
    REQUIRE(when.size() == 2);
    CHECK(when[0] == Approx(0.380410497860545331).margin(1e-10));
    CHECK(when[1] == Approx(5.16899905681600633).margin(1e-10));
    const Snapshot held = motion.at(0.9);
    CHECK(held["way"] == Approx(0.570615746790817997).margin(1e-10));
    CHECK(held["T"] == Approx(7.64038787609572265).margin(1e-9));
    CHECK(held["work(nonideal)"] == Approx(-4.64027436631012742).margin(1e-9));
    CHECK(motion.at(3)["T"] == Approx(7.64038787609572265 - 8).margin(1e-9));
    CHECK(motion.back()["speed"] == Approx(1.45178041755841513).margin(1e-9));
    CHECK(motion.back()["way"] - held["way"] == Approx(0.5592235421125409).margin(1e-9));
    CHECK(motion.energy_imbalance() < 1e-10);
    check_sticking(motion, "slope", 4e-15);
  }
}

TEST_CASE("what lies on a belt sticks and slips in turn, at the period of the closed form") {
  const Motion motion = run(R"(
coordinates x
parameters m = 1, g = 9.81, k = 100, v = 0.2
kinetic 1/2*m*x'^2
potential 1/2*k*x^2
friction belt: limit 0.25*m*g, static 0.40*m*g, slip x' - v
start x = 0, x' = v
run 64.5
    tolerance 1e-12
watch phase = phase(belt), slip = slip(belt), heat = -tangent(belt)*slip(belt)
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const std::vector<double> when = changes(motion);
  const double period = 0.648604819424480944;
  REQUIRE(when.size() == 199);
  CHECK(when[0] == Approx(0.1962).margin(1e-11));
  for (std::size_t k = 1; k < 100; ++k)
    CHECK(when[2 * k] == Approx(0.1962 + static_cast<double>(k) * period).margin(1e-10));
  CHECK(when[198] == Approx(64.4080771230236135).margin(1e-10));
  for (const std::size_t k : {0, 50, 98}) {
    CHECK(motion.at(when[2 * k])["x"] == Approx(0.03924).margin(1e-9));
    CHECK(motion.at(when[2 * k + 1])["x"] == Approx(0.00981).margin(1e-9));
  }
  // the force that sticks is ideal, and works as the belt moves
  const double heat = motion.at(when[197])["work(nonideal)"];
  // what sliding takes: the force times the way of the body, not of the slip
  double slid = 0;
  for (std::size_t k = 0; k < 99; ++k) slid += when[2 * k + 1] - when[2 * k];
  CHECK(heat == Approx(0.25 * 9.81 * 99 * (0.00981 - 0.03924)).margin(1e-7));
  CHECK(slid * 0.2 * 0.25 * 9.81 - heat == Approx(99 * 0.318140663927707903).margin(1e-7));
  CHECK(motion.energy_imbalance() < 1e-10);
  check_sticking(motion, "belt", 1e-15);
}

TEST_CASE(
    "four inertias and three clutches: the exact pieces of the example of Modelica's library") {
  const Motion motion = run(R"(
coordinates p[1..4]
define f1 = if(t < 1.25, cos(0.4*pi*t), 0)
define f2 = if(t < 0.4, 0, 1)
define f3 = if(t < 0.9, 0, 1)
kinetic sum(i in 1..4: 1/2*p[i]'^2)
force p[1]: 10*sin(10*pi*t)
friction c1: limit 10*f1, static 11*f1, slip p[1]' - p[2]'
friction c2: limit 10*f2, static 11*f2, slip p[2]' - p[3]'
friction c3: limit 10*f3, static 11*f3, slip p[3]' - p[4]'
start p[1] = 0, p[2] = 0, p[3] = 0, p[4] = 0, p[1]' = 10, p[2]' = 0, p[3]' = 0, p[4]' = 0
run 1.5
    tolerance 1e-12
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const auto first = [&](std::size_t friction, FrictionPhase phase, double from) {
    for (const Stretch& part : motion.stretches())
      if (part.from > from && part.phases.frictions[friction] == phase) return part.from;
    return -1.0;
  };
  using enum FrictionPhase;
  CHECK(first(1, sticks, 0.5) == Approx(0.709621474693746663).margin(1e-10));
  CHECK(first(0, sticks, 0.5) == Approx(0.791662359154816006).margin(1e-10));
  CHECK(first(0, slips, 0.8) == Approx(0.831108506137653244).margin(1e-10));
  CHECK(first(0, sticks, 0.84) == Approx(0.906850192797879715).margin(1e-10));
  CHECK(first(0, slips, 0.91) == Approx(1.00029585989463867).margin(1e-10));
  CHECK(first(2, sticks, 0.91) == Approx(1.14396749247316596).margin(1e-10));
  const Snapshot end = motion.back();
  CHECK(end["p[1]'"] == Approx(3.24705827241879501).margin(1e-9));
  for (const char* w : {"p[2]'", "p[3]'", "p[4]'"})
    CHECK(end[w] == Approx(2.46318716664959544).margin(1e-9));
  CHECK(end["p[1]"] == Approx(7.48611909911431007).margin(1e-9));
  CHECK(end["p[1]'"] + end["p[2]'"] + end["p[3]'"] + end["p[4]'"] ==
        Approx(10 + 2 / std::numbers::pi).margin(1e-10));
  CHECK(motion.energy_imbalance() < 1e-10);
}

TEST_CASE("the foot of a falling rod slips backwards on smooth ground and forwards on rough") {
  const auto rod = [](double mu, double until) {
    return run(fmt::format(R"(
coordinates x y theta
parameters g = 9.81
kinetic 1/2*(x'^2 + y'^2) + 1/6*theta'^2
potential g*y
contact tip: y - cos(theta) >= 0
friction tip: {}, slip x' - cos(theta)*theta'
start theta = 0.1, x = sin(0.1), y = cos(0.1), x' = 0, y' = 0, theta' = 0
run {}
    tolerance 1e-12
watch phase = phase(tip), slip = slip(tip), T = tangent(tip), N = normal(tip)
)",
                           mu, until));
  };
  {
    const Motion motion = rod(0.3, 0.9);
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    const std::vector<double> when = changes(motion);
    REQUIRE(when.size() == 1);
    CHECK(when[0] == Approx(0.780667782234752786).margin(1e-10));
    const Snapshot there = motion.at(when[0]);
    CHECK(there["theta"] == Approx(0.419549429172260735).margin(1e-9));
    CHECK(there["T"] == Approx(2.24723142312088771).margin(1e-8));
    CHECK(motion.back()["slip"] < -0.01);
    CHECK(motion.energy_imbalance() < 1e-10);
    check_sticking(motion, "tip", 1e-14);
  }
  {
    const Motion motion = rod(0.8, 1.1);
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    const std::vector<double> when = changes(motion);
    REQUIRE(when.size() == 1);
    CHECK(when[0] == Approx(1.08600945277491647).margin(1e-10));
    const Snapshot there = motion.at(when[0]);
    CHECK(there["theta"] == Approx(0.934932093160491317).margin(1e-9));
    CHECK(there["T"] == Approx(-1.23356807480950471).margin(1e-8));
    CHECK(there["N"] == Approx(1.54196009351188089).margin(1e-8));
    CHECK(motion.back()["slip"] > 0);
    CHECK(motion.energy_imbalance() < 1e-10);
  }
}

TEST_CASE(
    "a run says where friction acts on more contacts than all its solutions can be sought for") {
  const auto events_on = [](int legs) {
    return run(fmt::format(R"(
coordinates x y theta
kinetic 1/2*(x'^2 + y'^2) + 1/6*theta'^2
potential 9.81*y
force x: 1
contact leg[i in 1..{0}]: y + (i - 0.5*{0})*theta >= 0
friction leg[i in 1..{0}]: 0.5, slip x'
start x = 0, y = 0, theta = 0, x' = 0, y' = 0, theta' = 0
run 1
)",
                           legs))
        .events();
  };
  CHECK(events_on(5).empty());
  const std::vector<Event> events = events_on(8);
  REQUIRE(events.size() == 1);
  CHECK(events[0].t == 0);
  CHECK(events[0].what.find("the one that is found is taken") != std::string::npos);
}

TEST_CASE("friction presses by the size of the normal force, however its formula is signed") {
  // a bead on a rough hoop: N falls with the multiplier, or rises with it
  const std::string hoops[] = {
      "x^2 + y^2 = 0.64\nfriction hoop: 0.4, slip x*y' - y*x', normal lambda(hoop)",
      "0.64 = x^2 + y^2\nfriction hoop: 0.4, slip x*y' - y*x', normal lambda(hoop)",
      "0.64 = x^2 + y^2\nfriction hoop: 0.4, slip x*y' - y*x', normal -lambda(hoop)",
      "x^2 + y^2 = 0.64\nfriction hoop: 0.4, slip x*y' - y*x', normal -lambda(hoop)"};
  std::vector<double> stops;
  for (const std::string& hoop : hoops) {
    INFO(hoop);
    const Motion motion =
        run("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*y\n"
            "start x = 0, y = -0.8, x' = 0.9, y' = 0\nrun 1\n    tolerance 1e-12\n"
            "constraint hoop: " +
            hoop + "\n");
    const std::vector<PhaseSpan> phases = motion.timeline("hoop");
    REQUIRE(phases.size() == 2);
    CHECK(phases.back().phase == Phase::stick);
    stops.push_back(phases.back().from);
    CHECK(stops.back() == Approx(stops.front()).epsilon(1e-10));
  }
}
