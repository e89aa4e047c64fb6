#pragma once
/// Whether the impacts and phases of a motion are what the `check` block of its model expects.

#include "motion/expectations.hpp"

namespace alembert {

/// What an expectation of a contact says in numbers.
struct ExpectedNumbers {
  double value = 0, count = 0, bound = 0;
};

/// Of an impact, a change, a count, a timeline or a rest.
CheckResult check_contact(const Expectation& expectation, const ExpectedNumbers& numbers,
                          const Motion& motion);

/// The largest energy that the impacts of one instant added, as a part of what they exchanged; not
/// above 0 where all lose.
double energy_added_by_impacts(const Motion& motion);

}  // namespace alembert
