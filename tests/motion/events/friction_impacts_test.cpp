// Impacts in which friction takes part, against closed forms.

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

}  // namespace

TEST_CASE(
    "Housner's block rocks from corner to corner, loses the same part each time, and comes to "
    "rest") {
  const Motion motion = run(R"(
coordinates x y theta
parameters g = 9.81, b = 0.2, h = 0.8
kinetic 1/2*(x'^2 + y'^2) + 1/6*(b^2 + h^2)*theta'^2
potential g*y
define lx = x - b*cos(theta) + h*sin(theta), ly = y - b*sin(theta) - h*cos(theta)
define rx = x + b*cos(theta) + h*sin(theta), ry = y + b*sin(theta) - h*cos(theta)
contact left: ly >= 0, right: ry >= 0
friction left: 0.5, slip x' + (b*sin(theta) + h*cos(theta))*theta'
friction right: 0.5, slip x' + (-b*sin(theta) + h*cos(theta))*theta'
start theta = 0.1, x = b*cos(0.1) - h*sin(0.1), y = b*sin(0.1) + h*cos(0.1), x' = 0, y' = 0, theta' = 0
run 7
    tolerance 1e-12
    impacts together
watch heat = lost(left) + lost(right)
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const auto& impacts = motion.impacts();
  REQUIRE(impacts.size() >= 4);
  const double times[] = {0.374361302673896858, 1.00536584898559066, 1.55044097869657397,
                          2.02824532161682556};
  for (std::size_t k = 0; k < 4; ++k) CHECK(impacts[k].t == Approx(times[k]).margin(1e-10));
  CHECK(impacts[0].impulse == Approx(0.2247722959131827).margin(1e-9));
  const double peaks[] = {0.0789093254811159072, 0.0632147998205535418, 0.051122772878371489};
  for (std::size_t k = 0; k < 3; ++k) {
    const Snapshot peak = motion.at(0.5 * (times[k] + times[k + 1]));
    CHECK(std::fabs(peak["theta"]) == Approx(peaks[k]).margin(1e-9));
  }
  REQUIRE(motion.accumulations().size() == 1);
  CHECK(motion.accumulations()[0].t == Approx(6.46494833059673456).margin(1e-8));
  CHECK(motion.back()["heat"] == Approx(0.156665852563023047).margin(1e-9));
  CHECK(motion.energy_imbalance() < 1e-10);
}

TEST_CASE("a wheel without a rim walks down a slope on spokes that strike and stick") {
  const Motion motion = run(R"(
coordinates x y theta
parameters g = 9.81, slope = 0.08, J = 0.5, alpha = pi/8, w = 1.21252404133819203
kinetic 1/2*(x'^2 + y'^2) + 1/2*J*theta'^2
potential g*(y*cos(slope) - x*sin(slope))
contact spoke[i in 1..8]: y - cos(theta + i*pi/4) >= 0
friction spoke[i in 1..8]: 1, slip x' + cos(theta + i*pi/4)*theta'
start theta = alpha, x = -sin(alpha), y = cos(alpha)
start theta' = -w, x' = w*cos(alpha), y' = w*sin(alpha)
run 4
    tolerance 1e-12
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const auto& impacts = motion.impacts();
  REQUIRE(impacts.size() == 5);
  const double step = 0.736489833879428661;
  for (std::size_t k = 0; k < 5; ++k) {
    CAPTURE(k);
    CHECK(impacts[k].t == Approx(static_cast<double>(k + 1) * step).margin(1e-9));
    CHECK(impacts[k].impulse == Approx(1.04061412358822835).margin(1e-8));
    CHECK(impacts[k].tangential == Approx(-0.271812441423242982).margin(1e-8));
    CHECK(impacts[k].lost == Approx(0.600019416524453949).margin(1e-8));
  }
  CHECK(motion.at(step)["theta'"] == Approx(-1.21252404133819203).margin(1e-9));
  CHECK(motion.energy_imbalance() < 1e-10);
}

TEST_CASE(
    "Painleve's rod is struck although nothing approaches, where no force satisfies Coulomb's "
    "law") {
  const auto rod = [](double turning, const std::string& more, double e = 0) {
    return run(fmt::format(R"(
coordinates x y theta
parameters g = 9.81
kinetic 1/2*(x'^2 + y'^2) + 1/6*theta'^2
potential g*y
contact tip: y - sin(theta) >= 0
restitution tip: {}
friction tip: 1.5, slip x' + sin(theta)*theta'
start theta = 1.1, x = 0, y = sin(1.1), x' = -1 - sin(1.1)*{}, y' = cos(1.1)*{}, theta' = {}
run 0.05
    tolerance 1e-12
    {}
)",
                           e, turning, turning, turning, more));
  };
  {
    const Motion motion = rod(0, "");
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    REQUIRE(motion.impacts().size() >= 1);
    const ImpactRecord& first = motion.impacts()[0];
    CHECK(first.t == 0);
    CHECK(first.approach == Approx(0).margin(1e-15));
    CHECK(first.impulse == Approx(0.303186151432346319).margin(1e-12));
    CHECK(first.tangential == Approx(0.404312081029245359).margin(1e-12));
    CHECK(first.lost == Approx(0.20215604051462268).margin(1e-12));
    const Snapshot after = motion.at(0);
    CHECK(after["x'"] == Approx(-0.595687918970754641).margin(1e-12));
    CHECK(after["y'"] == Approx(0.303186151432346319).margin(1e-12));
    CHECK(after["theta'"] == Approx(0.668405520046076505).margin(1e-12));
    CHECK(motion.energy_imbalance() < 1e-10);
  }
  CHECK(rod(0, "impacts poisson", 0.5).impacts().at(0).separation ==
        Approx(0.179254157846631733).margin(1e-12));
  CHECK(rod(0, "impacts energetic", 0.5).impacts().at(0).separation ==
        Approx(0.0684514346965855901).margin(1e-12));
  // the laws differ, and nobody named one
  CHECK(rod(0, "", 0.5).outcome().fate == Fate::several_impacts);
  CHECK(rod(0, "painleve stop").outcome().fate == Fate::friction_has_no_solution);
  CHECK(rod(4, "").outcome().fate == Fate::friction_has_several_solutions);
  const Motion lifted = rod(4, "painleve lift");
  REQUIRE(lifted.outcome().fate == Fate::reached_the_end);
  CHECK(lifted.stretches()[0].phases.closed == std::vector<bool>{false});
}

TEST_CASE("what cannot leave is not lifted out of Painleve's paradox") {
  const Motion motion = run(R"(
coordinates x y theta
kinetic 1/2*(x'^2 + y'^2) + 1/6*theta'^2
potential 9.81*y
constraint ground: y = sin(theta)
friction ground: 1.5, slip x' + sin(theta)*theta'
start theta = 1.1, x = 0, y ~ 1, x' = 1, theta' = 0
run 0.05
    painleve lift
)");
  CHECK(motion.outcome().fate == Fate::friction_has_several_solutions);
  CHECK(motion.outcome().detail == "'ground' (Painleve's paradox)");
}

TEST_CASE("the woodpecker climbs down its pole in the cycle of Glocker's model") {
  const Motion motion = run(R"(
coordinates y pM pS
parameters mM = 3e-4, mS = 4.5e-3, JM = 5e-9, JS = 7e-7, c = 5.6e-3, g = 9.81
parameters lM = 0.01, lG = 0.015, lS = 0.0201, hM = 0.0058, hS = 0.02, rM = 0.0031, rO = 0.0025, mu = 0.3
kinetic 1/2*((mS + mM)*y'^2 + (JM + mS*lM^2)*pM'^2 + (JS + mS*lG^2)*pS'^2)
kinetic mS*(lM*y'*pM' + lG*y'*pS' + lM*lG*pM'*pS')
potential 1/2*c*(pM - pS)^2 + g*((mS + mM)*y + mS*lM*pM + mS*lG*pS)
contact beak: lM + lG - lS - rO - hS*pS >= 0, lower: rM - rO + hM*pM >= 0, upper: rM - rO - hM*pM >= 0
restitution beak: 0.5
friction beak: mu, slip y' + lM*pM' + (lG - lS)*pS'
friction lower: mu, slip y' + rM*pM', upper: mu, slip y' + rM*pM'
start y = 0, pM = -(rM - rO)/hM, pS = -0.20513534924352575665, y' = 0, pM' = 0, pS' = 17.574666205576077863
run 0.146
    tolerance 1e-12
    impacts together
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  const auto& impacts = motion.impacts();
  REQUIRE(impacts.size() == 5);
  const double strikes[] = {0.0167098252806435, 0.0198111789396364, 0.0203907004779887,
                            0.0575338019601582, 0.0602625359914209};
  const std::size_t which[] = {2, 0, 2, 1, 1};
  double lost = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    CAPTURE(k);
    CHECK(impacts[k].t == Approx(strikes[k]).margin(1e-10));
    CHECK(impacts[k].contact == which[k]);
    lost += impacts[k].lost;
  }
  CHECK(lost == Approx(1.245143532690455e-4).margin(1e-12));
  const auto first = [&](double after, const auto& is) {
    for (const Stretch& part : motion.stretches())
      if (part.from > after && is(part.phases)) return part.from;
    return -1.0;
  };
  using enum FrictionPhase;
  const double caught = first(0.09, [](const Phases& p) { return p.frictions[1] == sticks; });
  CHECK(first(0.001, [](const Phases& p) { return !p.closed[1]; }) ==
        Approx(0.00582075723480980).margin(1e-10));
  CHECK(first(0.0205, [](const Phases& p) { return !p.closed[2]; }) ==
        Approx(0.0222453912720328).margin(1e-10));
  CHECK(caught == Approx(0.106382658144289884).margin(1e-10));
  const double lets_go = first(0.11, [](const Phases& p) { return p.frictions[1] == slips; });
  CHECK(lets_go == Approx(0.145976065143751824).margin(1e-9));
  CHECK(motion.at(lets_go)["y"] == Approx(-0.0194453792847165267).margin(1e-10));
  CHECK(motion.at(lets_go)["pS"] == Approx(-0.20513534924352575665).margin(1e-8));
  CHECK(motion.energy_imbalance() < 1e-10);
}

TEST_CASE(
    "a ball that slides while it bounces loses speed as if it lay on the floor all the time") {
  // the impulses of the floor are those of the weight once it rests, and so is friction
  for (const double scale : {1.0, 1e-12, 1e12}) {
    const Motion motion = run(fmt::format(R"(
coordinates x y
parameters s = {}, g = 9.81*s
kinetic 1/2*(x'^2 + y'^2)
potential g*(0.6*x + 0.8*y)
contact floor: 0.6*x + 0.8*y >= 0
restitution floor: 0.8
friction floor: 0.1, slip 0.8*x' - 0.6*y'
start x = 0.6*s, y = 0.8*s, x' = 8*s, y' = -6*s
run 6
    tolerance 1e-12
watch u = slip(floor)/s
)",
                                          scale));
    CAPTURE(scale);
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    REQUIRE(motion.accumulations().size() == 1);
    CHECK(motion.accumulations()[0].t == Approx(4.06371276887157814).margin(1e-10));
    CHECK(motion.back()["u"] == Approx(10 - 0.1 * 9.81 * 6).margin(1e-9));
    CHECK(motion.timeline("floor").back().phase == Phase::slip);
  }
}

TEST_CASE("a box that is thrown tumbles, falls flat and sticks with both corners") {
  const Motion motion = run(R"(
gravity (0, -9.81)
parameters a = 0.4, b = 0.2, mu = 0.4
body box: mass 2, box (a, b)
joint fly: planar ground box at (0, 0)
define P[1] = (-a/2, -b/2), P[2] = (a/2, -b/2), P[3] = (a/2, b/2), P[4] = (-a/2, b/2)
contact corner[i in 1..4]: box(P[i]).2 >= 0
restitution corner[i in 1..4]: 0.3
friction corner[i in 1..4]: mu, slip box(P[i])'.1
start fly.x = 0, fly.y = 1, fly.turn = 0.3, fly.x' = 2, fly.y' = 0, fly.turn' = -3
run 4
    impacts together
)");
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  // upside down, on the corners three and four
  CHECK(motion.back()["fly.turn"] == Approx(-std::numbers::pi).margin(1e-9));
  CHECK(motion.back()["fly.y"] == Approx(0.1).margin(1e-12));
  const Snapshot end = motion.back();
  CHECK(end["lambda(corner[3])"] + end["lambda(corner[4])"] == Approx(2 * 9.81).epsilon(1e-12));
  for (const std::string corner : {"corner[3]", "corner[4]"})
    CHECK(motion.timeline(corner).back().phase == Phase::stick);
  for (const std::string corner : {"corner[1]", "corner[2]"})
    CHECK(motion.timeline(corner).back().phase == Phase::open);
  // what friction cannot do is move a body that rests
  CHECK(std::fabs(end["fly.x'"]) < 1e-14);
  CHECK(motion.energy_imbalance() < 1e-9);
  for (const ImpactRecord& impact : motion.impacts())
    CHECK(std::fabs(impact.tangential) <= 0.4 * impact.impulse * (1 + 1e-9));
}
