#include "motion/events/accumulation.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

constexpr std::size_t longest_period = 6, periods = 4;
constexpr std::size_t remembered = longest_period * periods + 1;
// ratios of intervals that differ by less are the same: they converge as the impacts become small
constexpr double same_ratio = 1e-3;

}  // namespace

void AccumulationWatch::add(const std::vector<ImpactRecord>& group) {
  if (group.empty()) return;
  Group next{group.front().t, {}, {}};
  for (const ImpactRecord& impact : group) {
    next.contacts.push_back(impact.contact);
    next.impulse.push_back(impact.impulse);
  }
  if (last_.size() == remembered) last_.erase(last_.begin());
  last_.push_back(std::move(next));
}

std::optional<Accumulation> AccumulationWatch::end() const {
  for (std::size_t period = 1; period <= longest_period; ++period)
    if (auto found = end_of_pattern(period)) return found;
  return std::nullopt;
}

std::optional<Accumulation> AccumulationWatch::end_of_pattern(std::size_t period) const {
  const std::size_t count = last_.size();
  if (count < period * periods + 1) return std::nullopt;
  const Group* const newest = &last_.back();
  for (std::size_t i = 0; i + period < period * periods; ++i)
    if ((newest - i)->contacts != (newest - i - period)->contacts) return std::nullopt;
  // from one period to the one before it
  const auto length = [&](std::size_t back) {
    return (newest - back * period)->t - (newest - (back + 1) * period)->t;
  };
  const double ratio = length(0) / length(1);
  if (!(ratio > 0 && ratio < 1)) return std::nullopt;
  for (std::size_t back = 1; back + 1 < periods; ++back)
    if (std::fabs(length(back) / length(back + 1) / ratio - 1) > same_ratio) return std::nullopt;

  Accumulation found{newest->t + length(0) * ratio / (1 - ratio), {}, {}};
  for (std::size_t i = 0; i < period; ++i) {
    const Group &now = *(newest - i), &before = *(newest - i - period);
    for (std::size_t k = 0; k < now.contacts.size(); ++k) {
      const double shrinks = now.impulse[k] / before.impulse[k];
      if (!(shrinks > 0 && shrinks < 1)) return std::nullopt;
      const double rest = now.impulse[k] * shrinks / (1 - shrinks);
      const auto known = std::ranges::find(found.contacts, now.contacts[k]);
      if (known == found.contacts.end()) {
        found.contacts.push_back(now.contacts[k]);
        found.impulse.push_back(rest);
      } else {
        found.impulse[static_cast<std::size_t>(known - found.contacts.begin())] += rest;
      }
    }
  }
  return found;
}

}  // namespace alembert
