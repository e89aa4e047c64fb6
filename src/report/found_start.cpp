#include "report/found_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/shown_number.hpp"

namespace alembert {

std::string found_start_text(const FoundStart& start) {
  if (start.values.empty()) return "";
  std::size_t width = 10;
  for (const FoundValue& found : start.values) width = std::max(width, found.name.size());
  std::string lines = "\nstart, as it was found\n";
  for (const FoundValue& found : start.values)
    lines += fmt::format("  {:<{}} {:>{}}  {}\n", found.name, width, shown_number(found.value),
                         widest_number,
                         found.guess ? "guessed " + shown_number(*found.guess) : "not given");
  for (const std::vector<StartingValue>& other : start.others) {
    std::string values;
    for (const StartingValue& value : other)
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", value.name,
                            shown_number(value.value));
    lines += fmt::format("  another start with the same given values: {}\n", values);
  }
  return lines;
}

}  // namespace alembert
