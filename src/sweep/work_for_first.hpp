#pragma once
/// What the other ranks do for the first one.

#include "sweep/chunk_records.hpp"
#include "sweep/chunk_runner.hpp"
#include "sweep/ranks.hpp"

namespace alembert {

/// While a thread computes one chunk it has the next at hand, so that it never waits for messages.
constexpr std::size_t orders_per_thread = 2;

/// Does chunks, `threads` at a time, until the first rank has no more of them. A question for work brings the
/// record of a chunk done.
void work_for_first(const ChunkRunner& runner, const ChunkRecords& records, Ranks& ranks,
                    std::size_t threads);

}  // namespace alembert
