#pragma once
/// How much a run may cost: a number of steps, or a time by the clock on the wall.

#include <chrono>
#include <optional>

#include "dynamics/failure.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

class RunLimits {
 public:
  explicit RunLimits(const RunSettings& settings) : settings_(settings) {}

  /// The clock starts.
  void begin() { begin_ = Clock::now(); }
  void count_step() { ++steps_; }
  /// Whether a limit is reached, at the time t of the motion, and which.
  std::optional<Failure> reached(double t) const;

 private:
  using Clock = std::chrono::steady_clock;
  Failure give_up(double t, const std::string& spent) const;

  const RunSettings& settings_;
  Clock::time_point begin_;
  long steps_ = 0;
};

}  // namespace alembert
