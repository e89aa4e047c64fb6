#pragma once
/// A sweep whose results stay in memory, for programs that process them further.

#include "sweep/sweep.hpp"

namespace alembert {

struct SweepTable {
  std::vector<std::string> varied;  ///< names of what varied
  std::vector<double> numbers;      ///< [run][varied]
  std::vector<KeptColumn> columns;  ///< what was kept
  std::vector<std::vector<double>>
      kept;                       ///< by column: [run][number of its series]; NaN if there is none
  std::vector<Outcome> outcomes;  ///< "interrupted" of runs that were not begun
  SweepReport report;

  std::size_t runs() const { return outcomes.size(); }
  /// The numbers of a column, or of what varied, by its name. Throws ModelError for another name.
  std::vector<double> operator[](const std::string& name) const;
};

/// Runs the sweep on all cores, and writes its file too where `options.out` names one.
/// `options.finished` is called as without a table. If the file was finished before, it is left as
/// it is and the table has no runs. Throws as `read_study` and `sweep` do.
SweepTable sweep_table(const StudyRequest& request, const SweepOptions& options = {});

}  // namespace alembert
