// The end of impacts without end, from the last of them.

#include "motion/events/accumulation.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

namespace {

ImpactRecord impact(double t, std::size_t contact, double impulse) {
  return {t, contact, 0, impulse, 1, 1, 0, true};
}

}  // namespace

TEST_CASE("impacts at intervals that shrink by one ratio end at the sum of the geometric series") {
  AccumulationWatch watch;
  double t = 1, interval = 0.5, impulse = 3;
  for (int i = 0; i < 5; ++i) {
    watch.add({impact(t, 2, impulse)});
    t += interval *= 0.8;
    impulse *= 0.7;
  }
  const auto end = watch.end();
  REQUIRE(end);
  // the last impact was one interval before t
  CHECK(end->t == Approx(t - interval + interval / (1 - 0.8)).epsilon(1e-14));
  CHECK(end->contacts == std::vector<std::size_t>{2});
  CHECK(end->impulse[0] == Approx(impulse / (1 - 0.7)).epsilon(1e-13));
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
  CHECK(end->t == Approx(t - interval + interval / (1 - 0.9)).epsilon(1e-12));
  REQUIRE(end->contacts.size() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(end->impulse[i] == Approx(left[end->contacts[i]]).epsilon(1e-12));
}

TEST_CASE("what does not shrink, shrinks unevenly or has no pattern has no end") {
  AccumulationWatch even, uneven, mixed;
  const double times[] = {0, 1, 1.9, 2.5, 3.1, 3.3, 3.5};
  for (int i = 0; i < 7; ++i) {
    even.add({impact(i, 0, 1)});
    uneven.add({impact(times[i], 0, 1.0 / (i + 1))});
    mixed.add({impact(1 - 1.0 / (i + 1), static_cast<std::size_t>(i * i) % 3, 1.0 / (i + 1))});
  }
  CHECK_FALSE(even.end());
  CHECK_FALSE(uneven.end());
  CHECK_FALSE(mixed.end());
}
