#include "motion/motion_flow.hpp"

#include <algorithm>
#include <utility>

namespace alembert {

MotionFlow::MotionFlow(Dynamics& dynamics)
    : dynamics_(dynamics),
      n_(static_cast<numeric::Index>(dynamics.coordinates())),
      q_(n_),
      v_(n_) {}

bool MotionFlow::evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) {
  q_ = y.head(n_);
  v_ = y.segment(n_, n_);
  if (!dynamics_.accelerate(t, q_, v_)) return false;
  if (ratios_.first == 0) ratios_.first = dynamics_.pivot_ratio();
  ratios_.smallest = std::min(ratios_.smallest, dynamics_.pivot_ratio());
  ratios_.largest = std::max(ratios_.largest, dynamics_.pivot_ratio());
  dy.head(n_) = v_;
  dy.segment(n_, n_) = dynamics_.acceleration();
  const Powers& powers = dynamics_.powers();
  dy.tail<4>() << powers.applied, powers.ideal, powers.nonideal, powers.time;
  return true;
}

RatiosMet MotionFlow::take_ratios() { return std::exchange(ratios_, {}); }

}  // namespace alembert
