#include "sweep/sweep_table.hpp"

#include <fmt/format.h>

#include "mechanics/model_error.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

void put_results(const Results& results, SweepTable& table) {
  const SweepPlan& plan = results.study.plan();
  table.kept.resize(table.columns.size());
  for (std::size_t c = 0; c < results.chunking.count(); ++c) {
    ChunkResult chunk = results.chunk(c);
    auto next = chunk.values.begin();
    for (std::size_t i = 0; i < chunk.outcomes.size(); ++i) {
      for (const double number : plan.row(results.chunking.first(c) + i))
        table.numbers.push_back(number);
      for (std::size_t k = 0; k < table.columns.size(); ++k) {
        const auto end = next + static_cast<std::ptrdiff_t>(table.columns[k].length);
        table.kept[k].insert(table.kept[k].end(), next, end);
        next = end;
      }
    }
    std::ranges::move(chunk.outcomes, std::back_inserter(table.outcomes));
  }
}

}  // namespace

std::vector<double> SweepTable::operator[](const std::string& name) const {
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].name == name) return kept[k];
  std::vector<std::string_view> known;
  for (const KeptColumn& column : columns) known.push_back(column.name);
  for (std::size_t v = 0; v < varied.size(); ++v) {
    known.push_back(varied[v]);
    if (varied[v] != name) continue;
    std::vector<double> column;
    for (std::size_t i = v; i < numbers.size(); i += varied.size()) column.push_back(numbers[i]);
    return column;
  }
  throw ModelError(fmt::format("the sweep has no '{}'", name), did_you_mean(name, known));
}

SweepTable sweep_table(const StudyRequest& request, const SweepOptions& options) {
  const Study study = read_study(request);
  SweepTable table;
  table.varied = study.plan().names();
  table.columns = study.columns();
  SweepOptions with_table = options;
  with_table.finished = [&](const Results& results, const Overview& overview) {
    put_results(results, table);
    if (options.finished) options.finished(results, overview);
  };
  with_table.interrupted = [&](const Results& results) {
    put_results(results, table);
    if (options.interrupted) options.interrupted(results);
  };
  table.report = sweep(study, with_table);
  return table;
}

}  // namespace alembert
