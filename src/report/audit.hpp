#pragma once
/// The evidence for and against a motion, as a table with a verdict: the one place that judges a
/// run.

#include <optional>
#include <string>
#include <vector>

#include "motion/motion.hpp"

namespace alembert {

struct AuditRow {
  std::string what;
  double value = 0;
  std::optional<double> bound = {};  ///< upper bound, in units of the value
  std::string note = {};             ///< what the number is

  /// A value that is NaN does not hold.
  bool holds() const { return !bound || value <= *bound; }
};

struct Audit {
  std::string verdict;     ///< one sentence
  std::string complaints;  ///< what does not hold, by how much; empty where all holds
  std::vector<AuditRow> rows;

  bool holds() const { return complaints.empty(); }
};

/// Judges by the tolerance of the run and the sizes of the motion (motion/motion_sizes.hpp): the
/// same in any units.
Audit audit_of(const Motion& motion);

/// How the run ended, with the complaints of the audit: "reached the end, but the audit fails:
/// ...".
std::string ending_in_words(const Motion& motion, const Audit& audit);

}  // namespace alembert
