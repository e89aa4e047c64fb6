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
  return found_start_text(model, simulate(model));
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

TEST_CASE("velocities that follow from others are told") {
  // x x' + y y' = 0
  const std::string words = found("start x = 3, y = 4, x' = 4\n");
  CHECK(words.find("  y'                       -3  not given\n") != std::string::npos);
}

TEST_CASE("a guess that holds is not told") { CHECK(found("start x = 3, y ~ 4\n") == ""); }
