#include "motion/motion_flow.hpp"

#include <cmath>
#include <limits>

namespace alembert {

MotionFlow::MotionFlow(Dynamics& dynamics)
    : dynamics_(dynamics),
      n_(static_cast<numeric::Index>(dynamics.coordinates())),
      q_(n_),
      v_(n_) {}

bool MotionFlow::evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) {
  ExplicitMotion* const written_out = all_rows_ ? nullptr : dynamics_.explicit_motion();
  is_regular_ = written_out != nullptr && written_out->accelerate(t, y.data(), dy.data());
  if (is_regular_) {
    ratios_.add_condition(written_out->condition());
    return true;
  }
  q_ = y.head(n_);
  v_ = y.segment(n_, n_);
  if (!dynamics_.accelerate(t, q_, v_)) return false;
  ratios_.add(dynamics_.pivot_ratio());
  dy.head(n_) = v_;
  dy.segment(n_, n_) = dynamics_.acceleration();
  const Powers& powers = dynamics_.powers();
  dy.tail<4>() << powers.applied, powers.ideal, powers.nonideal, powers.time;
  return true;
}

double MotionFlow::step_at_once(double t, double h, const numeric::Vector& y,
                                numeric::Vector& landed) {
  ExplicitMotion* const written_out = all_rows_ ? nullptr : dynamics_.explicit_motion();
  is_barred_ = false;
  if (written_out == nullptr) return std::numeric_limits<double>::quiet_NaN();
  RatiosMet ratios;
  const double error = written_out->step(t, h, y.data(), landed.data(), ratios);
  const bool is_defined = !std::isnan(error);
  is_barred_ = !is_defined && stops_at_dips_ && ratios.is_dip();
  if (is_defined || is_barred_) {
    is_regular_ = is_defined;
    ratios_.add(ratios);
  }
  return error;
}

bool MotionFlow::stages_of(double t, double h, std::span<numeric::Vector> stages) const {
  const ExplicitMotion* const written_out = all_rows_ ? nullptr : dynamics_.explicit_motion();
  return written_out != nullptr && written_out->stages_of(t, h, stages);
}

void MotionFlow::look_at(double t, const numeric::Vector& y) {
  const double ratio = dynamics_.explicit_motion()->ratio_at(t, y.data());
  is_regular_ = ratio > ExplicitFormulas::ratio_for(ExplicitFormulas::largest_condition);
  ratios_.add(ratio);
}

double MotionFlow::noise() const {
  return is_regular_ ? std::numeric_limits<double>::epsilon() : dynamics_.noise();
}

}  // namespace alembert
