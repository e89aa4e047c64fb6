#include "files/csv_reader.hpp"

#include <algorithm>

namespace alembert::files {

namespace {

constexpr std::string_view blanks = " \t\r";

}  // namespace

CsvReader::CsvReader(std::string_view text) : rest_(text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

bool CsvReader::next() {
  while (!rest_.empty()) {
    read_row();
    if (cells_.size() > 1 || !cells_.front().empty()) return true;
  }
  return false;
}

void CsvReader::read_row() {
  line_ = next_line_;
  // cells of the row before are overwritten, not freed: tables are long
  std::size_t count = 0;
  bool more = true;
  while (more) {
    if (count == cells_.size()) cells_.emplace_back();
    more = read_cell(cells_[count++]);
  }
  cells_.resize(count);
}

// up to the comma or the end of the line, which it takes; true where another cell follows
bool CsvReader::read_cell(std::string& cell) {
  cell.clear();
  std::size_t quoted = 0;  // letters of the cell up to here are meant as they are, blanks too
  bool is_open = false;
  bool more = false;
  std::size_t i = 0;
  for (; i < rest_.size(); ++i) {
    const char c = rest_[i];
    if (is_open && c == '"' && rest_.substr(i + 1, 1) == "\"") {
      cell += rest_[++i];
    } else if (c == '"') {
      is_open = !is_open;
      if (!is_open) quoted = cell.size();
    } else if (!is_open && (c == ',' || c == '\n')) {
      more = c == ',';
      break;
    } else if (is_open || !cell.empty() || blanks.find(c) == std::string_view::npos) {
      cell += c;
    }
    if (c == '\n') ++next_line_;
  }
  if (i < rest_.size() && !more) ++next_line_;
  rest_.remove_prefix(std::min(i + 1, rest_.size()));
  const std::size_t last = cell.find_last_not_of(blanks);
  cell.resize(std::max(quoted, last == std::string::npos ? 0 : last + 1));
  return more;
}

}  // namespace alembert::files
