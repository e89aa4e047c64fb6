#pragma once
/// What the runs of a sweep say together about one column.

#include <array>
#include <cstdint>
#include <vector>

namespace alembert {

/// Mean and variance of numbers that come one by one (Welford 1962): no cancellation, no memory. The order of
/// the numbers is that of the runs, so that the last bit does not depend on who did them.
class RunningMoments {
 public:
  void add(double value);
  std::uint64_t count() const { return count_; }
  double mean() const;      ///< NaN of nothing
  double variance() const;  ///< with n − 1; NaN of fewer than two

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

/// Of the numbers of a column that are finite.
struct ColumnSummary {
  static constexpr std::array<double, 7> parts = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
  static constexpr std::size_t bins = 50;

  std::uint64_t count = 0;
  double mean = 0, deviation = 0;  ///< standard deviation
  double smallest = 0, largest = 0;
  std::array<double, parts.size()> quantiles = {};  ///< of `parts`, interpolated between neighbours
  std::array<std::uint64_t, bins> histogram = {};   ///< equal bins from smallest to largest
};

ColumnSummary summarise(std::vector<double> values);

}  // namespace alembert
