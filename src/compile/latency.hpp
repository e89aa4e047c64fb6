#pragma once
/// How long a machine waits for the result of an instruction: what passes that shorten paths go by.

#include "compile/batches.hpp"
#include "compile/tape.hpp"

namespace alembert {

/// In cycles, about, on present processors.
inline int latency(Code code) {
  if (code == Code::divide) return 13;
  if (code == Code::sqrt) return 20;
  return needs_batch(code) ? 50 : 4;
}

}  // namespace alembert
