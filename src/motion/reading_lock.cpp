#include "motion/reading_lock.hpp"

#include <unordered_map>

namespace alembert {

std::shared_ptr<std::mutex> reading_lock(const Graph& graph) {
  static std::mutex one_at_a_time;
  static std::unordered_map<const Graph*, std::weak_ptr<std::mutex>> locks;
  static std::size_t many = 64;
  const std::scoped_lock hold(one_at_a_time);
  if (std::shared_ptr<std::mutex> known = locks[&graph].lock()) return known;
  const auto lock = std::make_shared<std::mutex>();
  locks[&graph] = lock;
  // sweeps make systems by the million: those that are gone are forgotten now and then
  if (locks.size() > many) {
    std::erase_if(locks, [](const auto& entry) { return entry.second.expired(); });
    many = 2 * locks.size() + 64;
  }
  return lock;
}

}  // namespace alembert
