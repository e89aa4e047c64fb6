#include "sweep/chunk_runner.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "mechanics/model_error.hpp"
#include "motion/motion_run.hpp"
#include "sweep/hermite.hpp"

namespace alembert {

namespace {

EnsembleOptions options_for(const Study& study, const SampleTimes& samples,
                            const std::function<bool()>& go_on) {
  EnsembleOptions options;
  options.run = study.request.run;
  options.times = samples.times;
  options.threads = 1;  // chunks go to threads, not the runs of a chunk
  options.instants = true;
  options.go_on = go_on;
  return options;
}

std::vector<NodeId> formulas_of(const Study& study, const PreparedEnsemble& ensemble) {
  std::vector<NodeId> formulas;
  for (const std::size_t watch : study.watch)
    formulas.push_back(ensemble.equations().watches[watch].formula);
  return formulas;
}

/// The first time in (before, after] at which a condition holds; it holds at `after` and not at
/// `before`.
double bisected(double before, double after, const std::function<bool(double)>& holds) {
  for (;;) {
    const double middle = before + (after - before) / 2;
    if (middle <= before || middle >= after) return after;
    (holds(middle) ? after : before) = middle;
  }
}

/// Extremes and first times from the outputs of a run, which come in order.
class OutputsSeen {
 public:
  explicit OutputsSeen(const std::vector<Kept>& kept)
      : kept_(kept), values_(kept.size(), no_number), is_found_(kept.size(), false) {}

  /// Takes the value of one Kept; true where its condition holds for the first time.
  bool see(std::size_t k, double value) {
    double& best = values_[k];
    if (kept_[k].what == Kept::What::largest && !(best >= value)) best = value;
    if (kept_[k].what == Kept::What::smallest && !(best <= value)) best = value;
    if (kept_[k].what != Kept::What::first || is_found_[k] || !(value > 0.5)) return false;
    is_found_[k] = true;
    return true;
  }
  void set(std::size_t k, double value) { values_[k] = value; }
  double operator[](std::size_t k) const { return values_[k]; }

