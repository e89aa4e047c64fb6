// What does the bifurcation diagram of the woodpecker cost: how fast its beak strikes, again and
// again, for 94 coefficients of friction?
//
// Usage: bench_woodpecker_returns [RETURNS [PICTURE.svg]], 100 strikes for each by default; the
// figure is that of 1,000, from the runs that reached their end. The picture has the later half of
// them. CPU time of one core.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "contact_problems.hpp"
#include "draw/picture.hpp"
#include "draw/ticks.hpp"
#include "measure.hpp"
#include "motion/simulator.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

constexpr int coefficients = 94;
// the bird stays on the pole from 0.285 on
constexpr double least = 0.29, most = 0.66;

/// Speeds with which the beak meets the pole.
struct Returns {
  double mu;
  std::vector<double> speeds = {};
  double seconds = 0;
  bool ends_early = false, accumulates = false;
};

Returns returns_of(Simulator& simulator, const Model& model, double mu, int wanted) {
  Returns result{mu};
  SimulateOptions options;
  // some of them are shorter than that of the model, none is twice as long
  options.until = options.every = 2 * wanted * bench::woodpecker::period;
  options.tolerance = 1e-8;
  // ten times what it takes
  options.max_steps = 2'000L * wanted;
  for (const Parameter& parameter : model.system.parameters())
    if (parameter.name == "mu")
      options.parameters = {{Expr(model.system.graph(), parameter.symbol), mu}};
  const double start = bench::cpu_seconds();
  const Motion motion = simulator.run(options);
  result.seconds = bench::cpu_seconds() - start;
  for (const ImpactRecord& impact : motion.impacts())
    if (motion.contact_name(impact.contact) == "beak") result.speeds.push_back(impact.approach);
  result.ends_early = motion.outcome().fate != Fate::reached_the_end;
  result.accumulates = !motion.accumulations().empty();
  return result;
}

/// Each strike of the later half a dot over its coefficient, for runs that went to their end.
Picture draw(const std::vector<Returns>& all) {
  Picture picture{130, 90, "Returns of the woodpecker", {}};
  const double left = 14, top = 4, width = 112, height = 74;
  double fastest = 0;
  for (const Returns& one : all)
    for (const double speed : one.speeds) fastest = std::max(fastest, speed);
  const auto x = [&](double mu) { return left + width * (mu - least) / (most - least); };
  const auto y = [&](double speed) { return top + height * (1 - speed / fastest); };
  picture.add(Stroke{{{left, top}, {left, top + height}, {left + width, top + height}}, Pen{}});
  const Ticks across = linear_ticks(least, most, 8), up = linear_ticks(0, fastest, 6);
  for (std::size_t k = 0; k < across.at.size(); ++k)
    picture.add(
        Words{{x(across.at[k]), top + height + 4}, across.labels[k], 2.8, Words::Anchor::middle});
  for (std::size_t k = 0; k < up.at.size(); ++k)
    picture.add(Words{{left - 1, y(up.at[k]) + 1}, up.labels[k], 2.8, Words::Anchor::end});
  picture.add(
      Words{{left + width / 2, top + height + 9}, "friction μ", 2.8, Words::Anchor::middle});
  picture.add(Words{{4, top + height / 2},
                    "speed of the beak [m/s]",
                    2.8,
                    Words::Anchor::middle,
                    colours::ink,
                    true});
  for (const Returns& one : all) {
    if (one.ends_early) continue;
    std::set<long> drawn;  // in tenths of a millimetre
    for (std::size_t k = one.speeds.size() / 2; k < one.speeds.size(); ++k)
      if (drawn.insert(std::lround(10 * y(one.speeds[k]))).second)
        picture.add(Circle{{x(one.mu), y(one.speeds[k])}, 0.3, {}, colours::blue});
  }
  return picture;
}

}  // namespace

int main(int count, char** words) {
  const int wanted = count > 1 ? std::atoi(words[1]) : 100;
  const Model model = read_model("models/woodpecker/woodpecker.mech");
  Simulator simulator(model);
  returns_of(simulator, model, 0.3, 10);  // compiles the phases
  std::vector<Returns> all;
  double seconds = 0;
  std::size_t returns = 0;
  int early = 0, accumulated = 0;
  for (int k = 0; k < coefficients; ++k) {
    all.push_back(
        returns_of(simulator, model, least + (most - least) * k / (coefficients - 1), wanted));
    if (all.back().ends_early) {
      ++early;
      accumulated += all.back().accumulates ? 1 : 0;
      continue;
    }
    seconds += all.back().seconds;
    returns += all.back().speeds.size();
  }
  fmt::print("woodpecker: {} returns in {:.2f} s, {:.3f} ms each\n", returns, seconds,
             1e3 * seconds / static_cast<double>(returns));
  fmt::print("  {} of {} runs ended early, {} of them after impacts taken for ones without end\n",
             early, coefficients, accumulated);
  fmt::print("woodpecker, 94 times 1,000 returns,{:.6g}\n",
             seconds * 94'000 / static_cast<double>(returns));
  if (count > 2) std::ofstream(words[2]) << picture_svg(draw(all));
}
