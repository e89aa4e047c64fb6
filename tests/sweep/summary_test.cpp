#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "sweep/summary.hpp"

using namespace alembert;

namespace {

struct Summarised {
  ColumnSummary summary;
  int passes = 0;
};

constexpr std::size_t ample = 1 << 18;  // room for all numbers of a test

Summarised summarised(const std::vector<double>& numbers, std::size_t room = ample) {
  ColumnPasses passes(room);
  int count = 0;
  do {
    for (const double number : numbers) passes.add(number);
    passes.end_pass();
    ++count;
  } while (passes.needs_pass());
  return {passes.summary(), count};
}

/// By sorting all of them.
double quantile(std::vector<double> numbers, double part) {
  std::ranges::sort(numbers);
  const double place = part * static_cast<double>(numbers.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double low = numbers[below], high = numbers[std::min(below + 1, numbers.size() - 1)];
  return low + (place - std::floor(place)) * (high - low);
}

}  // namespace

TEST_CASE("quantiles, moments and histogram of the numbers from 0 to 100") {
  std::vector<double> numbers{NAN};
  for (int i = 100; i >= 0; --i) numbers.push_back(i);
  const ColumnSummary summary = summarised(numbers).summary;
  CHECK(summary.count == 101);
  CHECK(summary.mean == Approx(50).epsilon(1e-15));
  CHECK(summary.deviation == Approx(std::sqrt(101.0 * 102 / 12)).epsilon(1e-14));
  CHECK(summary.quantiles[1] == 5);
  CHECK(summary.quantiles[3] == 50);
  CHECK(summary.histogram[0] == 2);
  CHECK(summary.histogram[49] == 3);
}

TEST_CASE("quantiles that are found in passes are those of the sorted numbers, to the bit") {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0, 1);
  constexpr std::size_t count = 200'000;
  std::vector<double> spread(count), narrow(count), piled(count), wild(count);
  for (std::size_t i = 0; i < count; ++i) {
    spread[i] = normal(random);
    narrow[i] = 1 + 1e-13 * normal(random);
    // most of them within a few neighbours of one double, others far away
    piled[i] = i % 100 == 0 ? 1e300 * normal(random) : std::nextafter(0.1, i % 3 == 0 ? 0.0 : 1.0);
    wild[i] = std::exp(300 * normal(random)) * (i % 2 == 0 ? 1 : -1);
  }
  for (const auto& numbers : {spread, narrow, piled, wild}) {
    std::vector<double> finite = numbers;
    std::erase_if(finite, [](double number) { return !std::isfinite(number); });
    const Summarised held = summarised(numbers);
    CHECK(held.passes == 1);
    CHECK(held.summary.count == finite.size());
    for (std::size_t i = 0; i < ColumnSummary::parts.size(); ++i)
      CHECK(held.summary.quantiles[i] == quantile(finite, ColumnSummary::parts[i]));
    std::uint64_t in_bins = 0;
    for (const std::uint64_t runs : held.summary.histogram) in_bins += runs;
    CHECK(in_bins == finite.size());
    // with less room it takes passes, and the summary is the same
    for (const std::size_t room : {1 << 17, 1 << 10, 1}) {
      const Summarised found = summarised(numbers, room);
      CHECK(found.passes > 1);
      if (room == 1 << 17) CHECK(found.passes <= 6);
      CHECK(found.summary.quantiles == held.summary.quantiles);
      CHECK(found.summary.histogram == held.summary.histogram);
      CHECK(found.summary.mean == held.summary.mean);
      CHECK(found.summary.deviation == held.summary.deviation);
    }
  }
}

TEST_CASE("a column without a number, with one, and with equal ones has a summary") {
  const ColumnSummary none = summarised({NAN, INFINITY}).summary;
  CHECK(none.count == 0);
  CHECK(std::isnan(none.mean));
  CHECK(std::isnan(none.smallest));
  CHECK(std::isnan(none.quantiles[3]));
  const ColumnSummary one = summarised({-2.5}).summary;
  CHECK(one.quantiles[0] == -2.5);
  CHECK(one.quantiles[6] == -2.5);
  CHECK(std::isnan(one.deviation));
  CHECK(one.histogram[0] == 1);
  for (const std::size_t room : {ample, std::size_t{1000}}) {
    const ColumnSummary equal = summarised(std::vector<double>(50'000, 3.0), room).summary;
    CHECK(equal.quantiles[3] == 3);
    CHECK(equal.deviation == 0);
    CHECK(equal.histogram[0] == 50'000);
  }
}
