// What do bodies on joints cost: accelerations of one state, and runs at equal error, beside
// MuJoCo, Simbody and DART?
//
// Usage: bench_bodies [NAME...], such as `arm humanoid chain64 four_bar stewart bricard`; all by
// default. Lines `what,figure` are those that goals are set for. The error of a run is the largest
// of an angle at the end of a motion, against ours at a tolerance of 1e-13. Each program climbs a
// ladder of settings until it is within 1e-6; ours is then timed at the error that this peer has
// reached, or less.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <random>

#include "measure.hpp"
#include "motion/simulate.hpp"
#include "solution/explicit_formulas.hpp"
#include "text/read.hpp"
#include "trees.hpp"

using namespace alembert;
using bench::Tree;

namespace {

struct NamedTree {
  std::string name;
  int N;
  std::string label() const { return name == "chain" ? fmt::format("chain{}", N) : name; }
};

struct Numbers {
  double seconds = NAN;
  std::vector<double> values = {};
};

std::string triple(const bench::Triple& x) { return fmt::format("({}, {}, {})", x[0], x[1], x[2]); }

std::string name_of(int body) { return body < 0 ? "ground" : fmt::format("b{}", body); }

std::string text_of(const NamedTree& named) {
  const Tree tree = bench::tree_named(named.name, named.N);
  std::string text = fmt::format("gravity (0, 0, -{})\n", bench::gravity_of_tree);
  std::string joints, start = "start\n";
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const bench::HingedBody& body = tree[i];
    text += fmt::format("body b{}: mass {}, centre {}, inertia {}, at {}\n", i, body.mass,
                        triple(body.centre), triple(body.inertia), triple(body.hinge));
    joints += fmt::format("joint j{}: {} {} b{} at {} along {}", i,
                          body.slides ? "prismatic" : "revolute", name_of(body.carrier), i,
                          triple(body.hinge), triple(body.axis));
    if (body.slides)
      joints +=
          fmt::format(", spring {} from ({}), damping {}", body.stiffness, body.rest, body.damping);
    joints += '\n';
    start += fmt::format("    j{0} = {1}\n    j{0}' = 0\n", i, body.start);
  }
  int balls = 0;
  for (const bench::Ball& ball : bench::balls_of(named.name))
    joints += fmt::format("joint ball{}: spherical {} {} at {}\n", ++balls, name_of(ball.body),
                          name_of(ball.other), triple(ball.point));
  return text + joints + start +
         fmt::format("run {}\n", bench::seconds_of_tree(named.name, named.N));
}

Numbers run_peer(const std::string& peer, const NamedTree& tree, const std::string& setting) {
  const std::string program = "build/bench/bench/peer_trees_" + peer;
  Numbers result;
  if (!std::filesystem::exists(program)) return result;
  FILE* const pipe =
      popen(fmt::format("timeout 200 {} {} {} {} 2>/dev/null", program, tree.name, tree.N, setting)
                .c_str(),
            "r");
  std::string line;
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) line += static_cast<char>(c);
  if (pipe) pclose(pipe);
  std::istringstream numbers(line);
  std::string word;
  if (std::getline(numbers, word, ',')) result.seconds = std::atof(word.c_str());
  while (std::getline(numbers, word, ',')) result.values.push_back(std::atof(word.c_str()));
  return result;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return NAN;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
  return largest;
}

/// The accelerations at the start, and the seconds of one evaluation.
Numbers our_accelerations(const Model& model, const Tree& tree) {
  const Equations equations = derive(model.system);
  std::vector<std::size_t> rows(equations.rows.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto formulas = solution::ExplicitFormulas::make(equations, rows, {.may_roll = true});
  const auto evaluator = formulas->compiled(formulas->acceleration(), formulas->inputs());
  std::vector<double> inputs(formulas->inputs().size(), 0), outputs(evaluator->output_count()),
      workspace(evaluator->workspace_size(1));
  for (std::size_t i = 0; i < tree.size(); ++i)
    inputs[1 + *model.system.coordinate_index("j" + std::to_string(i))] = tree[i].start;
  const int calls = 1000;
  const double seconds = bench::best_cpu_seconds([&] {
    for (int k = 0; k < calls; ++k)
      evaluator->evaluate(inputs.data(), outputs.data(), workspace.data());
  });
  Numbers result{seconds / calls, {}};
  for (std::size_t i = 0; i < tree.size(); ++i)
    result.values.push_back(outputs[*model.system.coordinate_index("j" + std::to_string(i))]);
  return result;
}

Numbers our_run(const Model& model, const NamedTree& named, double tolerance) {
  const Tree tree = bench::tree_named(named.name, named.N);
  SimulateOptions options;
  options.until = options.every = bench::seconds_of_tree(named.name, named.N);
  options.tolerance = tolerance;
  Numbers result;
  result.seconds = bench::least_seconds([&] {
    const Motion motion = simulate(model, options);
    const Snapshot end = motion.back();
    result.values.clear();
    for (std::size_t i = 0; i < tree.size(); ++i)
      result.values.push_back(end["j" + std::to_string(i)]);
    return motion.seconds().run;
  });
  return result;
}

/// From cheap to accurate.
std::vector<std::string> ladder(const std::string& peer) {
  std::vector<std::string> settings;
  if (peer == "mujoco")
    for (const double step : {3.2e-2, 1.6e-2, 8e-3, 4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4, 1.25e-4})
      settings.push_back(fmt::format("RK4 {}", step));
  if (peer == "simbody")
    for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10})
      settings.push_back(fmt::format("rkm {}", accuracy));
  if (peer == "dart")
    for (const double step : {1e-3, 1e-4, 1e-5}) settings.push_back(fmt::format("euler {}", step));
  return settings;
}

