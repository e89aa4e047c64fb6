// Contacts without friction against closed forms: impacts, rest, leaving, grazing, accumulation,
// shared loads.

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

const std::string ball = R"(
coordinates y
parameters g = 9.81, e = 0.8
kinetic 1/2*y'^2
potential g*y
contact floor: y >= 0
restitution floor: e
start y = 1, y' = 0
watch hits = count(floor), push = impulse(floor), heat = lost(floor), when_last = last(floor)
watch closed = phase(floor), height = gap(floor)
)";

}  // namespace

TEST_CASE(
    "a ball bounces at the times of the closed form and comes to rest after infinitely many "
    "impacts") {
  const Motion motion = run(ball + "run 6\n    tolerance 1e-12\n");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const double g = 9.81, e = 0.8, first = std::sqrt(2 / g);
  const auto& impacts = motion.impacts();
  REQUIRE(impacts.size() > 20);
  for (std::size_t k = 0; k < impacts.size(); ++k) {
    CAPTURE(k);
    const double power = std::pow(e, static_cast<double>(k));
    CHECK(impacts[k].t == Approx(first * (1 + 2 * (e - e * power) / (1 - e))).margin(1e-11));
    CHECK(impacts[k].approach == Approx(g * first * power).margin(1e-10));
    CHECK(impacts[k].separation == Approx(e * g * first * power).margin(1e-10));
    CHECK(impacts[k].impulse == Approx((1 + e) * g * first * power).margin(1e-10));
    CHECK(impacts[k].unique);
  }
  CHECK(impacts[0].t == Approx(0.451523640985730904).margin(1e-12));
  CHECK(impacts[1].t == Approx(1.17396146656290035).margin(1e-12));
  CHECK(impacts[9].t == Approx(3.57889295102043828).margin(1e-11));
  const double apex = impacts[4].t + impacts[4].separation / g;
  CHECK(motion.at(apex)["y"] == Approx(0.1073741824).margin(1e-11));
  REQUIRE(motion.accumulations().size() == 1);
  CHECK(motion.accumulations()[0].t == Approx(4.06371276887157814).margin(1e-11));
  double sum = motion.accumulations()[0].impulse[0];
  for (const ImpactRecord& impact : impacts) sum += impact.impulse;
  CHECK(sum == Approx(39.8650222626301816).margin(1e-9));
  const Snapshot end = motion.back();
  CHECK(end["push"] == Approx(39.8650222626301816).margin(1e-9));
  CHECK(end["heat"] == Approx(9.81).margin(1e-10));
  CHECK(end["when_last"] == Approx(4.06371276887157814).margin(1e-11));
  CHECK(end["hits"] == static_cast<double>(impacts.size()));
  CHECK(end["closed"] == 1);
  CHECK(std::fabs(end["y"]) < 1e-15);
  CHECK(std::fabs(end["y'"]) < 1e-15);
  CHECK(end["lambda(floor)"] == Approx(9.81).epsilon(1e-14));
  CHECK(motion.energy_imbalance() < 1e-10);
  // nowhere below the floor
  for (const double y : motion["y"]) CHECK(y > -1e-12);
}

TEST_CASE("an impact at the start has a state before it, which the energy of the run begins with") {
  const Motion motion =
      run("coordinates y\nkinetic 1/2*y'^2\npotential 9.81*y\ncontact floor: y >= 0\n"
          "restitution floor: 0.5\nstart y = 0, y' = -2\nrun 0.1\n");
  CHECK(motion.front()["y'"] == -2);
  CHECK(motion.front()["energy"] == Approx(2).epsilon(1e-15));
  CHECK(motion.at(0)["y'"] == Approx(1).epsilon(1e-15));
  CHECK(motion.back()["energy"] == Approx(0.5).epsilon(1e-12));
  CHECK(motion.jump_energy() == Approx(-1.5).epsilon(1e-15));
  REQUIRE(motion.jumps().size() == 1);
  CHECK(motion.jumps()[0].t == 0);
}

TEST_CASE("the energy of a bouncing ball is that at the start less what its impacts took so far") {
  const Motion motion = run(ball + "run 3\n    tolerance 1e-12\n");
  const std::vector<double> t = motion["t"], energy = motion["energy"];
  REQUIRE(motion.jumps().size() == motion.impacts().size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    double left = 9.81;
    bool is_event = false;
    for (const EnergyJump& jump : motion.jumps()) {
      if (jump.t < t[i]) left += jump.energy;
      is_event = is_event || jump.t == t[i];
    }
    if (!is_event && std::fabs(energy[i] - left) > 1e-11) FAIL("at t = " << t[i]);
  }
}

TEST_CASE("a ball comes to rest at the same time by every method that locates impacts") {
  for (const Method method : {Method::dop853, Method::taylor, Method::gauss}) {
    CAPTURE(name_of(method));
    const Motion motion = run(ball + "run 6\n    tolerance 1e-9\n", {.method = method});
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    // 60 impacts, each of them located to the tolerance
    CHECK(motion.back()["when_last"] == Approx(4.06371276887157814).margin(6e-8));
    CHECK(motion.back()["lambda(floor)"] == Approx(9.81).epsilon(1e-12));
  }
}

