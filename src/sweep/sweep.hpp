#pragma once
/// A sweep from its study to its file of results: chunks on all cores, a journal, the file at the
/// end.

#include <functional>
#include <string>

#include "sweep/results.hpp"

namespace alembert {

class Ranks;

struct SweepOptions {
  std::string out = {};    ///< the file of results: .h5, .hdf5 or .csv; empty: nothing is written
  bool resume = false;     ///< continue what an earlier process left
  Ranks* ranks = nullptr;  ///< other processes that share the work
  unsigned threads = 0;    ///< 0: one for each core; with other ranks one for each rank
  /// Called once before the first run, with those that an earlier process has done.
  std::function<void(std::size_t done)> begins = {};
  /// Called after each chunk, never from two threads at once, with the runs that are done, those of
  /// an earlier process included; if it returns false, the sweep ends after the chunks in progress.
  std::function<bool(std::size_t done)> progress = {};
  /// Asked several times a second, from any thread; if it returns false, the sweep ends and drops
  /// the chunks in progress.
  std::function<bool()> go_on = {};
  /// Called once with all results, when their file is written.
  std::function<void(const Results& results, const Overview& overview)> finished = {};
  /// Called instead where `progress` ended the sweep: what was not done has no numbers and the
  /// outcome "interrupted".
  std::function<void(const Results& results)> interrupted = {};
};

struct SweepReport {
  std::size_t runs = 0, done = 0;
  std::size_t resumed = 0;  ///< runs that an earlier process had done
  std::size_t damaged =
      0;  ///< records of its journal that could not be used; their runs are done again
  bool in_lanes = false;
  bool was_finished = false;  ///< the file was there already, of this very study

  bool complete() const { return done == runs; }
};

/// With ranks, all of them call this with the same study; the first one writes, and only its report
/// says how the sweep ended. The file is the same for any number of ranks and threads. Throws
/// ModelError for what is wrong before the first run, and DiskError where a disk is full or a file
/// cannot be written: what was finished stays in the journal, `out` with ".journal" behind.
SweepReport sweep(const Study& study, const SweepOptions& options);

}  // namespace alembert
