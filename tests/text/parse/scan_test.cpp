#include "text/parse/scan.hpp"

#include <catch2/catch.hpp>

#include "text/reading.hpp"

using namespace alembert;

namespace {

std::vector<TokenKind> kinds(std::string_view text) {
  const Source source(text, "test.mech");
  Mistakes mistakes;
  std::vector<TokenKind> found;
  for (const Token& token : scan(source, mistakes)) found.push_back(token.kind);
  return found;
}

}  // namespace

TEST_CASE("a range is not a number with a dot") {
  using enum TokenKind;
  CHECK(kinds("1..N") == std::vector{number, range, name, statement_end, end});
  CHECK(kinds("1.5 .5 r.1 r[2].1 (a).2 x'.3") ==
        std::vector{number, number, name, component, name, left_bracket, number, right_bracket,
                    component, left_parenthesis, name, right_parenthesis, component, name, prime,
                    component, statement_end, end});
}

TEST_CASE("a bracket after a space is a unit, after a name an index") {
  using enum TokenKind;
  CHECK(kinds("m = 1 [kg]") == std::vector{name, equals, number, unit, statement_end, end});
  CHECK(kinds("x[3] [m]") ==
        std::vector{name, left_bracket, number, right_bracket, unit, statement_end, end});
}

TEST_CASE("lines end items at an indent and statements at the margin") {
  using enum TokenKind;
  CHECK(kinds("a\n  b\nc") ==
        std::vector{name, line_end, name, statement_end, name, statement_end, end});
  CHECK(kinds("a +\n  b") == std::vector{name, plus, name, statement_end, end});
  CHECK(kinds("a\n  + b") == std::vector{name, plus, name, statement_end, end});
  CHECK(kinds("(a\n  b)") ==
        std::vector{left_parenthesis, name, name, right_parenthesis, statement_end, end});
  CHECK(kinds("a\n\n   # comment\n\n  b") == std::vector{name, line_end, name, statement_end, end});
  CHECK(kinds("").size() == 1);
  CHECK(kinds("# only a comment").size() == 1);
}

TEST_CASE("Windows line ends, tabs and a byte order mark change nothing") {
  const Model model = read(
      "\xef\xbb\xbf"
      "coordinates x\r\n\r\nparameters\r\n\tm = 1\r\n\tl = 2 # length\r\nkinetic m*x'^2");
  CHECK(model.system.parameters().size() == 2);
}

TEST_CASE("Greek and accented letters are letters") {
  const Model model = read("coordinates θ φ_1 größe\nkinetic θ'^2 + φ_1'^2*sin(θ)^2 + größe'^2\n");
  CHECK(model.system.coordinates()[0].name == "θ");
  CHECK(model.system.coordinates()[2].name == "größe");
}

TEST_CASE("columns are counted in characters, not in bytes") {
  try {
    read("coordinates θ\nkinetic θ'^2 + ψ\n");
    FAIL("ψ is not defined");
  } catch (const ModelError& error) {
    CHECK(error.place().line == 2);
    CHECK(error.place().column == 16);
    CHECK(error.place().length == 1);
  }
}

TEST_CASE("quotations may contain quotation marks") {
  CHECK(read("system \"the \\\"long\\\" one\"\n" + small_system).system.title() ==
        "the \"long\" one");
}
