#pragma once
/// What contacts and frictions did along a motion, one phase after the other.

#include <string>
#include <string_view>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/motion_record.hpp"

namespace alembert {

/// A contact or a friction did one thing from one instant to another.
struct PhaseSpan {
  double from, until;
  Phase phase;
};

/// What has phases in a system: its contacts, behind them the frictions of what is no contact, and
/// the other constraints that are switched on or off.
std::vector<std::string> names_with_phases(const System& system);

/// The phases of one of these: each begins where the one before it ends, and differs from it. A
/// contact that opens again in the instant in which it was struck stays open, and one that is
/// struck without end rests from the end of these impacts on. Empty where the name has no phases.
std::vector<PhaseSpan> phases_of(const System& system, const MotionRecord& record,
                                 std::string_view name);

}  // namespace alembert
