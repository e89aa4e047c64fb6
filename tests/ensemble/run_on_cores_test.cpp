#include "ensemble/run_on_cores.hpp"

#include <catch2/catch.hpp>
#include <mutex>
#include <set>
#include <thread>

using namespace alembert;

namespace {

/// The threads that do a work, one number for each call.
std::multiset<std::thread::id> threads_of(std::size_t threads, std::size_t useful) {
  std::mutex writing;
  std::multiset<std::thread::id> seen;
  run_on_cores(threads, useful, [&] {
    const std::lock_guard lock(writing);
    seen.insert(std::this_thread::get_id());
  });
  return seen;
}

}  // namespace

TEST_CASE("work is shared by as many threads as are asked for and are useful") {
  CHECK(threads_of(3, 100).size() == 3);
  CHECK(threads_of(3, 2).size() == 2);
  CHECK(threads_of(3, 100).count(std::this_thread::get_id()) == 1);
  // the caller's thread is the only one where there is nothing to share
  const std::multiset<std::thread::id> alone = threads_of(0, 0);
  CHECK(alone == std::multiset{std::this_thread::get_id()});
  CHECK(threads_of(1, 100) == alone);
}
