#pragma once
/// The motion as a flow: y = (q, q̇, works of the applied, ideal, non-ideal and time-dependent parts).

#include <utility>

#include "motion/dynamics.hpp"
#include "motion/flow.hpp"

namespace alembert {

class MotionFlow final : public Flow {
 public:
  explicit MotionFlow(Dynamics& dynamics);

  std::size_t size() const override { return static_cast<std::size_t>(2 * n_ + 4); }
  std::size_t controlled() const override { return static_cast<std::size_t>(2 * n_); }
  bool evaluate(double t, const numeric::Vector& y, numeric::Vector& dy) override;
  const double* sizes() const override { return dynamics_.sizes().data(); }
  double noise() const override;
  double step_at_once(double t, double h, const numeric::Vector& y,
                      numeric::Vector& landed) override;
  bool is_barred() const override { return is_barred_; }
  bool stages_of(double t, double h, std::span<numeric::Vector> stages) const override;
  /// Whether steps at once that come near a singular position are given up, because a series will go over it, or are
  /// tried stage by stage.
  void stop_at_dips(bool stops) { stops_at_dips_ = stops; }
  /// Whether all rows are looked at, by the solvers that decide their rank, and not those alone for which the equation is
  /// written out.
  void look_at_all_rows(bool all) { all_rows_ = all; }
  /// Whether the constraint rows were clearly independent at the last state.
  bool is_regular() const { return is_regular_; }

  /// Adds the ratio at a state to those met, for less than `evaluate` costs near a loss of rank; only between
  /// states of which one is regular, where the equation is written out.
  void look_at(double t, const numeric::Vector& y);
  /// Those of the evaluations since the last call.
  RatiosMet take_ratios() { return std::exchange(ratios_, {}); }

 private:
  Dynamics& dynamics_;
  const numeric::Index n_;
  numeric::Vector q_, v_;
  RatiosMet ratios_;
  bool is_regular_ = false;
  bool stops_at_dips_ = false, is_barred_ = false;
  bool all_rows_ = false;
};

}  // namespace alembert
