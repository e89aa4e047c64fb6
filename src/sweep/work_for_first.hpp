#pragma once
/// What the other ranks do for the first one.

#include "sweep/chunk_records.hpp"
#include "sweep/chunk_runner.hpp"
#include "sweep/ranks.hpp"

namespace alembert {

/// While a thread computes a chunk, the next one is already there, so that it never waits for
/// messages.
constexpr std::size_t orders_per_thread = 2;

/// Computes chunks, `threads` at a time, until the first rank has no more. Each request for work
/// carries the record of a finished chunk.
void work_for_first(const ChunkRunner& runner, const ChunkRecords& records, Ranks& ranks,
                    std::size_t threads);

}  // namespace alembert
