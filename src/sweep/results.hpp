#pragma once
/// The results of a sweep, run by run, and the files that hold them. Equal sweeps give equal files.

#include <functional>
#include <string>
#include <vector>

#include "sweep/chunk.hpp"
#include "sweep/study.hpp"
#include "sweep/summary.hpp"

namespace alembert {

/// The finished chunks of a study, wherever they are.
struct Results {
  const Study& study;
  Chunking chunking;
  std::function<ChunkResult(std::size_t chunk)> chunk;

  /// The numbers of one column of `kept`, which is no series, run by run.
  std::vector<double> column(std::size_t kept) const;
  /// Of every column of `kept` that is no series, by its index.
  std::vector<std::pair<std::size_t, ColumnSummary>> summaries() const;
};

/// HDF5: the dataset `runs` has a row for each run (what varied, what is kept, `outcome` and `end`, the time at
/// which the run ended); `summary` has a row for each column; `early` the words of runs that ended early; `model` and
/// `study` are texts. No clock times. Throws std::runtime_error where it cannot be written; nothing is then left behind.
void write_results_hdf5(const Results& results, const std::string& path);

/// The words of the study that a file of results holds; empty where it is none.
std::string study_in_hdf5(const std::string& path);

/// CSV: the same rows, all digits, the outcome in words.
void write_results_csv(const Results& results, const std::string& path);

/// How many runs ended how, and what all runs say together about each column.
std::string results_text(const Results& results);

}  // namespace alembert
