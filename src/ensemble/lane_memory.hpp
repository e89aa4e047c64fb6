#pragma once
/// Numbers that vector instructions read and write four at a time: none of them crosses a line of
/// the cache.

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace alembert {

class LaneMemory {
 public:
  LaneMemory() = default;
  /// Parts of these sizes, each at the beginning of a line.
  explicit LaneMemory(std::initializer_list<std::size_t> sizes) {
    std::size_t lines = 0;
    for (const std::size_t size : sizes) {
      first_lines_.push_back(lines);
      lines += size / numbers_in_line + 1;
    }
    lines_.resize(lines);
  }

  double* part(std::size_t index) { return lines_[first_lines_[index]].number; }

 private:
  static constexpr std::size_t numbers_in_line = 8;
  struct alignas(64) Line {
    double number[numbers_in_line];
  };

  std::vector<std::size_t> first_lines_;
  std::vector<Line> lines_;
};

}  // namespace alembert
