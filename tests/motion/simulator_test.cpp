#include "motion/simulator.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/shared_code.hpp"
#include "mechanics/model_error.hpp"
#include "motion/restore.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

// each compiles something else: a whole step, steps by stages, redundant rows, a completed M, a
// law, a stop
const std::vector<std::string> models = {
    "models/double_pendulum/double_pendulum.mech", "models/hanging_chain/angles.mech",
    "models/redundant_rod/redundant_rod.mech",     "models/singular_mass/singular_mass.mech",
    "models/painleve_rod/painleve_rod.mech",       "models/knife_edge/knife_edge.mech"};

std::vector<double> numbers_of(const Motion& motion) {
  std::vector<double> all = motion.record().table;
  // a time between two outputs is integrated anew
  const double t = 0.3 * motion.start_time() + 0.7 * motion.end_time();
  const Snapshot now = motion.at(t);
  all.insert(all.end(), now.row().begin(), now.row().end());
  return all;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return x == y || (x != x && y != y); });
}

constexpr const char* pendulum = R"(
parameters l = 1
parameters long = 2*l
coordinates x, y
lagrangian 1/2*(x'^2 + y'^2) - 9.81*y
constraint rod: x^2 + y^2 = long^2
start x = long, y = 0, x' = 0
)";

Expr symbol(const Model& model, const char* name) {
  return {model.system.graph(), model.system.graph().find_symbol(name)};
}

}  // namespace

TEST_CASE("a run gives the same digits whatever ran before it") {
  for (const std::string& file : models) {
    INFO(file);
    const Model model = read_model(file);
    for (const Method method : {Method::dop853, Method::gauss}) {
      SimulateOptions options;
      options.until = 0.5;
      options.tolerance = 1e-8;
      options.method = method;
      const std::vector<double> alone = numbers_of(simulate(model, options));
      Simulator simulator(model);
      CHECK(same_bits(numbers_of(simulator.run(options)), alone));
      SimulateOptions others = options;
      others.tolerance = 1e-5;
      others.until = 0.4;
      simulator.run(others);
      CHECK(same_bits(numbers_of(simulator.run(options)), alone));
    }
  }
}

TEST_CASE("other numbers for parameters are those of a system that has them") {
  const Model model = read_text(pendulum, "pendulum.mech");
  const Expr l = symbol(model, "l");
  Simulator simulator(model);
  SimulateOptions options;
  options.until = 3;
  std::vector<std::vector<double>> seen;
  for (const double length : {1.0, 0.25, 7.5, 1.0}) {
    INFO("l = " << length);
    options.parameters = {{l, length}};
    const Motion motion = simulator.run(options);
    Model other = model;
    other.system = model.system.with_parameters({{l.node(), length}});
    SimulateOptions plain;
    plain.until = 3;
    const Motion wanted = simulate(other, plain);
    REQUIRE(motion.size() == wanted.size());
    const Snapshot end = motion.at(3), end_wanted = wanted.at(3);
    for (const char* column : {"x", "y", "x'", "y'"})
      CHECK(end[column] == Approx(end_wanted[column]).margin(1e-8 * length).epsilon(0));
    // long is a formula of l
    CHECK(std::hypot(end["x"], end["y"]) == Approx(2 * length).epsilon(1e-12));
    CHECK(motion.equations().system.parameters()[1].value == 2 * length);
    seen.push_back(numbers_of(motion));
  }
  CHECK(same_bits(seen.front(), seen.back()));
}

TEST_CASE("a system made in C++ is simulated again with another start") {
  System free_fall;
  const Expr y = free_fall.coordinate("y"), g = free_fall.parameter("g", 10);
  free_fall.kinetic(square(rate(y)) / 2);
  free_fall.potential(g * y);
  Simulator simulator(free_fall);
  for (const double height : {1.0, 80.0}) {
    const Motion motion =
        simulator.run({.start = {{y, height}}, .parameters = {{g, height}}, .until = 2});
    CHECK(motion.at(2)["y"] == Approx(height - height / 2 * 4).epsilon(1e-10));
  }
}

TEST_CASE("the motion of one run is not disturbed by the next") {
  const Model model = read_text(pendulum, "pendulum.mech");
  Simulator simulator(model);
  SimulateOptions options;
  options.until = 2;
  options.parameters = {{symbol(model, "l"), 1}};
  const Motion first = simulator.run(options);
  const std::vector<double> before = numbers_of(first);
  options.parameters = {{symbol(model, "l"), 3}};
  const Motion second = simulator.run(options);
  CHECK(same_bits(numbers_of(first), before));
  CHECK(std::hypot(second.at(1.5)["x"], second.at(1.5)["y"]) == Approx(6).epsilon(1e-12));
}

TEST_CASE("a record of a run with other numbers is restored to the digit") {
  const Model model = read_text(pendulum, "pendulum.mech");
  Simulator simulator(model);
  SimulateOptions options;
  options.until = 2;
  options.parameters = {{symbol(model, "l"), 0.5}};
  const Motion motion = simulator.run(options);
  const Motion again = restore(model, options, motion.record());
  CHECK(same_bits(again.record().table, motion.record().table));
  CHECK(again.at(1.2345)["x"] == Approx(motion.at(1.2345)["x"]).epsilon(1e-9));
}

TEST_CASE("a number for what is no parameter is refused") {
  const Model model = read_text(pendulum, "pendulum.mech");
  SimulateOptions options;
  options.until = 1;
  options.parameters = {{symbol(model, "x"), 1}};
  CHECK_THROWS_WITH(Simulator(model).run(options), Catch::Contains("belongs to a parameter"));
}

TEST_CASE("code is shared by what it does not depend on, and by nothing else") {
  const Model model = read_text(pendulum, "pendulum.mech");
  const Equations equations = derive(model.system);
  SharedCode code;
  const auto get = [&](const Equations& of, std::vector<std::size_t> free, double tolerance) {
    solution::ExplicitOptions options;
    options.free_parameters = std::move(free);
    return code.explicit_code(of, {0}, options, tolerance);
  };
  Equations longer = equations;
  longer.system = equations.system.with_numbers({{symbol(model, "l").node(), 2}});
  const auto folded = get(equations, {}, 1e-10), free = get(equations, {0, 1}, 1e-10);
  CHECK(folded == get(equations, {}, 1e-10));
  CHECK(folded != get(longer, {}, 1e-10));
  CHECK(folded != get(equations, {}, 1e-9));
  CHECK(free != folded);
  CHECK(free == get(longer, {0, 1}, 1e-10));
}
