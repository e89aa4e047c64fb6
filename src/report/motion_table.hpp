#pragma once
/// The columns of a motion by name, from a motion or from the folder of an earlier run.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "motion/motion.hpp"

namespace alembert {

struct MotionTable {
  std::string title;
  std::vector<std::string> names;
  std::vector<std::string> units;            ///< by column, empty where the model gives none
  std::vector<std::vector<double>> columns;  ///< the first is t
  std::vector<std::string> coordinates;      ///< their names

  /// The index of a column; throws ModelError for an unknown name and offers the nearest one.
  std::size_t find(std::string_view name) const;
};

MotionTable table_of(const Motion& motion);

/// Reads motion.csv or motion.h5, and summary.json, as `alembert run --out` writes them.
MotionTable read_table(const std::string& folder);

}  // namespace alembert
