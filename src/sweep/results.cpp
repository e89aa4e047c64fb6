#include "sweep/results.hpp"

#include <fmt/format.h>

#include "sweep/disk_error.hpp"

namespace alembert {

ChunkResult Results::chunk(std::size_t chunk) const {
  std::optional<ChunkResult> result = records.result(record(chunk));
  if (!result) throw DiskError(fmt::format("chunk {} of the journal is damaged", chunk));
  return *std::move(result);
}

std::vector<std::vector<double>> Results::columns(const std::vector<std::size_t>& kept) const {
  std::vector<std::size_t> first_of{0};
  for (const KeptColumn& column : study.columns())
    first_of.push_back(first_of.back() + column.length);
  const std::size_t width = study.width();
  std::vector<std::vector<double>> values(kept.size());
  for (std::vector<double>& column : values) column.reserve(chunking.runs);
  for (std::size_t c = 0; c < chunking.count(); ++c) {
    const ChunkResult result = chunk(c);
    for (std::size_t k = 0; k < kept.size(); ++k)
      for (std::size_t i = first_of[kept[k]]; i < result.values.size(); i += width)
        values[k].push_back(result.values[i]);
  }
  return values;
}

}  // namespace alembert
