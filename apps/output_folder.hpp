#pragma once
/// The folder of a run's files.

#include <optional>
#include <string>
#include <vector>

#include "motion/certificate.hpp"
#include "motion/expectations.hpp"
#include "motion/simulate.hpp"

namespace alembert::app {

/// The results of a run that are written.
struct RunResults {
  const Model& model;
  const Motion& motion;
  const std::vector<CheckResult>& checks;
  const std::optional<Certificate>& certificate;
};

/// The table of the motion, its summary and its report. The folder is made, and writing is tried,
/// before the run: throws ModelError if that fails.
class OutputFolder {
 public:
  enum class Table { csv, hdf5 };
  OutputFolder(std::string path, Table table);

  /// Throws std::runtime_error if a file cannot be written. `file_name`: of the model, for the
  /// report.
  void write(const RunResults& results, const std::string& file_name) const;

 private:
  std::string path_;
  Table table_;
};

}  // namespace alembert::app
