#pragma once
/// Counts what is asked of the heap, to show that inner loops ask for nothing.

namespace alembert {

/// How often memory was asked for since the program began (malloc, and so also new).
long allocations();
/// False where a sanitizer owns malloc: then `allocations` does not count.
bool allocations_are_counted();

}  // namespace alembert
