#include "sweep/chunk.hpp"

#include <algorithm>

namespace alembert {

Chunking Chunking::of(std::size_t runs, std::size_t numbers) {
  // chosen by the simulation of bench/sweep_ranks: the end of a chunk costs as much as three runs,
  // and ranks wait at the end of the sweep for the last chunk
  constexpr std::size_t pieces = 256, smallest = 32, largest = 1024;
  // series are long: a chunk is held in memory, sent and written at once
  constexpr std::size_t most_numbers = 1'000'000, lanes = 4;
  const std::size_t size = std::clamp((runs + pieces - 1) / pieces, smallest, largest);
  return {runs, std::clamp(most_numbers / std::max<std::size_t>(numbers, 1), lanes, size)};
}

}  // namespace alembert
