#include "ensemble/run_on_cores.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace alembert {

void run_on_cores(std::size_t threads, std::size_t useful, const std::function<void()>& work) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = threads > 0 ? std::min(threads, 8 * cores) : cores;
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(wanted, useful); ++i) others.emplace_back(work);
  work();
}

}  // namespace alembert
