#include "motion/contacts/contact_expectations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace alembert {

namespace {

using What = Expectation::What;

std::vector<ImpactRecord> impacts_of(const Motion& motion, const std::string& contact) {
  std::vector<ImpactRecord> impacts;
  for (const ImpactRecord& impact : motion.impacts())
    if (motion.contact_name(impact.contact) == contact) impacts.push_back(impact);
  return impacts;
}

double quantity_of(const ImpactRecord& impact, Expectation::OfImpact what) {
  switch (what) {
    case Expectation::OfImpact::t:
      return impact.t;
    case Expectation::OfImpact::impulse:
      return impact.impulse;
    case Expectation::OfImpact::speed:
      return impact.approach;
    case Expectation::OfImpact::lost:
      return impact.lost;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::string times(std::size_t count, std::string_view what) {
  return count == 0   ? fmt::format("there is no {}", what)
         : count == 1 ? fmt::format("there is one {} only", what)
                      : fmt::format("there are {} {}s only", count, what);
}

CheckResult compare(const Expectation& e, const ExpectedNumbers& numbers, double found,
                    double size) {
  size = std::max({size, std::fabs(found), std::fabs(numbers.value)});
  const double error = std::fabs(found - numbers.value);
  return {e.text, error <= numbers.bound * size,
          fmt::format("{:.12g}, error {:.2e} of {:.3g}", found + 0.0, error, size)};
}

// times are as good as the run is long
CheckResult compare_times(const Expectation& e, const ExpectedNumbers& numbers, double found,
                          const Motion& motion) {
  return compare(e, numbers, found, motion.end_time() - motion.start_time());
}

CheckResult check_impact(const Expectation& e, const ExpectedNumbers& numbers,
                         const Motion& motion) {
  const std::vector<ImpactRecord> impacts = impacts_of(motion, e.contact);
  const auto which = static_cast<std::size_t>(numbers.count);
  if (which > impacts.size()) return {e.text, false, times(impacts.size(), "impact")};
  const double found = quantity_of(impacts[which - 1], e.of_impact);
  if (e.of_impact == Expectation::OfImpact::t) return compare_times(e, numbers, found, motion);
  double largest = 0;
  for (const ImpactRecord& impact : impacts)
    largest = std::max(largest, std::fabs(quantity_of(impact, e.of_impact)));
  return compare(e, numbers, found, largest);
}

CheckResult check_change(const Expectation& e, const ExpectedNumbers& numbers,
                         const Motion& motion) {
  const std::vector<PhaseSpan> phases = motion.timeline(e.contact);
  const auto which = static_cast<std::size_t>(numbers.count);
  if (which >= phases.size()) return {e.text, false, times(phases.size() - 1, "change")};
  return compare_times(e, numbers, phases[which].from, motion);
}

CheckResult check_rest(const Expectation& e, const ExpectedNumbers& numbers, const Motion& motion) {
  for (const Accumulation& rest : motion.accumulations())
    for (const std::size_t contact : rest.contacts)
      if (motion.contact_name(contact) == e.contact)
        return compare_times(e, numbers, rest.t, motion);
  return {e.text, false, "there are no impacts without end"};
}

CheckResult check_timeline(const Expectation& e, const Motion& motion) {
  std::vector<Phase> phases;
  for (const PhaseSpan& span : motion.timeline(e.contact)) phases.push_back(span.phase);
  // of a long row its beginning tells enough
  constexpr std::size_t most_words = 8;
  std::string words;
  for (std::size_t i = 0; i < std::min(phases.size(), most_words); ++i)
    words += fmt::format("{}{}", i == 0 ? "" : ", ", name_of(phases[i]));
  if (phases.size() > most_words) words += fmt::format(", {} in all", phases.size());
  return {e.text, phases == e.phases, words};
}

}  // namespace

CheckResult check_contact(const Expectation& e, const ExpectedNumbers& numbers,
                          const Motion& motion) {
  switch (e.what) {
    case What::impact:
      return check_impact(e, numbers, motion);
    case What::change:
      return check_change(e, numbers, motion);
    case What::rest_after:
      return check_rest(e, numbers, motion);
    case What::timeline:
      return check_timeline(e, motion);
    default: {
      const std::size_t count = impacts_of(motion, e.contact).size();
      return {e.text, static_cast<double>(count) == numbers.count, fmt::format("found {}", count)};
    }
  }
}

double energy_added_by_impacts(const Motion& motion) {
  struct Energy {
    double added = 0, exchanged = 0;
  };
  std::map<std::size_t, Energy> groups;
  for (const ImpactRecord& impact : motion.impacts()) {
    Energy& energy = groups[impact.group];
    energy.added -= impact.lost;
    energy.exchanged +=
        std::fabs(impact.impulse) * (std::fabs(impact.approach) + std::fabs(impact.separation));
  }
  double largest = -1;
  for (const auto& [group, energy] : groups)
    if (energy.exchanged > 0) largest = std::max(largest, energy.added / energy.exchanged);
  return groups.empty() ? 0 : largest;
}

}  // namespace alembert
