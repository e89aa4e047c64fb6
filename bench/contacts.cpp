// What do contacts, impacts and friction that sticks cost, beside Siconos, Simbody and MuJoCo at
// equal error in the instants of what happens?
//
// Usage: bench_contacts [NAME...], of `ball belt block woodpecker clutches billiard`; all by
// default. Lines `what,figure` are those that goals are set for. The error of a run is the largest
// of the instants in contact_problems.hpp, which are known to 1e-13 s or better. Each peer climbs a
// ladder of settings until it is within 1e-6 s or needs more than a second; ours is then timed at
// the error that this peer has reached, or less.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "contact_problems.hpp"
#include "measure.hpp"
#include "motion/simulator.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

struct Problem {
  std::string name;
  std::string model;  ///< file in models/
};

struct Numbers {
  double seconds = NAN;
  long steps = 0;
  std::vector<double> instants = {};
  std::string why_not = {};  ///< that it cannot be stated
};

void tell(const std::string& what, double figure) { fmt::print("{},{:.6g}\n", what, figure); }

std::vector<double> starts_of(const Motion& motion, const std::string& name, Phase phase) {
  std::vector<double> result;
  for (const PhaseSpan& span : motion.timeline(name))
    if (span.phase == phase && span.from > motion.start_time()) result.push_back(span.from);
  return result;
}

std::vector<double> impacts_of(const Motion& motion, const std::string& name) {
  std::vector<double> result;
  for (const ImpactRecord& impact : motion.impacts())
    if (motion.contact_name(impact.contact) == name) result.push_back(impact.t);
  return result;
}

/// As bench::instants() orders them.
std::vector<double> instants_of(const Motion& motion, const std::string& problem) {
  std::vector<double> result;
  if (problem == "ball") return impacts_of(motion, "floor");
  if (problem == "belt") return starts_of(motion, "belt", Phase::slip);
  if (problem == "woodpecker") return impacts_of(motion, "beak");
  if (problem == "block") {
    for (const ImpactRecord& impact : motion.impacts())
      if (impact.impulse > 0) result.push_back(impact.t);
    return result;
  }
  for (const std::string clutch : {"c1", "c2", "c3"})
    for (const Phase phase : {Phase::slip, Phase::stick})
      for (const double t : starts_of(motion, clutch, phase))
        if (std::ranges::none_of(bench::clutches::switches,
                                 [&](double s) { return std::fabs(t - s) < 1e-6; }))
          result.push_back(t);
  std::ranges::sort(result);
  return result;
}

SimulateOptions to_the_end(double end, double tolerance) {
  SimulateOptions options;
  options.until = options.every = end;
  options.tolerance = tolerance;
  return options;
}

Numbers our_run(Simulator& simulator, const std::string& problem, double tolerance) {
  const SimulateOptions options = to_the_end(bench::end_of(problem), tolerance);
  Numbers result;
  // what a first run compiles is told apart
  simulator.run(options);
  result.seconds = bench::least_seconds([&] {
    const double start = bench::cpu_seconds();
    const Motion motion = simulator.run(options);
    const double seconds = bench::cpu_seconds() - start;
    result.steps = motion.counters().steps;
    result.instants = instants_of(motion, problem);
    return seconds;
  });
  return result;
}

/// Derived, compiled and run for the first time, in seconds.
RunTimes first_run(const Model& model, const SimulateOptions& options) {
  RunTimes least{1e300, 1e300, 1e300};
  double total = 1e300;
  for (int k = 0; k < 5; ++k) {
    Simulator simulator(model);
    RunTimes times = simulator.run(options).seconds();
    times.derive = simulator.derive_seconds();
    if (times.derive + times.compile + times.run >= total) continue;
    total = times.derive + times.compile + times.run;
    least = times;
  }
  return least;
}

