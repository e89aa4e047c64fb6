#pragma once
/// What speaks for a motion and what against it, as a table with a verdict.

#include <optional>
#include <string>
#include <vector>

#include "motion/motion.hpp"

namespace alembert {

struct AuditRow {
  std::string what;
  double value = 0;
  std::optional<double> bound = {};  ///< it should not exceed
  std::string note = {};             ///< what the number is

  bool holds() const { return !bound || value <= *bound; }
};

struct Audit {
  std::string verdict;  ///< one sentence
  bool can_be_trusted = true;
  std::vector<AuditRow> rows;
};

Audit audit_of(const Motion& motion);

}  // namespace alembert
