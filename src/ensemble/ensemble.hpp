#pragma once
/// Many motions of one system that differ in their starts or parameters.
///
/// Four motions go through the vector registers of a core together, each with its own steps; one
/// that is finished makes room for the next. Motions that come near a loss of rank, and systems
/// that have no explicit equation, are run one by one as `simulate` does.

#include <functional>
#include <span>
#include <vector>

#include "motion/simulate.hpp"

namespace alembert {

struct EnsembleOptions {
  /// As for one motion; `every` is not used, and `until` is that of the system as it stands.
  /// `max_steps` holds for each motion, `max_seconds` for all together.
  SimulateOptions run = {};
  /// When states are kept, increasing; at the end alone if empty. Steps end there. The first may be
  /// the start of the run, if others follow.
  std::vector<double> times = {};
  unsigned threads = 0;  ///< 0: one for each core
  unsigned lanes = 4;    ///< motions that a core runs together: 1 or 4
  /// Whether PreparedEnsemble::instant is wanted.
  bool instants = false;
  /// Called after each motion, from any thread but never from two, with the number of motions that
  /// are done. Where it answers false no further motion begins, and those that did not end have the
  /// Outcome "interrupted".
  std::function<bool(std::size_t done)> progress = {};
  /// Asked several times a second, from any thread; where it answers false, motions on their way
  /// are dropped too.
  std::function<bool()> go_on = {};
};

/// What is kept of each motion. Results do not depend on the number of threads, nor on which
/// motions a core ran together.
struct Ensemble {
  std::size_t coordinates = 0;
  std::vector<double> times;
  std::vector<double>
      states;  ///< [motion][time][q, q̇]; NaN after the end of a motion that ended early
  std::vector<Outcome> outcomes;
  std::vector<double> energy_deviation;  ///< largest |H − H₀|
  std::vector<double> residual;          ///< largest |φ|
  std::vector<long> steps;
  std::size_t one_by_one = 0;  ///< motions that were run as `simulate` does

  std::size_t size() const { return outcomes.size(); }
  /// q and q̇ of a motion at times[index].
  std::span<const double> state(std::size_t motion, std::size_t index) const {
    return std::span(states).subspan((motion * times.size() + index) * 2 * coordinates,
                                     2 * coordinates);
  }
};

/// One motion for each row of `table`, which has a column for each of `varied`: coordinates,
/// velocities and parameters. Everything else is as the model says. Throws ModelError for what is
/// wrong with all motions; what is wrong with one is its Outcome: not_converging where its start
/// cannot be found.
Ensemble simulate_ensemble(const Model& model, const std::vector<Expr>& varied,
                           std::span<const double> table, const EnsembleOptions& options = {});
Ensemble simulate_ensemble(const System& system, const std::vector<Expr>& varied,
                           std::span<const double> table, const EnsembleOptions& options = {});

}  // namespace alembert
