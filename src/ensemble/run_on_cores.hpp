#pragma once
/// The same work in several threads at once.

#include <cstddef>
#include <functional>

namespace alembert {

/// Calls `work`, which must not throw, in `threads` threads, the present one among them, and
/// returns when all calls have ended. 0: one thread for each core. There are no more threads than
/// are `useful`, and at most eight for each core: more would only wait for each other, and cost
/// memory.
void run_on_cores(std::size_t threads, std::size_t useful, const std::function<void()>& work);

}  // namespace alembert
