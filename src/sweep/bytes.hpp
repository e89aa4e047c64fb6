#pragma once
/// Numbers in front of text and back, for disks and for other processes on the same kind of machine.

#include <optional>
#include <string>
#include <string_view>

namespace alembert {

template <class Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Empty, and nothing is taken, where there are not as many bytes.
template <class Number>
std::optional<Number> take(std::string_view& bytes) {
  if (bytes.size() < sizeof(Number)) return {};
  Number number;
  bytes.copy(reinterpret_cast<char*>(&number), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

}  // namespace alembert
