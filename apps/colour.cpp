#include "colour.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <vector>

namespace alembert::app {

namespace {

enum class When { automatic, always, never };
When chosen = When::automatic;

constexpr std::string_view bold = "1", red = "1;31", green = "32", yellow = "33", cyan = "36";

std::string painted(std::string_view text, std::string_view colour) {
  return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
}

// the first occurrence of a word in a line
std::string with_word(const std::string& line, std::string_view word, std::string_view colour) {
  const std::size_t begin = line.find(word);
  if (begin == std::string::npos) return line;
  return line.substr(0, begin) + painted(word, colour) + line.substr(begin + word.size());
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_indented(const std::string& line) { return line.starts_with(' '); }

// "reached the end; t = 0 to 10, 794 steps"
bool is_ending(const std::string& line) {
  return line.find("; t = ") != std::string::npos && line.ends_with(" steps");
}
bool is_good_ending(const std::string& line) {
  return line.starts_with("reached the end;") || line.starts_with("stopped");
}

// "31 held, 0 failed", "163 statements hold, 0 fail, 13 do not apply"
bool is_tally(const std::string& line) {
  return line.find(" held, ") != std::string::npos || line.find(" hold, ") != std::string::npos;
}

std::string report_line(const std::string& line, bool is_heading) {
  if (line.starts_with("  holds  ")) return with_word(line, "holds", green);
  if (line.starts_with("  FAILS  ")) return with_word(line, "FAILS", red);
  if (is_indented(line) || line.empty()) return line;
  if (is_ending(line)) return painted(line, is_good_ending(line) ? green : red);
  if (is_tally(line))
    return painted(line, line.find(", 0 fail") != std::string::npos ? green : red);
  return is_heading ? painted(line, bold) : line;
}

}  // namespace

void choose_colour(std::string_view choice) {
  chosen = choice == "always" ? When::always : choice == "never" ? When::never : When::automatic;
}

bool is_coloured(int stream) {
  if (chosen != When::automatic) return chosen == When::always;
  const char* const no_colour = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return isatty(stream) != 0 && (no_colour == nullptr || *no_colour == '\0') &&
         terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::string coloured_complaint(const std::string& words) {
  std::string text;
  for (const std::string& line : lines_of(words)) {
    std::string painted_line = line;
    const std::size_t marks = line.find_first_of('^');
    if (line.starts_with("     = "))
      painted_line = with_word(line, line.substr(5), cyan);
    else if (line.starts_with("     | ") && marks != std::string::npos &&
             line.find_first_not_of(" ^|\t") == std::string::npos)
      painted_line = with_word(line, line.substr(marks), red);
    else if (line.find("error: ") != std::string::npos)
      painted_line = with_word(line, "error:", red);
    else if (line.starts_with("note: "))
      painted_line = with_word(line, "note:", yellow);
    text += (text.empty() ? "" : "\n") + painted_line;
  }
  return text;
}

std::string coloured_report(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // a line above indented lines is a heading, and the first line is the title
    const bool is_heading = i == 0 || (i + 1 < lines.size() && is_indented(lines[i + 1]));
    result += report_line(lines[i], is_heading) + "\n";
  }
  return result;
}

}  // namespace alembert::app
