#include "sweep/sweep.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "ensemble/run_on_cores.hpp"
#include "mechanics/model_error.hpp"
#include "sweep/bytes.hpp"
#include "sweep/chunk_runner.hpp"
#include "sweep/disk_error.hpp"
#include "sweep/journal.hpp"
#include "sweep/ranks.hpp"
#include "sweep/work_for_first.hpp"

namespace alembert {

namespace {

bool is_csv(const std::string& path) { return path.ends_with(".csv"); }

void check_ending(const std::string& path) {
  if (!is_csv(path) && !path.ends_with(".h5") && !path.ends_with(".hdf5"))
    throw ModelError(fmt::format("--out {}: this ending is not known", path),
                     "write results.h5, or results.csv for a small sweep");
}

/// Computing threads of each rank: one, as is usual on clusters.
std::size_t threads_of_rank(const SweepOptions& options) { return std::max(1u, options.threads); }

/// Requests of the other ranks that are on their way.
std::size_t questions(const SweepOptions& options) {
  return options.ranks->others() * threads_of_rank(options) * orders_per_thread;
}

/// Workers pack what an HDF5 file will hold, so that at the end it only has to be written.
ChunkRecords records_of(const ChunkRunner& runner, const SweepOptions& options) {
  const bool packs = !options.out.empty() && !is_csv(options.out);
  return {runner.study(), runner.chunking(),
          packs ? ChunkRecords::Rows::packed : ChunkRecords::Rows::plain};
}

/// Runs the missing chunks on all cores and builds the overview of all.
class Work {
 public:
  Work(const ChunkRunner& runner, const Results& results, const SweepOptions& options,
       ChunkStore& store)
      : runner_(runner),
        results_(results),
        options_(options),
        store_(store),
        stream_(runner.study()) {
    for (std::size_t c = 0; c < runner.chunking().count(); ++c) {
      if (store.has(c))
        done_ += runner.chunking().length(c);
      else
        ++missing_;
    }
  }

  /// Number of runs that are done.
  std::size_t done() const { return done_; }
  /// The overview, when all runs are done.
  Overview overview() { return stream_.finish(results_); }

  void run() {
    look_at_next();
    if (options_.ranks != nullptr && options_.ranks->others() > 0)
      run_and_serve(*options_.ranks);
    else
      run_on_cores(options_.threads, missing_, [this] { work(); });
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // this thread talks, others compute
  void run_and_serve(Ranks& ranks) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < threads_of_rank(options_); ++i)
      threads.emplace_back([this] { work(); });
    for (std::size_t waiting = questions(options_); waiting > 0;) {
      const Ranks::Message message = ranks.receive();
      if (!message.bytes.empty()) take_guarded(message.bytes);
      std::string order;
      if (const std::optional<std::size_t> chunk = next_missing())
        put<std::uint64_t>(order, *chunk);
      else
        --waiting;  // an empty order tells the rank that no work is left
      ranks.send(message.from, order);
    }
    for (std::thread& thread : threads) thread.join();
  }

  void take_guarded(const std::string& record) {
    try {
      take(record);
    } catch (...) {
      note_failure();
    }
  }

  void note_failure() {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    ends_ = true;
  }

  void work() {
    try {
      while (const std::optional<std::size_t> chunk = next_missing()) {
        const std::optional<ChunkResult> result = runner_.run(*chunk);
        if (!result) return end();
        take(results_.records.record(*result), &*result);
      }
    } catch (...) {
      note_failure();
    }
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }

  /// The next chunk that is not yet started; none when the sweep ends.
  std::optional<std::size_t> next_missing() {
    const std::lock_guard lock(mutex_);
    const std::size_t count = runner_.chunking().count();
    while (next_ < count && store_.has(next_)) ++next_;
    if (ends_ || next_ == count) return {};
    return next_++;
  }

  /// The record of a chunk, and its result if it was computed here.
  void take(std::string record, const ChunkResult* result = nullptr) {
    const std::lock_guard lock(mutex_);
    done_ += runner_.chunking().length(ChunkRecords::chunk(record).value());
    store_.append(std::move(record));
    if (result != nullptr && result->chunk == stream_.next()) stream_.add(*result);
    look_at_next();
    if (options_.progress && !options_.progress(done_)) ends_ = true;
  }

  // chunks finished before their turn are read back from the store, so that memory does not grow
  void look_at_next() {
    while (stream_.next() < runner_.chunking().count() && store_.has(stream_.next()))
      stream_.add(results_.chunk(stream_.next()));
  }

