#include "report/motion_report.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "files/atomic_file.hpp"
#include "motion/simulate.hpp"
#include "source_folder.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion motion_of(const std::string& model, double until) {
  return simulate(read_model(source_folder() + "/models/" + model), {.until = until});
}

}  // namespace

TEST_CASE("the JSON of a run has the names that scripts rely on, with all digits") {
  const Motion motion = motion_of("appell/resisted.mech", 1);
  const nlohmann::json json = nlohmann::json::parse(motion_json(motion));
  for (const char* name : {"system", "outcome", "t", "state", "acceleration", "constraints",
                           "energy", "largest", "rank", "freedoms", "events", "steps",
                           "evaluations", "seconds", "watch", "audit", "checks"})
    CHECK(json.contains(name));
  CHECK(json["audit"]["holds"] == true);
  CHECK(json["outcome"] == "reached the end");
  CHECK(json["state"]["x'"].get<double>() == motion.back()["x'"]);
  const auto& cone = json["constraints"]["cone"];
  for (const char* name : {"level", "residual", "rate", "lambda", "lambda_total", "unique", "ideal",
                           "nonideal", "power"})
    CHECK(cone.contains(name));
  CHECK(cone["level"] == "velocity");
  CHECK(cone["unique"] == true);
  // M q̈ = Q + ideal + nonideal with M = m I and gravity along z
  const double m = motion.equations().system.parameters().front().value;
  CHECK(cone["ideal"]["x"].get<double>() + cone["nonideal"]["x"].get<double>() ==
        Approx(m * json["acceleration"]["x"].get<double>()).margin(1e-12));
}

TEST_CASE("the table of a motion has one line per output and names every column") {
  const Motion motion = motion_of("double_pendulum/double_pendulum.mech", 0.1);
  std::istringstream lines(motion_csv(motion));
  std::string line;
  std::getline(lines, line);
  CHECK(line.substr(0, 8) == "t,x1,y1,");
  CHECK(line.find("\"ideal(rod1, x1)\"") != std::string::npos);
  std::size_t count = 0;
  while (std::getline(lines, line)) ++count;
  CHECK(count == motion.size());
}

TEST_CASE("joints that leave no freedom are named, unless something is driven") {
  const auto told = [](const std::string& last) {
    return motion_text(
        simulate(read_text("gravity (0, -9.81)\nbody block: mass 1, inertia 1\n"
                           "joint rail: prismatic ground block at (0, 0) along x\n" +
                               last + "\nrun 1\n",
                           "slots.mech")));
  };
  const std::string note = "nothing can move: rail, slot leave no freedom";
  CHECK(told("joint slot: prismatic ground block at (0, 0) along y").find(note) !=
        std::string::npos);
  CHECK(told("constraint drive: rail = t").find("nothing can move") == std::string::npos);
  CHECK(told("").find("nothing can move") == std::string::npos);
}

TEST_CASE("what is not defined leaves its cell of the table empty, and null in JSON") {
  const Motion motion = simulate(
      read_text("coordinates x\nkinetic 1/2*x'^2\nstart x = 1, x' = -1\nrun 2\nwatch r = sqrt(x)\n",
                "body.mech"));
  const std::string table = motion_csv(motion);
  CHECK(table.find("nan") == std::string::npos);
  CHECK(table.ends_with(",\n"));  // at x = −1
  CHECK(nlohmann::json::parse(motion_json(motion))["watch"]["r"].is_null());
  CHECK(motion_text(motion).find("nan") == std::string::npos);
}

TEST_CASE("a file is written whole or not at all") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "alembert_atomic_file_test";
  fs::create_directories(folder);
  const std::string path = folder / "result.txt";
  files::write_file(path, "first");
  files::write_file(path, "second");
  std::ifstream file(path);
  std::string text;
  file >> text;
  CHECK(text == "second");
  CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  CHECK_THROWS_WITH(files::write_file(folder / "missing" / "x", "y"),
                    Catch::Contains("cannot write"));
  fs::remove_all(folder);
}

TEST_CASE("the text of a run names first what has a force, and last what only normalises") {
  const std::string text = motion_text(
      simulate(read_text("coordinates c s x\nkinetic (c*s' - s*c')^2 + x'^2\npotential 9.81*s\n"
                         "constraint unit: c^2 + s^2 = 1\nconstraint cam: x = s\n"
                         "start c = 1, s = 0\n",
                         "m"),
               {.until = 0.1}));
  REQUIRE(text.find("  cam: lambda") != std::string::npos);
  REQUIRE(text.find("  unit: lambda") != std::string::npos);
  CHECK(text.find("  cam: lambda") < text.find("  unit: lambda"));
}

