// Runs with contacts at any tolerance: the same happens, at times that agree as the tolerance
// allows.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion run(const std::string& model, double tolerance) {
  return simulate(read_model(source_folder() + "/models/" + model), {.tolerance = tolerance});
}

// An impact is as late as its gap is wrong, over its speed; errors grow on the way, by a hundred in
// these models.
void require_same_impacts(const Motion& motion, const Motion& finest, double tolerance) {
  const auto &impacts = motion.impacts(), &expected = finest.impacts();
  constexpr double growth = 100, rounding = 1e-14;
  const double allowed = growth * (tolerance + rounding);
  double fastest = 0;
  for (const ImpactRecord& impact : expected) fastest = std::max(fastest, impact.approach);
  // the coarser the tolerance, the earlier the tail of an accumulation is summed
  const std::size_t count = std::min(impacts.size(), expected.size());
  if (motion.accumulations().empty()) CHECK(impacts.size() == expected.size());
  for (std::size_t i = 0; i < count; ++i) {
    CAPTURE(i, expected[i].t, expected[i].approach);
    CHECK(impacts[i].contact == expected[i].contact);
    // one that does not approach is where friction leaves no acceleration
    const double slow =
        fastest > 0 && expected[i].approach > 0 ? fastest / expected[i].approach : 1;
    CHECK(std::fabs(impacts[i].t - expected[i].t) <= allowed * finest.end_time() * slow);
  }
  REQUIRE(motion.accumulations().size() == finest.accumulations().size());
  for (std::size_t i = 0; i < motion.accumulations().size(); ++i)
    CHECK(motion.accumulations()[i].t ==
          Approx(finest.accumulations()[i].t).margin(1e-9 + allowed * finest.end_time()));
}

}  // namespace

TEST_CASE("a model with contacts has the same impacts and the same outcome at any tolerance") {
  const std::string model = GENERATE(
      as<std::string>(), "bouncing_ball/bouncing_ball.mech", "clutches/clutches.mech",
      "falling_rod/falling_rod.mech", "four_legs/four_legs.mech", "friction/block.mech",
      "grazing/passing.mech", "grazing/touching.mech", "impact_without_collision/energetic.mech",
      "impact_without_collision/plastic.mech", "impact_without_collision/poisson.mech",
      "ladder/ladder.mech", "newtons_cradle/in_turn.mech", "newtons_cradle/together.mech",
      "rimless_wheel/rimless_wheel.mech", "rocking_block/rocking_block.mech",
      "rough_slope/rough_slope.mech", "shaking_table/bouncing.mech", "shaking_table/lying.mech",
      "stick_slip/stick_slip.mech", "woodpecker/woodpecker.mech");
  CAPTURE(model);
  const Motion finest = run(model, 1e-14);
  CHECK(finest.outcome().complete());
  for (const double tolerance : {1e-8, 1e-10, 1e-12, 1e-13, 3e-14}) {
    CAPTURE(tolerance);
    const Motion motion = run(model, tolerance);
    CHECK(motion.outcome().words() == finest.outcome().words());
    require_same_impacts(motion, finest, tolerance);
  }
}

TEST_CASE("a block whose corners slip in its impacts comes to rest at any tolerance") {
  const Model model = read_model(source_folder() + "/models/rocking_block/rocking_block.mech");
  const Expr mu{model.system.graph(), model.system.graph().find_symbol("mu")};
  std::optional<double> rest;
  for (const double tolerance : {1e-8, 1e-10, 1e-12, 1e-13, 1e-14}) {
    CAPTURE(tolerance);
    const Motion motion = simulate(model, {.parameters = {{mu, 0.15}}, .tolerance = tolerance});
    REQUIRE(motion.outcome().fate == Fate::reached_the_end);
    REQUIRE(motion.accumulations().size() == 1);
    const double t = motion.accumulations()[0].t;
    if (!rest) rest = t;
    CHECK(t == Approx(*rest).margin(1e-7));
    // it lies flat, and the energy that it had is in impacts and slip
    const Snapshot end = motion.back();
    CHECK(std::fabs(end["theta"]) < 1e-11);
    CHECK(end["of_left"] + end["of_right"] == Approx(9.81).epsilon(1e-12));
    CHECK(motion.energy_imbalance() < 1e3 * tolerance + 1e-13);
  }
}
