#include "motion/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <ranges>

#include "dynamics/taylor.hpp"
#include "integrate/integrator.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

constexpr std::size_t chunk_numbers = 4096;
// states beyond this memory are thinned out, unless they are as few as this
constexpr std::size_t most_bytes = 32 << 20;
constexpr std::size_t few_states = 4096;

}  // namespace

Replay::Replay(Dynamics& dynamics, Manifold& manifold, MotionFlow& flow,
               const RunSettings& settings)
    : dynamics_(dynamics), manifold_(manifold), flow_(flow), settings_(settings) {}

void Replay::add(double t, const numeric::Vector& y) {
  if (width_ == 0) set_width(1 + static_cast<std::size_t>(y.size()));
  if (added_++ % stride_ == 0) keep(t, y);
  last_t_ = t;
  if (stride_ > 1) last_y_ = y;
}

void Replay::add_start(double t, const numeric::Vector& y) {
  if (width_ == 0) set_width(1 + static_cast<std::size_t>(y.size()));
  added_ = 1;
  keep(t, y);
  kept_.back().is_start = true;
  last_t_ = t;
  last_y_ = y;
}

void Replay::set_width(std::size_t width) {
  width_ = width;
  chunk_size_ = std::max<std::size_t>(1, chunk_numbers / width);
  most_states_ = std::max(few_states, most_bytes / (width * sizeof(double)));
}

void Replay::keep(double t, const numeric::Vector& y) {
  if (next_ == chunk_end_) add_chunk();
  *next_ = t;
  next_ = std::copy_n(y.data(), width_ - 1, next_ + 1);
  kept_.push_back({By::runge_kutta});
  if (states() < most_states_) return;
  last_y_ = y;
  thin_out();
}

void Replay::add_chunk() {
  chunks_.push_back(std::make_unique_for_overwrite<double[]>(chunk_size_ * width_));
  next_ = chunks_.back().get();
  chunk_end_ = next_ + chunk_size_ * width_;
}

// every other state goes, and those that stay move up
void Replay::thin_out() {
  stride_ *= 2;
  std::size_t left = 0, since_start = 0;
  for (std::size_t i = 0; i < states(); ++i, ++since_start) {
    if (kept_[i].is_start) since_start = 0;
    if (since_start % 2 == 1) {
      // a series goes over regular steps too, but not the other way round
      kept_[left - 1].by = std::max(kept_[left - 1].by, kept_[i].by);
      continue;
    }
    if (left < i)
      std::copy_n(instant(i), width_, &chunks_[left / chunk_size_][left % chunk_size_ * width_]);
    kept_[left] = kept_[i];
    ++left;
  }
  kept_.resize(left, {By::runge_kutta});
  // where most states are starts there is little to leave out
  if (2 * left > most_states_) most_states_ = 2 * left;
  chunks_.resize((left + chunk_size_ - 1) / chunk_size_);
  double* const last_chunk = chunks_.back().get();
  next_ = last_chunk + ((left - 1) % chunk_size_ + 1) * width_;
  chunk_end_ = last_chunk + chunk_size_ * width_;
}

std::size_t Replay::bytes() const {
  return chunks_.size() * chunk_size_ * width_ * sizeof(double) + kept_.capacity() * sizeof(Kept);
}

// As long as all states are there, the way is part of one step, and Runge and Kutta's method the
// quickest over it. Over several steps the run's own is best: one that is stiff would take too many
// of others.
integrate::Integrator& Replay::integrator_from(std::size_t state) {
  const auto made_once = [](std::unique_ptr<integrate::Integrator>& integrator,
                            const auto& make) -> integrate::Integrator& {
    if (!integrator) integrator = make();
    return *integrator;
  };
  if (kept_[state].by == By::taylor)
    return made_once(series_, [&] {
      return make_taylor(dynamics_, settings_.tolerance, settings_.rank_tolerance);
    });
  if (stride_ > 1 && settings_.method == Method::stiff)
    return made_once(stiff_, [&] { return integrate::make_stiff(flow_, settings_.tolerance); });
  return made_once(
      steps_, [&] { return integrate::make_dop853(flow_, settings_.tolerance, flow_.kernels()); });
}

numeric::Vector Replay::state_at(double t) {
  const double first = *instant(0);
  if (!(t >= first && t <= last_t_))
    throw ModelError(fmt::format("the motion is known from t = {:.6g} to {:.6g}, not at {:.6g}",
                                 first, last_t_, t));
  if (stride_ > 1 && t == last_t_) return last_y_;
  const auto indices = std::views::iota(std::size_t{0}, states());
  const auto after =
      std::ranges::upper_bound(indices, t, std::less(), [&](std::size_t i) { return *instant(i); });
  const auto from = static_cast<std::size_t>(after - indices.begin()) - 1;
  const double t_from = *instant(from);
  const numeric::Vector y_from =
      Eigen::Map<const numeric::Vector>(instant(from) + 1, static_cast<numeric::Index>(width_ - 1));
  if (t_from == t) return y_from;
  const bool projects = settings_.drift == Drift::project;
  integrate::Integrator& integrator = integrator_from(from);
  integrator.start(t_from, y_from, stride_ > 1 ? 0 : t - t_from);
  numeric::Vector y = y_from;
  while (integrator.t() < t) {
    if (integrator.step(t).status != integrate::StepStatus::advanced) break;
    y = integrator.y();
    // the run did so after every step
    if (stride_ > 1 && projects && manifold_.project_state(integrator.t(), y, y))
      integrator.correct(y);
  }
  if (projects) manifold_.project_state(t, y, y);
  return y;
}

}  // namespace alembert
