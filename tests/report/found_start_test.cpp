// A start that was searched for is told, with what it was searched from.

#include "report/found_start.hpp"

#include <catch2/catch.hpp>

#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

std::string found(const std::string& start) {
  const Model model = read_text(
      "coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\n"
      "constraint rod: x^2 + y^2 = 25\n" +
          start + "run 0.1\n",
      "model.mech");
  return found_start_text(found_start(simulate(model), model));
}

}  // namespace

TEST_CASE("nothing is said of a start that the model gives") {
  CHECK(found("start x = 3, y = 4\n") == "");
  CHECK(found("start x = 3, y = 4, x' = 0, y' = 0\n") == "");
}

TEST_CASE("what the model leaves out is told where the constraints put it") {
  const std::string words = found("start x = 3, y ~ 3\n");
  CHECK(words.find("\nstart, as it was found\n") == 0);
  CHECK(words.find("  y                         4  guessed 3\n") != std::string::npos);
  CHECK(words.find("  x ") == std::string::npos);
}

TEST_CASE("a start on the other branch is told, as long as nobody has guessed a branch") {
  CHECK(found("start x = 3\n") ==
        "\nstart, as it was found\n"
        "  y                         4  not given\n"
        "  another start with the same given values: y = -4\n");
  CHECK(found("start x = 3, y ~ 3\n").find("another") == std::string::npos);
}

TEST_CASE("velocities that follow from others are told") {
  // x x' + y y' = 0
  const std::string words = found("start x = 3, y = 4, x' = 4\n");
  CHECK(words.find("  y'                       -3  not given\n") != std::string::npos);
}

TEST_CASE("a guess that holds is not told") { CHECK(found("start x = 3, y ~ 4\n") == ""); }

TEST_CASE("a start that is zero but for rounding is not told as a number") {
  const Model model = read_text(
      "coordinates X, Y, a, b\nkinetic 1/2*(X'^2 + Y'^2 + a'^2 + b'^2)\n"
      "constraint arm: (X, Y) = (cos(a) + cos(a + b), sin(a) + sin(a + b))\n"
      "start X = 1, Y = 1\nrun 1\n",
      "arm.mech");
  const std::string text = found_start_text(found_start(simulate(model), model));
  INFO(text);
  CHECK(text.find("1.570796327") != std::string::npos);
  CHECK(text.find("e-1") == std::string::npos);
}
