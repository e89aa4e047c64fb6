#include "sweep/start/start_branches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ensemble/prepared_ensemble.hpp"
#include "motion/start/branch_sign.hpp"

namespace alembert {

namespace {

// a start takes about a millisecond, and people wait for the note
constexpr std::size_t most_runs = 200;
constexpr std::size_t most_coordinates = 40;

bool leaves_positions_open(const Study& study) {
  std::size_t given = 0;
  for (const StartValue& value : study.model.start)
    given += !value.guess && study.model.system.graph().kind(value.symbol) == Kind::coordinate;
  const std::size_t coordinates = study.model.system.coordinates().size();
  return !study.model.system.constraints().empty() && given < coordinates &&
         coordinates <= most_coordinates;
}

}  // namespace

StartBranches start_branches(const Study& study) {
  StartBranches branches;
  if (!leaves_positions_open(study)) return branches;
  EnsembleOptions options;
  options.run = study.request.run;
  const PreparedEnsemble ensemble(study.model, study.varied, study.plan().row(0), options);
  const RunSettings& settings = ensemble.settings();
  BranchSign sign_of;
  const std::size_t runs = study.plan().runs(), looks = std::min(runs, most_runs);
  std::optional<bool> first;
  for (std::size_t i = 0; i < looks; ++i) {
    const std::size_t run = looks == runs ? i : i * runs / looks;
    const std::vector<double> row = study.plan().row(run);
    const std::optional<bool> sign =
        sign_of.at_start(ensemble.equations_of(row), {.rank_tolerance = settings.rank_tolerance},
                         ensemble.start_of(row), settings.from);
    if (!sign) continue;
    if (!first) first = sign;
    ++branches.looked_at;
    if (*sign == *first) continue;
    ++branches.others;
    if (!branches.first_other) branches.first_other = run;
  }
  return branches;
}

std::string start_branches_text(const StartBranches& branches, const Study& study) {
  if (branches.others == 0) return "";
  std::vector<std::string> numbers;
  const std::vector<double> row = study.plan().row(*branches.first_other);
  for (std::size_t c = 0; c < row.size(); ++c)
    numbers.push_back(fmt::format("{} = {:.6g}",
                                  study.model.system.graph().name(study.varied[c].node()), row[c]));
  return fmt::format(
      "\nnote: the start was found on different branches of the constraints: of {} starts, {} are "
      "on that "
      "of the first run and {} on another, first at {}; guesses (~) near the branch that is meant "
      "keep to it\n",
      branches.looked_at, branches.looked_at - branches.others, branches.others,
      fmt::join(numbers, ", "));
}

}  // namespace alembert
