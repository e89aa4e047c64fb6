#pragma once
/// The results of a sweep, run by run, and the files that hold them. Equal sweeps give equal files.

#include <functional>
#include <string>
#include <vector>

#include "sweep/chunk_records.hpp"
#include "sweep/overview.hpp"

namespace alembert {

/// The finished chunks of a study, in any store: memory holds one of them at a time.
struct Results {
  const Study& study;
  Chunking chunking;
  ChunkRecords records;
  std::function<std::string(std::size_t chunk)> record;

  /// Throws DiskError if its record is damaged.
  ChunkResult chunk(std::size_t chunk) const;
  /// The numbers, run by run, of some columns of `kept` that are no series: as many as there are
  /// runs.
  std::vector<std::vector<double>> columns(const std::vector<std::size_t>& kept) const;
};

/// HDF5: the dataset `runs` has a row for each run (what varied, what is kept, `outcome` and `end`,
/// the time at which the run ended); `summary` has a row for each column; `early` the words of runs
/// that ended early; `model` and `study` are texts. No clock times. The rows of the records must be
/// packed. Throws DiskError if it cannot be written; nothing is then left behind.
void write_results_hdf5(const Results& results, const Overview& overview, const std::string& path);

/// The words of the study that a file of results holds; empty if it is no such file.
std::string study_in_hdf5(const std::string& path);

/// CSV: the same rows, all digits, the outcome in words.
void write_results_csv(const Results& results, const std::string& path);

/// How the runs ended, and the summary of each column.
std::string results_text(const Results& results, const Overview& overview);

}  // namespace alembert
