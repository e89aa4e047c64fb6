#include "sweep/sweep.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "mechanics/model_error.hpp"
#include "sweep/chunk_bytes.hpp"
#include "sweep/chunk_runner.hpp"
#include "sweep/journal.hpp"

namespace alembert {

namespace {

bool is_csv(const std::string& path) { return path.ends_with(".csv"); }

void check_ending(const std::string& path) {
  if (!is_csv(path) && !path.ends_with(".h5") && !path.ends_with(".hdf5"))
    throw ModelError(fmt::format("--out {}: this ending is not known", path),
                     "write results.h5, or results.csv for a small sweep");
}

/// The chunks that are missing in a journal, on all cores.
class Work {
 public:
  Work(const ChunkRunner& runner, const SweepOptions& options, Journal& journal)
      : runner_(runner), options_(options), journal_(journal) {
    for (std::size_t c = 0; c < runner.chunking().count(); ++c) {
      if (journal.has(c))
        done_ += runner.chunking().length(c);
      else
        missing_.push_back(c);
    }
  }

  /// Runs that are done.
  std::size_t done() const { return done_; }

  void run() {
    if (options_.ranks != nullptr && options_.ranks->others() > 0)
      run_and_serve(*options_.ranks);
    else
      run_here();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void run_here() {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t wanted = options_.threads > 0 ? options_.threads : cores;
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(wanted, missing_.size()); ++i)
      others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
  }

  // this thread talks, others compute: one for each rank is the custom of clusters
  void run_and_serve(Ranks& ranks) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < std::max(1u, options_.threads); ++i)
      threads.emplace_back([this] { work(); });
    for (std::size_t waiting = ranks.others(); waiting > 0;) {
      const Ranks::Message message = ranks.receive();
      if (const std::optional<ChunkResult> result = from_bytes(message.bytes))
        take_guarded(*result);
      const std::size_t i = next_++;
      std::string order;
      if (i < missing_.size() && !ends_)
        put<std::uint64_t>(order, missing_[i]);
      else
        --waiting;  // an empty order sends it home
      ranks.send(message.from, order);
    }
    for (std::thread& thread : threads) thread.join();
  }

  void take_guarded(const ChunkResult& result) {
    try {
      take(result);
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
      for (std::size_t i = next_++; i < missing_.size() && !ends_; i = next_++)
        take(runner_.run(missing_[i]));
    } catch (...) {
      note_failure();
    }
  }

  void take(const ChunkResult& result) {
    const std::lock_guard lock(mutex_);
    journal_.append(result);
    done_ += result.outcomes.size();
    if (options_.progress && !options_.progress(done_)) ends_ = true;
  }

  const ChunkRunner& runner_;
  const SweepOptions& options_;
  Journal& journal_;
  std::vector<std::size_t> missing_;
  std::size_t done_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> ends_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Another rank than the first: does the chunks that it is told to do.
void work_for_first(const Study& study, Ranks& ranks) {
  const ChunkRunner runner(study);
  for (std::string result;;) {
    ranks.send(0, result);
    const std::string order = ranks.receive().bytes;
    std::string_view bytes = order;
    const auto chunk = take<std::uint64_t>(bytes);
    if (!chunk) return;
    result = to_bytes(runner.run(*chunk));
  }
}

/// The first rank has nothing to do for the others.
void dismiss(Ranks& ranks) {
  for (std::size_t waiting = ranks.others(); waiting > 0; --waiting)
    ranks.send(ranks.receive().from, "");
}

/// What the first rank does.
SweepReport lead(const Study& study, const SweepOptions& options, bool& others_wait) {
  check_ending(options.out);
  const std::string words = study.words(), journal_path = options.out + ".journal";
  SweepReport report{.runs = study.plan().runs()};
  // a process may have died between the last two acts: the file is there and so is its journal
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

  const ChunkRunner runner(study);
  report.in_lanes = runner.in_lanes();
  Journal journal(journal_path, words,
                  options.resume ? Journal::Mode::resume : Journal::Mode::begin);
  Work work(runner, options, journal);
  report.resumed = work.done();
  others_wait = false;
  work.run();
  report.done = work.done();
  if (!report.complete()) return report;
  const Results results{study, runner.chunking(),
                        [&](std::size_t chunk) { return journal.read(chunk); }};
  const Overview all = overview(results);
  if (is_csv(options.out))
    write_results_csv(results, options.out);
  else
    write_results_hdf5(results, all, options.out);
  // its file stays open, and readable, as long as the results are needed
  journal.remove();
  if (options.finished) options.finished(results, all);
  return report;
}

}  // namespace

SweepReport sweep(const Study& study, const SweepOptions& options) {
  if (options.ranks != nullptr && !options.ranks->is_first()) {
    work_for_first(study, *options.ranks);
    return {};
  }
  // the others wait for their first order until this rank has opened its journal, or has failed to
  bool others_wait = options.ranks != nullptr;
  try {
    const SweepReport report = lead(study, options, others_wait);
    if (others_wait) dismiss(*options.ranks);
    return report;
  } catch (...) {
    if (others_wait) dismiss(*options.ranks);
    throw;
  }
}

}  // namespace alembert
