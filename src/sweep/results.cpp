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

namespace {

/// Where the numbers of a column stand in the results of a run.
struct ColumnPlace {
  std::size_t kept;
  std::size_t first;
};

std::vector<ColumnPlace> columns_without_series(const Study& study) {
  std::vector<ColumnPlace> places;
  std::size_t first = 0;
  const std::vector<KeptColumn> columns = study.columns();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].length == 1) places.push_back({k, first});
    first += columns[k].length;
  }
  return places;
}

void count_outcomes(const ChunkResult& result, Overview& overview) {
  for (const Outcome& outcome : result.outcomes) {
    ++overview.fates[outcome.fate];
    if (outcome.fate == Fate::reached_the_end) continue;
    ++overview.early;
    overview.longest_words = std::max(overview.longest_words, outcome.words().size());
  }
}

}  // namespace

Overview overview(const Results& results) {
  Overview overview;
  const std::vector<ColumnPlace> places = columns_without_series(results.study);
  const std::size_t width = results.study.width();
  // each column may need 2 MB while it is summarised
  constexpr std::size_t at_once = 16;
  std::size_t begin = 0;
  do {
    const std::size_t count = std::min(at_once, places.size() - begin);
    std::vector<ColumnPasses> columns(count);
    const auto needs_pass = [](const ColumnPasses& column) { return column.needs_pass(); };
    bool is_first_pass = begin == 0;  // which counts the outcomes too
    while (is_first_pass || std::ranges::any_of(columns, needs_pass)) {
      for (std::size_t c = 0; c < results.chunking.count(); ++c) {
        const ChunkResult result = results.chunk(c);
        if (is_first_pass) count_outcomes(result, overview);
        for (std::size_t k = 0; k < count; ++k)
          for (std::size_t i = places[begin + k].first; i < result.values.size(); i += width)
            columns[k].add(result.values[i]);
      }
      for (ColumnPasses& column : columns) column.end_pass();
      is_first_pass = false;
    }
    for (std::size_t k = 0; k < count; ++k)
      overview.columns.push_back({places[begin + k].kept, columns[k].summary()});
    begin += at_once;
  } while (begin < places.size());
  return overview;
}

}  // namespace alembert