void tell(const std::string& what, double figure) { fmt::print("{},{:.6g}\n", what, figure); }

/// What a right-hand side of long chains costs for each of their bodies; peers, and runs, are left
/// out.
void compare_long_chains() {
  const auto cost = [](int N) {
    const NamedTree named{"chain", N};
    const Tree tree = bench::tree_named(named.name, N);
    const double seconds =
        our_accelerations(read_text(text_of(named), "chain.mech"), tree).seconds / N;
    fmt::print("chain{}: {:.4f} us for each body\n", N, 1e6 * seconds);
    return seconds;
  };
  const double of_64 = cost(64);
  tell("chain1024, cost of a body over that of chain64", cost(1024) / of_64);
}

/// Bricard's mechanism of bodies and in the formulas that were written by hand, both in
/// models/bricard, over 10 s.
void compare_bricard() {
  const auto seconds = [](const std::string& name) {
    const Model model = read_model("models/bricard/" + name + ".mech");
    SimulateOptions options;
    options.until = options.every = 10;
    options.tolerance = 1e-9;
    const double least =
        bench::least_seconds([&] { return simulate(model, options).seconds().run; });
    fmt::print("bricard, {}: {:.3f} ms\n", name, 1e3 * least);
    return least;
  };
  tell("bricard, time of bodies over that of formulas", seconds("bricard") / seconds("formulas"));
}

void compare(const NamedTree& named) {
  const Tree tree = bench::tree_named(named.name, named.N);
  const Model model = read_text(text_of(named), named.label() + ".mech");
  const Numbers ours = our_accelerations(model, tree);
  SimulateOptions options;
  options.until = options.every = 1e-9;
  double preparing = 1e300;
  for (int k = 0; k < 5; ++k) {
    const RunTimes seconds = simulate(model, options).seconds();
    preparing = std::min(preparing, seconds.derive + seconds.compile);
  }
  fmt::print("{}: {} bodies; derived and compiled in {:.1f} ms\n", named.label(), tree.size(),
             1e3 * preparing);
  fmt::print("  accelerations     ours {:.3f} us\n", 1e6 * ours.seconds);
  tell(named.label() + ", accelerations", 1e6 * ours.seconds);
  tell(named.label() + ", derived and compiled", 1e3 * preparing);
  for (const std::string peer : {"mujoco", "simbody", "dart"}) {
    const Numbers theirs = run_peer(peer, named, "accelerations 0");
    if (theirs.values.empty()) continue;
    double size = 0;
    for (const double a : ours.values) size = std::max(size, std::fabs(a));
    fmt::print("    {:<10} {:>12.3f} us {:>8.1f} times ours   differs by {:.1e}\n", peer,
               1e6 * theirs.seconds, theirs.seconds / ours.seconds,
               largest_difference(theirs.values, ours.values) / size);
  }

  const std::vector<double> exact = our_run(model, named, 1e-13).values;
  std::map<double, Numbers> our_runs;
  for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12})
    our_runs[-tolerance] = our_run(model, named, tolerance);
  fmt::print("  a run of {} s\n", bench::seconds_of_tree(named.name, named.N));
  for (const std::string peer : {"mujoco", "simbody", "dart"}) {
    Numbers theirs;
    double error = NAN;
    std::string setting;
    for (const std::string& next : ladder(peer)) {
      const Numbers found = run_peer(peer, named, next);
      const double off = largest_difference(found.values, exact);
      if (std::isnan(off)) continue;
      if (!(off >= error)) std::tie(theirs, error, setting) = std::tuple(found, off, next);
      if (error <= 1e-6) break;
    }
    if (theirs.values.empty()) continue;
    for (const auto& [tolerance, ours_at] : our_runs) {
      const double off = largest_difference(ours_at.values, exact);
      if (off > error) continue;
      fmt::print(
          "    {:<8} {:<12} {:>10.3f} ms, error {:.1e}   ours {:>9.4f} ms at {:.0e}, error {:.1e}: "
          "{:.1f} times\n",
          peer, setting, 1e3 * theirs.seconds, error, 1e3 * ours_at.seconds, -tolerance, off,
          theirs.seconds / ours_at.seconds);
      tell(named.label() + ", run beside " + peer, theirs.seconds / ours_at.seconds);
      break;
    }
  }
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const std::vector<NamedTree> all = {{"arm", 7},      {"humanoid", 30}, {"chain", 4},
                                      {"chain", 16},   {"chain", 64},    {"chain", 256},
                                      {"four_bar", 3}, {"stewart", 21}};
  const auto is_asked = [&](const std::string& name) {
    return count == 1 || std::find(words + 1, words + count, name) != words + count;
  };
  for (const NamedTree& tree : all)
    if (is_asked(tree.label())) compare(tree);
  if (is_asked("chain1024")) compare_long_chains();
  if (is_asked("bricard")) compare_bricard();
}
