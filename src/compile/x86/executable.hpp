#pragma once
/// Machine code in memory that can be run.

#include <cstddef>
#include <functional>

namespace alembert::x86 {

/// Whether this processor runs the machine code that we make: x86-64 with AVX2 and FMA. The
/// environment variable ALEMBERT_INTERPRETER, set to anything but 0, says no.
bool runs_machine_code();

/// Pages that hold code. They are written first and made executable then, never both at once.
class Executable {
 public:
  Executable() = default;
  /// `write` puts `size` bytes at the address that they will have.
  Executable(std::size_t size, const std::function<void(void* at)>& write);
  ~Executable();
  Executable(Executable&& other) noexcept;
  Executable& operator=(Executable&& other) noexcept;

  const void* begin() const { return pages_; }
  std::size_t size() const { return size_; }

 private:
  void* pages_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace alembert::x86
