#include "sweep/chunk.hpp"

#include <algorithm>

namespace alembert {

Chunking Chunking::of(std::size_t runs) {
  constexpr std::size_t pieces = 128, smallest = 16, largest = 1024;
  return {runs, std::clamp((runs + pieces - 1) / pieces, smallest, largest)};
}

}  // namespace alembert
