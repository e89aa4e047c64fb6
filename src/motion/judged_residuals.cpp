#include "motion/judged_residuals.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

// keeps the worse of two; rows may have different units, so that only what they are beside their bounds compares
void judge(double value, double bound, JudgedResidual& worst) {
  if (std::isnan(worst.value)) return;
  const bool is_first = worst.value == 0 && worst.bound == 0;
  // without division: bounds may be 0
  if (is_first || !(value * worst.bound <= worst.value * bound)) worst = {value, bound};
}

/// By row of the equations and output: whether the row acts there, as a contact that is open does not.
class ActingRows {
 public:
  explicit ActingRows(const Motion& motion) : motion_(motion) {
    if (!motion.equations().system.has_events()) return;
    for (const Stretch& part : motion.stretches())
      parts_.push_back(acting(motion.equations(), part.phases).rows);
  }

  // at an instant of change the row before it and the one after it have the same time
  bool acts(std::size_t row, double t) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Stretch& part = motion_.stretches()[i];
      if (part.from <= t && t <= part.until && !parts_[i][row]) return false;
    }
    return true;
  }

 private:
  const Motion& motion_;
  std::vector<std::vector<bool>> parts_;
};

}  // namespace

JudgedResiduals judge_residuals(const Motion& motion, const MotionSizes& sizes, double part) {
  const MotionColumns& layout = motion.layout();
  const std::vector<EquationRow>& rows = motion.equations().rows;
  JudgedResiduals judged;
  double position_bound = 0, velocity_bound = 0;
  const ActingRows acting_rows(motion);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].level == Level::acceleration) continue;
    const bool has_position = rows[r].level == Level::position;
    const std::size_t rate = (has_position ? layout.rate : layout.residual) + r;
    const double of_position = part * sizes.rows[r].position + sizes.rows[r].position_rounding;
    const double of_velocity = part * sizes.rows[r].velocity + sizes.rows[r].velocity_rounding;
    for (std::size_t output = 0; output < motion.size(); ++output) {
      const std::span<const double> numbers = motion.row(output);
      if (!acting_rows.acts(r, numbers[layout.t])) continue;
      if (has_position)
        judge(std::fabs(numbers[layout.residual + r]), of_position, judged.position);
      judge(std::fabs(numbers[rate]), of_velocity, judged.velocity);
    }
    if (has_position) position_bound = std::max(position_bound, of_position);
    velocity_bound = std::max(velocity_bound, of_velocity);
  }
  // What is larger at a step between two outputs belongs to some row of its level: that it is within the widest bound
  // is all that can be asked of it.
  judge(motion.largest().position, position_bound, judged.position);
  judge(motion.largest().velocity, velocity_bound, judged.velocity);
  return judged;
}

}  // namespace alembert
