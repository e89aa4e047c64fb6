#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "mechanics/model_error.hpp"
#include "source_folder.hpp"
#include "sweep/chunk_runner.hpp"
#include "sweep/plan_text.hpp"
#include "sweep/sweep.hpp"

using namespace alembert;

namespace {

const char* const pendulum = R"(
coordinates x y
parameters
    m = 1, l = 1, g = 9.81, a = 0.5
    weight = m*g
kinetic 1/2*m*(x'^2 + y'^2)
potential weight*y
constraint rod: x^2 + y^2 = l^2
start
    x = l*sin(a), y = -l*cos(a), x' = 0, y' = 0
run 4
    tolerance 1e-12
    every 0.01
)";

Study study_of(const SweepPlan& plan, const std::vector<std::string>& keep,
               const std::string& text = pendulum) {
  return read_study(
      {.model_text = text, .model_name = "pendulum.mech", .plan = plan, .keep = keep});
}

/// A name for a file that is gone after the test, as is its journal.
struct Scratch {
  std::string path;
  explicit Scratch(const std::string& ending)
      : path((std::filesystem::temp_directory_path() /
              ("alembert_sweep_" + std::to_string(::getpid()) + ending))
                 .string()) {
    clear();
  }
  ~Scratch() { clear(); }
  void clear() const {
    std::filesystem::remove(path);
    std::filesystem::remove(path + ".journal");
  }
  std::string bytes() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

/// K(k), the complete elliptic integral of the first kind, by the arithmetic-geometric mean.
double elliptic(double k) {
  double a = 1, b = std::sqrt(1 - k * k);
  for (int i = 0; i < 20; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::numbers::pi / (2 * a);
}

}  // namespace

TEST_CASE(
    "pendulums of a grid pass the bottom after a quarter of their period, with their tension") {
  const Study study = study_of({read_grid({"l=0.4:1.6:4", "a=0.1:2:5"})},
                               {"first(x < 0); max(-2*lambda(rod)*l); max(energy); min(energy)"});
  for (const bool lanes : {true, false}) {
    const ChunkRunner runner(study, {.lanes = lanes});
    CHECK(runner.in_lanes() == lanes);
    const ChunkResult result = runner.run(0).value();
    for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
      const std::vector<double> row = study.plan().row(i);
      const double l = row[0], a = row[1];
      const double quarter = std::sqrt(l / 9.81) * elliptic(std::sin(a / 2));
      CHECK(result.outcomes[i].fate == Fate::reached_the_end);
      CHECK(result.values[4 * i] == Approx(quarter).epsilon(1e-9));
      // m g (3 − 2 cos a) at the bottom; an output is at most 0.005 s from it
      const double most = 9.81 * (3 - 2 * std::cos(a));
      CHECK(result.values[4 * i + 1] <= most * (1 + 1e-9));
      CHECK(result.values[4 * i + 1] >= most * (1 - 1e-3));
      CHECK(result.values[4 * i + 2] == Approx(-9.81 * l * std::cos(a)).margin(1e-9));
      CHECK(result.values[4 * i + 3] == Approx(-9.81 * l * std::cos(a)).margin(1e-9));
    }
  }
}

TEST_CASE("lanes and runs by themselves keep the same") {
  // the constraint gives x' where y' varies
  std::string with_free_speed = pendulum;
  const std::string still = ", x' = 0, y' = 0";
  with_free_speed.erase(with_free_speed.find(still), still.size());
  const Study study =
      study_of({read_samples("m=normal(1,0.2), y'=uniform(-2,2), a=uniform(0.2,1)", 16, 3)},
               {"final", "x'' at 0.5; reaction(rod, y) at 0; x every 0.5; weight at 1",
                "min(lambda(rod)); first(y > -0.9)"},
               with_free_speed);
  const ChunkResult lanes = ChunkRunner(study).run(0).value(),
                    alone = ChunkRunner(study, {.lanes = false}).run(0).value();
  REQUIRE(lanes.values.size() == alone.values.size());
  for (const ChunkResult* result : {&lanes, &alone})
    for (const Outcome& outcome : result->outcomes) CHECK(outcome.fate == Fate::reached_the_end);
  for (std::size_t i = 0; i < lanes.values.size(); ++i) {
    CHECK(std::isnan(lanes.values[i]) == std::isnan(alone.values[i]));
    if (!std::isnan(lanes.values[i]))
      CHECK(lanes.values[i] == Approx(alone.values[i]).epsilon(1e-8).margin(1e-8));
  }
}

TEST_CASE("a watch of the model can be kept by its name, also within a formula") {
  const Study study = study_of({read_grid({"a=0.1:2:5"})},
                               {"pull at 1; twice = 2*pull at 1; reaction(rod, y) at 1"},
                               std::string(pendulum) + "watch pull = reaction(rod, y) [N]\n");
  const ChunkResult result = ChunkRunner(study).run(0).value();
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(result.values[3 * i] == result.values[3 * i + 2]);
    CHECK(result.values[3 * i + 1] == 2 * result.values[3 * i + 2]);
  }
}

TEST_CASE("a run that ends early is recorded, and the sweep goes on") {
  const Study study = study_of({read_grid({"x=0.5:-0.5:3"})}, {"final; min(x); x at 0"}, R"(
coordinates x
parameters m = 1
kinetic 1/2*m*x'^2
force x: -log(x) - 1
start x' = 0
run 1
)");
  const ChunkResult result = ChunkRunner(study).run(0).value();
  CHECK(result.outcomes[0].fate == Fate::reached_the_end);
  CHECK(result.outcomes[2].fate != Fate::reached_the_end);
  CHECK(std::isnan(result.values[2 * 4]));
  CHECK(std::isfinite(result.values[0]));
}

