#include "sweep/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

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

std::size_t bin_of(double value, const ColumnSummary& summary) {
  // halves, because the distance of two large numbers may not be finite
  const double half = summary.largest / 2 - summary.smallest / 2;
  const double part = half > 0 ? (value / 2 - summary.smallest / 2) / half : 0;
  return std::min(static_cast<std::size_t>(part * static_cast<double>(ColumnSummary::bins)),
                  ColumnSummary::bins - 1);
}

}  // namespace

void RunningMoments::add(double value) {
  ++count_;
  const double before = value - mean_;
  mean_ += before / static_cast<double>(count_);
  squares_ += before * (value - mean_);
}

double RunningMoments::mean() const { return count_ == 0 ? nothing : mean_; }

double RunningMoments::variance() const {
  return count_ < 2 ? nothing : squares_ / static_cast<double>(count_ - 1);
}

void ColumnPasses::add(double value) {
  if (!std::isfinite(value)) return;
  if (pass_ == 0) {
    const bool is_first = moments_.count() == 0;
    moments_.add(value);
    summary_.smallest = is_first ? value : std::min(summary_.smallest, value);
    summary_.largest = is_first ? value : std::max(summary_.largest, value);
    return;
  }
  if (pass_ == 1) ++summary_.histogram[bin_of(value, summary_)];
  if (order_) order_->add(value);
}

void ColumnPasses::end_pass() {
  if (pass_ == 0)
    end_first_pass();
  else if (order_)
    order_->end_pass();
  ++pass_;
  if (order_ && !needs_pass()) put_quantiles();
}

void ColumnPasses::end_first_pass() {
  summary_.count = moments_.count();
  summary_.mean = moments_.mean();
  summary_.deviation = std::sqrt(moments_.variance());
  summary_.quantiles.fill(nothing);
  if (summary_.count == 0) {
    summary_.smallest = summary_.largest = nothing;
    return;
  }
  std::vector<std::uint64_t> places;
  for (const double part : ColumnSummary::parts) {
    const Between between = place_of(part, summary_.count);
    places.insert(places.end(), {between.below, between.above});
  }
  order_.emplace(std::move(places), summary_.count, summary_.smallest, summary_.largest);
}

void ColumnPasses::put_quantiles() {
  for (std::size_t i = 0; i < ColumnSummary::parts.size(); ++i) {
    const Between between = place_of(ColumnSummary::parts[i], summary_.count);
    const double low = order_->at(between.below);
    summary_.quantiles[i] = low + between.part * (order_->at(between.above) - low);
  }
  order_.reset();
}

}  // namespace alembert