Numbers run_peer(const std::string& peer, const std::string& problem, const std::string& setting,
                 bool once) {
  const std::string program = "build/bench/bench/peer_contacts_" + peer;
  Numbers result;
  if (!std::filesystem::exists(program)) return result;
  // threads of a library would count as its time
  const std::string command =
      fmt::format("OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 {} timeout {} {} {} {} 2>/dev/null",
                  once ? "BENCH_ONCE=1" : "", once ? 20 : 150, program, problem, setting);
  FILE* const pipe = popen(command.c_str(), "r");
  std::string line;
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) line += static_cast<char>(c);
  if (pipe) pclose(pipe);
  if (line.starts_with("cannot: ")) {
    result.why_not = line.substr(8, line.find('\n') - 8);
    return result;
  }
  // its libraries may print more, before the numbers
  while (line.ends_with('\n')) line.pop_back();
  std::istringstream numbers(line.substr(line.rfind('\n') + 1));
  std::string word;
  if (std::getline(numbers, word, ',')) result.seconds = std::atof(word.c_str());
  if (std::getline(numbers, word, ',')) result.steps = std::atol(word.c_str());
  while (std::getline(numbers, word, ',')) result.instants.push_back(std::atof(word.c_str()));
  return result;
}

/// The methods of a peer on a problem, and for each its settings from cheap to accurate.
std::vector<std::vector<std::string>> ladders(const std::string& peer, const std::string& problem) {
  const auto with = [](const std::string& method, const std::vector<std::string>& values) {
    std::vector<std::string> settings;
    for (const std::string& value : values) settings.push_back(method + " " + value);
    return settings;
  };
  const std::vector<std::string> steps = {"1e-3", "3e-4", "1e-4", "3e-5", "1e-5", "3e-6", "1e-6"};
  const std::vector<std::string> tolerances = {"1e-4", "1e-5", "1e-6",  "1e-7",
                                               "1e-8", "1e-9", "1e-10", "1e-11"};
  if (peer == "mujoco") return {with("Euler", steps), with("RK4", steps)};
  if (peer == "simbody")
    return {problem == "block" ? with("euler", steps) : with("rkm", tolerances)};
  if (problem == "ball") return {with("lsodar", tolerances), with("moreau", steps)};
  return {with("moreau", steps)};
}

void compare(const Problem& problem) {
  const Model model = read_model("models/" + problem.model);
  Simulator simulator(model);
  const double end = bench::end_of(problem.name);
  const RunTimes first = first_run(model, to_the_end(end, 1e-12));
  fmt::print("{}: {} s; first derived in {:.2f} ms, compiled in {:.2f} ms, run in {:.2f} ms\n",
             problem.name, end, 1e3 * first.derive, 1e3 * first.compile, 1e3 * first.run);
  std::map<double, Numbers> ours;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const Numbers& run = ours[-tolerance] = our_run(simulator, problem.name, tolerance);
    fmt::print("  ours at {:.0e}  {:>10.4f} ms, error {:.1e} s, {} steps\n", tolerance,
               1e3 * run.seconds, bench::error_of_instants(problem.name, run.instants), run.steps);
  }
  for (const std::string peer : {"siconos", "simbody", "mujoco"}) {
    double least = 0;  // beside the quickest of its methods
    bool is_stated = true;
    for (const std::vector<std::string>& ladder : ladders(peer, problem.name)) {
      if (!is_stated) break;
      double error = NAN;
      std::string setting;
      for (const std::string& next : ladder) {
        const Numbers found = run_peer(peer, problem.name, next, true);
        if (!found.why_not.empty()) {
          fmt::print("    {:<8} cannot: {}\n", peer, found.why_not);
          is_stated = false;
          break;
        }
        const double off = bench::error_of_instants(problem.name, found.instants);
        // not the best of them, which may be so by luck
        if (!std::isnan(off)) std::tie(error, setting) = std::tuple(off, next);
        if (error <= 1e-6 || found.seconds > 1) break;
      }
      if (std::isnan(error)) continue;
      const Numbers theirs = run_peer(peer, problem.name, setting, false);
      for (const auto& [tolerance, run] : ours) {
        const double off = bench::error_of_instants(problem.name, run.instants);
        if (!(off <= error)) continue;
        const double ratio = theirs.seconds / run.seconds;
        fmt::print(
            "    {:<8} {:<12} {:>10.3f} ms, error {:.1e} s, {} steps   ours {:>9.4f} ms at {:.0e}, "
            "error {:.1e} s: {:.1f} times\n",
            peer, setting, 1e3 * theirs.seconds, error, theirs.steps, 1e3 * run.seconds, -tolerance,
            off, ratio);
        least = least == 0 ? ratio : std::min(least, ratio);
        break;
      }
    }
    if (least > 0) tell(problem.name + ", run beside " + peer, least);
  }
  if (problem.name == "ball") {
    const Motion motion = simulator.run(to_the_end(end, 1e-12));
    const double first_hit = std::sqrt(2 * bench::ball::height / bench::weight_of_one);
    const double rest = first_hit * (1 + bench::ball::restitution) / (1 - bench::ball::restitution);
    tell("ball to rest", 1e3 * ours.at(-1e-12).seconds);
    tell("ball, error of its rest", std::fabs(motion.accumulations().at(0).t - rest));
  }
  if (problem.name == "belt") tell("belt, 100 periods", 1e3 * ours.at(-1e-12).seconds);
  if (problem.name == "clutches") {
    tell("clutches", 1e3 * ours.at(-1e-12).seconds);
    tell("clutches, error of instants",
         bench::error_of_instants(problem.name, ours.at(-1e-12).instants));
  }
  if (problem.name == "woodpecker")
    tell("woodpecker, a cycle",
         1e3 * ours.at(-1e-8).seconds * bench::woodpecker::period / bench::woodpecker::end);
  std::fflush(stdout);
}

