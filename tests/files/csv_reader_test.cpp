#include "files/csv_reader.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

namespace {

using Row = std::vector<std::string>;

std::vector<Row> rows_of(std::string_view text) {
  std::vector<Row> rows;
  files::CsvReader reader(text);
  while (reader.next()) rows.push_back(reader.cells());
  return rows;
}

}  // namespace

TEST_CASE("a table has the same rows whatever ends its lines") {
  const std::vector<Row> expected{{"m", "x'"}, {"1", "2.5"}, {"", "-3"}};
  CHECK(rows_of("m,x'\n1,2.5\n,-3\n") == expected);
  CHECK(rows_of("m,x'\r\n1,2.5\r\n,-3\r\n") == expected);
  CHECK(rows_of("m,x'\n1,2.5\n,-3") == expected);
  CHECK(rows_of("\xEF\xBB\xBFm,x'\n1,2.5\n,-3") == expected);
}

TEST_CASE("blanks around cells and blank lines do not count") {
  CHECK(rows_of("\n m ,\tx y \n   \n1,  2\t\n\r\n") == std::vector<Row>{{"m", "x y"}, {"1", "2"}});
  CHECK(rows_of("").empty());
  CHECK(rows_of(" \n\r\n").empty());
  // an empty last cell is a cell
  CHECK(rows_of("1,\n,\n") == std::vector<Row>{{"1", ""}, {"", ""}});
}

TEST_CASE("a cell in quotes is what stands between them") {
  CHECK(rows_of("\"reaction(rod, x)\",t\n1,2\n") ==
        std::vector<Row>{{"reaction(rod, x)", "t"}, {"1", "2"}});
  CHECK(rows_of(" \" a \" ,\"say \"\"so\"\"\"\n") == std::vector<Row>{{" a ", "say \"so\""}});
  CHECK(rows_of("\"two\nlines\",\"\"\n") == std::vector<Row>{{"two\nlines", ""}});
  // one that is never closed goes to the end
  CHECK(rows_of("\"a,b\nc") == std::vector<Row>{{"a,b\nc"}});
}

TEST_CASE("rows know the line on which they begin") {
  files::CsvReader reader("a,b\n\n\"1\n2\",3\n4,5");
  std::vector<std::size_t> lines;
  while (reader.next()) lines.push_back(reader.line());
  CHECK(lines == std::vector<std::size_t>{1, 3, 5});
}
