#include "sweep/order_statistics.hpp"

#include <algorithm>
#include <bit>

namespace alembert {

namespace {

constexpr std::uint64_t slots_of_interval = 1 << 14;
constexpr std::uint64_t sign = std::uint64_t{1} << 63;

// whole numbers in the order of the doubles
std::uint64_t key_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}
double value_of(std::uint64_t key) {
  return std::bit_cast<double>((key & sign) != 0 ? key & ~sign : ~key);
}

}  // namespace

OrderStatistics::OrderStatistics(std::vector<std::uint64_t> places, std::uint64_t count,
                                 double smallest, double largest)
    : places_(std::move(places)) {
  std::ranges::sort(places_);
  const auto repeated = std::ranges::unique(places_);
  places_.erase(repeated.begin(), repeated.end());
  found_.resize(places_.size());
  if (places_.empty()) return;
  Interval all{key_of(smallest), key_of(largest), 0, count, {}, 0, {}, {}};
  for (std::size_t i = 0; i < places_.size(); ++i) all.wanted.push_back(i);
  look_into(std::move(all), intervals_);
}

double OrderStatistics::at(std::uint64_t place) const {
  return found_[static_cast<std::size_t>(std::ranges::lower_bound(places_, place) -
                                         places_.begin())];
}

/// Makes an interval ready for a pass, if it needs one.
void OrderStatistics::look_into(Interval interval, std::vector<Interval>& intervals) {
  if (interval.low == interval.high) {
    for (const std::size_t i : interval.wanted) found_[i] = value_of(interval.low);
    return;
  }
  if (interval.count <= slots_of_interval) {
    interval.collected.reserve(interval.count);
  } else {
    while ((interval.high - interval.low) >> interval.shift >= slots_of_interval) ++interval.shift;
    interval.slots.assign(slots_of_interval, 0);
  }
  intervals.push_back(std::move(interval));
}

void OrderStatistics::add(double value) {
  const std::uint64_t key = key_of(value);
  for (Interval& interval : intervals_) {
    if (key > interval.high) continue;
    if (key < interval.low) return;
    if (interval.slots.empty())
      interval.collected.push_back(value);
    else
      ++interval.slots[(key - interval.low) >> interval.shift];
    return;
  }
}

void OrderStatistics::end_pass() {
  std::vector<Interval> next;
  for (Interval& interval : intervals_) {
    if (interval.slots.empty())
      choose(interval);
    else
      narrow(interval, next);
  }
  intervals_ = std::move(next);
}

void OrderStatistics::choose(Interval& interval) {
  std::ranges::sort(interval.collected);
  for (const std::size_t i : interval.wanted)
    found_[i] = interval.collected[places_[i] - interval.before];
}

void OrderStatistics::narrow(const Interval& interval, std::vector<Interval>& intervals) {
  std::uint64_t before = interval.before;
  auto place = interval.wanted.begin();
  for (std::uint64_t slot = 0; slot < interval.slots.size(); ++slot) {
    const std::uint64_t low = interval.low + (slot << interval.shift);
    const std::uint64_t last = (std::uint64_t{1} << interval.shift) - 1;
    Interval inner{
        low, std::min(interval.high, low + last), before, interval.slots[slot], {}, 0, {}, {}};
    for (; place != interval.wanted.end() && places_[*place] < before + inner.count; ++place)
      inner.wanted.push_back(*place);
    before += inner.count;
    if (!inner.wanted.empty()) look_into(std::move(inner), intervals);
    if (place == interval.wanted.end()) return;
  }
}

}  // namespace alembert
