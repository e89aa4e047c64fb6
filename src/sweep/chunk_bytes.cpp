#include "sweep/chunk_bytes.hpp"

#include <cstdint>

namespace alembert {

std::string to_bytes(const ChunkResult& result) {
  std::string bytes;
  put<std::uint64_t>(bytes, result.chunk);
  put<std::uint64_t>(bytes, result.outcomes.size());
  put<std::uint64_t>(bytes, result.values.size());
  bytes.append(reinterpret_cast<const char*>(result.values.data()),
               result.values.size() * sizeof(double));
  for (const Outcome& outcome : result.outcomes) {
    put(bytes, static_cast<std::uint8_t>(outcome.fate));
    put(bytes, outcome.t);
    put(bytes, static_cast<std::uint32_t>(outcome.detail.size()));
    bytes += outcome.detail;
  }
  return bytes;
}

std::optional<ChunkResult> from_bytes(std::string_view bytes) {
  const auto chunk = take<std::uint64_t>(bytes), runs = take<std::uint64_t>(bytes),
             numbers = take<std::uint64_t>(bytes);
  if (!chunk || !runs || !numbers || *numbers > bytes.size() / sizeof(double) ||
      *runs > bytes.size())
    return {};
  ChunkResult result{*chunk, std::vector<double>(*numbers), {}};
  bytes.copy(reinterpret_cast<char*>(result.values.data()), *numbers * sizeof(double));
  bytes.remove_prefix(*numbers * sizeof(double));
  result.outcomes.reserve(*runs);
  for (std::uint64_t i = 0; i < *runs; ++i) {
    const auto fate = take<std::uint8_t>(bytes);
    const auto t = take<double>(bytes);
    const auto length = take<std::uint32_t>(bytes);
    if (!fate || !t || !length || *length > bytes.size()) return {};
    result.outcomes.push_back(
        {static_cast<Fate>(*fate), *t, std::string(bytes.substr(0, *length))});
    bytes.remove_prefix(*length);
  }
  if (!bytes.empty()) return {};
  return result;
}

}  // namespace alembert
