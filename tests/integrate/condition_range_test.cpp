#include "integrate/condition_range.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

TEST_CASE("conditions and ratios are each other's inverse") {
  for (const double ratio : {1.0, 0.3, 0.05, 1e-3})
    CHECK(integrate::ratio_for(integrate::condition_for(ratio)) == Approx(ratio).epsilon(1e-14));
  CHECK(integrate::ratio_for(0.5) == 1);
}

TEST_CASE(
    "a step approaches a singularity where its ratios fall far, not where they are small "
    "throughout") {
  integrate::ConditionRange far, near, small;
  for (const double ratio : {0.9, 0.8, 0.85}) far.add(integrate::condition_for(ratio));
  for (const double ratio : {0.4, 0.1, 0.02}) near.add(integrate::condition_for(ratio));
  for (const double ratio : {0.02, 0.019, 0.021}) small.add(integrate::condition_for(ratio));
  CHECK_FALSE(far.approaches_singularity());
  CHECK(near.approaches_singularity());
  CHECK_FALSE(small.approaches_singularity());
  CHECK(near.falls());
  CHECK_FALSE(far.falls());
  CHECK(near.first_ratio() == Approx(0.4));
  CHECK(integrate::ConditionRange().first_ratio() == 0);
}

TEST_CASE("ranges of two parts of a step are the range of the whole") {
  integrate::ConditionRange first, second, whole;
  first.add(integrate::condition_for(0.5));
  second.add(integrate::condition_for(0.01));
  whole.add(integrate::condition_for(0.5));
  whole.add(integrate::condition_for(0.01));
  first.add(second);
  CHECK(first.approaches_singularity() == whole.approaches_singularity());
  CHECK(first.first_ratio() == whole.first_ratio());
}