/// A point in an ellipse, which its wall gives back: what its angular momenta about the two foci
/// are, multiplied, stays.
void bounce_in_an_ellipse() {
  const Model model = read_text(R"(
coordinates x y
parameters a = 2, b = 1
kinetic 1/2*(x'^2 + y'^2)
contact     wall: 1 >= (x/a)^2 + (y/b)^2
restitution wall: 1
start x = 0.3, y = 0, x' = 0.6, y' = 0.8
run 10
)",
                                "billiard.mech");
  Simulator simulator(model);
  const double end = 202'000;  // s, for some 100,000 impacts at speed 1
  SimulateOptions options = to_the_end(end, 1e-10);
  options.max_steps = 100'000'000;
  std::size_t impacts = 0;
  double change = 0;
  const double seconds = bench::least_seconds([&] {
    const double start = bench::cpu_seconds();
    const Motion motion = simulator.run(options);
    const double taken = bench::cpu_seconds() - start;
    const auto product = [&](const Snapshot& at) {
      const double focus = std::sqrt(3.0);
      const auto about = [&](double x) { return (at["x"] - x) * at["y'"] - at["y"] * at["x'"]; };
      return about(focus) * about(-focus);
    };
    impacts = motion.impacts().size();
    change = std::fabs(product(motion.back()) / product(motion.front()) - 1);
    return taken * 1e5 / static_cast<double>(impacts);
  });
  fmt::print("billiard: {} impacts, product of angular momenta changed by {:.1e} of it\n", impacts,
             change);
  tell("billiard, 100,000 impacts", seconds);
}

}  // namespace

int main(int count, char** words) {
  const auto is_asked = [&](const std::string& name) {
    return count == 1 || std::find(words + 1, words + count, name) != words + count;
  };
  const std::vector<Problem> problems = {{"ball", "bouncing_ball/bouncing_ball.mech"},
                                         {"belt", "stick_slip/stick_slip.mech"},
                                         {"block", "rocking_block/rocking_block.mech"},
                                         {"woodpecker", "woodpecker/woodpecker.mech"},
                                         {"clutches", "clutches/clutches.mech"}};
  for (const Problem& problem : problems)
    if (is_asked(problem.name)) compare(problem);
  if (is_asked("billiard")) bounce_in_an_ellipse();
}
