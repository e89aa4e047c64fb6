#pragma once
/// Statistics over all runs of a sweep.

#include <map>
#include <vector>

#include "sweep/chunk.hpp"
#include "sweep/study.hpp"
#include "sweep/summary.hpp"

namespace alembert {

struct Results;

struct Overview {
  struct Column {
    std::size_t kept;
    ColumnSummary summary;
  };
  std::map<Fate, std::size_t> fates;  ///< number of runs by how they ended
  std::size_t early = 0;              ///< runs that did not reach the end
  std::size_t longest_words = 0;      ///< of the outcomes of these, in bytes
  std::vector<Column> columns;        ///< of `kept` that are no series
};

/// Built while chunks finish: they come in the order of the runs, so that no sum depends on the
/// workers. Its memory does not depend on their number.
class OverviewStream {
 public:
  explicit OverviewStream(const Study& study);

  /// The number of the chunk that comes next.
  std::size_t next() const { return next_; }
  void add(const ChunkResult& result);
  /// Called after the last chunk. Reads the results again if there were too many numbers to hold.
  Overview finish(const Results& results);

 private:
  /// A column of `kept` that is no series.
  struct Column {
    std::size_t kept;
    std::size_t place;  ///< of its number among those of a run
    ColumnPasses passes;
  };

  void add_numbers(const ChunkResult& result);

  const std::size_t width_;  ///< numbers of a run
  std::size_t next_ = 0;
  Overview overview_;
  std::vector<Column> columns_;
};

/// The overview of existing results.
Overview overview(const Results& results);

}  // namespace alembert
