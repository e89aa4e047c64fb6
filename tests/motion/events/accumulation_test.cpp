// The end of impacts without end, from the last of them.

#include "motion/events/accumulation.hpp"

#include <catch2/catch.hpp>

#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// of a body whose mass is one, which takes all of the speed of approach
ImpactRecord impact(double t, std::size_t contact, double impulse) {
  return {t, contact, 0, impulse, impulse, 0, 0, true};
}

}  // namespace

TEST_CASE("impacts at intervals that shrink by one ratio end at the sum of the geometric series") {
  AccumulationWatch watch;
  double t = 1, interval = 0.5, impulse = 3;
  for (int i = 0; i < 5; ++i) {
    watch.add({impact(t, 2, impulse)});
    t += interval *= 0.8;
    impulse *= 0.8;
  }
  const auto end = watch.end();
  REQUIRE(end);
  // the last impact was one interval before t
  CHECK(end->rest.t == Approx(t - interval + interval / (1 - 0.8)).epsilon(1e-14));
  CHECK(end->rest.contacts == std::vector<std::size_t>{2});
  CHECK(end->rest.impulse[0] == Approx(impulse / (1 - 0.8)).epsilon(1e-13));
  CHECK(end->period == Approx(interval).epsilon(1e-14));
}

TEST_CASE("two contacts that strike in turn are one pattern") {
  AccumulationWatch watch;
  double t = 0, interval = 1, impulse = 1;
  double left[] = {0, 0};
  for (std::size_t i = 0; i < 12; ++i) {
    watch.add({impact(t, i % 2, impulse)});
    t += interval *= 0.9;
    impulse *= 0.9;
  }
  for (std::size_t i = 12; i < 2000; ++i, impulse *= 0.9) left[i % 2] += impulse;
  const auto end = watch.end();
  REQUIRE(end);
  CHECK(end->rest.t == Approx(t - interval + interval / (1 - 0.9)).epsilon(1e-12));
  REQUIRE(end->rest.contacts.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(end->rest.impulse[i] == Approx(left[end->rest.contacts[i]]).epsilon(1e-12));
}

TEST_CASE("what is lost in the times of the last impacts is not lost in their end") {
  // times to 1e-12 of what the first interval was: of the last intervals hardly a digit is left
  AccumulationWatch watch;
  double t = 0, impulse = 1;
  for (int i = 0; i < 120; ++i, impulse *= 0.8) {
    const double rounding = 1e-12 * ((i * i) % 7 - 3);
    watch.add({impact(t + rounding, 0, impulse)});
    t += impulse;
  }
  const auto end = watch.end();
  REQUIRE(end);
  // rounding of one interval, of which five are left where the ratio is 0.8
  CHECK(end->rest.t == Approx(5).margin(5 * 6e-12));
}

TEST_CASE("what does not shrink, shrinks unevenly or has no pattern has no end") {
  AccumulationWatch even, uneven, mixed;
  for (int i = 0; i < 7; ++i) {
    even.add({impact(i, 0, 1)});
    uneven.add({impact(i, 0, 1.0 / (i + 1))});
    mixed.add({impact(1 - 1.0 / (i + 1), static_cast<std::size_t>(i * i) % 3, 1.0 / (i + 1))});
  }
  CHECK_FALSE(even.end());
  CHECK_FALSE(uneven.end());
  CHECK_FALSE(mixed.end());
}

TEST_CASE(
    "impacts that repeat themselves do not end, although contacts without restitution are at rest "
    "after them") {
  const Model model = read_model(source_folder() + "/models/woodpecker/woodpecker.mech");
  const Motion motion = simulate(model, {.until = 14.6, .tolerance = 1e-8, .every = 14.6});
  REQUIRE(motion.outcome().fate == Fate::reached_the_end);
  CHECK(motion.accumulations().empty());
  // a hundred cycles of the period that is published for these data with located events
  std::vector<double> strokes;
  for (const ImpactRecord& impact : motion.impacts())
    if (motion.contact_name(impact.contact) == "beak") strokes.push_back(impact.t);
  REQUIRE(strokes.size() == 100);
  CHECK((strokes[99] - strokes[49]) / 50 == Approx(0.145976065143751824).epsilon(1e-8));
}
