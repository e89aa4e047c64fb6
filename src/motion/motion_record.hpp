#pragma once
/// A motion as numbers and words alone: what a run collects, and what can be kept or sent
/// elsewhere.

#include <string>
#include <vector>

#include "dynamics/outcome.hpp"
#include "integrate/integrator_counters.hpp"
#include "mechanics/acting_part.hpp"

namespace alembert {

/// Something that happened on the way: a rank change, a singular passage, a shifted start value.
struct Event {
  double t;
  std::string what;
};

/// A part of the run in which the formulas keep their sides, so that the motion is smooth.
struct Stretch {
  double from = 0, until = 0;
  Phases phases = {};  ///< of contacts and frictions
};

/// What one contact did in an impact, or a row that was switched on. Several of the same group
/// struck at the same time.
struct ImpactRecord {
  double t;
  /// Index into System::contacts(), and behind these into Equations::rows: of constraints that were
  /// switched on.
  std::size_t contact;
  std::size_t group;            ///< 0, 1, … in the order of time
  double impulse;               ///< ∫λ dt
  double approach, separation;  ///< −φ̇ before and φ̇ after it, or −ψ and ψ
  double lost;            ///< energy: P (approach − separation)/2, and the same of its friction
  bool unique;            ///< is its impulse the only one?
  double tangential = 0;  ///< impulse of its friction, along the slip
};

/// Energy that impacts or actions of the model brought in at an instant; negative where it is lost.
struct EnergyJump {
  double t, energy;
};

/// Impacts without end in a finite time: those that were too small to be followed.
struct Accumulation {
  double t;                           ///< the last one
  std::vector<std::size_t> contacts;  ///< that strike in turn, each once
  std::vector<double>
      impulse;  ///< of each, from the last impact that was followed on, summed in closed form
};

/// The largest residuals that occurred, at every step and every output.
struct LargestResiduals {
  double position = 0;      ///< |φ|
  double velocity = 0;      ///< |φ̇|, |ψ|
  double virtual_work = 0;  ///< of the ideal forces, relative to their size
  double acceleration = 0;  ///< |A q̈ − b|
};

struct RunTimes {
  double derive = 0, compile = 0, run = 0;  ///< seconds
};

struct MotionRecord {
  std::vector<double> table;  ///< row by row, as MotionColumns orders them
  Outcome outcome;
  std::vector<Event> events;
  LargestResiduals largest;
  integrate::IntegratorCounters counters;
  RunTimes seconds;
  double energy_imbalance = 0,
         energy_deviation = 0;     ///< Motion::energy_imbalance, energy_deviation
  std::vector<Stretch> stretches;  ///< one after the other
  std::vector<EnergyJump> jumps;   ///< in the order of time
  std::vector<ImpactRecord> impacts;
  std::vector<Accumulation> accumulations;
};

}  // namespace alembert
