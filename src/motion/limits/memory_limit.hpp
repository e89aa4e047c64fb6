#pragma once
/// How many numbers the results of a run may take.

namespace alembert {

/// 16 GB, or half of the memory of this machine.
double most_numbers_held();

}  // namespace alembert
