#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sweep/results.hpp"

namespace alembert {

namespace {

// columns of equal width, names to the left and numbers to the right
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string text;
  for (const auto& row : rows) {
    text += fmt::format("  {:<{}}", row[0], widths[0]);
    for (std::size_t c = 1; c < row.size(); ++c) text += fmt::format("  {:>{}}", row[c], widths[c]);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string results_text(const Results& results, const Overview& overview) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [fate, count] : overview.fates)
    rows.push_back({std::string(name_of(fate)), fmt::format("{}", count)});
  std::string text = fmt::format("{}\n{} runs\n\noutcomes\n{}", results.study.model.system.title(),
                                 results.chunking.runs, aligned(rows));

  rows = {{"", "runs", "mean", "deviation", "smallest", "median", "largest"}};
  const std::vector<KeptColumn> columns = results.study.columns();
  for (const auto& [kept, summary] : overview.columns) {
    constexpr std::size_t median = 3;
    rows.push_back({columns[kept].name, fmt::format("{}", summary.count)});
    // one run has no deviation, and none has nothing
    for (const double number : {summary.mean, summary.deviation, summary.smallest,
                                summary.quantiles[median], summary.largest})
      rows.back().push_back(std::isnan(number) ? "-" : fmt::format("{:.6g}", number));
  }
  if (rows.size() > 1) text += "\nkept\n" + aligned(rows);
  return text;
}

}  // namespace alembert
