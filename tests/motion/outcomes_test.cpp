// How runs end, and how starts are refused: tests/outcomes/*.mech beside the words they must get.

#include "dynamics/outcome.hpp"

#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "mechanics/start_error.hpp"
#include "motion/simulate.hpp"
#include "text/goldens.hpp"
#include "text/placed.hpp"
#include "text/read.hpp"

using namespace alembert;

namespace {

struct Ending {
  std::string words;
  std::optional<Fate> fate;  // of a run that began
};

// rounding decides after how many steps a run is given up, and how short they are: not the same by
// the interpreter
std::string without_small_numbers(const std::string& words) {
  return std::regex_replace(words, std::regex("[0-9.]+e[-+][0-9]+"), "…");
}

// as `alembert run` does
Ending ending_of(const std::filesystem::path& path) {
  const std::string text = contents(path), name = path.filename().string();
  try {
    SimulateOptions options;
    if (path.stem() == "interrupted") options.progress = [](double) { return false; };
    if (path.stem() == "limit_reached") options.max_steps = 10;
    const Motion motion = simulate(read_text(text, name), options);
    const Fate fate = motion.outcome().fate;
    const std::string words = motion.outcome().words() + "\n";
    const bool was_given_up = fate == Fate::no_progress || fate == Fate::chatters;
    return {was_given_up ? without_small_numbers(words) : words, fate};
  } catch (const StartError& error) {
    return {placed(error, text, name).what() + std::string("\n"), std::nullopt};
  } catch (const ModelError& error) {
    return {error.what() + std::string("\n"), std::nullopt};
  }
}

}  // namespace

TEST_CASE("every way in which a run can end or be refused has its words") {
  std::set<Fate> seen;
  check_goldens("outcomes", [&](const std::filesystem::path& model) {
    const Ending ending = ending_of(model);
    if (ending.fate) seen.insert(*ending.fate);
    return ending.words;
  });
  for (int fate = 0; fate <= static_cast<int>(Fate::limit_reached); ++fate) {
    INFO(name_of(static_cast<Fate>(fate)));
    CHECK(seen.contains(static_cast<Fate>(fate)));
  }
  for (const Fate fate : {Fate::several_impacts, Fate::dynamic_jam, Fate::negative_friction}) {
    INFO(name_of(fate));
    CHECK(seen.contains(fate));
  }
}
