#include "compile/x86/executable.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <new>
#include <string_view>
#include <utility>

namespace alembert::x86 {

bool runs_machine_code() {
#if defined(__x86_64__)
  static const bool result = [] {
    const char* interpreter = std::getenv("ALEMBERT_INTERPRETER");
    if (interpreter != nullptr && std::string_view(interpreter) != "0") return false;
    if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0) return false;
    // some systems never make written pages executable
    try {
      Executable(1, [](void*) {});
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }();
  return result;
#else
  return false;
#endif
}

Executable::Executable(std::size_t size, const std::function<void(void* at)>& write) : size_(size) {
  void* pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  pages_ = pages;
  write(pages);
  if (mprotect(pages, size, PROT_READ | PROT_EXEC) != 0) {
    munmap(pages, size);
    throw std::bad_alloc();
  }
}

Executable::~Executable() {
  if (pages_ != nullptr) munmap(pages_, size_);
}

Executable::Executable(Executable&& other) noexcept
    : pages_(std::exchange(other.pages_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Executable& Executable::operator=(Executable&& other) noexcept {
  std::swap(pages_, other.pages_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace alembert::x86
