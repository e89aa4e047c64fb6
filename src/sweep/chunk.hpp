#pragma once
/// Consecutive runs of a sweep that are done by one worker and written together.

#include <cstddef>
#include <limits>
#include <vector>

#include "dynamics/outcome.hpp"

namespace alembert {

/// How the runs of a sweep are divided, independent of the workers: chunks are large enough that
/// lanes stay full and writing costs nothing, and small enough that little is lost with a worker.
struct Chunking {
  std::size_t runs = 0;
  std::size_t size = 1;

  /// `numbers`: how many are kept of each run.
  static Chunking of(std::size_t runs, std::size_t numbers);
  std::size_t count() const { return (runs + size - 1) / size; }
  std::size_t first(std::size_t chunk) const { return chunk * size; }
  std::size_t length(std::size_t chunk) const {
    return first(chunk) + size <= runs ? size : runs - first(chunk);
  }
};

/// Stands where a run has no value: it ended before, or the quantity is not defined there.
inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// What is kept of the runs of a chunk.
struct ChunkResult {
  std::size_t chunk = 0;
  std::vector<double> values;  ///< [run][column of the study]
  std::vector<Outcome> outcomes;
};

}  // namespace alembert
