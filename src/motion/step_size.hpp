#pragma once
/// How long a step may be: by the tolerance, and where time has 53 bits and an end.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/flow.hpp"

namespace alembert {

/// Tolerances below the rounding of y mean this one.
inline constexpr double smallest_tolerance = 4 * std::numeric_limits<double>::epsilon();

/// What may be wrong with a component whose values at the ends of a step are a and b.
inline double allowed_error(double tolerance, double a, double b) {
  return tolerance * (1 + std::max(std::abs(a), std::abs(b)));
}

/// A step may err by this part of the tolerance. Steps aim at a seventeenth of it (StepController::safety), so that
/// the errors of some hundred steps add up to about the tolerance and hardly a step is rejected.
inline constexpr double step_margin = 0.2;

/// A step may also err by so many times what rounding does to f: what steps aim at must lie above rounding, or
/// they shrink without end.
inline constexpr double rounding_floor = 100;

/// The two estimates of order 5 and 3 of DOP853 combined, from their squares per h.
inline double combined_error(double h, double square5, double square3) {
  return square5 == 0 ? 0 : h * square5 / std::sqrt(square5 + 0.01 * square3);
}

/// x^(1/8) without `pow`.
inline double eighth_root(double x) { return std::sqrt(std::sqrt(std::sqrt(x))); }

/// Below this a step is lost in the rounding of t: 16 units in its last place.
inline double smallest_step(double t, double t_end) {
  const double ulp = std::numeric_limits<double>::epsilon() * std::abs(t);
  return std::max(16 * ulp, 1e-20 * (t_end - t));
}

/// `step`, stretched by at most a hundredth or shortened by at most a half, so that a last step to `t_end`
/// is never tiny.
inline double fit_step(double step, double t, double t_end) {
  const double rest = t_end - t;
  if (1.01 * step >= rest) return rest;
  return 2 * step > rest ? rest / 2 : step;
}

struct StepWorkspace {
  numeric::Vector y, dy;
};

/// A first step at (t, y) for a method of order 8, by the sizes of y, of y′ = f and of the change of y′ along
/// an Euler step (Hairer, Nørsett and Wanner II.4). Evaluates once.
double first_step(Flow& flow, double t, const numeric::Vector& y, const numeric::Vector& f,
                  double tolerance, double longest, StepWorkspace& workspace);

}  // namespace alembert
