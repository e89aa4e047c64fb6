// Six mechanisms as one writes them down first, in tests/bodies/plain: as short as docs/bodies.md
// says, and the same mechanisms as the models of the gallery, which have checks, drawings and
// remarks in addition.

#include <catch2/catch.hpp>
#include <sstream>

#include "motion/simulate.hpp"
#include "text/read.hpp"

namespace alembert {
namespace {

struct PlainModel {
  std::string name;
  int lines;     // without blanks and comments
  double until;  // before errors of the default tolerance grow beyond the bound
};

const std::vector<PlainModel> plain_models{{"stewart_platform", 17, 2},    {"bricard", 14, 2},
                                           {"four_bar_in_space", 10, 0.5}, {"bicycle", 19, 2},
                                           {"strandbeest_leg", 29, 1},     {"six_axis_arm", 18, 2}};

std::string plain_path(const std::string& name) { return "tests/bodies/plain/" + name + ".mech"; }

int count_lines(const std::string& text) {
  std::istringstream lines(text);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && line[first] != '#') ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("mechanisms take as many lines as the comparison with other programs says", "[bodies]") {
  for (const PlainModel& plain : plain_models) {
    INFO(plain.name);
    CHECK(count_lines(text_of_model(plain_path(plain.name))) == plain.lines);
  }
}

TEST_CASE("a mechanism written in its fewest lines moves as the model of the gallery", "[bodies]") {
  for (const PlainModel& plain : plain_models) {
    const auto run = [&](const std::string& path) {
      return simulate(read_model(path),
                      {.until = plain.until, .tolerance = 1e-11, .every = plain.until});
    };
    const Motion shortly = run(plain_path(plain.name));
    const Motion fully = run("models/" + plain.name + "/" + plain.name + ".mech");
    REQUIRE(shortly.outcome().fate == Fate::reached_the_end);
    const std::vector<Coordinate>& all = shortly.equations().system.coordinates();
    REQUIRE(all.size() == fully.equations().system.coordinates().size());
    for (const Coordinate& x : all) {
      INFO(plain.name << ": " << x.name);
      // run tolerance x 1000 steps x growth of an error, 10
      CHECK(shortly.back()[x.name] == Approx(fully.back()[x.name]).margin(1e-7).epsilon(1e-7));
    }
  }
}

}  // namespace alembert
