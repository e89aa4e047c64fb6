#include "motion/limits/run_limits.hpp"

#include <fmt/format.h>

namespace alembert {

std::optional<Failure> RunLimits::reached(double t) const {
  if (settings_.max_steps && steps_ >= *settings_.max_steps)
    return give_up(t, fmt::format("max_steps allows {}", *settings_.max_steps));
  if (!settings_.max_seconds) return std::nullopt;
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  if (spent.count() < *settings_.max_seconds) return std::nullopt;
  return give_up(t, fmt::format("max_seconds allows {:g}", *settings_.max_seconds));
}

Failure RunLimits::give_up(double t, const std::string& spent) const {
  const double gone = t - settings_.from, left = settings_.until - t;
  std::string detail = spent;
  if (gone > 0 && steps_ > 0)
    detail +=
        fmt::format("; at {:.2g} a step, the end is {:.2g} steps away",
                    gone / static_cast<double>(steps_), left / gone * static_cast<double>(steps_));
  return {Fate::limit_reached,
          fmt::format("{}; {}", detail,
                      settings_.method == Method::stiff ? "allow more, or a looser tolerance"
                                                        : hint_for(Fate::limit_reached))};
}

}  // namespace alembert
