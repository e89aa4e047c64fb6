// All mistakes of a text in one report.

#include "text/parse/mistakes.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "text/limits.hpp"
#include "text/reading.hpp"

using namespace alembert;

namespace {

struct Found {
  std::size_t line;
  std::string message;
  bool operator==(const Found&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Found& found) {
  return out << found.line << ": " << found.message;
}

std::vector<Found> found_in(const std::string& text) {
  std::vector<Found> found;
  try {
    read(text);
  } catch (const ModelError& error) {
    for (const Mistake& mistake : error.mistakes())
      found.push_back({mistake.place.line, mistake.message});
  }
  return found;
}

}  // namespace

TEST_CASE("all mistakes of a text are reported in its order, whoever finds them") {
  // the scanner finds the last one first, the formulas the first one last
  const std::string text =
      "coordinates x y\n"
      "kinetic 1/2*(x'^2 + yy'^2)\n"
      "constraint rod: x^2\n"
      "potential x · y\n";
  CHECK(found_in(text) == std::vector<Found>{{2, "'yy' is not defined"},
                                             {3, "this constraint has no '='"},
                                             {4, "'·' is not a sign of the language"}});
  try {
    read(text);
    FAIL("three mistakes");
  } catch (const ModelError& error) {
    CHECK(error.message() == "'yy' is not defined");
    CHECK(error.place().line == 2);
    CHECK(error.hint() == "did you mean 'y'?");
    CHECK_THAT(error.what(), Catch::StartsWith("test.mech:2:21: error: 'yy' is not defined\n"));
    CHECK_THAT(error.what(), Catch::EndsWith("\n\n3 mistakes"));
  }
}

TEST_CASE("a single mistake is reported without a count") {
  try {
    read("coordinates x\nkinetic y'^2\n");
    FAIL("y is not defined");
  } catch (const ModelError& error) {
    CHECK(error.mistakes().size() == 1);
    CHECK_THAT(error.what(), !Catch::Contains("mistakes"));
  }
}

TEST_CASE("what is wrong in one place is not reported where it is used") {
  const Found sign{2, "text after the end of a formula: 'b'"};
  const std::string start = "coordinates x y\n";
  const std::string end = "kinetic x'^2 + y'^2\n";
  CHECK(found_in(start + "define d = 2 b\n" + end + "potential d\ndraw point (d, d.1)\n") ==
        std::vector{sign});
  CHECK(found_in(start + "define d = 2 b, e[i in 1..3] = d\n" + end + "potential e[2]\n") ==
        std::vector{sign});
  CHECK(found_in(start + "parameters N = 2 b\n" + end + "coordinates z[1..N]\nrun N - 4\n") ==
        std::vector{sign});
  CHECK(found_in(start + "watch w = 2 b\n" + end + "check always: w > 0\n") == std::vector{sign});
  CHECK(found_in(start + "constraint c: x = 2 b\n" + end + "watch w = lambda(c)\nweight c: 2\n") ==
        std::vector{sign});
  CHECK(found_in(start + "start x = 2 b, y = x\n" + end).size() == 1);
}

TEST_CASE("a parameter with a wrong value is still a parameter") {
  const std::vector<Found> found = found_in(
      "coordinates x\nparameters m = 1 kg, l = 1/(m - 1)\nkinetic m*l*x'^2 + q\nforce m: 1\n");
  CHECK(found == std::vector<Found>{{2, "a unit stands in brackets"},
                                    {3, "'q' is not defined"},
                                    {4, "'m' is a parameter, not a coordinate"}});
}

TEST_CASE("the items of a statement are judged one by one, in lines and between commas") {
  CHECK(found_in(small_system + "define\n    c = a +* b\n    d = 2 a\n    e = (a, b\n").size() ==
        3);
  CHECK(found_in(small_system + "define c = a +* b, d = 2 a, e = a, f = 3 a\n").size() == 3);
  CHECK(found_in(small_system + "run 10 s\n    tolerance 0\n    every -1\n    stop when x\n")
            .size() == 4);
  // the parts of a particle are no items
  CHECK(found_in(small_system + "particle p: mas 1\n    at (x, y)\n    force (0, 0)\n").size() ==
        1);
}

TEST_CASE("a misspelt keyword hides nothing below it") {
  const std::vector<Found> found =
      found_in("coordinates x\nparamters\n    m = 1\n    n = q\nkinetik m*x'^2\npotential m*y\n");
  CHECK(found == std::vector<Found>{{2, "'paramters' is not a statement"},
                                    {4, "'q' is not defined"},
                                    {5, "'kinetik' is not a statement"},
                                    {6, "'y' is not defined"}});
}

TEST_CASE("no more mistakes are reported than anybody reads") {
  std::string text = small_system;
  for (int i = 0; i < 1000; ++i) text += "potential 2 x\n";
  CHECK(found_in(text).size() == max_mistakes);
  try {
    read(text);
  } catch (const ModelError& error) {
    CHECK_THAT(error.what(), Catch::EndsWith("\n\n20 mistakes; there may be more"));
  }
}

TEST_CASE("a value that cannot be set is one mistake") {
  try {
    read(small_system + "potential a*x\n", {.set = {{"a", HUGE_VAL}, {"b", 1}}});
    FAIL("the value is not finite");
  } catch (const ModelError& error) {
    CHECK(error.mistakes().size() == 1);
    CHECK(error.message() == "the value set for 'a' is not a finite number");
  }
}

TEST_CASE("a limit ends the reading, with the mistakes before it") {
  CHECK(found_in(small_system + "define c = 2 a\npotential sum(i in 1..10^4: "
                                "sum(j in 1..10^4: x))\nforce q: 1\n") ==
        std::vector<Found>{{5, "text after the end of a formula: 'a'"},
                           {6, "the model needs more than 20000000 operations to read"}});
}
