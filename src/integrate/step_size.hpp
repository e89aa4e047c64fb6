#pragma once
/// How long a step may be: by the tolerance, and where time has 53 bits and an end.

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/branchless.hpp"
#include "integrate/flow.hpp"

namespace alembert::integrate {

/// Tolerances below the rounding of y mean this one.
inline constexpr double smallest_tolerance = 4 * std::numeric_limits<double>::epsilon();

/// What may be wrong with a component of that natural size that changes by so much.
inline double allowed_error(double tolerance, double size, double change) {
  return 2 * tolerance * std::max(size, std::abs(change));
}

/// A step may err by this part of the tolerance. Steps aim at a seventeenth of it
/// (StepController::safety), so that the errors of some hundred steps add up to about the tolerance
/// and hardly a step is rejected.
inline constexpr double step_margin = 0.2;

/// Tolerances are at least so many times what rounding does to f: what steps aim at must lie above
/// rounding, or they shrink without end.
inline constexpr double rounding_floor = 50;

/// The two estimates of order 5 and 3 of DOP853 combined, from their squares per h.
inline double combined_error(double h, double square5, double square3) {
  return square5 == 0 ? 0 : h * square5 / std::sqrt(square5 + 0.01 * square3);
}

/// x^(1/8) without `pow`.
template <class Number>
Number eighth_root(const Number& x) {
  using std::sqrt;
  return sqrt(sqrt(sqrt(x)));
}

/// Below this a step is lost in the rounding of t: 16 units in its last place.
template <class Number>
Number smallest_step(const Number& t, const Number& t_end) {
  using std::abs;
  const Number ulp = std::numeric_limits<double>::epsilon() * abs(t);
  return max_of(16 * ulp, 1e-20 * (t_end - t));
}

/// `step`, stretched by at most a hundredth or shortened by at most a half, so that a last step to
/// `t_end` is never tiny.
template <class Number>
Number fit_step(const Number& step, const Number& t, const Number& t_end) {
  const Number rest = t_end - t;
  return choose(1.01 * step >= rest, rest, choose(2 * step > rest, rest / 2, step));
}

/// Of a run that takes so long: a push or a hill that lasts for a hundredth of it is met by some
/// stage.
inline double longest_step(double duration) { return duration / 40; }

struct StepWorkspace {
  numeric::Vector y, dy;
};

/// A first step at (t, y) for a method of order 8, by the times in which y, y′ = f and the change
/// of y′ along an Euler step would reach the size of y. Evaluates once.
double first_step(Flow& flow, double t, const numeric::Vector& y, const numeric::Vector& f,
                  double tolerance, double longest, StepWorkspace& workspace);

}  // namespace alembert::integrate
