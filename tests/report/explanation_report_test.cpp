#include "report/explanation_report.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "motion/simulate.hpp"
#include "report/equilibrium_report.hpp"
#include "report/verification_report.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Model model_of(const std::string& name) {
  return read_model(source_folder() + "/models/" + name + ".mech");
}

theory::Explanation story_of(const std::string& name, double t) {
  return theory::explain(simulate(model_of(name), {.until = t}), t);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an instant is told with its violation, its share and its force, sign included",
          "[F16][F17]") {
  // a pendulum at rest at the side would fall; moving with v it is pulled inwards by v²/l
  System pendulum("side");
  const Expr x = pendulum.coordinate("x"), y = pendulum.coordinate("y");
  pendulum.kinetic((square(rate(x)) + square(rate(y))) / 2);
  pendulum.potential(9.81 * y);
  pendulum.constraint("rod", square(x) + square(y) == 1.0);
  const Motion motion = simulate(
      pendulum, {.start = {{x, 1.0}, {y, 0.0}, {rate(x), 0.0}, {rate(y), -2.0}}, .until = 1.0});
  const theory::Explanation story = theory::explain(motion, 0);
  CHECK(story.free_acceleration[1] == Approx(-9.81));
  CHECK(story.rows[0].violation == Approx(-8));  // b = −2 v², A a = 0
  CHECK(story.rows[0].answer[0] == Approx(-4));  // towards the pivot: −v²/l
  CHECK(story.forces[0].ideal[0] == Approx(-4));
  CHECK(story.virtual_displacements(1, 0) == 1);
  const std::string text = explanation_text(story, "side");
  CHECK(contains(text, "a = M^-1 Q"));
  CHECK(contains(text, "y -9.81"));
  CHECK(contains(text, "ideal      x -4; power 0"));
  CHECK(contains(text, "rod  lambda -2"));
  CHECK(contains(text, "every reaction is unique"));
}

TEST_CASE("given, ideal and non-ideal forces are shown apart, and their accelerations add up",
          "[N12][N14][N26]") {
  const theory::Explanation story = story_of("appell/resisted", 0.2);
  const nlohmann::json json = nlohmann::json::parse(explanation_json(story, ""));
  for (const std::string x : {"x", "y", "z"}) {
    const double sum = json["free_acceleration"][x].get<double>() +
                       json["rows"]["cone"]["answer"][x].get<double>() +
                       json["nonideal_share"][x].get<double>();
    CHECK(sum == Approx(json["acceleration"][x].get<double>()).margin(1e-13));
    const double force = json["constraints"]["cone"]["ideal"][x].get<double>() +
                         json["constraints"]["cone"]["nonideal"][x].get<double>();
    CHECK(force == Approx(json["acceleration"][x].get<double>() + (x == "z" ? 9.81 : 0)));
  }
  CHECK(json["constraints"]["cone"]["nonideal_power"].get<double>() < 0);
  const std::string text = explanation_text(story, "");
  CHECK(contains(text, "non-ideal  x"));
  CHECK(contains(text, "they turn by"));
}

TEST_CASE("rows that repeat each other are told to have no unique multipliers", "[F4][X22]") {
  const std::string text = explanation_text(story_of("redundant_rod/redundant_rod", 1), "");
  CHECK(contains(text, "Rank 1 of 2 rows: 1 freedom"));
  CHECK(contains(text, "rod, again depend on each other, 1 too many"));
  CHECK(contains(text, "(not unique: the one of least norm)"));
}

TEST_CASE("other routes agree, and textbook multipliers fail where rows repeat each other",
          "[F23]") {
  const std::string rod = routes_text(story_of("pendulum/cartesian", 0.5));
  CHECK_FALSE(contains(rod, "fails"));
  const std::string twice = routes_text(story_of("redundant_rod/redundant_rod", 0.5));
  CHECK(contains(twice, "null space"));
  CHECK(contains(twice, "fails: [M −Aᵀ; A 0] is singular"));
}

