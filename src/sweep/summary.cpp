#include "sweep/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include "sweep/chunk.hpp"

namespace alembert {

namespace {

/// Where a quantile lies between two neighbours of `count` ordered numbers.
struct Between {
  std::uint64_t below, above;
  double part;
};
Between place_of(double part, std::uint64_t count) {
  const double place = part * static_cast<double>(count - 1);
  const auto below = static_cast<std::uint64_t>(place);
  return {below, std::min(below + 1, count - 1), place - std::floor(place)};
}

/// The places that the quantiles need, increasing.
std::vector<std::uint64_t> places_of_quantiles(std::uint64_t count) {
  std::set<std::uint64_t> places;
  for (const double part : ColumnSummary::parts) {
    const Between between = place_of(part, count);
    places.insert({between.below, between.above});
  }
  return {places.begin(), places.end()};
}

/// Puts the numbers of some increasing places where sorting would put them, at a fraction of its
/// cost. The first number has the place `offset`.
void put_in_place(std::span<double> numbers, std::span<const std::uint64_t> places,
                  std::uint64_t offset = 0) {
  if (places.empty()) return;
  const std::size_t middle = places.size() / 2;
  const std::uint64_t place = places[middle] - offset;
  std::ranges::nth_element(numbers, numbers.begin() + static_cast<std::ptrdiff_t>(place));
  put_in_place(numbers.first(place), places.first(middle), offset);
  put_in_place(numbers.subspan(place + 1), places.subspan(middle + 1), places[middle] + 1);
}

std::size_t bin_of(double value, const ColumnSummary& summary) {
  // halves, because the distance of two large numbers may not be finite
  const double half = summary.largest / 2 - summary.smallest / 2;
  const double part = half > 0 ? (value / 2 - summary.smallest / 2) / half : 0;
  return std::min(static_cast<std::size_t>(part * static_cast<double>(ColumnSummary::bins)),
                  ColumnSummary::bins - 1);
}

/// The quantiles from the numbers at their places.
template <class NumberAt>
void put_quantiles(ColumnSummary& summary, NumberAt number_at) {
  for (std::size_t i = 0; i < ColumnSummary::parts.size(); ++i) {
    const Between between = place_of(ColumnSummary::parts[i], summary.count);
    const double low = number_at(between.below);
    summary.quantiles[i] = low + between.part * (number_at(between.above) - low);
  }
}

}  // namespace

void RunningMoments::add(double value) {
  ++count_;
  const double before = value - mean_;
  mean_ += before / static_cast<double>(count_);
  squares_ += before * (value - mean_);
}

double RunningMoments::mean() const { return count_ == 0 ? no_number : mean_; }

double RunningMoments::variance() const {
  return count_ < 2 ? no_number : squares_ / static_cast<double>(count_ - 1);
}

void ColumnPasses::add(double value) {
  if (!std::isfinite(value)) return;
  if (is_first_pass_) {
    const bool is_first = moments_.count() == 0;
    moments_.add(value);
    summary_.smallest = is_first ? value : std::min(summary_.smallest, value);
    summary_.largest = is_first ? value : std::max(summary_.largest, value);
    look_.add(value);
    return;
  }
  if (needs_histogram_) ++summary_.histogram[bin_of(value, summary_)];
  if (order_) order_->add(value);
}

void ColumnPasses::end_pass() {
  if (is_first_pass_) {
    end_first_pass();
    is_first_pass_ = false;
    return;
  }
  needs_histogram_ = false;
  if (!order_) return;
  order_->end_pass();
  if (order_->needs_pass()) return;
  put_quantiles(summary_, [&](std::uint64_t place) { return order_->at(place); });
  order_.reset();
}

void ColumnPasses::end_first_pass() {
  summary_.count = moments_.count();
  summary_.mean = moments_.mean();
  summary_.deviation = std::sqrt(moments_.variance());
  summary_.quantiles.fill(no_number);
  if (summary_.count == 0) {
    summary_.smallest = summary_.largest = no_number;
  } else if (look_.holds_all()) {
    summarise_held();
  } else {
    order_.emplace(places_of_quantiles(summary_.count), look_);
    needs_histogram_ = true;
  }
}

void ColumnPasses::summarise_held() {
  std::vector<double> numbers = std::move(look_.numbers());
  for (const double number : numbers) ++summary_.histogram[bin_of(number, summary_)];
  const std::vector<std::uint64_t> places = places_of_quantiles(summary_.count);
  put_in_place(numbers, places);
  put_quantiles(summary_, [&](std::uint64_t place) { return numbers[place]; });
}

}  // namespace alembert