  const ChunkRunner& runner_;
  const Results& results_;
  const SweepOptions& options_;
  ChunkStore& store_;
  OverviewStream stream_;
  std::size_t missing_ = 0;  ///< chunks, at the beginning
  std::size_t done_ = 0;
  std::size_t next_ = 0;  ///< all chunks before it are started
  bool ends_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Tells the other ranks that there is no work for them.
void dismiss(const SweepOptions& options) {
  for (std::size_t waiting = questions(options); waiting > 0; --waiting)
    options.ranks->send(options.ranks->receive().from, "");
}

/// The overview of all runs, unless the sweep was interrupted.
std::optional<Overview> run_missing(const ChunkRunner& runner, const Results& results,
                                    const SweepOptions& options, ChunkStore& store,
                                    SweepReport& report) {
  Work work(runner, results, options, store);
  report.in_lanes = runner.in_lanes();
  report.resumed = work.done();
  if (options.begins) options.begins(work.done());
  try {
    work.run();
  } catch (...) {
    report.done = work.done();
    throw;
  }
  report.done = work.done();
  if (!report.complete()) return {};
  return work.overview();
}

Results results_in(const ChunkStore& store, const ChunkRunner& runner,
                   const SweepOptions& options) {
  const ChunkRecords records = records_of(runner, options);
  const auto read = [&runner, &store, records](std::size_t chunk) {
    if (store.has(chunk)) return store.read(chunk);
    const std::size_t runs = runner.chunking().length(chunk);
    return records.record(
        {chunk, std::vector<double>(runs * runner.study().width(), no_number),
         std::vector<Outcome>(runs, {Fate::interrupted, runner.study().from, ""})});
  };
  return {runner.study(), runner.chunking(), records, read};
}

/// The work of the first rank if nothing is written.
SweepReport lead_in_memory(const Study& study, const SweepOptions& options, bool& others_wait) {
  SweepReport report{.runs = study.plan().runs()};
  const ChunkRunner runner(study, {.go_on = options.go_on});
  ChunksInMemory store(runner.chunking().count());
  others_wait = false;
  const Results results = results_in(store, runner, options);
  const std::optional<Overview> all = run_missing(runner, results, options, store, report);
  if (all && options.finished) options.finished(results, *all);
  if (!all && options.interrupted) options.interrupted(results);
  return report;
}

/// The work of the first rank.
SweepReport lead(const Study& study, const SweepOptions& options, bool& others_wait) {
  check_ending(options.out);
  const std::string words = study.words(), journal_path = options.out + ".journal";
  SweepReport report{.runs = study.plan().runs()};
  // a process may have died between the last two steps: then both the file and its journal are
  // there
  if (std::filesystem::exists(options.out) && !std::filesystem::exists(journal_path)) {
    if (!options.resume || is_csv(options.out))
      throw ModelError(fmt::format("{} is there already", options.out),
                       "remove it, or choose another --out");
    if (study_in_hdf5(options.out) != words)
      throw ModelError(fmt::format("{} holds the results of another sweep", options.out),
                       "remove it, or choose another --out");
    report.done = report.resumed = report.runs;
    report.was_finished = true;
    return report;
  }

  const ChunkRunner runner(study, {.go_on = options.go_on});
  const ChunkRecords records = records_of(runner, options);
  Journal journal(journal_path, PreparedEnsemble::is_interpreted() ? by_interpreter(words) : words,
                  options.resume ? Journal::Mode::resume : Journal::Mode::begin,
                  [&](std::string_view record) { return records.result(record).has_value(); });
  report.damaged = journal.damaged();
  others_wait = false;
  const auto safe = [&](const std::exception& error) {
    if (!std::filesystem::exists(journal_path))
      return DiskError(fmt::format(
          "{}\n     = {} is gone as well, and the runs that it held with it: begin anew",
          error.what(), journal_path));
    return DiskError(
        fmt::format("{}\n     = {} of {} runs are safe in {}: make room or mend the disk, and "
                    "--resume does the rest",
                    error.what(), report.done, report.runs, journal_path));
  };
  const Results results = results_in(journal, runner, options);
  std::optional<Overview> all;
  try {
    all = run_missing(runner, results, options, journal, report);
  } catch (const DiskError& error) {
    throw safe(error);
  }
  if (!all) {
    if (options.interrupted) options.interrupted(results);
    return report;
  }
  try {
    if (is_csv(options.out))
      write_results_csv(results, options.out);
    else
      write_results_hdf5(results, *all, options.out);
  } catch (const std::exception& error) {
    throw safe(error);
  }
  // its file stays open and readable as long as the results are needed
  journal.remove();
  if (options.finished) options.finished(results, *all);
  return report;
}

}  // namespace

SweepReport sweep(const Study& study, const SweepOptions& options) {
  if (options.ranks != nullptr && !options.ranks->is_first()) {
    const ChunkRunner runner(study);  // ends when the first rank does
    work_for_first(runner, records_of(runner, options), *options.ranks, threads_of_rank(options));
    return {};
  }
  // the others wait for their first order until this rank has opened its journal or failed to
  bool others_wait = options.ranks != nullptr;
  try {
    const SweepReport report = options.out.empty() ? lead_in_memory(study, options, others_wait)
                                                   : lead(study, options, others_wait);
    if (others_wait) dismiss(options);
    return report;
  } catch (...) {
    if (others_wait) dismiss(options);
    throw;
  }
}

}  // namespace alembert
