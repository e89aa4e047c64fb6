#include "dynamics/motion_flow.hpp"

#include <cmath>
#include <limits>

namespace alembert {

MotionFlow::MotionFlow(Dynamics& dynamics)
    : dynamics_(dynamics),
      layout_{dynamics.coordinates()},
      q_(static_cast<numeric::Index>(layout_.n)),
      v_(q_.size()) {}

bool MotionFlow::evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) {
  ExplicitMotion* const equation = written_out();
  is_regular_ = equation != nullptr && equation->accelerate(t, y.data(), dy.data());
  if (is_regular_) {
    condition_ = equation->condition();
    return true;
  }
  q_ = layout_.q(y);
  v_ = layout_.v(y);
  if (!dynamics_.accelerate(t, q_, v_)) return false;
  condition_ = condition_for(dynamics_.pivot_ratio());
  const numeric::Index n = v_.size();
  dy.head(n) = v_;
  dy.segment(n, n) = dynamics_.acceleration();
  const Powers& powers = dynamics_.powers();
  dy.tail<StateLayout::works>() << powers.applied, powers.ideal, powers.nonideal, powers.time;
  return true;
}

double MotionFlow::step(double t, double h, const numeric::Vector& y, numeric::Vector& landed,
                        ConditionRange& met) {
  const double error = written_out()->step(t, h, y.data(), landed.data(), met);
  is_regular_ = !std::isnan(error);
  return error;
}

bool MotionFlow::stages_of(double t, double h, std::span<numeric::Vector> stages) const {
  const ExplicitMotion* const equation = written_out();
  return equation != nullptr && equation->stages_of(t, h, stages);
}

double MotionFlow::condition_at(double t, const numeric::Vector& y) {
  const double ratio = dynamics_.explicit_motion()->ratio_at(t, y.data());
  is_regular_ = ratio > ratio_for(largest_condition);
  return condition_for(ratio);
}

double MotionFlow::noise() const {
  return is_regular_ ? std::numeric_limits<double>::epsilon() : dynamics_.noise();
}

}  // namespace alembert
