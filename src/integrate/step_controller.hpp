#pragma once
/// The length of the next step of a method of order 8, from the errors of those before.

#include "integrate/step_size.hpp"

namespace alembert::integrate {

/// In numbers, or as formulas.
template <class Number>
class StepControl {
 public:
  StepControl() = default;
  /// As it was: what is wished for next, the root of the error of the last step that counts and its
  /// length.
  StepControl(const Number& wish, const Number& root_before, const Number& h_before)
      : wish_(wish), root_before_(root_before), h_before_(h_before) {}

  /// What is wished for next; 0 when nothing is known yet.
  const Number& wish() const { return wish_; }
  void set_wish(const Number& step) { wish_ = step; }
  /// The eighth root of the error of the last accepted step that was not cut short, 0 if there is
  /// none, and its length.
  const Number& root_before() const { return root_before_; }
  const Number& h_before() const { return h_before_; }

  void forget() { *this = StepControl(); }

  /// After a step of length h with that error, relative to what is allowed: as long as the error
  /// allows (order 8), or shorter when the errors of the last two steps show that the way becomes
  /// harder (predictive control of Gustafsson). That saves most of the rejections.
  template <class Condition>
  void accept(const Number& h, const Number& error, const Condition& may_grow) {
    const Number root = eighth_root(error);
    const Number allowed = choose(root > 0, safety / root, largest_growth);
    const auto has_trend = logical_and(root_before_ > 0, root > 0);
    const Number trend = choose(has_trend, h / h_before_ * (root_before_ / root), 1);
    const Number growth = allowed * min_of(trend, 1);
    const Number most = choose(may_grow, largest_growth, 1);
    const Number wish = h * min_of(max_of(growth, largest_shrink), most);
    // cut short by the end, which says little about the step that was wished
    const auto is_cut = h < 0.99 * wish_;
    const Number wish_if_cut = choose(allowed < largest_growth, h * allowed, wish_);
    wish_ = choose(is_cut, wish_if_cut, wish);
    root_before_ = choose(is_cut, root_before_, root);
    h_before_ = choose(is_cut, h_before_, h);
  }

  /// After a step that erred too much.
  void reject(const Number& h, const Number& error) {
    wish_ = h * max_of(largest_shrink, safety / eighth_root(error));
  }
  /// After a step on which f was not defined.
  void reject(const Number& h) { wish_ = h / 2; }

 private:
  // The step is this part of the longest that the error allows: it aims at an error of 0.7⁸, a
  // seventeenth. With 0.93 a sixth of the steps was rejected; at equal error of the motion this
  // takes a tenth fewer evaluations. And it changes by no more than these factors.
  static constexpr double safety = 0.7;
  static constexpr double largest_growth = 6;
  static constexpr double largest_shrink = 1.0 / 3;

  Number wish_ = 0;
  Number root_before_ = 0;
  Number h_before_ = 0;
};

using StepController = StepControl<double>;

}  // namespace alembert::integrate
