#include "ensemble/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <mutex>

#include "ensemble/lane_group.hpp"
#include "ensemble/prepared_ensemble.hpp"
#include "ensemble/run_on_cores.hpp"
#include "mechanics/model_error.hpp"
#include "motion/limits/memory_limit.hpp"
#include "motion/motion_run.hpp"

namespace alembert {

namespace {

class EnsembleRun {
 public:
  EnsembleRun(const PreparedEnsemble& prepared, std::span<const double> table)
      : prepared_(prepared),
        table_(table),
        options_(prepared.options()),
        n_(prepared.coordinates()),
        members_(prepared.columns() == 0 ? 0 : table.size() / prepared.columns()),
        deadline_(deadline_of(prepared.settings())) {
    result_.coordinates = n_;
    result_.times = options_.times;
    result_.states.assign(members_ * result_.times.size() * 2 * n_,
                          std::numeric_limits<double>::quiet_NaN());
    // the outcome of motions that are not begun when the ensemble is stopped
    result_.outcomes.assign(members_, {Fate::interrupted, prepared.settings().from, ""});
    result_.energy_deviation.assign(members_, 0);
    result_.residual.assign(members_, 0);
    result_.steps.assign(members_, 0);
  }

  Ensemble run() {
    const std::size_t groups = (members_ + options_.lanes - 1) / options_.lanes;
    run_on_cores(options_.threads, groups, [this] { work(); });
    if (failure_) std::rethrow_exception(failure_);
    result_.one_by_one = one_by_one_;
    if (out_of_time_) tell_of_the_limit();
    return std::move(result_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  static Clock::time_point deadline_of(const RunSettings& settings) {
    if (!settings.max_seconds) return Clock::time_point::max();
    // more than a lifetime would not fit the clock
    const std::chrono::duration<double> seconds(std::min(*settings.max_seconds, 3e9));
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds);
  }

  PreparedEnsemble::Row row(std::size_t member) const {
    return table_.subspan(member * prepared_.columns(), prepared_.columns());
  }

  void work() {
    try {
      std::vector<std::size_t> left_over;
      if (prepared_.lanes() != nullptr) {
        LaneGroup lanes(*prepared_.lanes(), options_.lanes, result_.times,
                        prepared_.settings().max_steps.value_or(std::numeric_limits<long>::max()));
        lanes.run([&](LaneMotion& motion) { return next(motion); },
                  [&](const LaneMotion& motion, std::size_t index) { keep(motion, index); },
                  [&](const LaneMotion& motion) { left_over.push_back(motion.member); },
                  [&] { return goes_on(); });
        for (const std::size_t member : left_over) {
          if (!goes_on()) break;
          run_alone(member);
        }
      } else {
        for (std::size_t member = next_++; member < members_ && !stopped_; member = next_++)
          run_alone(member);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  bool next(LaneMotion& motion) {
    motion.member = next_++;
    if (motion.member >= members_ || stopped_) return false;
    prepared_.begin(row(motion.member), motion);
    return true;
  }

  double* state_at(std::size_t member, std::size_t index) {
    return result_.states.data() + (member * result_.times.size() + index) * 2 * n_;
  }

  void keep(const LaneMotion& motion, std::size_t index) {
    std::copy(motion.state.begin(), motion.state.end(), state_at(motion.member, index));
    if (index + 1 < result_.times.size()) return;
    result_.outcomes[motion.member] = {Fate::reached_the_end, motion.t, ""};
    result_.energy_deviation[motion.member] = motion.energy_deviation;
    result_.residual[motion.member] = motion.residual;
    result_.steps[motion.member] = motion.steps;
    count();
  }

  void run_alone(std::size_t member) {
    RunSettings settings = prepared_.settings();
    // rows of the table exactly at the times that are kept
    settings.every = settings.until - settings.from;
    settings.max_seconds = {};  // they are those of all motions together
    Outcome& outcome = result_.outcomes[member];
    try {
      const auto run = make_motion_run(prepared_.equations_of(row(member)), settings);
      run->prepare(prepared_.start_of(row(member)));
      const Motion motion = run->run([this](double) { return goes_on(); });
      outcome = motion.outcome();
      for (std::size_t k = 0; k < result_.times.size(); ++k) {
        if (result_.times[k] > motion.end_time()) break;
        const Snapshot instant = motion.at(result_.times[k]);
        const double* const row = instant.row().data();
        std::copy_n(row + motion.layout().q, n_, state_at(member, k));
        std::copy_n(row + motion.layout().v, n_, state_at(member, k) + n_);
      }
      result_.energy_deviation[member] = motion.energy_deviation();
      result_.residual[member] = motion.largest().position;
      result_.steps[member] = motion.counters().steps;
    } catch (const ModelError& error) {
      outcome = {Fate::not_converging, settings.from, error.what()};
    }
    ++one_by_one_;
    count();
  }

  bool goes_on() {
    if (options_.go_on && !options_.go_on()) stopped_ = true;
    if (!stopped_ && Clock::now() >= deadline_) stopped_ = out_of_time_ = true;
    return !stopped_;
  }

  void tell_of_the_limit() {
    for (Outcome& outcome : result_.outcomes)
      if (outcome.fate == Fate::interrupted)
        outcome = {Fate::limit_reached, outcome.t,
                   fmt::format("max_seconds allows {:g} for all motions together",
                               *prepared_.settings().max_seconds)};
  }

  void count() {
    const std::size_t done = ++done_;
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    if (!options_.progress(done)) stopped_ = true;
  }

  const PreparedEnsemble& prepared_;
  const std::span<const double> table_;
  const EnsembleOptions& options_;
  const std::size_t n_;
  const std::size_t members_;
  Ensemble result_;
  std::atomic<std::size_t> next_ = 0, done_ = 0, one_by_one_ = 0;
  std::atomic<bool> stopped_ = false, out_of_time_ = false;
  const Clock::time_point deadline_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

// a table that is no whole number of rows is a mistake of the caller
void check_table(std::size_t columns, std::span<const double> table) {
  if (columns == 0 ? !table.empty() : table.size() % columns != 0)
    throw ModelError(
        fmt::format("{} numbers do not fill a table of {} columns", table.size(), columns));
}

// states that no machine holds are refused before the first motion
void check_states(const PreparedEnsemble& prepared, std::span<const double> table) {
  if (prepared.columns() == 0) return;
  const std::size_t motions = table.size() / prepared.columns();
  const std::size_t times = prepared.options().times.size(), width = 2 * prepared.coordinates();
  const double numbers = static_cast<double>(motions) * static_cast<double>(times * width);
  if (numbers <= most_numbers_held()) return;
  throw ModelError(fmt::format("{} motions with {} times of {} numbers take {:.3g} GB", motions,
                               times, width, numbers * sizeof(double) * 1e-9),
                   "keep fewer times, or run the motions in parts");
}

}  // namespace

Ensemble PreparedEnsemble::run(std::span<const double> table) const {
  check_table(columns(), table);
  check_states(*this, table);
  return EnsembleRun(*this, table).run();
}

Ensemble simulate_ensemble(const Model& model, const std::vector<Expr>& varied,
                           std::span<const double> table, const EnsembleOptions& options) {
  check_table(varied.size(), table);
  const auto pilot = table.first(table.empty() ? 0 : varied.size());
  return PreparedEnsemble(model, varied, pilot, options).run(table);
}

Ensemble simulate_ensemble(const System& system, const std::vector<Expr>& varied,
                           std::span<const double> table, const EnsembleOptions& options) {
  return simulate_ensemble(Model{system, {}, {}, {}, {}}, varied, table, options);
}

}  // namespace alembert
