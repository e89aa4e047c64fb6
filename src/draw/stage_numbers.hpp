#pragma once
/// A staging in numbers, row by row of a motion's table, so that it can follow a motion that is
/// still running.

#include <span>
#include <vector>

#include "draw/staging.hpp"
#include "motion/layout.hpp"
#include "motion/table_formulas.hpp"

namespace alembert {

class StageNumbers {
 public:
  StageNumbers(const Staging& staging, const Equations& equations);

  /// The numbers of the instant of a row: `Staging::width` of them, kept until the next call.
  const std::vector<double>& at(std::span<const double> row);

 private:
  void put(const StageForce& force, std::span<const double> row);

  Staging staging_;
  Layout layout_;
  TableFormulas formulas_;
  std::vector<double> numbers_;
};

}  // namespace alembert
