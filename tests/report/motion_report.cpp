#include "report/motion_report.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "motion/simulate.hpp"
#include "report/atomic_file.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

Motion motion_of(const std::string& model, double until) {
  return simulate(read_model(std::string(ALEMBERT_SOURCE) + "/models/" + model), {.until = until});
}

}  // namespace

TEST_CASE("the JSON of a run has the names that scripts rely on, with all digits") {
  const Motion motion = motion_of("appell/resisted.mech", 1);
  const nlohmann::json json = nlohmann::json::parse(motion_json(motion));
  for (const char* name :
       {"system", "outcome", "t", "state", "acceleration", "constraints", "energy", "largest",
        "rank", "freedoms", "events", "steps", "evaluations", "seconds", "watch"})
    CHECK(json.contains(name));
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

TEST_CASE("a file is written whole or not at all") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "alembert_atomic_file_test";
  fs::create_directories(folder);
  const std::string path = folder / "result.txt";
  write_file(path, "first");
  write_file(path, "second");
  std::ifstream file(path);
  std::string text;
  file >> text;
  CHECK(text == "second");
  CHECK(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
  CHECK_THROWS_WITH(write_file(folder / "missing" / "x", "y"), Catch::Contains("cannot write"));
  fs::remove_all(folder);
}
