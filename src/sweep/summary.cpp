#include "sweep/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

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

ColumnSummary summarise(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  RunningMoments moments;
  for (const double value : values) moments.add(value);
  ColumnSummary summary;
  summary.count = moments.count();
  summary.mean = moments.mean();
  summary.deviation = std::sqrt(moments.variance());
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  summary.smallest = values.empty() ? nothing : *smallest;
  summary.largest = values.empty() ? nothing : *largest;
  summary.quantiles.fill(nothing);
  if (values.empty()) return summary;
  // the parts increase: each selection leaves the larger numbers behind the place for the next one
  auto first = values.begin();
  for (std::size_t i = 0; i < ColumnSummary::parts.size(); ++i) {
    const double place = ColumnSummary::parts[i] * static_cast<double>(values.size() - 1);
    const auto below = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(first, below, values.end());
    const double low = *below;
    const double high =
        below + 1 == values.end() ? low : *std::min_element(below + 1, values.end());
    summary.quantiles[i] = low + (place - std::floor(place)) * (high - low);
    first = below;
  }
  const double width = summary.largest - summary.smallest;
  for (const double value : values) {
    const double part = width > 0 ? (value - summary.smallest) / width : 0;
    const auto bin = static_cast<std::size_t>(part * static_cast<double>(ColumnSummary::bins));
    ++summary.histogram[std::min(bin, ColumnSummary::bins - 1)];
  }
  return summary;
}

}  // namespace alembert
