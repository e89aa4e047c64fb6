#include "text/read.hpp"

#include <catch2/catch.hpp>

#include "mechanics/model_error.hpp"
#include "symbol/print.hpp"

using namespace alembert;

namespace {

const char* const double_pendulum = R"(system "Double pendulum in Cartesian coordinates"

coordinates  x1 y1 x2 y2

parameters
    m1 = 1.0     # kg
    m2 = 1.0
    l1 = 1.0     # m
    l2 = 1.0
    g  = 9.81

kinetic    1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2)
potential  m1*g*y1 + m2*g*y2

constraint rod1:  x1^2 + y1^2 = l1^2
constraint rod2:  (x2 - x1)^2 + (y2 - y1)^2 = l2^2

start
    x1 = l1*sin(1),       y1 = -l1*cos(1)
    x2 = x1 + l2*sin(2),  y2 = y1 - l2*cos(2)

run 10
    tolerance 1e-12
    every 0.01

watch
    tension1 = -2*lambda(rod1)*l1

check
    energy constant to 1e-9
    constraints hold to 1e-11

draw
    line (0,0) (x1,y1) (x2,y2)
    point bob1 (x1,y1)
    point bob2 (x2,y2)
)";

}  // namespace

TEST_CASE("the double pendulum of the language page is read") {
  const Model model = read_text(double_pendulum, "double_pendulum.mech");
  const System& system = model.system;
  const Graph& graph = system.graph();
  CHECK(system.title() == "Double pendulum in Cartesian coordinates");
  REQUIRE(system.coordinates().size() == 4);
  CHECK(system.coordinates()[3].name == "y2");
  CHECK(system.parameters().size() == 5);
  CHECK(system.parameters()[4].value == 9.81);
  CHECK(system.kinetic_terms().size() == 1);
  REQUIRE(system.constraints().size() == 2);
  CHECK(system.constraints()[0].name == "rod1");
  CHECK(system.constraints()[1].rows.front().level == Level::position);
  CHECK(to_text(graph, system.constraints()[0].rows.front().left) == "x1^2 + y1^2");
  CHECK(model.start.size() == 4);
  REQUIRE(model.run);
  CHECK(graph.value(model.run->until) == 10);
  CHECK(graph.value(*model.run->tolerance) == 1e-12);
  CHECK(graph.value(*model.run->every) == 0.01);
  REQUIRE(system.watches().size() == 1);
  CHECK(system.watches()[0].name == "tension1");
  REQUIRE(model.checks.size() == 2);
  CHECK(model.checks[0].text == "energy constant to 1e-9");
  CHECK(model.checks[1].what == Expectation::What::constraints_hold);
  REQUIRE(model.drawing.size() == 3);
  CHECK(model.drawing[0].arguments.size() == 3);
  CHECK(model.drawing[1].name == "bob1");
}

TEST_CASE("a value can be set for a parameter that exists") {
  CHECK_THROWS_WITH(
      read_text(double_pendulum, "p.mech", {.set = {{"m3", 1}}}),
      "p.mech: error: there is no parameter or coordinate 'm3' to set\n     = did you mean 'm1'?");
  CHECK_THROWS_WITH(read_text(double_pendulum, "p.mech", {.set = {{"m1", 0.0 / 0.0}}}),
                    Catch::Contains("the value set for 'm1' is not a finite number"));
  const Model model = read_text(double_pendulum, "p.mech", {.set = {{"m1", 5}}});
  CHECK(model.system.parameters()[0].value == 5);
}

TEST_CASE("a value can be set for a position or velocity at the start") {
  const auto start_of = [](const Model& model, const std::string& name) -> const StartValue* {
    for (const StartValue& value : model.start)
      if (model.system.graph().name(value.symbol) == name) return &value;
    return nullptr;
  };
  const Model model = read_text(double_pendulum, "p.mech", {.set = {{"x1", 0.4}, {"y2'", -3}}});
  const Graph& graph = model.system.graph();
  CHECK(model.start.size() == 5);
  // in place of the formula of the text, and where the text says nothing
  CHECK(graph.value(start_of(model, "x1")->formula) == 0.4);
  CHECK(graph.value(start_of(model, "y2'")->formula) == -3);
  // what depends on it still does
  CHECK(to_text(graph, start_of(model, "x2")->formula) == "x1 + 0.9092974268256817*l2");
  // a guess becomes a given value
  const Model guessed = read_text("coordinates x\nkinetic 1/2*x'^2\nstart x ~ 1\nrun 1\n", "g.mech",
                                  {.set = {{"x", 2}}});
  CHECK_FALSE(guessed.start.front().guess);
  CHECK_THROWS_WITH(read_text(double_pendulum, "p.mech", {.set = {{"x1''", 1}}}),
                    Catch::Contains("no parameter or coordinate 'x1''' to set"));
}

TEST_CASE("a model keeps the text that it was read from") {
  CHECK(read_text(double_pendulum, "p.mech").text == double_pendulum);
  CHECK(read_text(std::string("\xef\xbb\xbf") + double_pendulum, "p.mech").text == double_pendulum);
}

TEST_CASE("files that cannot be read are mistakes as others are") {
  CHECK_THROWS_WITH(read_model("nowhere.mech"), "nowhere.mech: error: there is no such file");
  CHECK_THROWS_WITH(
      read_model("/"),
      "/: error: this is a directory, not a model file\n     = name a .mech file in it");
  CHECK_THROWS_WITH(read_model("models/pendulum/cartesain.mech"),
                    Catch::Contains("did you mean 'models/pendulum/cartesian.mech'?"));
  CHECK_THROWS_WITH(read_model("models/pendulum/cartesian"),
                    Catch::Contains("did you mean 'models/pendulum/cartesian.mech'?"));
  CHECK_THROWS_AS(read_model("/proc/self/mem"), ModelError);
  CHECK_THROWS_WITH(read_model("/dev/zero"), Catch::Contains("too large"));
}
