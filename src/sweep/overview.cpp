#include "sweep/overview.hpp"

#include <algorithm>

#include "sweep/results.hpp"

namespace alembert {

namespace {

/// How many numbers each column may hold: 16 MB together, unless there are very many columns.
std::size_t room_of_column(std::size_t columns) {
  constexpr std::size_t all = 1 << 21, least = 1 << 10, most = 1 << 17;
  return std::clamp(all / std::max<std::size_t>(columns, 1), least, most);
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

OverviewStream::OverviewStream(const Study& study) : width_(study.width()) {
  const std::vector<KeptColumn> kept = study.columns();
  const auto is_number = [](const KeptColumn& column) { return column.length == 1; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(kept, is_number));
  std::size_t place = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (is_number(kept[k])) columns_.push_back({k, place, ColumnPasses(room_of_column(count))});
    place += kept[k].length;
  }
}

void OverviewStream::add(const ChunkResult& result) {
  count_outcomes(result, overview_);
  add_numbers(result);
  ++next_;
}

void OverviewStream::add_numbers(const ChunkResult& result) {
  for (Column& column : columns_)
    for (std::size_t i = column.place; i < result.values.size(); i += width_)
      column.passes.add(result.values[i]);
}

Overview OverviewStream::finish(const Results& results) {
  for (Column& column : columns_) column.passes.end_pass();
  while (std::ranges::any_of(columns_, [](const Column& c) { return c.passes.needs_pass(); })) {
    for (std::size_t c = 0; c < results.chunking.count(); ++c) add_numbers(results.chunk(c));
    for (Column& column : columns_) column.passes.end_pass();
  }
  for (const Column& column : columns_)
    overview_.columns.push_back({column.kept, column.passes.summary()});
  return overview_;
}

Overview overview(const Results& results) {
  OverviewStream stream(results.study);
  for (std::size_t c = 0; c < results.chunking.count(); ++c) stream.add(results.chunk(c));
  return stream.finish(results);
}

}  // namespace alembert
