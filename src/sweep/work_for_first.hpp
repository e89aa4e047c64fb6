#pragma once
/// What the other ranks do for the first one.

#include "sweep/chunk_runner.hpp"
#include "sweep/ranks.hpp"

namespace alembert {

/// Does chunks, `threads` at a time, until the first rank has no more of them. A question for work brings the
/// result of the chunk before; each thread has one question on its way.
void work_for_first(const ChunkRunner& runner, Ranks& ranks, std::size_t threads);

}  // namespace alembert
