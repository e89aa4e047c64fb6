#include "allocations.hpp"

#include <atomic>
#include <cstddef>

namespace {
std::atomic<long> count{0};
}

#ifdef __SANITIZE_ADDRESS__
bool alembert::allocations_are_counted() { return false; }
#else
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
bool alembert::allocations_are_counted() { return true; }
#endif

long alembert::allocations() { return count; }
