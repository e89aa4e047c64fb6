#include "motion/events/accumulation.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

constexpr std::size_t longest_period = 6, periods = 4;
constexpr std::size_t remembered = longest_period * periods + 1;
// ratios of speeds that differ by less are the same: they converge as impacts become small, and an
// end is used only where hardly anything is left of the motion
constexpr double same_ratio = 1e-2;
// so many predictions that follow each other say how good they are
constexpr std::size_t compared = 4;

}  // namespace

void AccumulationWatch::add(const std::vector<ImpactRecord>& group) {
  if (group.empty()) return;
  Group next{group.front().t, {}, {}, {}, {}};
  for (const ImpactRecord& impact : group) {
    next.contacts.push_back(impact.contact);
    next.impulse.push_back(impact.impulse);
    next.approach.push_back(impact.approach);
    next.separation.push_back(impact.separation);
  }
  if (last_.size() == remembered) last_.erase(last_.begin());
  last_.push_back(std::move(next));

  const std::size_t before = pattern_ ? pattern_->period : 0;
  pattern_ = pattern();
  if (!pattern_ || pattern_->period != before) {
    predictions_.clear();
    best_.reset();
  }
  if (!pattern_) return;
  // large impacts follow the ratio less well, and small ones are timed less well: in between the
  // predictions agree best
  if (predictions_.size() == compared) predictions_.erase(predictions_.begin());
  predictions_.push_back(end_of_times(*pattern_));
  if (predictions_.size() < compared) return;
  const auto [least, most] = std::ranges::minmax_element(predictions_);
  if (best_ && *most - *least >= spread_) return;
  best_ = predictions_.back();
  spread_ = *most - *least;
}

std::optional<AccumulationWatch::Pattern> AccumulationWatch::pattern() const {
  for (std::size_t period = 1; period <= longest_period; ++period)
    if (auto found = pattern_of(period)) return found;
  return std::nullopt;
}

std::optional<AccumulationWatch::Pattern> AccumulationWatch::pattern_of(std::size_t period) const {
  if (last_.size() < period * periods + 1) return std::nullopt;
  const Group* const newest = &last_.back();
  for (std::size_t i = 0; i + period < period * periods; ++i)
    if ((newest - i)->contacts != (newest - i - period)->contacts) return std::nullopt;
  // positions are known less well than velocities beside what is left of them: so are times
  const auto speed = [&](std::size_t back) {
    return std::ranges::max((newest - back * period)->approach);
  };
  const double ratio = speed(0) / speed(1);
  if (!(ratio > 0 && ratio < 1)) return std::nullopt;
  for (std::size_t back = 1; back + 1 < periods; ++back)
    if (!(std::fabs(speed(back) / speed(back + 1) / ratio - 1) <= same_ratio)) return std::nullopt;
  return Pattern{period, ratio};
}

double AccumulationWatch::end_of_times(const Pattern& pattern) const {
  const Group* const newest = &last_.back();
  return newest->t +
         (newest->t - (newest - pattern.period)->t) * pattern.ratio / (1 - pattern.ratio);
}

std::optional<AccumulationWatch::End> AccumulationWatch::end() const {
  if (!pattern_) return std::nullopt;
  const Group* const newest = &last_.back();
  const std::size_t period = pattern_->period;
  End found{
      {end_of_times(*pattern_), {}, {}}, (newest->t - (newest - period)->t) * pattern_->ratio, {}};
  if (best_ && *best_ > newest->t) found.rest.t = *best_;
  Accumulation& rest = found.rest;
  for (std::size_t i = 0; i < period; ++i) {
    const Group &now = *(newest - i), &before = *(newest - i - period);
    for (std::size_t k = 0; k < now.contacts.size(); ++k) {
      const double shrinks = now.impulse[k] / before.impulse[k];
      if (!(shrinks > 0 && shrinks < 1)) return std::nullopt;
      const double left = now.impulse[k] * shrinks / (1 - shrinks);
      const double next = now.approach[k] * pattern_->ratio;
      const auto known = std::ranges::find(rest.contacts, now.contacts[k]);
      if (known == rest.contacts.end()) {
        rest.contacts.push_back(now.contacts[k]);
        rest.impulse.push_back(left);
        found.approach.push_back(next);
      } else {
        const auto place = static_cast<std::size_t>(known - rest.contacts.begin());
        rest.impulse[place] += left;
        found.approach[place] = std::max(found.approach[place], next);
      }
    }
  }
  return found;
}

std::optional<AccumulationWatch::End> AccumulationWatch::end_of_last() const {
  if (last_.empty()) return std::nullopt;
  const Group& newest = last_.back();
  End found{{newest.t, {}, {}}, 0, {}};
  for (std::size_t k = 0; k < newest.contacts.size(); ++k) {
    const std::size_t contact = newest.contacts[k];
    // what separates by rounding alone does not bounce
    constexpr double rounding = 1e-9;
    const double ratio = newest.separation[k] / newest.approach[k];
    if (!(ratio > rounding)) continue;
    const auto before = std::find_if(last_.rbegin() + 1, last_.rend(), [&](const Group& group) {
      return std::ranges::find(group.contacts, contact) != group.contacts.end();
    });
    if (before == last_.rend() || !(ratio < 1)) return std::nullopt;
    // the time of a bounce grows with its speed
    const double flight = (newest.t - before->t) * ratio;
    found.period = std::max(found.period, flight);
    found.rest.t = std::max(found.rest.t, newest.t + flight / (1 - ratio));
    found.rest.contacts.push_back(contact);
    found.rest.impulse.push_back(newest.impulse[k] * ratio / (1 - ratio));
    found.approach.push_back(newest.separation[k]);
  }
  if (found.rest.contacts.empty()) return std::nullopt;
  return found;
}

}  // namespace alembert