TEST_CASE("a limit of steps gives up the runs that need more, and leaves the others as they are") {
  StudyRequest request{.model_text = pendulum,
                       .model_name = "pendulum.mech",
                       .plan = {read_grid({"g=1:900:2"})},
                       .keep = {"final(x)"}};
  const Study free = read_study(request);
  request.run.max_steps = 150;
  const Study limited = read_study(request);
  // it goes 30 times faster, and takes 30 times the steps
  for (const bool lanes : {true, false}) {
    const ChunkResult all = ChunkRunner(free, {.lanes = lanes}).run(0).value();
    const ChunkResult some = ChunkRunner(limited, {.lanes = lanes}).run(0).value();
    CHECK(all.outcomes[1].fate == Fate::reached_the_end);
    CHECK(some.outcomes[0].fate == Fate::reached_the_end);
    CHECK(some.values[0] == Approx(all.values[0]).epsilon(1e-9));
    CHECK(some.outcomes[1].fate == Fate::limit_reached);
    CHECK(some.outcomes[1].t < 4);
  }
  CHECK(limited.words() != free.words());
  request.run.max_seconds = 1;
  CHECK_THROWS_AS(read_study(request), ModelError);
}

TEST_CASE("a sweep that was interrupted again and again gives the file of one that was not") {
  const Study study = study_of({read_grid({"a=0.1:2:200"})}, {"final; first(x < 0)"});
  for (const std::string ending : {".h5", ".csv"}) {
    const Scratch whole("_whole" + ending), pieces("_pieces" + ending);
    CHECK(sweep(study, {.out = whole.path, .threads = 1}).complete());
    std::size_t processes = 0, done = 0;
    for (bool complete = false; !complete; ++processes) {
      const SweepReport report = sweep(
          study, {.out = pieces.path, .resume = true, .threads = 2, .progress = [](std::size_t) {
                    return false;
                  }});
      complete = report.complete();
      CHECK(report.resumed == done);
      CHECK(report.done > done);
      done = report.done;
    }
    CHECK(processes > 3);
    CHECK(whole.bytes().size() > 1000);
    CHECK(whole.bytes() == pieces.bytes());
    CHECK_FALSE(std::filesystem::exists(pieces.path + ".journal"));
  }
}

TEST_CASE("a finished file is not overwritten, and resuming it does nothing") {
  const Study study = study_of({read_grid({"a=0.1:2:3"})}, {"final"});
  const Scratch file(".h5");
  sweep(study, {.out = file.path});
  CHECK(sweep(study, {.out = file.path, .resume = true}).was_finished);
  CHECK_THROWS_WITH(sweep(study, {.out = file.path}), Catch::Contains("is there already"));
  const Study other = study_of({read_grid({"a=0.1:2:4"})}, {"final"});
  CHECK_THROWS_WITH(sweep(other, {.out = file.path, .resume = true}),
                    Catch::Contains("results of another sweep"));
}

TEST_CASE("no double pendulum flips without the energy for it, and mirrored ones flip together") {
  std::ifstream file(source_folder() + "/models/double_pendulum/angles.mech");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Study study = study_of({read_grid({"α=-3:3:16", "β=-3:3:16"})},
                               {"first(max(abs(θ1), abs(θ2)) > pi)"}, text);
  const ChunkRunner runner(study);
  std::vector<double> flips;
  for (std::size_t c = 0; c < runner.chunking().count(); ++c) {
    const ChunkResult result = runner.run(c).value();
    flips.insert(flips.end(), result.values.begin(), result.values.end());
  }
  REQUIRE(flips.size() == 256);
  std::size_t able = 0, count = 0;
  for (std::size_t i = 0; i < flips.size(); ++i) {
    const std::vector<double> row = study.plan().row(i);
    const bool has_energy = 2 * std::cos(row[0]) + std::cos(row[1]) < 1;
    able += has_energy;
    count += !std::isnan(flips[i]);
    if (!has_energy) CHECK(std::isnan(flips[i]));
    // before chaos has made much of the last bits
    const double mirrored = flips[flips.size() - 1 - i];
    if (flips[i] < 2) CHECK(flips[i] == Approx(mirrored).epsilon(1e-6));
  }
  CHECK(count > able / 2);
}

TEST_CASE(
    "what bounds a sum or is an index cannot vary, through other parameters and definitions "
    "neither") {
  const auto vary = [](const std::string& range) {
    read_study({.model_text = R"(
coordinates x[1..4]
parameters M = 1, N = 4*M, K = 2, L = 3, k = 5
define twice = 2*K
kinetic 1/2*sum(i in 1..N: x[i]'^2)
potential k*x[twice - 1]^2 + x[L]
start x[i in 1..4] = 0, x[i in 1..4]' = 0
run 1
)",
                .model_name = "sum.mech",
                .plan = {read_grid({range})}});
  };
  // a half of any of them would be read as well
  for (const char* range : {"M=1:2:2", "N=1:2:2", "K=1:2:2", "L=1:2:2"})
    CHECK_THROWS_WITH(vary(range), Catch::Contains("cannot vary: it is an index"));
  CHECK_NOTHROW(vary("k=1:2:2"));
}
