#include "wrapped_lines.hpp"

#include <algorithm>
#include <sstream>

namespace alembert::app {

namespace {

// columns that these bytes of UTF-8 fill, without the escape sequences of colours
std::size_t width_of(const std::string& text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b')
      i = std::min(text.find('m', i), text.size());
    else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
      ++width;
  }
  return width;
}

std::string wrapped_line(const std::string& line, std::size_t columns) {
  constexpr std::size_t deeper = 4;
  if (width_of(line) <= columns) return line;
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  std::string result, here = line.substr(0, indent);
  for (std::size_t i = indent; i < line.size();) {
    const std::size_t end = std::min(line.find(' ', i), line.size());
    const std::size_t next = std::min(line.find_first_not_of(' ', end), line.size());
    const std::string word = line.substr(i, end - i);
    const bool begins = here.find_first_not_of(' ') == std::string::npos;
    if (!begins && width_of(here + word) > columns) {
      result += here.substr(0, here.find_last_not_of(' ') + 1) + '\n';
      // a deep indent would leave no room for words
      here = std::string(indent + deeper < columns / 2 ? indent + deeper : 0, ' ');
    }
    here += word + line.substr(end, next - end);
    i = next;
  }
  return result + here;
}

}  // namespace

std::string wrapped_lines(const std::string& text, int columns,
                          const std::function<bool(std::string_view)>& stays) {
  std::string result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    result +=
        (stays(line) ? line : wrapped_line(line, static_cast<std::size_t>(std::max(1, columns)))) +
        '\n';
  return result;
}

}  // namespace alembert::app
