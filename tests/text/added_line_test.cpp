#include "text/added_line.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

namespace {

const std::string oscillator =
    "coordinates x\nparameters k = 4\nkinetic 1/2*x'^2\npotential 1/2*k*x^2\nwatch f = -k*x\n";

AddedLine watching(const std::string& formula) {
  return {.before = "watch own = ", .formula = formula, .origin = "--what", .label = "own="};
}

}  // namespace

TEST_CASE("a formula from elsewhere is read as the model's own are") {
  const Model model = read_with_lines(oscillator, "o.mech", {watching("f/k + sin(x)")});
  REQUIRE(model.system.watches().size() == 2);
  CHECK(model.system.watches()[1].name == "own");
  CHECK(model.text == oscillator);
  CHECK(
      read_with_lines(oscillator, "o.mech", {}, {.set = {{"k", 9}}}).system.parameters()[0].value ==
      9);
}

TEST_CASE("a mistake in a formula from elsewhere is shown there") {
  CHECK_THROWS_WITH(read_with_lines(oscillator, "o.mech", {watching("2*kk")}),
                    "--what:1:7: error: 'kk' is not defined\n"
                    "   1 | own=2*kk\n"
                    "     |       ^^\n"
                    "     = did you mean 'k'?");
  // what is missing at its end is shown behind it
  CHECK_THROWS_WITH(read_with_lines(oscillator, "o.mech", {watching("2*")}),
                    Catch::Contains("   1 | own=2*\n"));
  // and a mistake of the model in the model
  CHECK_THROWS_WITH(read_with_lines("coordinates x\nkinetic y\n", "o.mech", {watching("x")}),
                    Catch::StartsWith("o.mech:2:9: error"));
}