TEST_CASE("the picture of an instant has right angles and Pythagoras' theorem", "[N28]") {
  const theory::Explanation story = story_of("pendulum/cartesian", 0.5);
  const theory::Figure figure = theory::figure(theory::scaled_picture(story.scene.equations));
  CHECK(figure.exact);
  CHECK(figure.T_a_s.across == Approx(0).margin(1e-13));
  CHECK(figure.N_a_s.along == Approx(0).margin(1e-13));
  CHECK(std::hypot(figure.a_s.along, figure.a_s.across) == Approx(9.81));
  // of two ideal forces nothing stands out of a plane of two lines, of two rows something does
  const theory::Figure hoop = theory::figure(
      theory::scaled_picture(story_of("driven_hoop/driven_hoop", 0.7).scene.equations));
  CHECK_FALSE(hoop.exact);
  CHECK(contains(hoop.honesty, "stands out of the paper"));
}

TEST_CASE("velocity constraints are told apart: nonholonomic, or a position constraint in disguise",
          "[N2]") {
  const auto told = [](const std::string& model, const std::string& words) {
    return contains(explanation_text(story_of(model, 0.5), ""), words);
  };
  CHECK(told("knife_edge/knife_edge", "'blade' cannot be integrated to a position constraint"));
  CHECK(told("rod_three_ways/rate", "may be position constraints in disguise"));
  for (const char* silent : {"pendulum/cartesian", "appell/ideal", "rod_three_ways/length"})
    CHECK_FALSE((told(silent, "integrated") || told(silent, "in disguise")));
}

TEST_CASE("the pictures of the documentation are those that the program draws") {
  const std::tuple<const char*, const char*, double> pictures[] = {
      {"pendulum", "pendulum/cartesian", 0.5},
      {"driven_hoop", "driven_hoop/driven_hoop", 0.7},
      {"appell", "appell/resisted", 0.2}};
  for (const auto& [file, model, t] : pictures) {
    CAPTURE(file);
    const std::string title = model_of(model).system.title() + ", t = " +
                              (t == 0.5   ? "0.5"
                               : t == 0.7 ? "0.7"
                                          : "0.2");
    const std::string drawn = picture_svg(figure_picture(
        theory::figure(theory::scaled_picture(story_of(model, t).scene.equations)), title));
    const std::string path = source_folder() + "/docs/pictures/" + std::string(file) + ".svg";
    if (std::getenv("ALEMBERT_UPDATE_GOLDENS")) std::ofstream(path) << drawn;
    std::stringstream kept;
    kept << std::ifstream(path).rdbuf();
    CHECK(kept.str() == drawn);
  }
}

TEST_CASE("an equilibrium is told with its forces and its verdict", "[L4]") {
  const Model model = model_of("pendulum/cartesian");
  const theory::Equilibrium rest = theory::find_equilibrium(model);
  const nlohmann::json json = nlohmann::json::parse(equilibrium_json(rest, model.system));
  CHECK(json["position"]["x"].get<double>() == Approx(0).margin(1e-9));
  // the rod carries the weight: up where the bob hangs, and up where it stands
  CHECK(json["constraints"]["rod"]["force"]["y"].get<double>() == Approx(9.81));
  const bool hangs = json["position"]["y"].get<double>() < 0;
  CHECK(json["stability"] == (hangs ? "stable" : "unstable"));
  CHECK(contains(equilibrium_text(rest, model.system), "force of constraint on coordinate"));
}

TEST_CASE("a verification lists what holds, what fails and what does not apply") {
  theory::Verification verification{.from = 0, .until = 1, .instants = 3, .statements = {}};
  verification.statements.push_back({{"F8", "good", 1e-15, 1e-12, {}}, 0.5, 3});
  verification.statements.push_back({{"F9", "bad", 1e-3, 1e-12, {}}, 1, 3});
  verification.statements.push_back({{"X1", "void", 0, 0, "no reason"}, 0, 0});
  const std::string text = verification_text(verification, "");
  CHECK(contains(text, "holds  F8   good  (1.0e-15 of 1e-12, t = 0.5)"));
  CHECK(contains(text, "FAILS  F9   bad"));
  CHECK(contains(text, "X1   void: no reason"));
  CHECK(contains(text, "1 statements hold, 1 fail, 1 do not apply"));
  const nlohmann::json json = nlohmann::json::parse(verification_json(verification, ""));
  CHECK(json["failed"] == 1);
  CHECK(json["statements"][1]["holds"] == false);
}
