#include "sweep/results.hpp"

namespace alembert {

std::vector<double> Results::column(std::size_t kept) const {
  const std::vector<KeptColumn> columns = study.columns();
  std::size_t place = 0;
  for (std::size_t k = 0; k < kept; ++k) place += columns[k].length;
  const std::size_t width = study.width();
  std::vector<double> values;
  values.reserve(chunking.runs);
  for (std::size_t c = 0; c < chunking.count(); ++c) {
    const ChunkResult result = chunk(c);
    for (std::size_t i = place; i < result.values.size(); i += width)
      values.push_back(result.values[i]);
  }
  return values;
}

std::vector<std::pair<std::size_t, ColumnSummary>> Results::summaries() const {
  std::vector<std::pair<std::size_t, ColumnSummary>> summaries;
  const std::vector<KeptColumn> columns = study.columns();
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].length == 1) summaries.emplace_back(k, summarise(column(k)));
  return summaries;
}

}  // namespace alembert
