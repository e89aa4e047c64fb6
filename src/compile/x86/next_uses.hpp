#pragma once
/// The next use of each value of a tape, at any step of a machine program.

#include <cstdint>
#include <limits>
#include <vector>

#include "compile/x86/machine_order.hpp"

namespace alembert::x86 {

inline constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

/// The steps that use each value, in order, as one array.
class NextUses {
 public:
  NextUses(const Tape& tape, const MachineOrder& order) : start_(tape.value_count() + 1, 0) {
    const auto for_each_use = [&](auto use) {
      for (std::uint32_t at = 0; at < order.steps.size(); ++at)
        for_operands(tape, order, at, [&](ValueId value) { use(value, at); });
    };
    for_each_use([&](ValueId value, std::uint32_t) { ++start_[value + 1]; });
    for (std::size_t v = 0; v + 1 < start_.size(); ++v) start_[v + 1] += start_[v];
    steps_.resize(start_.back());
    next_.assign(start_.begin(), start_.end() - 1);
    for_each_use([&](ValueId value, std::uint32_t at) { steps_[next_[value]++] = at; });
    next_.assign(start_.begin(), start_.end() - 1);
  }

  /// The first use from the step `at` on; steps are asked for in increasing order.
  std::uint32_t from(ValueId value, std::uint32_t at) {
    std::uint32_t& next = next_[value];
    while (next < start_[value + 1] && steps_[next] < at) ++next;
    return next < start_[value + 1] ? steps_[next] : never;
  }

 private:
  std::vector<std::uint32_t> start_, steps_, next_;
};

}  // namespace alembert::x86
