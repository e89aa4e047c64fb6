#pragma once
/// How long the processor waits for the result of an instruction, for the passes that shorten
/// critical paths.

#include "compile/tape.hpp"
#include "compile/x86/batches.hpp"

namespace alembert::x86 {

/// Approximate cycles on present processors.
inline int latency(Code code) {
  if (code == Code::divide) return 13;
  if (code == Code::sqrt) return 20;
  return needs_batch(code) ? 50 : 4;
}

}  // namespace alembert::x86
