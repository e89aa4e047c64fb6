// Models of the gallery as bodies and joints move as they do in the formulas that were written by
// hand, with the same forces.

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

std::string path_of(const std::string& model) {
  return source_folder() + "/models/" + model + ".mech";
}

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  REQUIRE_FALSE(text.str().empty());
  return text.str();
}

// a number of the body model, and what it is in the other, less a constant
struct Same {
  std::string body, formula;
  double shift = 0;
};

void check_same(const Motion& bodies, const Motion& formulas, const std::vector<double>& times,
                const std::vector<Same>& numbers, double tolerance) {
  REQUIRE(bodies.outcome().complete());
  REQUIRE(formulas.outcome().complete());
  for (const Same& same : numbers) {
    // beside the largest value on the way, as steps and rounding are
    double size = 0;
    for (const double value : formulas[same.formula]) size = std::max(size, std::fabs(value));
    REQUIRE(size > 0);
    for (const double t : times) {
      INFO(same.body << " at " << t);
      CHECK(bodies.at(t)[same.body] + same.shift ==
            Approx(formulas.at(t)[same.formula]).margin(tolerance * size).epsilon(0));
    }
  }
}

}  // namespace

// The tolerances are those of the runs, times steps, times the growth of an error that the models
// state.

TEST_CASE("Bricard's mechanism of bodies moves as its formulas say", "[bodies]") {
  check_same(simulate(read_model(path_of("bricard/bricard"))),
             simulate(read_model(path_of("bricard/formulas"))), {1, 5, 10},
             {{"a[1]", "a[1]"},
              {"a[2]", "a[2]"},
              {"a[3]", "a[3]"},
              {"a[4]", "a[4]"},
              {"a[5]", "a[5]"},
              {"height", "height"}},
             1e-9);
}

TEST_CASE("a top on a ball joint moves as its formulas say", "[bodies]") {
  check_same(simulate(read_model(path_of("heavy_top/heavy_top"))),
             simulate(read_model(path_of("heavy_top/formulas"))), {0.1, 1, 2},
             {{"pivot.e0", "e0"},
              {"pivot.e1", "e1"},
              {"pivot.e2", "e2"},
              {"pivot.e3", "e3"},
              {"height", "height"},
              {"turn.1", "turn_x"},
              {"turn.2", "turn_y"},
              {"turn.3", "turn_z"}},
             1e-7);
}

TEST_CASE("a slider crank of bodies moves, and its rod pulls, as its formulas say", "[bodies]") {
  check_same(simulate(read_model(path_of("slider_crank/slider_crank"))),
             simulate(read_model(path_of("slider_crank/formulas"))), {0.2, 0.5, 1},
             {{"rod_force", "rod_force"}, {"speed", "speed"}}, 1e-7);
}

TEST_CASE("Watt's linkage of bodies moves, and its bars pull, as its formulas say", "[bodies]") {
  check_same(simulate(read_model(path_of("watt_linkage/watt_linkage"))),
             simulate(read_model(path_of("watt_linkage/formulas"))), {0, 1, 5},
             {{"across", "across"},
              {"along", "along"},
              {"force[1]", "force[1]"},
              {"force[2]", "force[2]"}},
             1e-8);
}

TEST_CASE("Andrews' mechanism of bodies moves as its formulas say, with the forces of its loops",
          "[bodies]") {
  std::string text = read_file(path_of("andrews_squeezer/formulas"));
  text.insert(text.find("\nwatch\n") + 7,
              "    squeeze = hypot(lambda(loop1.1), lambda(loop1.2)) [N]\n");
  check_same(simulate(read_model(path_of("andrews_squeezer/andrews_squeezer"))),
             simulate(read_text(text, "formulas.mech")), {0.01, 0.03, 0.05},
             {{"beta", "beta"},
              {"Theta", "Theta"},
              {"gamma", "gamma"},
              {"Phi", "Phi"},
              {"delta", "delta"},
              {"Omega", "Omega"},
              {"epsilon", "epsilon"},
              {"spring_length", "spring_length"},
              {"squeeze", "squeeze"}},
             1e-7);
}

TEST_CASE("a governor of bodies moves as its formulas say", "[bodies]") {
  // explicit steps, of which there are many
  const SimulateOptions second{.until = 1.0};
  check_same(simulate(read_model(path_of("flyball_governor/flyball_governor")), second),
             simulate(read_model(path_of("flyball_governor/formulas")), second), {0.1, 0.5, 1},
             {{"psi", "psi"},
              {"beta[1]", "beta[1]", std::numbers::pi / 6},
              {"beta[2]", "beta[2]", std::numbers::pi / 6},
              {"spin", "spin"}},
             1e-8);
}

TEST_CASE("a bicycle of bodies rides as its formulas say, on the same road", "[bodies]") {
  // the formulas start at a published state: here they are pushed as the bodies are
  std::string text = read_file(path_of("bicycle/formulas"));
  const std::size_t start = text.find("\nstart\n"), check = text.find("\ncheck\n");
  REQUIRE(start < check);
  text = text.substr(0, start) + R"(
start
    q1 = 0, q2 = 0, q3 = 0, q4 = 0, q5 ~ lam, q6 = 0, q7 = 0, q8 = 0
    q4' = 0.5, q6' = -4.6/rR, q7' = 0
run 5
    tolerance 1e-12
    every 0.01
watch
    rear_1 = lambda(rear_x), rear_2 = lambda(rear_y)
    front_1 = lambda(front_x), front_2 = lambda(front_y), load_f = -lambda(front_touch)
)";
  std::string bodies = read_file(path_of("bicycle/bicycle"));
  bodies.insert(bodies.find("\ncheck\n"), R"(
watch
    G_ = G
    H_ = H
)");
  check_same(simulate(read_text(bodies, "bodies.mech")), simulate(read_text(text, "formulas.mech")),
             {0.5, 1, 2, 5},
             {{"base.1", "q3"},
              {"base.2", "q4"},
              {"base.3", "q5", std::numbers::pi / 10},
              {"hub_r", "q6"},
              {"head", "q7"},
              {"hub_f", "q8"},
              {"G_.1", "rear_1"},
              {"G_.2", "rear_2"},
              {"H_.1", "front_1"},
              {"H_.2", "front_2"},
              {"load_f", "load_f"}},
             1e-8);
}
