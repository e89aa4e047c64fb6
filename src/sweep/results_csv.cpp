#include <fmt/format.h>

#include "files/atomic_file.hpp"
#include "sweep/results.hpp"

namespace alembert {

namespace {

// a comma or a quote in a name or in words is quoted, as RFC 4180 says
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

void write_results_csv(const Results& results, const std::string& path) {
  const Study& study = results.study;
  std::string text;
  for (const std::string& name : study.plan().names()) text += cell(name) + ",";
  for (const KeptColumn& column : study.columns()) {
    if (column.length == 1) text += cell(column.name) + ",";
    for (std::size_t i = 0; i < column.length && column.length > 1; ++i)
      text += cell(fmt::format("{}[{}]", column.name, i)) + ",";
  }
  files::AtomicFile file(path);
  file.write(text + "outcome,end\n");
  const std::size_t width = study.width();
  for (std::size_t c = 0; c < results.chunking.count(); ++c) {
    const ChunkResult chunk = results.chunk(c);
    text.clear();
    for (std::size_t i = 0; i < chunk.outcomes.size(); ++i) {
      for (const double number : study.plan().row(results.chunking.first(c) + i))
        text += fmt::format("{},", number);
      for (std::size_t k = 0; k < width; ++k)
        text += fmt::format("{},", chunk.values[i * width + k]);
      text += fmt::format("{},{}\n", cell(chunk.outcomes[i].words()), chunk.outcomes[i].t);
    }
    file.write(text);
  }
  file.finish();
}

}  // namespace alembert
