#include "motion/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/step_size.hpp"

namespace alembert {

namespace {

constexpr double three_digits = 1e-3;

/// Which columns are compared, and how large each becomes.
struct Columns {
  std::vector<std::size_t> column;
  std::vector<double> size;
};

Columns state_columns(const Motion& motion) {
  const MotionColumns& layout = motion.layout();
  const std::size_t n = motion.equations().system.coordinates().size();
  Columns columns;
  for (const std::size_t first : {layout.q, layout.v})
    for (std::size_t j = 0; j < n; ++j) columns.column.push_back(first + j);
  for (const std::size_t column : columns.column) {
    double size = 0;
    for (std::size_t i = 0; i < motion.size(); ++i)
      size = std::max(size, std::fabs(motion.row(i)[column]));
    columns.size.push_back(size);
  }
  return columns;
}

// a quantity that is zero in both motions agrees
double relative(double a, double b, double size) {
  const double difference = std::fabs(a - b);
  return difference == 0 ? 0 : difference / std::max(size, std::fabs(b));
}

struct Difference {
  double t;
  double size;
};

std::vector<Difference> differences(const Motion& motion, const Motion& finer,
                                    const Columns& columns) {
  std::vector<Difference> result;
  for (std::size_t i = 0; i < std::min(motion.size(), finer.size()); ++i) {
    const std::span<const double> row = motion.row(i), other = finer.row(i);
    // of a run that ended otherwise the last row stands elsewhere
    if (row[0] != other[0]) break;
    double largest = 0;
    for (std::size_t c = 0; c < columns.column.size(); ++c)
      largest = std::max(
          largest, relative(row[columns.column[c]], other[columns.column[c]], columns.size[c]));
    result.push_back({row[0], largest});
  }
  return result;
}

/// A straight line through points, and how far they are from it.
struct Line {
  double slope = 0;
  double misfit = 0;  ///< sum of squares
};

Line fit(const std::vector<double>& x, const std::vector<double>& y) {
  const auto count = static_cast<double>(x.size());
  double x_mean = 0, y_mean = 0, xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    x_mean += x[i] / count;
    y_mean += y[i] / count;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
    yy += (y[i] - y_mean) * (y[i] - y_mean);
  }
  if (!(xx > 0)) return {};
  return {xy / xx, yy - xy * xy / xx};
}

// Errors of a regular motion grow as a power of time, those of a chaotic one as an exponential,
// until they are as large as the motion itself. What swings is taken by its largest value so far.
std::optional<double> exponential_growth(const std::vector<Difference>& differences) {
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon(), saturated = 0.1;
  constexpr double decades = 3;
  constexpr std::size_t fewest = 20;
  std::vector<double> time, log_time, log_size;
  double largest = 0;
  for (const Difference& difference : differences) {
    largest = std::max(largest, difference.size);
    if (largest > saturated) break;
    if (largest < rounding || difference.t <= differences.front().t) continue;
    time.push_back(difference.t);
    log_time.push_back(std::log(difference.t - differences.front().t));
    log_size.push_back(std::log(largest));
  }
  if (time.size() < fewest || log_size.back() - log_size.front() < decades * std::log(10.0))
    return std::nullopt;
  const Line exponential = fit(time, log_size), power = fit(log_time, log_size);
  if (exponential.misfit >= power.misfit) return std::nullopt;
  return exponential.slope;
}

int agreeing_digits(double difference) {
  if (!(difference < 1)) return 0;
  if (difference == 0) return std::numeric_limits<double>::digits10 + 1;
  return std::clamp(static_cast<int>(-std::log10(difference)), 0,
                    std::numeric_limits<double>::digits10 + 1);
}

}  // namespace

Certificate compare(const Motion& motion, const Motion& finer) {
  Certificate result;
  result.tolerance = motion.tolerance();
  result.finer_tolerance = finer.tolerance();
  const Columns columns = state_columns(motion);
  const std::vector<Difference> along = differences(motion, finer, columns);
  result.trusted_until = along.front().t;
  bool trusted = true;
  for (const Difference& difference : along) {
    if (difference.size > result.largest_difference) {
      result.largest_difference = difference.size;
      result.t_of_largest = difference.t;
    }
    trusted = trusted && difference.size <= three_digits;
    if (trusted) result.trusted_until = difference.t;
  }
  result.growth = exponential_growth(along);

  result.t = std::min(motion.end_time(), finer.end_time());
  const Snapshot end = motion.at(result.t), finer_end = finer.at(result.t);
  for (std::size_t c = 0; c < columns.column.size(); ++c) {
    const std::size_t column = columns.column[c];
    const double value = end.row()[column], finer_value = finer_end.row()[column];
    result.values.push_back({motion.layout().names()[column], value, finer_value,
                             agreeing_digits(relative(value, finer_value, columns.size[c]))});
  }
  const Outcome &outcome = motion.outcome(), &other = finer.outcome();
  const double apart = std::fabs(outcome.t - other.t);
  if (outcome.fate != other.fate || apart > three_digits * (outcome.t - motion.start_time()))
    result.other_outcome = other.words();
  return result;
}

Certificate certify(const Motion& motion, const Model& model, const SimulateOptions& options) {
  SimulateOptions finer = options;
  finer.tolerance = std::max(motion.tolerance() / 100, integrate::smallest_tolerance);
  finer.output = {};
  return compare(motion, simulate(model, finer));
}

}  // namespace alembert
