#include "sweep/results.hpp"

#include <algorithm>

namespace alembert {

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

Overview overview(const Results& results) {
  Overview overview;
  for (std::size_t c = 0; c < results.chunking.count(); ++c)
    for (const Outcome& outcome : results.chunk(c).outcomes) ++overview.fates[outcome.fate];
  std::vector<std::size_t> kept;
  const std::vector<KeptColumn> columns = results.study.columns();
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].length == 1) kept.push_back(k);
  // quantiles need all numbers of a column: as many columns at once as a moderate memory holds
  constexpr std::size_t numbers_at_once = 10'000'000;
  const std::size_t at_once = std::max<std::size_t>(1, numbers_at_once / results.chunking.runs);
  for (std::size_t begin = 0; begin < kept.size(); begin += at_once) {
    const auto first = kept.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::size_t count = std::min(at_once, kept.size() - begin);
    const std::vector<std::size_t> some(first, first + static_cast<std::ptrdiff_t>(count));
    std::vector<std::vector<double>> values = results.columns(some);
    for (std::size_t k = 0; k < some.size(); ++k)
      overview.columns.push_back({some[k], summarise(std::move(values[k]))});
  }
  return overview;
}

}  // namespace alembert
