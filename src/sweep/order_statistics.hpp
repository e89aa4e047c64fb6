#pragma once
/// Numbers by their place in the order of many, exactly and with little memory.

#include <cstdint>
#include <vector>

namespace alembert {

/// The numbers come in passes, all of them in each. A pass counts them in narrow intervals of what a double can be; the
/// interval that holds a wanted place is looked at in the next pass. What fits into the memory is sorted. Intervals narrow by
/// 2¹⁴ in each pass, so that five suffice for any numbers and three do for 10⁸ that are not piled up.
class OrderStatistics {
 public:
  /// Of `count` numbers from `smallest` to `largest`; `places` lie below `count`.
  OrderStatistics(std::vector<std::uint64_t> places, std::uint64_t count, double smallest,
                  double largest);

  bool needs_pass() const { return !intervals_.empty(); }
  void add(double value);
  void end_pass();
  /// The number at one of the places, when no pass is needed any more.
  double at(std::uint64_t place) const;

 private:
  /// Of doubles, as whole numbers that are ordered as they are.
  struct Interval {
    std::uint64_t low, high;
    std::uint64_t before;              ///< numbers below `low`
    std::uint64_t count;               ///< numbers within
    std::vector<std::size_t> wanted;   ///< indices of places
    unsigned shift = 0;                ///< 2^shift doubles to a slot
    std::vector<std::uint64_t> slots;  ///< how many numbers; empty where they are collected
    std::vector<double> collected;
  };

  void look_into(Interval interval, std::vector<Interval>& intervals);
  void choose(Interval& interval);
  void narrow(const Interval& interval, std::vector<Interval>& intervals);

  std::vector<std::uint64_t> places_;  ///< increasing
  std::vector<double> found_;
  std::vector<Interval> intervals_;  ///< increasing, apart from each other
};

}  // namespace alembert
