#pragma once
/// One evaluation of a right-hand side within a step.

#include "integrate/condition_range.hpp"
#include "integrate/flow.hpp"

namespace alembert::integrate {

/// Writes y′ and adds the condition there to those that the step has met; false, and nothing is
/// added, where f is not defined.
inline bool evaluate_and_note(Flow& flow, double t, const numeric::Vector& y, numeric::Vector& dy,
                              ConditionRange& met) {
  if (!flow.evaluate(t, y, dy)) return false;
  met.add(flow.condition());
  return true;
}

}  // namespace alembert::integrate
