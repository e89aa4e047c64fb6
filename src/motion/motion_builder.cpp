#include "motion/motion_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace alembert {

MotionBuilder::MotionBuilder(const MotionColumns& layout,
                             std::function<void(std::span<const double>)> output)
    : layout_(layout), output_(std::move(output)) {}

void MotionBuilder::begin_stretch(double t, const Phases& phases) {
  record_.stretches.push_back({t, t, phases});
}

void MotionBuilder::begin_part(double t, const Phases& phases) {
  std::vector<Stretch>& stretches = record_.stretches;
  if (!stretches.empty() && stretches.back().from == t) stretches.pop_back();
  stretches.push_back({t, t, phases});
}

void MotionBuilder::reserve(double rows) {
  constexpr double most_numbers = 1 << 22;
  const double numbers = rows * static_cast<double>(layout_.width());
  if (numbers < most_numbers) record_.table.reserve(static_cast<std::size_t>(numbers));
}

void MotionBuilder::add_row(const std::vector<double>& row) {
  record_.table.insert(record_.table.end(), row.begin(), row.end());
  if (output_) output_(row);
  LargestResiduals& largest = record_.largest;
  largest.virtual_work = std::max(largest.virtual_work, row[layout_.virtual_work]);
  largest.acceleration = std::max(largest.acceleration, row[layout_.acceleration_residual]);
}

double MotionBuilder::last_time() const {
  if (record_.table.empty()) return -std::numeric_limits<double>::infinity();
  return record_.table[record_.table.size() - layout_.width()];
}

void MotionBuilder::add_audit(const StateAudit& audit, double energy_at_start, double works) {
  record_.largest.position = std::max(record_.largest.position, audit.position);
  record_.largest.velocity = std::max(record_.largest.velocity, audit.velocity);
  const double change = audit.energy - energy_at_start;
  record_.energy_deviation = std::max(record_.energy_deviation, std::fabs(change));
  record_.energy_imbalance = std::max(record_.energy_imbalance, std::fabs(change - works));
}

MotionRecord MotionBuilder::take(Outcome outcome, const integrate::IntegratorCounters& counters) {
  end_stretch(outcome.t);
  record_.outcome = std::move(outcome);
  record_.counters = counters;
  return std::move(record_);
}

}  // namespace alembert
