#include "mechanics/model_error.hpp"

#include <catch2/catch.hpp>

using namespace alembert;

TEST_CASE("a mistake in a file is shown with its place, a caret and a hint") {
  const ModelError error({"pendulum.mech", 7, 23, 2, "constraint rod: x^2 + yy^2 = l^2"},
                         "'yy' is not defined", "did you mean 'y'?");
  CHECK(std::string(error.what()) ==
        "pendulum.mech:7:23: error: 'yy' is not defined\n"
        "   7 | constraint rod: x^2 + yy^2 = l^2\n"
        "     |                       ^^\n"
        "     = did you mean 'y'?");
  CHECK(error.message() == "'yy' is not defined");
  CHECK(error.hint() == "did you mean 'y'?");
  CHECK(error.place().line == 7);
}

TEST_CASE("a mistake without a hint ends with the caret") {
  const ModelError error({"a.mech", 12345, 1, 5, "start"}, "nothing starts");
  CHECK(std::string(error.what()) ==
        "a.mech:12345:1: error: nothing starts\n"
        "12345 | start\n"
        "      | ^^^^^");
}

TEST_CASE("the caret counts characters, not bytes, and keeps tabs") {
  const ModelError greek({"a.mech", 2, 9, 1, "force θ: ω"}, "'ω' is not defined");
  CHECK(std::string(greek.what()) ==
        "a.mech:2:9: error: 'ω' is not defined\n"
        "   2 | force θ: ω\n"
        "     |         ^");
  const ModelError tab({"a.mech", 3, 4, 1, "\tθ\t? "}, "what is this?");
  CHECK(std::string(tab.what()) ==
        "a.mech:3:4: error: what is this?\n"
        "   3 | \tθ\t? \n"
        "     | \t \t^");
}

TEST_CASE("a caret may stand behind the end of its line, and an empty stretch still gets one") {
  const ModelError end({"a.mech", 1, 6, 0, "x = 1"}, "the line ends too early");
  CHECK(std::string(end.what()) ==
        "a.mech:1:6: error: the line ends too early\n"
        "   1 | x = 1\n"
        "     |      ^");
  const ModelError beyond({"a.mech", 1, 9, 1, "x"}, "far away");
  CHECK(std::string(beyond.what()) ==
        "a.mech:1:9: error: far away\n"
        "   1 | x\n"
        "     |         ^");
}

TEST_CASE("of a long line only the part around the caret is shown") {
  const ModelError error({"a.mech", 1, 103, 2, "+ yy + z", 101}, "'yy' is not defined");
  CHECK(std::string(error.what()) ==
        "a.mech:1:103: error: 'yy' is not defined\n"
        "   1 | + yy + z\n"
        "     |   ^^");
}

TEST_CASE("a place without a column points at the start of its line") {
  Place place;
  place.file = "a.mech";
  place.line = 4;
  place.text = "wrong";
  CHECK(std::string(ModelError(place, "wrong").what()) ==
        "a.mech:4:0: error: wrong\n"
        "   4 | wrong\n"
        "     | ^");
}

TEST_CASE("text that comes from no file has a line but no name") {
  const ModelError error({"", 1, 1, 1, "x"}, "wrong");
  CHECK(std::string(error.what()) ==
        "1:1: error: wrong\n"
        "   1 | x\n"
        "     | ^");
}

TEST_CASE("a mistake in a system built in C++ has no place") {
  CHECK(std::string(ModelError("there is no constraint 'rope'").what()) ==
        "error: there is no constraint 'rope'");
  const ModelError error("constraint 'c' contains no coordinate", "write one");
  CHECK(std::string(error.what()) ==
        "error: constraint 'c' contains no coordinate\n"
        "     = write one");
  CHECK(error.place().line == 0);
  CHECK(error.place().file.empty());
}

TEST_CASE("a mistake about a whole file names the file only") {
  Place place;
  place.file = "missing.mech";
  CHECK(std::string(ModelError(place, "there is no such file").what()) ==
        "missing.mech: error: there is no such file");
}
