#pragma once
/// Statistics of one column over the runs of a sweep.

#include <array>
#include <cstdint>
#include <optional>

#include "sweep/order_statistics.hpp"

namespace alembert {

/// Mean and variance of numbers that come one by one (Welford 1962): no cancellation, no memory.
/// The order of the numbers is that of the runs, so that the last bit does not depend on the
/// workers.
class RunningMoments {
 public:
  void add(double value);
  std::uint64_t count() const { return count_; }
  double mean() const;      ///< NaN if there are no numbers
  double variance() const;  ///< with n − 1; NaN if there are fewer than two

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

/// The summary of the finite numbers of a column.
struct ColumnSummary {
  static constexpr std::array<double, 7> parts = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
  static constexpr std::size_t bins = 50;

  std::uint64_t count = 0;
  double mean = 0, deviation = 0;  ///< standard deviation
  double smallest = 0, largest = 0;
  std::array<double, parts.size()> quantiles = {};  ///< of `parts`, interpolated between neighbours
  std::array<std::uint64_t, bins> histogram = {};   ///< equal bins from smallest to largest
};

/// Makes the summary of a column whose numbers come one by one. If there is room for all of them,
/// one pass is enough; else they come again in further passes, always in the same order. The
/// summary does not depend on the room.
class ColumnPasses {
 public:
  /// `room`: memory for about twice this many numbers.
  explicit ColumnPasses(std::size_t room) : look_(room) {}

  void add(double value);
  void end_pass();
  /// Whether another pass is needed; asked after the first one.
  bool needs_pass() const { return needs_histogram_ || (order_ && order_->needs_pass()); }
  /// Complete when no further pass is needed.
  const ColumnSummary& summary() const { return summary_; }

 private:
  void end_first_pass();
  void summarise_held();

  bool is_first_pass_ = true;
  bool needs_histogram_ = false;
  RunningMoments moments_;
  FirstLook look_;
  ColumnSummary summary_;
  std::optional<OrderStatistics> order_;
};

}  // namespace alembert
