#include "motion/run_log.hpp"

namespace alembert {

RunLog::RunLog(const MotionColumns& layout, const RunSettings& settings,
               const std::function<bool(double)>& progress,
               const std::function<void(std::span<const double>)>& output)
    : settings_(settings),
      builder_(layout, output),
      limits_(settings),
      progress_(progress),
      next_output_(settings.from + settings.every) {
  check_table_size(settings_, layout.width());
  // for all rows if the run reaches its end
  builder_.reserve(2 + (settings_.until - settings_.from) / settings_.every);
}

void RunLog::begin(double energy) {
  limits_.begin();
  energy_at_start_ = energy;
  builder_.begin_stretch(settings_.from);
}

void RunLog::count_output() {
  ++outputs_;
  next_output_ = settings_.from + static_cast<double>(outputs_ + 1) * settings_.every;
}

std::optional<Failure> RunLog::end_asked_for(double t) const {
  if (progress_ && !progress_(t)) return Failure{Fate::interrupted, ""};
  return limits_.reached(t);
}

}  // namespace alembert
