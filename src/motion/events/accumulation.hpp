#pragma once
/// Impacts that follow each other ever faster, as those of a ball that comes to rest: without end,
/// in a finite time.

#include <cstddef>
#include <optional>
#include <vector>

#include "motion/motion_record.hpp"

namespace alembert {

class AccumulationWatch {
 public:
  struct End {
    Accumulation rest;  ///< with the impulses that are still to come
    double period;      ///< the time until the last impact repeats itself
    std::vector<double>
        approach;  ///< of each contact of `rest`, the speed with which it will strike
  };

  /// An impact, in the order of time; those of one group are given together.
  void add(const std::vector<ImpactRecord>& group);

  /// The end of the impacts, when the last of them repeat a pattern in which the speeds of approach
  /// shrink by one and the same ratio.
  std::optional<End> end() const;

  /// The same for the contacts that were struck last, as if each went on bouncing as it did since
  /// it was struck before; for bounces that are too low to be followed, whatever they may repeat.
  std::optional<End> end_of_last() const;

 private:
  struct Group {
    double t;
    std::vector<std::size_t> contacts;
    std::vector<double> impulse, approach, separation;
  };
  /// From one impact to the same one in the next period.
  struct Pattern {
    std::size_t period;
    double ratio;
  };
  std::optional<Pattern> pattern() const;
  std::optional<Pattern> pattern_of(std::size_t period) const;
  double end_of_times(const Pattern& pattern) const;

  std::vector<Group> last_;          ///< as many as are needed
  std::optional<Pattern> pattern_;   ///< of these
  std::vector<double> predictions_;  ///< of the end, by the last impacts, each by itself
  std::optional<double> best_;       ///< where they agreed best …
  double spread_ = 0;                ///< … and how well
};

}  // namespace alembert