 private:
  const std::vector<Kept>& kept_;
  std::vector<double> values_;
  std::vector<bool> is_found_;
};

}  // namespace

ChunkRunner::ChunkRunner(const Study& study, const ChunkRunnerOptions& options)
    : study_(study),
      chunking_(Chunking::of(study.plan().runs(), study.width())),
      go_on_(options.go_on),
      columns_(study.columns()),
      width_(study.width()),
      samples_(study),
      ensemble_(study.model, study.varied, study.plan().row(0),
                options_for(study, samples_, go_on_)),
      formulas_(ensemble_, formulas_of(study, ensemble_)),
      in_lanes_(options.lanes && formulas_.serve()) {}

std::optional<ChunkResult> ChunkRunner::run(std::size_t chunk) const {
  const std::size_t first = chunking_.first(chunk), runs = chunking_.length(chunk);
  ChunkResult result{chunk, std::vector<double>(runs * width_, no_number),
                     std::vector<Outcome>(runs)};
  std::vector<double> table;
  for (std::size_t i = 0; i < runs; ++i) {
    const std::vector<double> row = study_.plan().row(first + i);
    table.insert(table.end(), row.begin(), row.end());
  }
  const std::size_t columns = study_.varied.size();
  if (!in_lanes_) {
    for (std::size_t i = 0; i < runs && goes_on(); ++i)
      result.outcomes[i] =
          run_alone(std::span(table).subspan(i * columns, columns), &result.values[i * width_]);
    return finished(std::move(result));
  }
  // states of all times are held at once: not those of too many runs
  constexpr std::size_t numbers_at_once = 2'000'000;
  const std::size_t per_run = samples_.times.size() * 2 * ensemble_.coordinates();
  const std::size_t at_once = std::max<std::size_t>(8, numbers_at_once / per_run);
  for (std::size_t begin = 0; begin < runs && goes_on(); begin += at_once) {
    const std::size_t count = std::min(at_once, runs - begin);
    run_in_lanes(std::span(table).subspan(begin * columns, count * columns),
                 &result.values[begin * width_], &result.outcomes[begin]);
  }
  return finished(std::move(result));
}

// once answered with false, it stays false
std::optional<ChunkResult> ChunkRunner::finished(ChunkResult result) const {
  if (!goes_on()) return {};
  return result;
}

void ChunkRunner::run_in_lanes(std::span<const double> table, double* values,
                               Outcome* outcomes) const {
  const Ensemble ensemble = ensemble_.run(table);
  StateFormulas::Workspace workspace = formulas_.workspace();
  const std::size_t columns = study_.varied.size();
  for (std::size_t i = 0; i < ensemble.size() && goes_on(); ++i) {
    const PreparedEnsemble::Row row = table.subspan(i * columns, columns);
    formulas_.begin(row, workspace);
    outcomes[i] = ensemble.outcomes[i];
    // runs that ended early or came near a loss of rank are run again, one by one
    if (outcomes[i].fate != Fate::reached_the_end ||
        !keep_from_lanes(ensemble, i, workspace, values + i * width_))
      outcomes[i] = run_alone(row, values + i * width_);
  }
}

bool ChunkRunner::keep_from_lanes(const Ensemble& ensemble, std::size_t motion,
                                  StateFormulas::Workspace& workspace, double* values) const {
  const std::size_t count = study_.kept.size();
  OutputsSeen seen(study_.kept);
  std::vector<std::size_t> next(count, 0);  // of each Kept's own times
  std::vector<double*> place;
  for (const KeptColumn& column : columns_) {
    place.push_back(values);
    values += column.length;
  }
  for (std::size_t s = 0; s < samples_.times.size(); ++s) {
    if (!formulas_.evaluate(samples_.times[s], ensemble.state(motion, s), workspace)) return false;
    const std::vector<double> now = workspace.values;
    for (std::size_t k = 0; k < count; ++k) {
      const std::vector<std::size_t>& moments = samples_.moments[k];
      if (next[k] < moments.size() && moments[next[k]] == s) place[k][next[k]++] = now[k];
      if (samples_.is_output[s] && moments.empty() && seen.see(k, now[k]))
        seen.set(k, s == 0 ? samples_.times[0] : locate(k, ensemble, motion, s, workspace));
    }
  }
  for (std::size_t k = 0; k < count; ++k)
    if (samples_.moments[k].empty()) *place[k] = seen[k];
  return true;
}

/// The first time at which a condition holds; it holds at sample `after` but not at the one before.
double ChunkRunner::locate(std::size_t kept, const Ensemble& ensemble, std::size_t motion,
                           std::size_t after, StateFormulas::Workspace& workspace) const {
  std::vector<double> accelerations[2];
  for (const std::size_t end : {0, 1}) {
    const std::size_t s = after - 1 + end;
    formulas_.accelerate(samples_.times[s], ensemble.state(motion, s), workspace);
    accelerations[end] = workspace.acceleration;
  }
  const Knot left{samples_.times[after - 1], ensemble.state(motion, after - 1), accelerations[0]};
  const Knot right{samples_.times[after], ensemble.state(motion, after), accelerations[1]};
  return bisected(left.t, right.t, [&](double t) {
    formulas_.evaluate(t, between(left, right, t), workspace);
    return workspace.values[kept] > 0.5;
  });
}

Outcome ChunkRunner::run_alone(PreparedEnsemble::Row row, double* values) const {
  std::fill_n(values, width_, no_number);
  RunSettings settings = ensemble_.settings();
  if (!samples_.has_outputs) settings.every = settings.until - settings.from;
  try {
    const auto run = make_motion_run(ensemble_.equations_of(row), settings);
    run->prepare(ensemble_.start_of(row));
    const Motion motion = run->run([this](double) { return goes_on(); });
    const std::size_t first_watch = motion.layout().watch;
    const auto watch_at = [&](std::size_t k, double t) {
      return motion.at(t).row()[first_watch + study_.watch[k]];
    };
    OutputsSeen seen(study_.kept);
    if (samples_.has_outputs)
      for (std::size_t i = 0; i < motion.size(); ++i)
        for (std::size_t k = 0; k < study_.kept.size(); ++k) {
          const double t = motion.row(i)[0];
          if (!seen.see(k, motion.row(i)[first_watch + study_.watch[k]])) continue;
          const auto holds = [&](double time) { return watch_at(k, time) > 0.5; };
          seen.set(k, i == 0 ? t : bisected(motion.row(i - 1)[0], t, holds));
        }
    for (std::size_t k = 0; k < study_.kept.size(); ++k) {
      const Kept& kept = study_.kept[k];
      const std::vector<std::size_t>& moments = samples_.moments[k];
      for (std::size_t m = 0; m < moments.size() && kept.what != Kept::What::final; ++m)
        if (const double t = samples_.times[moments[m]]; t <= motion.end_time())
          values[m] = watch_at(k, t);
      // a run that did not reach the end has no final state and no extremes
      if (kept.what == Kept::What::final && motion.outcome().complete())
        values[0] = motion.row(motion.size() - 1)[first_watch + study_.watch[k]];
      if (kept.what == Kept::What::first || (moments.empty() && motion.outcome().complete()))
        values[0] = seen[k];
      values += columns_[k].length;
    }
    return motion.outcome();
  } catch (const ModelError& error) {
    return {Fate::not_converging, settings.from, error.message()};
  }
}

}  // namespace alembert
