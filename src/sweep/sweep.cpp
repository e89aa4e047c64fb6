#include "sweep/sweep.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

#include "mechanics/model_error.hpp"
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
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t wanted = options_.threads > 0 ? options_.threads : cores;
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(wanted, missing_.size()); ++i)
      others.emplace_back([this] { work(); });
    work();
    for (std::thread& other : others) other.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() {
    try {
      for (std::size_t i = next_++; i < missing_.size() && !ends_; i = next_++)
        take(runner_.run(missing_[i]));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      ends_ = true;
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

}  // namespace

SweepReport sweep(const Study& study, const SweepOptions& options) {
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
  work.run();
  report.done = work.done();
  if (!report.complete()) return report;
  const Results results{study, runner.chunking(),
                        [&](std::size_t chunk) { return journal.read(chunk); }};
  if (is_csv(options.out))
    write_results_csv(results, options.out);
  else
    write_results_hdf5(results, options.out);
  if (options.finished) options.finished(results);
  journal.remove();
  return report;
}

}  // namespace alembert
