#pragma once
/// The length of the next step of a method of order 8, from the errors of those before.

#include <algorithm>

#include "motion/step_size.hpp"

namespace alembert {

class StepController {
 public:
  /// What is wished for next; 0 when nothing is known yet.
  double wish() const { return wish_; }
  void set_wish(double step) { wish_ = step; }

  void forget() { *this = StepController(); }

  /// After a step of length h with that error, relative to what is allowed: as long as the error allows (order 8),
  /// or shorter when the errors of the last two steps show that the way becomes harder (predictive control of
  /// Gustafsson). That saves most of the rejections.
  void accept(double h, double error, bool may_grow) {
    const double root = eighth_root(error);
    const double allowed = root > 0 ? safety / root : largest_growth;
    if (h < 0.99 * wish_) {
      // cut short by the end, which says little about the step that was wished
      if (allowed < largest_growth) wish_ = h * allowed;
      return;
    }
    const double trend = root_before_ > 0 && root > 0 ? h / h_before_ * (root_before_ / root) : 1;
    root_before_ = root;
    h_before_ = h;
    wish_ = h * std::clamp(allowed * std::min(trend, 1.0), largest_shrink,
                           may_grow ? largest_growth : 1);
  }

  /// After a step that erred too much.
  void reject(double h, double error) {
    const double shrunk = safety / eighth_root(error);
    wish_ = h * (shrunk > largest_shrink ? shrunk : largest_shrink);
  }
  /// After a step on which f was not defined.
  void reject(double h) { wish_ = h / 2; }

 private:
  // The step is this part of the longest that the error allows: it aims at an error of 0.7⁸, a seventeenth. With
  // 0.93 a sixth of the steps was rejected; at equal error of the motion this takes a tenth fewer evaluations.
  // And it changes by no more than these factors.
  static constexpr double safety = 0.7;
  static constexpr double largest_growth = 6;
  static constexpr double largest_shrink = 1.0 / 3;

  double wish_ = 0;
  double root_before_ =
      0;                 ///< eighth root of the error of the last accepted step; 0: there is none
  double h_before_ = 0;  ///< the length of that step
};

}  // namespace alembert
