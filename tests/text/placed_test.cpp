#include "text/placed.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

namespace {

const std::string two_rods =
    "coordinates x y u[1..3]\n"
    "kinetic x'^2 + y'^2 + sum(i in 1..3: u[i]'^2)\n"
    "constraint rod: x^2 + y^2 = 1\n"
    "constraint chain[i in 1..2]: u[i] = u[i+1]\n"
    "start y ~ 1, x = 2, x' = 0, y = 0\n"
    "      u[1] = 1, u[i in 2..3] = 2\n"
    "run 1\n";

std::string shown(const StartMatter& matter, const std::string& text = two_rods) {
  return placed(StartError("a mistake", "a hint", matter), text, "rods.mech").what();
}

}  // namespace

TEST_CASE("a mistake at the start is shown at the values that it is about") {
  CHECK(shown({.given = {"x", "y"}, .held = {"rod"}}) ==
        "rods.mech:5:7: error: a mistake\n"
        "   5 | start y ~ 1, x = 2, x' = 0, y = 0\n"
        "     |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "     = a hint");
  CHECK(shown({.given = {"x'"}}).find("rods.mech:5:21: ") == 0);
  CHECK(shown({.given = {"x'"}}).find("| " + std::string(20, ' ') + "^^^^^^\n") !=
        std::string::npos);
  CHECK(shown({.given = {"u[1]"}}).find("rods.mech:6:7: ") == 0);
  CHECK(shown({.given = {"u[3]"}}).find("rods.mech:6:17: ") == 0);
}

TEST_CASE("a mistake at the start about nothing that is given is shown at the constraint") {
  CHECK(shown({.held = {"rod"}}).find("rods.mech:3:12: ") == 0);
  CHECK(shown({.held = {"chain[2]"}}).find("rods.mech:4:12: ") == 0);
  CHECK(shown({.given = {"y'"}, .held = {"rod"}}).find("rods.mech:3:12: ") == 0);
}

TEST_CASE("a mistake of the start as a whole is shown at its first line, where there is one") {
  CHECK(shown({}).find("rods.mech:5:7: ") == 0);
  const std::string without_start = "coordinates x\nkinetic x'^2\nrun 1\n";
  CHECK(shown({}, without_start) == "error: a mistake\n     = a hint");
  CHECK(shown({.given = {"x"}, .held = {"rod"}}, without_start) ==
        "error: a mistake\n     = a hint");
}
