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
  /// An impact, in the order of time; those of one group are given together.
  void add(const std::vector<ImpactRecord>& group);

  /// The end of the impacts, when the last of them repeat a pattern at intervals that shrink by one
  /// and the same ratio: times, and impulses that are still to come.
  std::optional<Accumulation> end() const;

 private:
  struct Group {
    double t;
    std::vector<std::size_t> contacts;
    std::vector<double> impulse;
  };
  std::optional<Accumulation> end_of_pattern(std::size_t period) const;

  std::vector<Group> last_;  ///< as many as are needed
};

}  // namespace alembert
