#pragma once
/// Numbers as bytes and back, for disks and for other processes on the same kind of machine, and a
/// checksum.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace alembert {

template <class Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Empty, and nothing is taken, if there are not enough bytes.
template <class Number>
std::optional<Number> take(std::string_view& bytes) {
  if (bytes.size() < sizeof(Number)) return {};
  Number number;
  bytes.copy(reinterpret_cast<char*>(&number), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

/// The cyclic redundancy check of gzip and PNG; `before` is the checksum of the bytes before these.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

}  // namespace alembert
