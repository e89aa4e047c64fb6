#pragma once
/// What may end a part of a run: numbers along the motion, of which one falls below zero.

#include <array>
#include <functional>
#include <vector>

#include "compile/compiled_formulas.hpp"
#include "dynamics/dynamics.hpp"
#include "dynamics/manifold.hpp"
#include "integrate/integrator.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

/// A number that fell below zero.
struct EventHit {
  /// In place of a number: formulas of time changed their sides.
  static constexpr std::size_t switched = ~std::size_t{0};

  double t;
  std::size_t which;  ///< of the formulas
  double slope;       ///< of the number there
};

class ModeEvents {
 public:
  using Number = std::function<double(double t, const numeric::Vector& y)>;

  /// The formulas are those of the equations of `dynamics`; accelerations and multipliers may occur
  /// in them. No step may end where one is below zero that is `guarded`.
  ModeEvents(Dynamics& dynamics, Manifold& manifold, const RunSettings& settings,
             const std::vector<NodeId>& formulas, const std::vector<bool>& guarded);
  /// One more number, behind those of the formulas.
  void watch_also(Number number);
  std::size_t count() const { return noise_.size(); }

  /// A part of the run begins. Only a fall below minus the noise is an event; numbers that are
  /// `fresh` are zero but for rounding and must rise before they can fall.
  void begin(const std::vector<double>& noise, const std::vector<std::size_t>& fresh);

  /// The numbers at a state.
  const std::vector<double>& values(double t, const numeric::Vector& y);

  struct Findings {
    std::vector<EventHit> hits;  ///< the first; several if at the same time
    bool too_long =
        false;  ///< a number rose and fell so soon that only a shorter step will show it
  };
  /// What falls below zero within the integrator's last step, before `until`. A number that is
  /// below zero where the step begins must rise before it can fall.
  Findings within_last_step(integrate::Integrator& integrator, double until);

  /// (q, q̇) at their largest, of all states that were looked at.
  const numeric::Vector& reach() const { return reach_; }

  /// The time of an event, one step of Newton's method nearer to it from the state y at t.
  double corrected(const EventHit& hit, double t, const numeric::Vector& y);

 private:
  // a step is looked at where it begins, where each piece of it ends, and closer where that asks
  // for it
  static constexpr std::size_t pieces = 8, panel = 4;

  bool may_fall(std::size_t which) const;
  double number_at(std::size_t which, double t, integrate::Integrator& integrator);
  double fall(std::size_t which, double before, double after, integrate::Integrator& integrator);

  Dynamics& dynamics_;
  Manifold& manifold_;
  const RunSettings& settings_;
  CompiledFormulas numbers_;
  const bool use_forces_;  ///< or accelerations
  const std::vector<bool> guarded_;
  std::vector<double> noise_, found_;
  std::array<std::vector<double>, pieces + 1> looks_;  ///< the numbers there
  std::vector<bool> fresh_;
  Number also_;
  numeric::Vector state_, reach_, q_, v_;
};

}  // namespace alembert