TEST_CASE("between impacts a contact carries nothing, and any instant can be asked for") {
  const Motion motion = run(ball + "run 2\n");
  const double u = std::sqrt(2 * 9.81), first = std::sqrt(2 / 9.81);
  for (const double t : {0.2, 0.4, 0.5, 0.8, 1.1}) {
    const double s = t - first;
    const double y = t < first ? 1 - 0.5 * 9.81 * t * t : 0.8 * u * s - 0.5 * 9.81 * s * s;
    CAPTURE(t);
    CHECK(motion.at(t)["y"] == Approx(y).margin(1e-9));
    CHECK(motion.at(t)["lambda(floor)"] == 0);
    CHECK(motion.at(t)["hits"] == (t < first ? 0 : 1));
    CHECK(motion.at(t)["closed"] == 0);
  }
}

TEST_CASE(
    "a ladder leaves its wall where the force of the wall vanishes, slides on and falls flat") {
  const std::string ladder = R"(
coordinates x y theta
parameters g = 9.81
kinetic 1/2*(x'^2 + y'^2) + 1/6*theta'^2
potential g*y
contact floor: y - sin(theta) >= 0
contact wall:  x - cos(theta) >= 0
contact top:   y + sin(theta) >= 0
start x = cos(1.2), y = sin(1.2), theta = 1.2, x' = 0, y' = 0, theta' = 0
run 0.9
    tolerance 1e-12
)";
  const Motion motion = run(ladder);
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const Snapshot start = motion.front();
  CHECK(start["lambda(floor)"] == Approx(8.84393713104735688).margin(1e-11));
  CHECK(start["lambda(wall)"] == Approx(2.48486017545254647).margin(1e-11));
  REQUIRE(motion.stretches().size() >= 2);
  const double leaves = motion.stretches()[1].from;
  CHECK(leaves == Approx(0.576585243846130252).margin(1e-10));
  const Snapshot there = motion.at(leaves);
  CHECK(there["theta"] == Approx(0.670476478426655856).margin(1e-9));
  CHECK(there["theta'"] == Approx(-2.13814211797748497).margin(1e-9));
  CHECK(there["lambda(floor)"] == Approx(9.81 / 4).margin(1e-8));
  CHECK(motion.at(0.7)["x'"] == Approx(1.32855468353850969).margin(1e-9));
  REQUIRE(!motion.impacts().empty());
  CHECK(motion.impacts()[0].t == Approx(0.815886217578905368).margin(1e-10));
  CHECK(motion.at(0.815886)["theta'"] == Approx(-3.52010823550124003).margin(1e-4));
  CHECK(motion.energy_imbalance() < 1e-9);
}

TEST_CASE(
    "a ball on a shaking table returns at its period, and lies on it until the table falls away") {
  SECTION("bouncing") {
    const std::string table = R"(
coordinates x
parameters g = 9.81, w = 30, phi = 1.18047912702281503
kinetic 1/2*x'^2
potential g*x
contact table: x >= 0.01*sin(w*t + phi)
restitution table: 0.8
start x = 0.00924788417650526485, x' = SPEED
run 3
    tolerance 1e-13
)";
    const double v0 = 1.02730079772386239;
    const auto with_speed = [&](double speed) {
      std::string text = table;
      text.replace(text.find("SPEED"), 5, fmt::format("{:.17g}", speed));
      return run(text);
    };
    const Motion steady = with_speed(v0);
    REQUIRE(steady.impacts().size() >= 5);
    for (std::size_t k = 0; k < 5; ++k) {
      CHECK(steady.impacts()[k].t ==
            Approx(static_cast<double>(k + 1) * std::numbers::pi / 15).margin(1e-8));
      CHECK(steady.impacts()[k].impulse == Approx(2.05460159544772478).margin(1e-7));
    }
    const Motion other = with_speed(1.02 * v0);
    REQUIRE(other.impacts().size() >= 5);
    CHECK(other.impacts()[0].t == Approx(0.213269591667704478).margin(1e-10));
    CHECK(other.impacts()[1].t == Approx(0.414502742171062575).margin(1e-10));
    CHECK(other.impacts()[4].t == Approx(1.04541812005149568).margin(1e-9));
    CHECK(other.energy_imbalance() < 1e-9);
  }
  SECTION("lying") {
    const Motion motion = run(R"(
coordinates x
parameters g = 9.81, w = 30
kinetic 1/2*x'^2
potential g*x
contact table: x >= 0.02*sin(w*t)
start x = 0, x' = 0.6
run 0.25
    tolerance 1e-12
)");
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    REQUIRE(motion.stretches().size() >= 4);
    CHECK(motion.stretches()[1].from == Approx(0.0192129704912065721).margin(1e-10));
    REQUIRE(motion.impacts().size() == 1);
    CHECK(motion.impacts()[0].t == Approx(0.164460632591604356).margin(1e-10));
    CHECK(motion.impacts()[0].approach == Approx(1.05359289691544094).margin(1e-9));
    CHECK(motion.stretches()[3].from == Approx(0.228652480730526121).margin(1e-10));
    CHECK(motion.energy_imbalance() < 1e-10);
  }
}

