#pragma once
/// The result of a chunk as bytes, for disks and for other processes on the same kind of machine.

#include <optional>
#include <string>
#include <string_view>

#include "sweep/chunk.hpp"

namespace alembert {

std::string to_bytes(const ChunkResult& result);

/// Empty where the bytes are not those of a result.
std::optional<ChunkResult> from_bytes(std::string_view bytes);

/// Numbers in front of text and back.
template <class Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}
template <class Number>
std::optional<Number> take(std::string_view& bytes) {
  if (bytes.size() < sizeof(Number)) return {};
  Number number;
  bytes.copy(reinterpret_cast<char*>(&number), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

}  // namespace alembert
