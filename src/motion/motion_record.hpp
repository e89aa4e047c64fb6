#pragma once
/// A motion as numbers and words alone: what a run collects, and what can be kept or sent elsewhere.

#include <string>
#include <vector>

#include "dynamics/outcome.hpp"
#include "integrate/integrator_counters.hpp"

namespace alembert {

/// Something that happened on the way: a rank change, a singular passage, a shifted start value.
struct Event {
  double t;
  std::string what;
};

/// A part of the run in which the formulas keep their sides, so that the motion is smooth.
struct Stretch {
  double from = 0, until = 0;
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
  IntegratorCounters counters;
  RunTimes seconds;
  double energy_imbalance = 0,
         energy_deviation = 0;     ///< Motion::energy_imbalance, energy_deviation
  std::vector<Stretch> stretches;  ///< one after the other
};

}  // namespace alembert
