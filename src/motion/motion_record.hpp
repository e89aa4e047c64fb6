#pragma once
/// A motion as numbers and words, to be kept or sent elsewhere, and the way back.

#include <vector>

#include "motion/simulate.hpp"

namespace alembert {

struct MotionRecord {
  std::vector<double> table;  ///< row by row, as Layout orders them
  Outcome outcome;
  std::vector<Event> events;
  LargestResiduals largest;
  IntegratorCounters counters;
  RunTimes seconds;
  double energy_imbalance = 0, energy_deviation = 0;
};

/// The motion again, for the model and the options that it was run with. Nothing is run: the table is that of the record,
/// and an instant between two outputs is integrated from the one before. Throws ModelError where the record is of another model.
Motion restore(const Model& model, const SimulateOptions& options, MotionRecord record);

}  // namespace alembert
