#pragma once
/// From the record of a motion back to the motion.

#include "motion/simulate.hpp"

namespace alembert {

/// The motion again, for the model and the options that it was run with. Nothing is run: the table
/// is that of the record, and an instant between two outputs is integrated from the one before.
/// Throws ModelError where the record is of another model.
Motion restore(const Model& model, const SimulateOptions& options, MotionRecord record);

}  // namespace alembert
