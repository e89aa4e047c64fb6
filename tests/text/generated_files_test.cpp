// Files that are written from the keyword table and must not lag behind it.

#include <catch2/catch.hpp>

#include "source_folder.hpp"
#include "text/goldens.hpp"
#include "text/grammar.hpp"
#include "text/keyword_tables.hpp"

using namespace alembert;

namespace {

const std::string root = source_folder() + "/";

}  // namespace

TEST_CASE("the language page shows the table of words that the parser uses") {
  const std::string path = root + "docs/language.md";
  const std::string begin = "<!-- keywords: begin -->\n", end = "<!-- keywords: end -->\n";
  const std::string page = contents(path);
  const std::size_t from = page.find(begin), to = page.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  check_golden(path,
               page.substr(0, from + begin.size()) + keyword_tables_markdown() + page.substr(to));
}

TEST_CASE("the editor grammar is made from the table of words that the parser uses") {
  check_golden(root + "editors/mech.tmLanguage.json", textmate_grammar());
}
