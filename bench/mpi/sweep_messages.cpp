// What do the messages of a sweep cost the rank that writes: a look that finds nothing, and a
// record of some size?
//
// The second rank sends records and asks for the next order, as ranks of a sweep do; the first
// looks for them after the pause that a sweep makes, so that caches are as cold as there. CPU time
// of the first rank, best of several series. Lines are "name,value".
//
// Usage: mpirun -n 2 bench_sweep_messages     (cmake --preset bench -DALEMBERT_MPI=ON)

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <thread>

#include "ranks.hpp"

using namespace alembert;

namespace {

constexpr int messages = 200, series = 5;
constexpr std::size_t sizes[] = {8, 4'000, 28'000, 73'000};

double cpu_of_thread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void work(Ranks& ranks) {
  for (int s = 0; s < series; ++s)
    for (const std::size_t size : sizes)
      for (int i = 0; i < messages; ++i) {
        ranks.send(0, std::string(size, 'r'));
        ranks.receive();
      }
}

/// Seconds of this thread.
struct Cost {
  double empty_look = 0, message = 0;
};

Cost serve(Ranks& ranks) {
  Cost cost;
  int looks = 0;
  for (int answered = 0; answered < messages;) {
    std::this_thread::sleep_for(Ranks::pause);
    const double begin = cpu_of_thread();
    if (const std::optional<Ranks::Message> message = ranks.next()) {
      ranks.send(message->from, std::string(8, 'o'));
      cost.message += cpu_of_thread() - begin;
      ++answered;
    } else {
      cost.empty_look += cpu_of_thread() - begin;
      ++looks;
    }
  }
  cost.message /= messages;
  cost.empty_look /= std::max(looks, 1);
  return cost;
}

}  // namespace

int main() {
  const std::unique_ptr<Ranks> ranks = app::ranks_of_this_start();
  if (ranks == nullptr || ranks->others() != 1) {
    fmt::print(stderr, "start this with mpirun -n 2\n");
    return 2;
  }
  if (!ranks->is_first()) {
    work(*ranks);
    return 0;
  }
  double empty = 1e300;
  double message[std::size(sizes)];
  std::ranges::fill(message, 1e300);
  for (int s = 0; s < series; ++s)
    for (std::size_t k = 0; k < std::size(sizes); ++k) {
      const Cost cost = serve(*ranks);
      empty = std::min(empty, cost.empty_look > 0 ? cost.empty_look : empty);
      message[k] = std::min(message[k], cost.message);
    }
  fmt::print("us of a look that finds nothing,{:.2f}\n", 1e6 * empty);
  for (std::size_t k = 0; k < std::size(sizes); ++k)
    fmt::print("us of a look that finds {} bytes,{:.2f}\n", sizes[k], 1e6 * message[k]);
}
