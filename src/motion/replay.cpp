#include "motion/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "motion/integrator.hpp"
#include "motion/taylor.hpp"

namespace alembert {

Replay::Replay(Dynamics& dynamics, Manifold& manifold, MotionFlow& flow,
               const RunSettings& settings)
    : dynamics_(dynamics), manifold_(manifold), flow_(flow), settings_(settings) {}

void Replay::add(double t, const numeric::Vector& y) {
  checkpoints_.push_back({t, states_.size(), By::runge_kutta});
  states_.insert(states_.end(), y.begin(), y.end());
  size_ = y.size();
}

numeric::Vector Replay::state_at(double t) {
  const double first = checkpoints_.front().t, last = checkpoints_.back().t;
  if (!(t >= first && t <= last))
    throw ModelError(fmt::format("the motion is known from t = {:.6g} to {:.6g}, not at {:.6g}",
                                 first, last, t));
  const auto after = std::upper_bound(checkpoints_.begin(), checkpoints_.end(), t,
                                      [](double time, const Checkpoint& c) { return time < c.t; });
  const Checkpoint& from = *std::prev(after);
  const numeric::Vector y_from =
      Eigen::Map<const numeric::Vector>(states_.data() + from.state, size_);
  if (from.t == t) return y_from;
  const std::unique_ptr<Integrator> integrator =
      from.by == By::taylor ? make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance)
                            : make_dop853(flow_, settings_.tolerance);
  integrator->start(from.t, y_from, t - from.t);
  while (integrator->t() < t)
    if (integrator->step(t) != StepStatus::advanced) break;
  numeric::Vector y = integrator->y();
  if (settings_.drift == Drift::project) manifold_.project_state(t, y);
  return y;
}

}  // namespace alembert
