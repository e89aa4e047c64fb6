#include "motion/events/hybrid_trajectory.hpp"

#include <algorithm>
#include <span>

#include "mechanics/acting_part.hpp"
#include "motion/reading_lock.hpp"
#include "motion/table_formulas.hpp"

namespace alembert {

HybridTrajectory::HybridTrajectory(const Equations& all, const RunSettings& settings)
    : all_(all),
      settings_(settings),
      layout_(std::make_shared<const MotionColumns>(all_)),
      reading_(std::make_shared<std::mutex>()) {
  const std::vector<Parameter>& parameters = all_.system.parameters();
  for (std::size_t p = 0; p < parameters.size(); ++p)
    if (parameters[p].is_variable()) variables_.push_back(p);
}

DynamicsOptions HybridTrajectory::dynamics_options() const {
  return alembert::dynamics_options(settings_);
}

std::size_t HybridTrajectory::add_mode(TrajectoryMode mode) {
  modes_.push_back(std::move(mode));
  return modes_.size() - 1;
}

void HybridTrajectory::begin_part(double t, std::size_t mode,
                                  const std::vector<double>& variables) {
  // several events at one instant: the last of them holds
  if (!parts_.empty() && parts_.back().from == t) parts_.pop_back();
  parts_.push_back({t, mode, variables});
}

const TrajectoryMode& HybridTrajectory::mode_at(double t) {
  const auto after = std::ranges::upper_bound(parts_, t, {}, &Part::from);
  const Part& part = after == parts_.begin() ? parts_.front() : *std::prev(after);
  const TrajectoryMode& mode = modes_[part.mode];
  for (std::size_t i = 0; i < variables_.size(); ++i)
    mode.trajectory->dynamics().set_parameter(variables_[i], part.variables[i]);
  return mode;
}

Equations HybridTrajectory::equations_at(double t) {
  const std::scoped_lock alone(*reading_);
  const TrajectoryMode& mode = mode_at(t);
  Equations part = acting_part(all_, mode.acts);
  Assignment numbers;
  for (const std::size_t p : variables_)
    numbers[all_.system.parameters()[p].symbol] = mode.trajectory->dynamics().state().parameter(p);
  part.system = part.system.with_numbers(numbers);
  return part;
}

std::vector<double> HybridTrajectory::row_at(double t) {
  const std::scoped_lock alone(*reading_);
  return mode_at(t).trajectory->row_at(t);
}

std::vector<double> HybridTrajectory::evaluate_at(const std::vector<NodeId>& formulas, double t) {
  const std::scoped_lock alone(*reading_);
  const TrajectoryMode& mode = mode_at(t);
  return mode.trajectory->evaluate_at(in_acting_part(all_, mode.acts, formulas), t);
}

std::vector<std::vector<double>> HybridTrajectory::evaluate_rows(
    const std::vector<NodeId>& formulas, const std::vector<double>& table) {
  const std::scoped_lock alone(*reading_lock(all_.graph()));
  TableFormulas program(all_, formulas);
  std::vector<std::vector<double>> results;
  for (std::size_t at = 0; at < table.size(); at += layout_->width())
    results.push_back(program.evaluate(std::span(table).subspan(at, layout_->width())));
  return results;
}

}  // namespace alembert
