#include "text/added_line.hpp"

#include <algorithm>

#include "text/parse/source.hpp"

namespace alembert {

namespace {

// the place in the formula of what was found in the statement that we made of it
Place place_in(const AddedLine& line, std::size_t number, Place place) {
  const std::size_t begin = character_count(line.before), length = character_count(line.formula);
  const std::size_t column = place.column > begin ? place.column - begin : 1;
  place.file = line.origin;
  place.line = number;
  place.column = std::min(column, length + 1);
  place.length = std::max<std::size_t>(1, std::min(place.length, length + 1 - place.column));
  place.column += character_count(line.label);
  place.text = line.label + line.formula;
  place.text_column = 1;
  return place;
}

}  // namespace

Model read_with_lines(std::string_view text, const std::string& file_name,
                      const std::vector<AddedLine>& lines, const ReadOptions& options) {
  std::string longer(text);
  longer += '\n';
  const auto own = static_cast<std::size_t>(std::ranges::count(longer, '\n'));
  for (const AddedLine& line : lines) longer += line.before + line.formula + line.after + "\n";
  try {
    Model model = read_text(longer, file_name, options);
    model.text = text;
    return model;
  } catch (const ModelError& error) {
    const std::size_t line = error.place().line;
    if (line <= own || line > own + lines.size()) throw;
    const std::size_t index = line - own - 1;
    throw ModelError(place_in(lines[index], index + 1, error.place()), error.message(),
                     error.hint());
  }
}

}  // namespace alembert
