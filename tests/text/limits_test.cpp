// Texts that ask for too much get a quick and clear answer.

#include "text/limits.hpp"

#include <catch2/catch.hpp>
#include <ctime>

#include "text/reading.hpp"

using namespace alembert;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string quick_mistake(const std::string& text) {
  // of the processor, so that a busy machine does not count
  const std::clock_t begin = std::clock();
  const std::string message = mistake(text);
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 20);
  return message;
}

}  // namespace

TEST_CASE("a million parentheses are refused, not followed") {
  const std::string deep = "formulas are nested more than 200 deep here";
  CHECK(quick_mistake(small_system + "potential " + repeated("(", 1'000'000)) == deep);
  CHECK(quick_mistake(small_system + "potential " + repeated("-", 1'000'000) + "x\n") == deep);
  CHECK(quick_mistake(small_system + "potential x" + repeated("^x", 900'000)) == deep);
  CHECK(quick_mistake(small_system + "potential " + repeated("sin(", 900'000)) == deep);
  CHECK(quick_mistake(small_system + "potential x" + repeated("[x", 900'000)) == deep);
  CHECK(quick_mistake(small_system + "define x" + repeated("[x", 900'000)) == deep);
}

TEST_CASE("two hundred parentheses are fine") {
  CHECK(mistake(small_system + "potential " + repeated("(", 200) + "x" + repeated(")", 200)) ==
        "none");
}

TEST_CASE("long sums and products are no nesting") {
  const Model model = read(small_system + "potential x" + repeated(" + x*y", 300'000) + "\n");
  CHECK(number(model, model.system.potential_terms()[0], {{"x", 1}, {"y", 2}}) == 600'001);
  CHECK(mistake(small_system + "potential 1" + repeated("*x", 300'000) + "\n") == "none");
}

TEST_CASE("sums and families have an end") {
  CHECK(quick_mistake(small_system + "potential sum(i in 1..10^9: x)\n") ==
        "1 to 1000000000 are more than 1000000 members");
  CHECK(quick_mistake(small_system + "potential sum(i in 1..10^30: x)\n") ==
        "an index is at most 1000000000");
  CHECK(quick_mistake(small_system +
                      "potential sum(i in 1..1000: sum(j in 1..1000: sum(k in 1..1000: x)))\n") ==
        "the model needs more than 20000000 operations to read");
  CHECK(quick_mistake(small_system +
                      "potential sum(i in 1..1500: sum(j in 1..1500: sin(x + (i + j/1500))))\n") ==
        "the formulas of the model have more than 3000000 different pieces");
}

TEST_CASE("the budget of operations is an option") {
  const std::string text = small_system + "potential sum(i in 1..1000: x*i)\n";
  CHECK(mistake(text, {.operations = 1000}) == "the model needs more than 1000 operations to read");
  CHECK(mistake(text, {.operations = 10'000}) == "none");
}

TEST_CASE("names have an end as well") {
  CHECK(quick_mistake("coordinates x[1..200000] y[1..200000]\nkinetic x[1]'^2\n") ==
        "the model has more than 300000 names");
}

TEST_CASE("a file of 100 MB in one line is refused") {
  CHECK(quick_mistake("potential " + repeated("x", 100'000'000)) ==
        "the file is too large for a model");
  CHECK(quick_mistake(repeated("1 ", 7'000'000)) ==
        "the model has more than 2000000 words and signs");
}

TEST_CASE("a mistake in a very long line shows only its surroundings") {
  try {
    read(small_system + "potential " + repeated("x + ", 900'000) + "nowhere\n");
    FAIL("nowhere is not defined");
  } catch (const ModelError& error) {
    CHECK(error.place().column == 3'600'011);
    CHECK(std::string(error.what()).size() < 500);
  }
}

TEST_CASE("hints repeat short texts only") {
  const std::string sum = repeated("x + ", 100'000) + "x";
  for (const std::string& line :
       {"T = " + sum, "kinetic = " + sum, "system " + sum, "parameters c = 1 m*" + sum,
        "define P = (x, y)\ndraw line P (0, 0) " + repeated("(x, y) ", 1000)})
    try {
      read(small_system + line + "\n");
      FAIL("a mistake");
    } catch (const ModelError& error) {
      CHECK(error.hint().size() < 300);
    }
}

TEST_CASE("mistakes without end are given up soon") {
  for (const std::string piece :
       {"a[), ", "a[x, ", "2 b, ", "(, ", "a(x§, ", "a(x§), ", "a = §, ", "a: ", "a[1]: §, ",
        "\nforce x: §", "\n§ ", "\n  §", "\n    run 1"})
    for (const std::string statement : {"define ", "constraint ", "nonideal ", "draw ", "run "}) {
      INFO(statement << piece);
      CHECK(quick_mistake(small_system + statement + repeated(piece, 50'000)) != "none");
    }
}

TEST_CASE("definitions that double their size again and again stay small") {
  const Model model = read(small_system +
                           "define d[0] = x + y\ndefine d[i in 1..200] = d[i-1]*d[i-1] + d[i-1]\n"
                           "potential d[200]\n");
  CHECK(model.system.graph().size() < 2000);
}
