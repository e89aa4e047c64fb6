#include "report/found_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "motion/start_data.hpp"
#include "report/number_text.hpp"

namespace alembert {

namespace {

// of a value: projections move what is right by no more
constexpr double nothing = 1e-9;

bool is_among(const std::vector<Known>& list, std::size_t coordinate) {
  return std::ranges::any_of(list, [&](const Known& x) { return x.coordinate == coordinate; });
}

std::optional<double> guess_for(const std::vector<Known>& guesses, std::size_t coordinate) {
  for (const Known& guess : guesses)
    if (guess.coordinate == coordinate) return guess.value;
  return std::nullopt;
}

}  // namespace

std::string found_start_text(const Model& model, const Motion& motion) {
  const StartData data = evaluate_start(model.system, model.start, motion.start_time());
  const std::vector<Coordinate>& coordinates = motion.equations().system.coordinates();
  std::size_t width = 10;
  for (const Coordinate& x : coordinates) width = std::max(width, x.name.size() + 1);

  std::string lines;
  const auto tell = [&](const std::vector<Known>& given, const std::vector<Known>& guesses,
                        std::size_t first_column, const char* prime) {
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
      if (is_among(given, j)) continue;
      const std::optional<double> guess = guess_for(guesses, j);
      const double found = motion.row(0)[first_column + j];
      const double moved = std::fabs(found - guess.value_or(0));
      if (!(moved > nothing * std::fabs(found))) continue;
      const std::string remark = guess ? "guessed " + number_text(*guess) : "not given";
      lines += fmt::format("  {:<{}} {:>{}}  {}\n", coordinates[j].name + prime, width,
                           number_text(found), widest_number, remark);
    }
  };
  tell(data.q, data.q_guess, motion.layout().q, "");
  tell(data.v, data.v_guess, motion.layout().v, "'");
  return lines.empty() ? "" : "\nstart, as it was found\n" + lines;
}

}  // namespace alembert
