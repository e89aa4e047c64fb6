// Files that are written from the keyword table and must not lag behind it.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "text/grammar.hpp"
#include "text/keywords.hpp"

using namespace alembert;

namespace {

const std::string root = std::string(ALEMBERT_SOURCE) + "/";

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// with ALEMBERT_UPDATE_GOLDENS set the file is written instead of compared
void check_file(const std::string& path, const std::string& expected) {
  if (std::getenv("ALEMBERT_UPDATE_GOLDENS")) std::ofstream(path, std::ios::binary) << expected;
  CHECK(contents(path) == expected);
}

}  // namespace

TEST_CASE("the language page shows the table of words that the parser uses") {
  const std::string path = root + "docs/language.md";
  const std::string begin = "<!-- keywords: begin -->\n", end = "<!-- keywords: end -->\n";
  const std::string page = contents(path);
  const std::size_t from = page.find(begin), to = page.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  check_file(path,
             page.substr(0, from + begin.size()) + keyword_tables_markdown() + page.substr(to));
}

TEST_CASE("the editor grammar is made from the table of words that the parser uses") {
  check_file(root + "editors/mech.tmLanguage.json", textmate_grammar());
}
