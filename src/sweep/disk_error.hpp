#pragma once
/// A disk that is full, or cannot be written or read.

#include <stdexcept>
#include <string>

namespace alembert {

/// Says which file and why: "cannot write results.h5.journal: No space left on device".
struct DiskError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace alembert
