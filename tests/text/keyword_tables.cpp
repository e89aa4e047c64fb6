#include "text/keyword_tables.hpp"

#include <fmt/format.h>

#include "text/keywords.hpp"

namespace alembert {

std::string keyword_tables_markdown() {
  std::string text;
  const WordKind* last = nullptr;
  for (const Keyword& keyword : keywords()) {
    if (!last || *last != keyword.kind) {
      text +=
          fmt::format("{}| {} | meaning |\n|---|---|\n", last ? "\n" : "", name_of(keyword.kind));
      last = &keyword.kind;
    }
    text += fmt::format("| `{}` | {} |\n", keyword.syntax, keyword.meaning);
  }
  return text;
}

}  // namespace alembert
