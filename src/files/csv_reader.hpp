#pragma once
/// Tables of comma-separated values (RFC 4180), as programs for tables, editors and people write
/// them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::files {

/// Goes from row to row. A cell in quotes may hold commas and line ends, and "" in it is a quote;
/// blanks around a cell, blank lines, carriage returns at the end of a line and a byte-order mark
/// do not count.
class CsvReader {
 public:
  /// The text must outlive the reader.
  explicit CsvReader(std::string_view text);

  /// Reads the next row; false where there is none.
  bool next();
  const std::vector<std::string>& cells() const { return cells_; }
  /// The number of the line on which the row begins, from 1.
  std::size_t line() const { return line_; }

 private:
  void read_row();
  bool read_cell(std::string& cell);

  std::string_view rest_;
  std::vector<std::string> cells_;
  std::size_t line_ = 0, next_line_ = 1;
};

}  // namespace alembert::files
