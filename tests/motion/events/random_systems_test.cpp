// Rods with joints between floor and wall, with friction, taken at random: whatever happens, no
// energy comes from nowhere, nothing pulls that can only push, and a run that cannot go on says
// why.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>

#include "mechanics/start_error.hpp"
#include "motion/expectations.hpp"
#include "motion/simulate.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

class RandomModel {
 public:
  explicit RandomModel(unsigned seed) : random_(seed) {}

  // one to three rods, a chain or free, whose ends touch a floor, which may slope, and a wall
  std::string text() {
    const int rods = 1 + chosen(3);
    const bool is_chain = rods > 1 && chosen(2) == 0;
    slope_ = chosen(2) == 0 ? 0 : within(-0.4, 0.4);
    const double lowest = chosen(3) == 0 ? 0 : within(0.02, 0.3);
    for (int i = 1; i <= rods; ++i) {
      const double m = within(0.2, 3), l = within(0.3, 1.5);
      coordinates_ += fmt::format(" x{0} y{0} a{0}", i);
      energies_ += fmt::format(
          "kinetic 1/2*{1}*(x{0}'^2 + y{0}'^2 + {2}*a{0}'^2)\npotential 9.81*{1}*y{0}\n", i, m,
          l * l / 12);
      start_ += fmt::format("    a{0} = {1}, a{0}' = {2}\n", i, within(-3, 3), within(-2, 2));
      const bool is_first = i == 1 || !is_chain;
      if (is_first) {
        start_ += fmt::format("    x{0} = {1}, x{0}' = {2}, y{0}' = {3}\n", i, 2.0 * i,
                              within(-2, 2), within(-1, 1));
        // of a rod alone the lower end stands just above the floor
        start_ += fmt::format("    y{0} = {1}*x{0} + {2}*abs(sin(a{0}) - {1}*cos(a{0})) + {3}\n", i,
                              slope_, l / 2, lowest + (is_chain ? 2 : 0));
      } else {
        joints_ += fmt::format(
            "constraint pin{0}: (x{0} - {1}*cos(a{0}), y{0} - {1}*sin(a{0})) = (tip{2}_x, "
            "tip{2}_y)\n",
            i, l / 2, i - 1);
      }
      add_end("tip", '+', i, l);
      // that of a joint is the tip before it
      if (is_first) add_end("foot", '-', i, l);
    }
    const std::array<const char*, 3> laws{"together", "in_turn", "poisson"};
    return fmt::format(
        "coordinates{}\n{}{}{}{}start\n{}run 1\n    tolerance 1e-9\n    impacts {}\ncheck\n"
        "    contacts hold to 1e-7\n    impacts lose energy\n    energy balanced to 1e-6\n",
        coordinates_, energies_, contacts_, joints_, frictions_, start_,
        laws[static_cast<std::size_t>(chosen(3))]);
  }

 private:
  int chosen(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  double within(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

  void add_end(const std::string& what, char side, int i, double l) {
    const std::string end = fmt::format("{}{}", what, i);
    contacts_ +=
        fmt::format("define {0}_x = x{1} {2} {3}*cos(a{1}), {0}_y = y{1} {2} {3}*sin(a{1})\n", end,
                    i, side, l / 2);
    add_contact(end + "_floor", fmt::format("{0}_y - ({1})*{0}_x", end, slope_),
                fmt::format("{0}_x' + ({1})*{0}_y'", end, slope_));
    if (chosen(3) == 0) add_contact(end + "_wall", fmt::format("9 - {}_x", end), end + "_y'");
  }

  void add_contact(const std::string& name, const std::string& gap, const std::string& slip) {
    contacts_ += fmt::format("contact {}: {} >= 0\n", name, gap);
    if (chosen(2) == 0) contacts_ += fmt::format("restitution {}: {}\n", name, within(0, 0.9));
    if (chosen(3) == 0) return;
    const double mu = within(0.05, 1);
    frictions_ += fmt::format("friction {}: {}, static {}, slip {}\n", name, mu,
                              mu * (chosen(2) == 0 ? 1 : 1.3), slip);
  }

  std::mt19937_64 random_;
  double slope_ = 0;
  std::string coordinates_, energies_, contacts_, frictions_, joints_, start_;
};

double largest_growth_of_energy(const Motion& motion) {
  const std::size_t column = motion.layout().energy;
  double least = motion.row(0)[column], growth = 0;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    growth = std::max(growth, motion.row(i)[column] - least);
    least = std::min(least, motion.row(i)[column]);
  }
  return growth;
}

// Few runs may end early, with words that say why: contacts that strike in turn, ever faster and by
// no ratio that stays, can lead to steps below the resolution of time.
void look_at(unsigned first, unsigned count) {
  constexpr double most_end_early = 0.08;
  std::map<std::string, unsigned> fates;
  unsigned runs = 0;
  for (unsigned seed = first; seed < first + count; ++seed) {
    INFO("seed " << seed);
    const Model model = read_text(RandomModel(seed).text(), "random.mech");
    std::optional<Motion> found;
    try {
      found = simulate(model, {.max_steps = 20'000});
    } catch (const StartError&) {
      continue;  // a chain that would begin in the ground
    }
    const Motion& motion = *found;
    INFO(motion.outcome().words());
    ++runs;
    ++fates[std::string(name_of(motion.outcome().fate))];
    CHECK(largest_growth_of_energy(motion) <= 1e-6 * (1 + std::fabs(motion.front()["energy"])));
    for (const CheckResult& check : check_expectations(model, motion)) {
      INFO(check.text << ": " << check.figure);
      CHECK(check.holds);
    }
  }
  std::string words;
  for (const auto& [fate, number] : fates) words += fmt::format("{} {}, ", number, fate);
  INFO(words);
  CHECK(fates[std::string(name_of(Fate::reached_the_end))] >= (1 - most_end_early) * runs);
}

}  // namespace

TEST_CASE(
    "sixty systems of rods, contacts and friction at random gain no energy and pull nowhere") {
  look_at(1, 60);
}

// by name: tools/run_tests has enough to do
TEST_CASE("a thousand systems of rods, contacts and friction at random", "[.][thousand]") {
  look_at(1000, 1000);
}
