#include "sweep/order_statistics.hpp"

#include <algorithm>
#include <bit>

namespace alembert {

namespace {

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

FirstLook::FirstLook(std::size_t room) : room_(room) {}

void FirstLook::add(double value) {
  if (!holds_all()) {
    count(key_of(value));
    return;
  }
  numbers_.push_back(value);
  if (numbers_.size() <= room_) return;
  counts_.resize(std::max<std::size_t>(room_ / 8, 4));
  first_ = key_of(numbers_.front());
  for (const double number : numbers_) count(key_of(number));
  numbers_ = {};
}

void FirstLook::count(std::uint64_t key) {
  // unsigned, so a number below the first slot is far above the last
  if ((key >> shift_) - first_ >= counts_.size()) widen_for(key);
  ++counts_[(key >> shift_) - first_];
}

/// Widens the slots until half of them hold all numbers, and centres these, so that it happens
/// rarely.
void FirstLook::widen_for(std::uint64_t key) {
  const auto used = [](std::uint64_t count) { return count > 0; };
  const auto begin = std::ranges::find_if(counts_, used);
  std::uint64_t low = key >> shift_, high = low;
  if (begin != counts_.end()) {
    auto last = counts_.end() - 1;
    while (*last == 0) --last;
    low = std::min(low, first_ + static_cast<std::uint64_t>(begin - counts_.begin()));
    high = std::max(high, first_ + static_cast<std::uint64_t>(last - counts_.begin()));
  }
  unsigned wider = 0;
  while ((high >> wider) - (low >> wider) >= counts_.size() / 2) ++wider;
  const std::uint64_t spare = counts_.size() - 1 - ((high >> wider) - (low >> wider));
  const std::uint64_t first = (low >> wider) - std::min(low >> wider, spare / 2);
  std::vector<std::uint64_t> counts(counts_.size(), 0);
  for (std::size_t slot = 0; slot < counts_.size(); ++slot)
    if (counts_[slot] > 0) counts[((first_ + slot) >> wider) - first] += counts_[slot];
  counts_ = std::move(counts);
  first_ = first;
  shift_ += wider;
}

OrderStatistics::OrderStatistics(std::vector<std::uint64_t> places, const FirstLook& look)
    : room_(look.counts_.size()), places_(std::move(places)) {
  found_.resize(places_.size());
  Interval all{
      look.first_ << look.shift_, ~std::uint64_t{0}, 0, 0, {}, look.shift_, look.counts_, {}};
  for (std::size_t i = 0; i < places_.size(); ++i) all.wanted.push_back(i);
  narrow(all, intervals_);
}

double OrderStatistics::at(std::uint64_t place) const {
  return found_[static_cast<std::size_t>(std::ranges::lower_bound(places_, place) -
                                         places_.begin())];
}

/// Prepares an interval for a pass, if it needs one.
void OrderStatistics::look_into(Interval interval, std::vector<Interval>& intervals) {
  if (interval.low == interval.high) {
    for (const std::size_t i : interval.wanted) found_[i] = value_of(interval.low);
    return;
  }
  if (interval.count <= room_) {
    interval.collected.reserve(interval.count);
  } else {
    while ((interval.high - interval.low) >> interval.shift >= room_) ++interval.shift;
    interval.slots.assign(room_, 0);
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
