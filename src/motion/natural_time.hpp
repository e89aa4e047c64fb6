#pragma once
/// How long a motion goes on as it begins: until its accelerations have changed by so much that its velocities would be
/// half as large again, or half as small. A motion that has just begun is as large as it is then.

#include <algorithm>
#include <cmath>

#include "motion/natural_sizes.hpp"

namespace alembert {

/// `beginning` has all but its last part, which this finds: at most `longest`, and a thousandth of it where the
/// accelerations change at once, as those of a body at rest on a kink. `accelerate(t, q, v)` is a pointer to q̈,
/// null where there is none. Puts the larger one of the accelerations at the start and at the end of that time into
/// `beginning`, each by its size.
template <class Accelerate>
void find_natural_time(MotionBeginning& beginning, double t, double longest,
                       Accelerate accelerate) {
  constexpr double shorter = 0.25, half = 0.5, nothing = 1e-9, otherwise = 1e-3;
  constexpr int most_trials = 50;  // 1e-30 of the longest
  auto& [inertia, q, v, a, time] = beginning;
  // √(Σ M_jj x_j²), which compares metres with radians
  const numeric::Vector roots = inertia.cwiseAbs().cwiseSqrt();
  const auto norm = [&](const numeric::Vector& x) { return roots.cwiseProduct(x).norm(); };
  const double velocity = norm(v), acceleration = norm(a);
  const auto acceleration_after = [&](double h) {
    return accelerate(t + h, q + h * v + h * h / 2 * a, v + h * a);
  };
  // what rests and is not pulled yet, but for rounding, goes on like this while the pull grows or stays
  const auto rests = [&](double pull) {
    return velocity <= nothing * longest * pull && acceleration <= nothing * pull;
  };
  const auto is_pulled_on = [&](double h, double pull) {
    for (int i = 0; i < 2; ++i, h *= half) {
      const numeric::Vector* before = acceleration_after(half * h);
      if (before == nullptr || !(norm(*before) <= (1 + nothing) * pull)) return false;
      pull = norm(*before);
    }
    return true;
  };
  time = longest;
  for (int trial = 0; trial < most_trials; ++trial, time *= shorter) {
    const numeric::Vector* const found = acceleration_after(time);
    if (found == nullptr || !found->allFinite()) continue;
    const numeric::Vector later = *found;
    const bool goes_on = rests(norm(later))
                             ? is_pulled_on(time, norm(later))
                             : time * norm(later - a) <= half * (velocity + time * acceleration);
    if (!goes_on) continue;
    a = a.cwiseAbs().cwiseMax(later.cwiseAbs());
    return;
  }
  time = otherwise * longest;
  a = a.cwiseAbs();
}

}  // namespace alembert
