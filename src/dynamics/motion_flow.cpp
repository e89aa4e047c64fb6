#include "dynamics/motion_flow.hpp"

#include <cmath>
#include <limits>

namespace alembert {

MotionFlow::MotionFlow(Dynamics& dynamics) : dynamics_(dynamics), layout_{dynamics.coordinates()} {}

bool MotionFlow::evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) {
  const Dynamics::Road road = dynamics_.differentiate(t, y, dy);
  is_regular_ = road == Dynamics::Road::explicit_equation;
  return road != Dynamics::Road::none;
}

double MotionFlow::step(double t, double h, const numeric::Vector& y, numeric::Vector& landed,
                        integrate::ConditionRange& met) {
  const double error = dynamics_.step(t, h, y, landed, met);
  is_regular_ = !std::isnan(error);
  return error;
}

bool MotionFlow::stages_of(double t, double h, std::span<numeric::Vector> stages) const {
  return dynamics_.stages_of(t, h, stages);
}

double MotionFlow::condition_at(double t, const numeric::Vector& y) {
  const double ratio = *dynamics_.ratio_at(t, y);
  is_regular_ = ratio > integrate::ratio_for(integrate::largest_condition);
  return integrate::condition_for(ratio);
}

double MotionFlow::noise() const {
  return is_regular_ ? std::numeric_limits<double>::epsilon() : dynamics_.solver().noise();
}

}  // namespace alembert