TEST_CASE("a contact that is nearly grazed is struck just where the motion reaches it") {
  const double w = 1.3, grazing = 0.702139587261678331, delta = 2.95536981317865178;
  const auto oscillator = [&](double F, double until) {
    const double A = F / grazing;
    return run(fmt::format(R"(
coordinates x
kinetic 1/2*x'^2
potential 1/2*x^2
force x: -0.1*x' + {0:.17g}*cos({1}*t)
contact wall: 1 - x >= 0
restitution wall: 0.8
start x = {2:.17g}, x' = {3:.17g}
run {4}
    tolerance 1e-13
)",
                           F, w, A * std::cos(delta), A * w * std::sin(delta), until));
  };
  CHECK(oscillator((1 - 1e-6) * grazing, 100).impacts().empty());
  const auto first_impact = [&](double excess) {
    return oscillator((1 + excess) * grazing, 3).impacts().at(0);
  };
  CHECK(first_impact(1e-3).t == Approx(2.23897467347571586).margin(1e-9));
  CHECK(first_impact(1e-3).approach == Approx(0.0581523000404971084).margin(1e-9));
  CHECK(first_impact(1e-6).t == Approx(2.2722735386196415).margin(1e-8));
  CHECK(first_impact(1e-6).approach == Approx(0.00183847809070437388).margin(1e-8));
}

TEST_CASE("the simplest walking wheel: a rule changes the state once a step") {
  // eight spokes, all mass in the hub
  const Motion motion = run(R"(
system "Rimless wheel"
coordinates theta
parameters g = 9.81, alpha = pi/8, slope = 0.08
discrete steps = 0
kinetic 1/2*theta'^2
potential g*cos(theta)
when theta >= slope + alpha:
    theta := slope - alpha, theta' := cos(2*alpha)*theta', steps := steps + 1
start theta = slope - alpha, theta' = 2
run 20
    tolerance 1e-12
watch n = steps
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  std::vector<double> after;
  for (std::size_t i = 1; i < motion.stretches().size(); ++i)
    after.push_back(motion.at(motion.stretches()[i].from)["theta'"]);
  REQUIRE(after.size() > 10);
  CHECK(after[0] == Approx(1.61245757045711251).margin(1e-9));
  CHECK(after[1] == Approx(1.37841543983904973).margin(1e-9));
  CHECK(after[2] == Approx(1.24500360598585995).margin(1e-9));
  CHECK(after.back() == Approx(1.09546283964765683).margin(1e-4));
  CHECK(motion.back()["n"] == static_cast<double>(after.size()));
}

TEST_CASE("of Newton's cradle the law has to be named") {
  const auto cradle = [](int N, const std::string& law) {
    std::string names, speeds;
    for (int i = 1; i <= N; ++i)
      speeds +=
          fmt::format("{}x[{}] = {}, x[{}]' = {}", i == 1 ? "" : ", ", i, i, i, i == 1 ? 1 : 0);
    return run(fmt::format(R"(
coordinates x[i in 1..{0}]
kinetic sum(i in 1..{0}: 1/2*x[i]'^2)
contact gap[i in 1..{0}-1]: x[i+1] - x[i] >= 1
restitution gap[i in 1..{0}-1]: 1
start {1}
run 1
{2}
)",
                           N, speeds, law));
  };
  const Motion unnamed = cradle(4, "");
  CHECK(unnamed.outcome().fate == Fate::several_impacts);
  const Motion in_turn = cradle(4, "    impacts in_turn");
  REQUIRE(in_turn.outcome().fate == Fate::reached_the_end);
  for (int i = 1; i <= 4; ++i)
    CHECK(in_turn.back()[fmt::format("x[{}]'", i)] == Approx(i == 4 ? 1 : 0).margin(1e-12));
  const Motion together = cradle(4, "    impacts together");
  REQUIRE(together.outcome().fate == Fate::reached_the_end);
  for (int i = 1; i <= 4; ++i)
    CHECK(together.back()[fmt::format("x[{}]'", i)] == Approx(i == 1 ? -0.5 : 0.5).margin(1e-12));
}

TEST_CASE("a table on four legs rests, although no single load of a leg is right") {
  const Motion motion = run(R"(
coordinates z alpha beta
parameters m = 1, g = 9.81
kinetic 1/2*z'^2 + 0.05*(alpha'^2 + beta'^2)
potential m*g*(z + 0.4*alpha - 0.8*beta)
contact leg1: z + 0.5*alpha - beta >= 0
contact leg2: z + 0.5*alpha + beta >= 0
contact leg3: z - 0.5*alpha - beta >= 0
contact leg4: z - 0.5*alpha + beta >= 0
start z = 0, alpha = 0, beta = 0, z' = 0, alpha' = 0, beta' = 0
run 10
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  CHECK(motion.stretches().size() == 1);
  CHECK(motion.impacts().empty());
  CHECK(motion.stretches()[0].phases.closed == std::vector<bool>(4, true));
}
