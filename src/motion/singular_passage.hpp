#pragma once
/// Positions at which the constraints lose rank for an instant, as a four-bar does when it lies
/// flat.

#include <optional>
#include <string>

#include "dynamics/dynamics.hpp"
#include "dynamics/manifold.hpp"
#include "integrate/condition_range.hpp"
#include "integrate/integrator.hpp"
#include "motion/motion_record.hpp"

namespace alembert {

/// The ratio of singular values below which a state counts as singular.
constexpr double singular_below = 1e-3;

/// Finds the minima of the ratio of singular values along a run, step by step; one may lie between
/// two steps, so every step that comes near one is to be shown, in order.
class SingularPassages {
 public:
  SingularPassages(Dynamics& dynamics, Manifold& manifold);

  /// Whether the ratio still fell at the end of the step shown last, at t.
  bool falls_at(double t) const { return falls_until_ == t; }
  /// The passage, if any, of the integrator's last step or its beginning, of rows that have this
  /// rank elsewhere. The rank is decided anew at the end of the step.
  std::optional<Event> within_last_step(integrate::Integrator& integrator, numeric::Index rank);

 private:
  double ratio_of_all_rows(double t, const numeric::Vector& y, numeric::Index rank);
  Event passage_at(double t, const numeric::Vector& y, double ratio);
  std::string lost_rows(double t, const numeric::Vector& y, double ratio);

  Dynamics& dynamics_;
  Manifold& manifold_;
  std::optional<double> falls_until_;  ///< end of a step at which the ratio was smallest
  double last_passage_;
};

}  // namespace alembert