TEST_CASE("the text and the JSON of a run tell which joints share forces with which") {
  // a gate on two hinges, and a small door in it on two more
  const Motion motion =
      simulate(read_text("gravity (0, 0, -9.81)\n"
                         "body gate: mass 80, box (2, 0.1, 2), at (1, 0, 1)\n"
                         "body door: mass 20, box (0.8, 0.05, 1.8), at (1, 0, 1)\n"
                         "joint low:   revolute ground gate at (0, 0, 0.3) along z\n"
                         "joint inner: revolute gate door at (0.6, 0, 0.3) along z\n"
                         "joint high:  revolute ground gate at (0, 0, 1.7) along z\n"
                         "joint upper: revolute gate door at (0.6, 0, 1.7) along z\n"
                         "start low' = 1\nrun 0.1\n",
                         "gate.mech"));
  const std::string text = motion_text(motion);
  CHECK(text.find("among themselves: low, high\n") != std::string::npos);
  CHECK(text.find("among themselves: inner, upper\n") != std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(motion_json(motion));
  CHECK(json["joints"]["high"]["shared_with"] == nlohmann::json{"low"});
}

TEST_CASE("a weld that closes a loop is told, as it could make one body of two") {
  const Motion motion =
      simulate(read_text("gravity (0, 0, -9.81)\n"
                         "body arm:  mass 1, rod (0, 0, 0) (1, 0, 0) radius 0.02\n"
                         "body fork: mass 1, rod (0, 0, 0) (0, 0, 1) radius 0.02\n"
                         "joint p: revolute ground arm at (0, 0, 0) along y\n"
                         "joint q: revolute ground fork at (0, 0, 0) along y\n"
                         "joint seam: weld arm fork\nrun 0.1\n",
                         "weld.mech"));
  CHECK(motion_text(motion).find("seam is kept by rows: written before the other joints of arm and "
                                 "fork, it makes one body of them\n") != std::string::npos);
}

TEST_CASE("what rounding leaves of a constraint is called so in any unit of length") {
  const auto words = [](const std::string& length, const std::string& drift) {
    return motion_text(simulate(
        read_text("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\npotential 9.81*" + length + "*y\n" +
                      "constraint rod: x^2 + y^2 = " + length + "^2\nstart x = " + length +
                      ", y = 0\nrun 1\n    tolerance 1e-6\n    drift " + drift + "\n",
                  "rod.mech")));
  };
  for (const char* length : {"1", "1e4", "1e-3"}) {
    CHECK_THAT(words(length, "project"), Catch::Contains("hold to rounding ("));
    CHECK_THAT(words(length, "none"), !Catch::Contains("hold to rounding ("));
  }
}

TEST_CASE("the JSON of a run tells what of the start was found, and the other branch") {
  const auto json_of = [](const std::string& start) {
    const Model model =
        read_text("coordinates x y\nkinetic 1/2*(x'^2 + y'^2)\nconstraint rod: x^2 + y^2 = 25\n" +
                      start + "\nrun 0.1\n",
                  "rod.mech");
    const Motion motion = simulate(model);
    return nlohmann::json::parse(motion_json(motion, {}, {}, found_start(motion, model)));
  };
  const nlohmann::json guessed = json_of("start x = 3, y ~ 3");
  CHECK(guessed["found_start"]["y"]["value"].get<double>() == Approx(4).epsilon(1e-12));
  CHECK(guessed["found_start"]["y"]["guess"] == 3);
  CHECK(guessed["other_starts"].empty());
  const nlohmann::json free = json_of("start x = 3");
  CHECK(free["found_start"]["y"]["guess"].is_null());
  CHECK(free["other_starts"][0]["y"].get<double>() ==
        Approx(-free["found_start"]["y"]["value"].get<double>()).epsilon(1e-12));
}

TEST_CASE("a file behind a link is replaced, and the link stays") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "alembert_links";
  fs::create_directories(folder);
  files::write_file(folder / "file", "old");
  fs::create_symlink("file", folder / "link");
  files::write_file(folder / "link", "new");
  CHECK(fs::is_symlink(folder / "link"));
  std::stringstream said;
  said << std::ifstream(folder / "file").rdbuf();
  CHECK(said.str() == "new");
  CHECK_THROWS_WITH(files::check_writable(folder), Catch::Contains("Is a directory"));
  CHECK_THROWS_WITH(files::check_writable(folder / "none" / "file"),
                    Catch::Contains("No such file"));
  CHECK_NOTHROW(files::check_writable(folder / "new"));
  CHECK(!fs::exists(folder / "new"));
  fs::remove_all(folder);
}
