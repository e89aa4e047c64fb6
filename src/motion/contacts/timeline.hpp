#pragma once
/// What contacts did along a motion, one phase after the other.

#include <cstddef>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/motion_record.hpp"

namespace alembert {

/// A contact did one thing from one instant to another.
struct PhaseSpan {
  double from, until;
  Phase phase;
};

/// The phases of a contact, by its index into System::contacts(): each begins where the one before it ends, and differs from
/// it. A contact that opens again in the instant in which it was struck stays open, and one that is struck without end rests
/// from the end of these impacts on.
std::vector<PhaseSpan> phases_of(const MotionRecord& record, std::size_t contact);

}  // namespace alembert
