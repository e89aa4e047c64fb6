#include "sweep/work_for_first.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>

#include "sweep/bytes.hpp"

namespace alembert {

namespace {

/// Orders on their way to the threads that compute, and results on their way back.
class Desk {
 public:
  Desk(const ChunkRunner& runner, const ChunkRecords& records, std::size_t threads)
      : runner_(runner), records_(records), threads_(threads) {}

  void order(std::size_t chunk) {
    const std::lock_guard lock(mutex_);
    orders_.push_back(chunk);
    ordered_.notify_one();
  }
  /// No more orders will come.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    ordered_.notify_all();
  }
  /// The record of a result, if one comes before it is time to look for messages. Rethrows what a
  /// chunk has thrown.
  std::optional<std::string> result(bool is_sending) {
    std::unique_lock lock(mutex_);
    const auto is_there = [&] { return !results_.empty() || failure_; };
    const bool all_work = orders_.size() + busy_ >= threads_;
    if (all_work && !is_sending)
      finished_.wait(lock, is_there);  // looking would find nothing that is needed now
    else
      finished_.wait_for(lock, all_work ? Ranks::longest_pause : Ranks::pause, is_there);
    if (failure_) std::rethrow_exception(failure_);
    if (results_.empty()) return {};
    std::string record = std::move(results_.front());
    results_.pop_front();
    return record;
  }
  /// What each thread does until the desk is closed.
  void compute() {
    try {
      while (const std::optional<std::size_t> chunk = next_order()) {
        std::string record = records_.record(runner_.run(*chunk).value());
        const std::lock_guard lock(mutex_);
        --busy_;
        results_.push_back(std::move(record));
        finished_.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      finished_.notify_one();
    }
  }

 private:
  std::optional<std::size_t> next_order() {
    std::unique_lock lock(mutex_);
    ordered_.wait(lock, [&] { return !orders_.empty() || closed_; });
    if (orders_.empty()) return {};
    const std::size_t chunk = orders_.front();
    orders_.pop_front();
    ++busy_;
    return chunk;
  }

  const ChunkRunner& runner_;
  const ChunkRecords& records_;
  const std::size_t threads_;  ///< that compute
  std::mutex mutex_;
  std::condition_variable ordered_, finished_;
  std::deque<std::size_t> orders_;
  std::size_t busy_ = 0;  ///< threads
  std::deque<std::string> results_;
  std::exception_ptr failure_;
  bool closed_ = false;
};

// only this thread talks to the other ranks
void talk(Desk& desk, Ranks& ranks, std::size_t threads) {
  for (std::size_t i = 0; i < orders_per_thread * threads; ++i) ranks.send(0, "");
  for (std::size_t waiting = orders_per_thread * threads; waiting > 0;) {
    if (std::optional<std::string> result = desk.result(ranks.is_sending()))
      ranks.send(0, *std::move(result));
    while (const std::optional<Ranks::Message> answer = ranks.next()) {
      std::string_view bytes = answer->bytes;
      if (const auto chunk = take<std::uint64_t>(bytes))
        desk.order(*chunk);
      else
        --waiting;
    }
  }
}

}  // namespace

void work_for_first(const ChunkRunner& runner, const ChunkRecords& records, Ranks& ranks,
                    std::size_t threads) {
  Desk desk(runner, records, threads);
  std::vector<std::jthread> workers;
  for (std::size_t i = 0; i < threads; ++i) workers.emplace_back([&] { desk.compute(); });
  try {
    talk(desk, ranks, threads);
  } catch (...) {
    desk.close();
    throw;
  }
  desk.close();
}

}  // namespace alembert
