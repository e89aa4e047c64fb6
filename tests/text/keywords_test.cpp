#include "text/keywords.hpp"
#include "text/keyword_tables.hpp"

#include <catch2/catch.hpp>

#include "text/grammar.hpp"
#include "text/keyword_tables.hpp"
#include "text/reading.hpp"
#include "text/suggest.hpp"

using namespace alembert;

TEST_CASE("the parser knows every statement of the keyword table") {
  for (const std::string_view word : words_of(WordKind::statement)) {
    INFO(word);
    const std::string message = mistake(std::string(word) + "\n");
    CHECK(message.find("is not a statement") == std::string::npos);
  }
}

TEST_CASE("the parser knows every run option, expectation and shape of the keyword table") {
  for (const std::string_view word : words_of(WordKind::run_option))
    CHECK(mistake(small_system + "run 1\n    " + std::string(word) + "\n").find("not an option") ==
          std::string::npos);
  for (const std::string_view word : words_of(WordKind::expectation))
    CHECK(mistake(small_system + "check " + std::string(word) + "\n").find("does not start") ==
          std::string::npos);
  for (const std::string_view word : words_of(WordKind::shape))
    CHECK(mistake(small_system + "draw " + std::string(word) + "\n").find("is not a shape") ==
          std::string::npos);
}

TEST_CASE("every function of the keyword table can be called as the table writes it") {
  const std::string names =
      "define r = (x, y, z), s = (z, y, x), yes = 1, no = 2, N = 3, formula = x\n";
  for (const Keyword& keyword : keywords()) {
    if (keyword.kind != WordKind::function) continue;
    std::string call(keyword.syntax);
    const std::size_t dots = call.find(", ...");
    if (dots != std::string::npos) call.erase(dots, 5);
    INFO(call);
    CHECK(mistake(small_system + names + "watch w = norm(" + call + "*(1, 1))\n") ==
          (keyword.word == "cross" ? "two vectors are multiplied with dot or cross" : "none"));
  }
}

TEST_CASE("words of formulas are reserved, words of other places are not") {
  CHECK(is_reserved("sin"));
  CHECK(is_reserved("t"));
  CHECK(is_reserved("sum"));
  CHECK_FALSE(is_reserved("force"));
  CHECK(is_reserved("energy"));
  CHECK(mistake("coordinates force run mass to\nkinetic force'^2 + run'^2 + mass'^2 + to'^2\n"
                "run 2 to 3\n") == "none");
}

TEST_CASE("the tables of the language page name every word") {
  const std::string page = keyword_tables_markdown();
  for (const Keyword& keyword : keywords()) CHECK(page.find(keyword.syntax) != std::string::npos);
}

TEST_CASE("the editor grammar colours every statement and function") {
  const std::string grammar = textmate_grammar();
  for (const Keyword& keyword : keywords()) CHECK(grammar.find(keyword.word) != std::string::npos);
  CHECK(grammar.front() == '{');
}

TEST_CASE("spelling distance counts letters that were lost, added, changed or swapped") {
  CHECK(spelling_distance("energy", "energy") == 0);
  CHECK(spelling_distance("enrgy", "energy") == 1);
  CHECK(spelling_distance("eenrgy", "energy") == 1);
  CHECK(spelling_distance("potental", "potential") == 1);
  CHECK(spelling_distance("abc", "") == 3);
  CHECK(spelling_distance("φ", "ψ") == 1);
}

TEST_CASE("only near words are offered") {
  CHECK(nearest("kinetik", {"kinetic", "potential"}) == "kinetic");
  CHECK(nearest("zebra", {"kinetic", "potential"}).empty());
  CHECK(nearest("x", {"y", "z"}).empty());
  CHECK(did_you_mean("Theta", {"theta"}) ==
        "did you mean 'theta'? capital and small letters are different");
}
