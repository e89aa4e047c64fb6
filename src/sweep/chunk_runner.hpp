#pragma once
/// Runs the chunks of a study: in the lanes of an ensemble where possible, else one by one.

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sweep/chunk.hpp"
#include "sweep/sample_times.hpp"
#include "sweep/state_formulas.hpp"
#include "sweep/study.hpp"

namespace alembert {

struct ChunkRunnerOptions {
  bool lanes = true;  ///< false: every run by itself, which is slower and an independent route
  /// Asked several times a second, from any thread; if it returns false, unfinished chunks are
  /// dropped.
  std::function<bool()> go_on = {};
};

class ChunkRunner {
 public:
  /// `study` must outlive this.
  explicit ChunkRunner(const Study& study, const ChunkRunnerOptions& options = {});

  /// The runs of one chunk; several threads may call it at once. Results depend on nothing but the
  /// study and the number of the chunk; empty if it was dropped.
  std::optional<ChunkResult> run(std::size_t chunk) const;

  const Study& study() const { return study_; }
  const Chunking& chunking() const { return chunking_; }
  /// Whether runs go through the lanes.
  bool in_lanes() const { return in_lanes_; }

 private:
  std::optional<ChunkResult> finished(ChunkResult result) const;
  void run_in_lanes(std::span<const double> table, double* values, Outcome* outcomes) const;
  bool keep_from_lanes(const Ensemble& ensemble, std::size_t motion,
                       StateFormulas::Workspace& workspace, double* values) const;
  double locate(std::size_t kept, const Ensemble& ensemble, std::size_t motion, std::size_t after,
                StateFormulas::Workspace& workspace) const;
  Outcome run_alone(PreparedEnsemble::Row row, double* values) const;

  const Study& study_;
  const Chunking chunking_;
  bool goes_on() const { return !go_on_ || go_on_(); }

  const std::function<bool()> go_on_;
  const std::vector<KeptColumn> columns_;
  const std::size_t width_;
  const SampleTimes samples_;
  const PreparedEnsemble ensemble_;
  const StateFormulas formulas_;
  const bool in_lanes_;
};

}  // namespace alembert
