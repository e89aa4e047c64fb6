#include "motion/contacts/timeline.hpp"

#include <algorithm>

namespace alembert {

std::vector<PhaseSpan> phases_of(const MotionRecord& record, std::size_t contact) {
  std::vector<PhaseSpan> spans;
  for (const Stretch& part : record.stretches) {
    // a run that ends in its first instant knows of no phases
    const bool rests = contact < part.rests.size() && part.rests[contact];
    const Phase phase = rests ? Phase::rest : Phase::open;
    if (!spans.empty() && spans.back().phase == phase)
      spans.back().until = part.until;
    else
      spans.push_back({part.from, part.until, phase});
  }
  // impacts that are too small to be followed are left out of the run, not of time
  for (const Accumulation& rest : record.accumulations) {
    if (std::ranges::find(rest.contacts, contact) == rest.contacts.end()) continue;
    for (std::size_t i = 1; i < spans.size(); ++i)
      if (spans[i - 1].phase == Phase::open && spans[i].from <= rest.t && rest.t < spans[i].until)
        spans[i - 1].until = spans[i].from = rest.t;
  }
  return spans;
}

}  // namespace alembert
