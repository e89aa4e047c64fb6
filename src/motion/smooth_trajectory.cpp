#include "motion/smooth_trajectory.hpp"

#include <limits>
#include <span>
#include <utility>

#include "motion/reading_lock.hpp"
#include "motion/table_formulas.hpp"

namespace alembert {

using numeric::Index;

SmoothTrajectory::SmoothTrajectory(const Equations& equations, const RunSettings& settings,
                                   std::shared_ptr<SharedCode> code)
    : SmoothTrajectory(equations, settings, std::move(code), equations,
                       std::make_shared<const MotionColumns>(equations)) {}

SmoothTrajectory::SmoothTrajectory(const Equations& equations, const RunSettings& settings,
                                   std::shared_ptr<SharedCode> code, const Equations& whole,
                                   std::shared_ptr<const MotionColumns> layout)
    : settings_(settings),
      dynamics_(equations, alembert::dynamics_options(settings), std::move(code)),
      manifold_(dynamics_, settings.rank_tolerance),
      layout_(std::move(layout)),
      flow_(dynamics_),
      recorder_(dynamics_, whole, *layout_),
      replay_(dynamics_, manifold_, flow_, settings_),
      reading_(reading_lock(equations.graph())) {}

std::vector<double> SmoothTrajectory::row_at(double t) {
  const std::scoped_lock alone(*reading_);
  return recorder_.row(t, replay_.state_at(t));
}

std::vector<double> SmoothTrajectory::evaluate_at(const std::vector<NodeId>& formulas, double t) {
  const std::scoped_lock alone(*reading_);
  const numeric::Vector y = replay_.state_at(t);
  const Index n = static_cast<Index>(dynamics_.coordinates());
  const numeric::Vector q = y.head(n), v = y.segment(n, n);
  const Instant now = recorder_.told(dynamics_.solver().evaluate(t, q, v));
  if (now.failure)
    return std::vector<double>(formulas.size(), std::numeric_limits<double>::quiet_NaN());
  CompiledFormulas program = dynamics_.state().compiled(resolve_forces(equations(), formulas));
  return program.evaluate(dynamics_.state().input_values(t, q, v, now));
}

std::vector<std::vector<double>> SmoothTrajectory::evaluate_rows(
    const std::vector<NodeId>& formulas, const std::vector<double>& table) {
  const std::scoped_lock alone(*reading_);
  TableFormulas program(equations(), formulas);
  std::vector<std::vector<double>> results;
  for (std::size_t at = 0; at < table.size(); at += layout_->width())
    results.push_back(program.evaluate(std::span(table).subspan(at, layout_->width())));
  return results;
}

}  // namespace alembert
