#pragma once
/// Order statistics of many numbers, exact and with little memory.

#include <cstdint>
#include <vector>

namespace alembert {

/// The first pass over numbers that come one by one: they are held as long as there is room, and
/// then counted in slots of equally many doubles, which widen when the numbers spread.
class FirstLook {
 public:
  /// `room`: for this many numbers, or for an eighth as many slots.
  explicit FirstLook(std::size_t room);

  void add(double value);
  bool holds_all() const { return counts_.empty(); }
  /// The numbers, if all are held.
  std::vector<double>& numbers() { return numbers_; }

 private:
  friend class OrderStatistics;

  void count(std::uint64_t key);
  void widen_for(std::uint64_t key);

  const std::size_t room_;
  std::vector<double> numbers_;
  // doubles as integers in the same order, 2^shift of them to a slot
  unsigned shift_ = 0;
  std::uint64_t first_ = 0;  ///< key of the first slot, without its last `shift` bits
  std::vector<std::uint64_t> counts_;
};

/// Finds places among more numbers than there is room for. All numbers come again in passes: each
/// counts them in slots of the intervals that hold a wanted place, and sorts what fits into the
/// memory. With 2¹⁴ slots five passes suffice for any numbers, and one or two do for millions that
/// are not piled up.
class OrderStatistics {
 public:
  /// Follows a first pass that could not hold all; places increase and are less than the count of
  /// numbers.
  OrderStatistics(std::vector<std::uint64_t> places, const FirstLook& look);

  bool needs_pass() const { return !intervals_.empty(); }
  void add(double value);
  void end_pass();
  /// The number at one of the places, when no pass is needed any more.
  double at(std::uint64_t place) const;

 private:
  /// An interval of doubles, as integers.
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

  std::size_t room_;                   ///< of an interval: numbers, or slots
  std::vector<std::uint64_t> places_;  ///< increasing
  std::vector<double> found_;
  std::vector<Interval> intervals_;  ///< increasing, apart from each other
};

}  // namespace alembert
