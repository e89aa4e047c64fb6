#pragma once
/// A scene in numbers, row by row of a motion's table, so that it can follow a motion that is
/// still running.

#include <span>
#include <vector>

#include "draw/scene_plan.hpp"
#include "motion/motion_columns.hpp"
#include "motion/table_formulas.hpp"

namespace alembert {

class SceneNumbers {
 public:
  SceneNumbers(const ScenePlan& plan, const Equations& equations);

  /// The numbers of the instant of a row: `ScenePlan::width` of them, kept until the next call.
  const std::vector<double>& at(std::span<const double> row);

 private:
  void put(const SceneForce& force, std::span<const double> row);

  ScenePlan plan_;
  MotionColumns layout_;
  TableFormulas formulas_;
  std::vector<double> numbers_;
};

}  // namespace alembert
