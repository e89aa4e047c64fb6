#pragma once
/// How long a motion goes on as it begins: until its accelerations have changed by so much that its
/// velocities would be half as large again, or half as small. A motion that has just begun is as
/// large as it is then.

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "dynamics/natural_sizes.hpp"

namespace alembert {

/// Finds the time and the terms of `beginning`, which has all else: a time of at most `longest`,
/// and a thousandth of it where the accelerations change at once, as those of a body at rest on a
/// kink. Each block of coordinates has its own, and the shortest counts: a moon goes round while
/// its planet hardly moves. `accelerate(t, q, v)` is a pointer to q̈, null where there is none, and
/// `terms(t, q, v)` is MotionBeginning::terms at one state. Puts the larger one of the
/// accelerations at the start and at the end of that time into `beginning`, each by its size, and
/// of the terms too, and whether a block rests.
template <class Accelerate, class Terms>
void find_natural_time(MotionBeginning& beginning, const std::vector<CoordinateBlock>& blocks,
                       double t, double longest, Accelerate accelerate, Terms terms_at) {
  constexpr double shorter = 0.25, half = 0.5, nothing = 1e-9, otherwise = 1e-3;
  constexpr int most_trials = 50;  // 1e-30 of the longest
  const numeric::Vector &inertia = beginning.inertia, &q = beginning.q, &v = beginning.v;
  numeric::Vector &a = beginning.a, &terms = beginning.terms;
  double& time = beginning.time;
  // √(Σ M_jj x_j²) over each block, which compares metres with radians
  const numeric::Vector roots = inertia.cwiseAbs().cwiseSqrt();
  const auto norms = [&](const numeric::Vector& x) {
    std::vector<double> result;
    for (const CoordinateBlock& block : blocks)
      result.push_back(roots.cwiseProduct(x)(block).norm());
    return result;
  };
  const std::vector<double> velocity = norms(v), acceleration = norms(a);
  const auto after = [&](double h, auto& function) {
    return function(t + h, q + h * v + h * h / 2 * a, v + h * a);
  };
  // a coordinate that rests and is pulled by rounding alone has the size of that rounding; rows
  // spread it over its block
  std::vector<bool> still(blocks.size(), false);
  const auto noise_at = [&](double when, const numeric::Vector& where,
                            const numeric::Vector& rate) {
    numeric::Vector found = terms_at(when, where, rate);
    const std::vector<double> by_block = norms(found);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const std::size_t k : blocks[b]) {
        const auto j = static_cast<numeric::Index>(k);
        if (still[b] && roots[j] > 0) found[j] = std::max(found[j], by_block[b] / roots[j]);
        if (!still[b] && blocks.size() < 2) found[j] = 0;
      }
    return found;
  };
  if (std::ranges::find(velocity, 0.0) != velocity.end()) {
    const std::vector<double> by_block = norms(terms_at(t, q, v));
    for (std::size_t b = 0; b < blocks.size(); ++b)
      still[b] = velocity[b] == 0 && acceleration[b] <= nothing * by_block[b];
  }
  beginning.rests = std::ranges::find(still, true) != still.end();
  const bool any_noise = beginning.rests || blocks.size() > 1;
  terms = any_noise ? noise_at(t, q, v) : numeric::Vector::Zero(q.size());
  // what rests and is not pulled yet, but for rounding, goes on like this while the pull grows or
  // stays
  const auto rests = [&](std::size_t b, double pull) {
    return velocity[b] <= nothing * longest * pull && acceleration[b] <= nothing * pull;
  };
  // the blocks that do so for a time h; forces that arise only because they have moved do not
  // count, since far away these can be arbitrarily large
  const auto resting = [&](double h, const std::vector<double>& pull) {
    std::vector<bool> result(blocks.size(), false);
    for (std::size_t b = 0; b < blocks.size(); ++b) result[b] = rests(b, pull[b]);
    if (std::ranges::none_of(result, std::identity())) return result;
    const numeric::Vector* const unmoved = accelerate(t + h, q, v);
    if (unmoved == nullptr || !unmoved->allFinite()) return std::vector<bool>(blocks.size(), false);
    const std::vector<double> pull_unmoved = norms(*unmoved);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      result[b] = result[b] && rests(b, pull_unmoved[b]);
    return result;
  };
  const auto are_pulled_on = [&](double h, std::vector<double> pull,
                                 const std::vector<bool>& rest) {
    for (int i = 0; i < 2; ++i, h *= half) {
      const numeric::Vector* const before = after(half * h, accelerate);
      if (before == nullptr) return false;
      const std::vector<double> now = norms(*before);
      for (std::size_t b = 0; b < blocks.size(); ++b)
        if (rest[b] && !(now[b] <= (1 + nothing) * pull[b])) return false;
      pull = now;
    }
    return true;
  };
  const auto goes_on = [&](const numeric::Vector& later) {
    const std::vector<double> pull = norms(later), change = norms(later - a);
    const std::vector<double> noise = norms(terms);
    const std::vector<bool> rest = resting(time, pull);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (!rest[b] && !(time * change[b] <= half * (velocity[b] + time * acceleration[b]) +
                                                time * lost_in_rounding * noise[b]))
        return false;
    }
    return std::ranges::none_of(rest, std::identity()) || are_pulled_on(time, pull, rest);
  };
  time = longest;
  for (int trial = 0; trial < most_trials; ++trial, time *= shorter) {
    const numeric::Vector* const found = after(time, accelerate);
    if (found == nullptr || !found->allFinite()) continue;
    const numeric::Vector later = *found;
    if (any_noise) terms = terms.cwiseMax(after(time, noise_at));
    if (!goes_on(later)) continue;
    a = a.cwiseAbs().cwiseMax(later.cwiseAbs());
    return;
  }
  time = otherwise * longest;
  a = a.cwiseAbs();
}

}  // namespace alembert
