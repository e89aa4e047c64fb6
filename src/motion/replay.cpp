#include "motion/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <ranges>

#include "mechanics/model_error.hpp"
#include "motion/integrator.hpp"
#include "motion/taylor.hpp"

namespace alembert {

namespace {

constexpr std::size_t chunk_numbers = 4096;

}  // namespace

Replay::Replay(Dynamics& dynamics, Manifold& manifold, MotionFlow& flow,
               const RunSettings& settings)
    : dynamics_(dynamics), manifold_(manifold), flow_(flow), settings_(settings) {}

void Replay::add(double t, const numeric::Vector& y) {
  if (width_ == 0) {
    width_ = 1 + static_cast<std::size_t>(y.size());
    chunk_size_ = std::max<std::size_t>(1, chunk_numbers / width_);
  }
  if (next_ == chunk_end_) add_chunk();
  *next_ = t;
  next_ = std::copy_n(y.data(), width_ - 1, next_ + 1);
  steps_.push_back(By::runge_kutta);
}

void Replay::add_chunk() {
  chunks_.push_back(std::make_unique_for_overwrite<double[]>(chunk_size_ * width_));
  next_ = chunks_.back().get();
  chunk_end_ = next_ + chunk_size_ * width_;
}

numeric::Vector Replay::state_at(double t) {
  const double first = *instant(0), last = *instant(size() - 1);
  if (!(t >= first && t <= last))
    throw ModelError(fmt::format("the motion is known from t = {:.6g} to {:.6g}, not at {:.6g}",
                                 first, last, t));
  const auto indices = std::views::iota(std::size_t{0}, size());
  const auto after =
      std::ranges::upper_bound(indices, t, std::less(), [&](std::size_t i) { return *instant(i); });
  const auto from = static_cast<std::size_t>(after - indices.begin()) - 1;
  const double t_from = *instant(from);
  const numeric::Vector y_from =
      Eigen::Map<const numeric::Vector>(instant(from) + 1, static_cast<numeric::Index>(width_ - 1));
  if (t_from == t) return y_from;
  const std::unique_ptr<Integrator> integrator =
      steps_[from] == By::taylor
          ? make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance)
          : make_dop853(flow_, settings_.tolerance);
  integrator->start(t_from, y_from, t - t_from);
  while (integrator->t() < t)
    if (integrator->step(t) != StepStatus::advanced) break;
  numeric::Vector y = integrator->y();
  if (settings_.drift == Drift::project) manifold_.project_state(t, y, y);
  return y;
}

}  // namespace alembert
