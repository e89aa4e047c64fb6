#include "motion/start/start_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <set>

#include "dynamics/constraints_satisfied.hpp"
#include "dynamics/sizes_beside.hpp"
#include "mechanics/start_error.hpp"
#include "numeric/kkt_factors.hpp"
#include "numeric/mass.hpp"

namespace alembert {

using numeric::Index;
using numeric::Matrix;

namespace {

// given values that miss the constraints by more than this part of what is added up in them
// contradict them …
constexpr double contradiction = 1e-6;
// … unless that is the rounding of the values
constexpr double rounding_of_values = 1e-14;
constexpr double converged = 1e-13;
// rows hold that miss by less, relative to their size
constexpr double met = 1e-10;
constexpr int most_trials = 8;

}  // namespace

StartSearch::StartSearch(Dynamics& dynamics, Of of, const std::vector<Known>& given,
                         const std::vector<Known>& guesses, double t)
    : dynamics_(dynamics), of_(of), t_(t) {
  const Index n = static_cast<Index>(dynamics.coordinates());
  guess_ = numeric::Vector::Zero(n);
  std::vector<bool> is_given(dynamics.coordinates(), false);
  any_guess_ = !guesses.empty();
  is_guessed_.assign(dynamics.coordinates(), false);
  for (const Known& guess : guesses) {
    guess_[static_cast<Index>(guess.coordinate)] = guess.value;
    is_guessed_[guess.coordinate] = true;
  }
  for (const Known& known : given) {
    guess_[static_cast<Index>(known.coordinate)] = known.value;
    is_given[known.coordinate] = true;
  }
  for (Index j = 0; j < n; ++j)
    if (!is_given[static_cast<std::size_t>(j)]) free_.push_back(j);
  const std::vector<EquationRow>& rows = dynamics.equations().rows;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const bool used = of == Of::position ? rows[r].level == Level::position
                                         : rows[r].level != Level::acceleration;
    if (used) rows_.push_back(static_cast<Index>(r));
  }
}

void StartSearch::look_around() {
  const FormulaMatrix& A = dynamics_.equations().A;
  const FormulaMatrix& M = dynamics_.equations().solved_M();
  beside_ = sizes_beside(M, A, guess_, dynamics_.solver().inertia());
  reach_ = sizes_beside(M, A, guess_, dynamics_.solver().inertia(),
                        std::numeric_limits<double>::infinity());
}

numeric::Vector StartSearch::run(const numeric::Vector& other) {
  const std::optional<numeric::Vector> kept = with_guesses_kept(other);
  const numeric::Vector x =
      kept ? *kept : nearer_to_guesses(look_beside_guess(other, most_trials), other);
  return of_ == Of::position ? without_whole_turns(x, other) : x;
}

// From the guess on, and where that does not meet the rows, because they have no gradient there,
// from places beside it.
numeric::Vector StartSearch::look_beside_guess(const numeric::Vector& other, int trials) {
  numeric::Vector x = iterate(guess_, other);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> anywhere(-1, 1);
  for (int trial = 0; trial < trials && residual(x, other) > met && !free_.empty(); ++trial) {
    numeric::Vector beside = guess_;
    for (const Index j : free_)
      beside[j] += anywhere(random) * std::pow(4.0, trial - 2) * beside_[j];
    const numeric::Vector other_way = iterate(beside, other);
    // a double root is met to half of the digits only, from anywhere
    if (residual(other_way, other) < 1e-3 * residual(x, other)) x = other_way;
  }
  return x;
}

// What nobody guessed came from zero, and may have dragged what was guessed to another branch: once
// more from the guesses, with the rest where it was found and as hard to move as they are.
numeric::Vector StartSearch::nearer_to_guesses(numeric::Vector x, const numeric::Vector& other) {
  const auto was_guessed = [guessed = is_guessed_](Index j) {
    return guessed[static_cast<std::size_t>(j)];
  };
  if (std::ranges::all_of(free_, was_guessed) || std::ranges::none_of(free_, was_guessed)) return x;
  const numeric::Vector inertia = dynamics_.solver().inertia();
  const auto length = [&](const numeric::Vector& way) {
    double squares = 0;
    for (const Index j : free_)
      if (was_guessed(j)) squares += std::fabs(inertia[j]) * way[j] * way[j];
    return std::sqrt(squares);
  };
  constexpr double noticeable = 0.1;
  if (!(length(x - guess_) > noticeable * length(beside_))) return x;
  const numeric::Vector guess = guess_;
  const std::vector<bool> guessed = is_guessed_;
  for (const Index j : free_)
    if (!was_guessed(j)) guess_[j] = x[j];
  is_guessed_.assign(is_guessed_.size(), true);
  numeric::Vector nearer = iterate(guess_, other);
  guess_ = guess;
  is_guessed_ = guessed;
  nearer = iterate(nearer, other);
  constexpr double clearly = 0.9;  // the same branch again is not worth other digits
  const bool is_met = residual(nearer, other) <= std::max(met, residual(x, other));
  return is_met && length(nearer - guess) < clearly * length(x - guess) ? nearer : x;
}

std::optional<numeric::Vector> StartSearch::with_guesses_kept(const numeric::Vector& other) {
  std::vector<Index> unguessed;
  for (const Index j : free_)
    if (!is_guessed_[static_cast<std::size_t>(j)]) unguessed.push_back(j);
  if (!any_guess_ || unguessed.empty() || unguessed.size() == free_.size()) return std::nullopt;
  constexpr int few_trials = 3;
  unguessed.swap(free_);
  const numeric::Vector x = look_beside_guess(other, few_trials);
  const bool found = residual(x, other) <= met && !contradicts(x, other);
  unguessed.swap(free_);
  return found ? std::optional(x) : std::nullopt;
}

// Newton's method may go round many times before it finds an angle: the one nearest to the guess is
// the same.
numeric::Vector StartSearch::without_whole_turns(numeric::Vector x, const numeric::Vector& other) {
  constexpr double turn = 2 * std::numbers::pi;
  for (const Index j : free_) {
    const double turns = std::round((x[j] - guess_[j]) / turn);
    if (turns == 0 || !std::isfinite(turns)) continue;
    numeric::Vector unwound = x;
    unwound[j] -= turns * turn;
    if (residual(unwound, other) > contradiction) continue;
    const double aim = unwound[j];
    unwound = iterate(unwound, other);
    const bool stays = std::fabs(unwound[j] - aim) < 1e-3;
    if (stays && residual(unwound, other) <= std::max(met, residual(x, other))) x = unwound;
  }
  return x;
}

double StartSearch::residual(const numeric::Vector& x, const numeric::Vector& other) {
  const StateValues* const here = evaluate(x, other);
  return here ? residual(*here) : std::numeric_limits<double>::infinity();
}

double StartSearch::residual(const StateValues& here) const {
  double largest = 0;
  const numeric::Vector sizes = sizes_at(here);
  numeric::Vector rounding;
  for (const Index r : rows_) {
    const double miss = std::fabs(values_[r]);
    if (miss == 0) continue;
    const double part = miss / here.row_size(r, sizes);
    // where all coordinates are zero, as those of a drawing, they have no size to compare with
    if (part > met && rounding.size() == 0) {
      const Residuals all = dynamics_.state().rounding_of_residuals(here.t(), here.q(), here.v());
      rounding = of_ == Of::position ? all.position : all.velocity;
    }
    if (part > met && miss <= rounding[r]) continue;
    largest = std::max(largest, part);
  }
  return largest;
}

bool StartSearch::contradicts(const numeric::Vector& x, const numeric::Vector& other) {
  const StateValues* const here = evaluate(x, other);
  return !here || !contradicted_rows(*here).empty();
}

void StartSearch::report_contradiction(const numeric::Vector& x, const numeric::Vector& other) {
  const StateValues* const here = evaluate(x, other);
  if (!here) {
    const std::optional<Failure>& failure = dynamics_.solver().failure();
    throw StartError(fmt::format("{} at the start: {}", name_of(Fate::not_finite),
                                 failure ? failure->detail : "a constraint"),
                     std::string(hint_for(Fate::not_finite)));
  }
  const std::vector<Index> rows = contradicted_rows(*here);
  double largest = 0;
  for (const Index r : rows) largest = std::max(largest, std::fabs(values_[r]));
  const std::string level = of_ == Of::position ? "" : " for the velocities";
  const std::vector<std::size_t> coordinates = given_in(rows);
  const std::vector<std::string> given = values_of(coordinates);
  const std::string missed = rows.size() == 1 ? "it" : "them";
  const std::string miss =
      given.empty() ? fmt::format("{} missed by", rows.size() == 1 ? "it is" : "they are")
                    : fmt::format("{} {} {} by", fmt::join(given, ", "),
                                  given.size() == 1 ? "misses" : "miss", missed);
  const std::string message =
      fmt::format("the start contradicts {}{}: {} {:.3g}", names_of(rows), level, miss, largest);
  const std::vector<Index> anyway = rows_missed_without_values(other);
  throw StartError(
      message,
      anyway.size() > 1 ? fmt::format("no start was found that satisfies {} together, whatever is "
                                      "given: do they contradict each other?",
                                      names_of(anyway))
      : free_.empty()
          ? "change the given values, or leave some of them out to be found"
          : fmt::format("no values of what is not given satisfy {}; change what is given or "
                        "guess with ~",
                        missed),
      {.given = columns_of(coordinates), .held = row_names(rows)});
}

std::vector<std::string> StartSearch::row_names(const std::vector<Index>& rows) const {
  std::vector<std::string> names;
  for (const Index r : rows)
    names.push_back(dynamics_.equations().rows[static_cast<std::size_t>(r)].name);
  return names;
}

std::string StartSearch::names_of(const std::vector<Index>& rows) const {
  return fmt::format("'{}'", fmt::join(row_names(rows), "', '"));
}

std::vector<Index> StartSearch::rows_missed_without_values(const numeric::Vector& other) {
  std::vector<Known> guesses;
  for (std::size_t j = 0; j < dynamics_.coordinates(); ++j)
    guesses.push_back({j, guess_[static_cast<Index>(j)]});
  StartSearch search(dynamics_, of_, {}, guesses, t_);
  search.look_around();
  const numeric::Vector x = search.run(other);
  const StateValues* const here = search.evaluate(x, other);
  return here ? search.contradicted_rows(*here) : std::vector<Index>();
}

std::vector<std::size_t> StartSearch::given_in(const std::vector<Index>& rows) const {
  std::set<std::size_t> coordinates;
  for (const Entry& entry : dynamics_.equations().A.entries)
    if (std::ranges::find(rows, static_cast<Index>(entry.row)) != rows.end() &&
        !std::ranges::binary_search(free_, static_cast<Index>(entry.column)))
      coordinates.insert(entry.column);
  return {coordinates.begin(), coordinates.end()};
}

std::vector<std::string> StartSearch::columns_of(
    const std::vector<std::size_t>& coordinates) const {
  std::vector<std::string> columns;
  for (const std::size_t j : coordinates)
    columns.push_back(dynamics_.equations().system.coordinates()[j].name +
                      (of_ == Of::position ? "" : "'"));
  return columns;
}

// with few values the wrong one is found by reading; a long list would not be read
std::vector<std::string> StartSearch::values_of(const std::vector<std::size_t>& coordinates) const {
  constexpr std::size_t most = 4;
  const std::vector<std::string> columns = columns_of(coordinates);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (words.size() == most && coordinates.size() > most) {
      words.push_back(fmt::format("and {} more", coordinates.size() - most));
      break;
    }
    words.push_back(
        fmt::format("{} = {:.10g}", columns[i], guess_[static_cast<Index>(coordinates[i])]));
  }
  return words;
}

const StateValues* StartSearch::evaluate(const numeric::Vector& x, const numeric::Vector& other) {
  const numeric::Vector& q = of_ == Of::position ? x : other;
  const numeric::Vector& v = of_ == Of::position ? other : x;
  const StateValues& here = dynamics_.solver().evaluate(t_, q, v);
  if (!here.is_finite()) return nullptr;
  const Residuals& all = dynamics_.state().residuals(t_, q, v);
  values_ = of_ == Of::position ? all.position : all.velocity;
  return values_.allFinite() ? &here : nullptr;
}

// a row without a gradient holds where rounding is all that is left of it
std::vector<Index> StartSearch::contradicted_rows(const StateValues& here) const {
  const auto level = of_ == Of::position ? &Residuals::position : &Residuals::velocity;
  const StateEquations& state = dynamics_.state();
  const numeric::Vector summands = state.summands_of_residuals(here.t(), here.q(), here.v()).*level;
  const numeric::Vector rounding = state.rounding_of_residuals(here.t(), here.q(), here.v()).*level;
  const numeric::Vector sizes = sizes_at(here);
  std::vector<Index> rows;
  for (const Index r : rows_) {
    const double size = here.row_size(r, sizes), miss = std::fabs(values_[r]);
    const bool has_gradient = miss < size;
    const double allowed =
        has_gradient ? contradiction * std::min(summands[r], size) + rounding_of_values * size
                     : rounding[r];
    // a gradient may be rounding itself, of a row that others imply where the loop is closed
    if (!(miss <= std::max(allowed, rounding[r]))) rows.push_back(r);
  }
  return rows;
}

numeric::Vector StartSearch::sizes_at(const StateValues& here) const {
  return of_ == Of::position ? position_sizes(dynamics_, here.q())
                             : velocity_sizes(dynamics_, here.v());
}

// a coordinate without a guess weighs little, so that it follows those with one
double StartSearch::ease(Index j) const {
  constexpr double light = 1e-3;
  return any_guess_ && !is_guessed_[static_cast<std::size_t>(j)] ? light : 1;
}

// Gauss-Newton on the free values: J dx = −residual, and otherwise as near to the guess as possible
numeric::Vector StartSearch::iterate(numeric::Vector x, const numeric::Vector& other) {
  const Index f = static_cast<Index>(free_.size());
  if (f == 0 || rows_.empty()) return x;
  numeric::Vector best = x;
  double best_residual = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 60; ++iteration) {
    const StateValues* const here = evaluate(x, other);
    if (!here) break;
    const double now = residual(*here);
    if (!std::isfinite(now)) break;
    if (now < best_residual) {
      best_residual = now;
      best = x;
    }
    Matrix M(f, f), J(static_cast<Index>(rows_.size()), f);
    numeric::Vector target(static_cast<Index>(rows_.size())), pull(f);
    for (Index j = 0; j < f; ++j) {
      for (Index k = 0; k < f; ++k)
        M(j, k) = ease(free_[j]) * ease(free_[k]) * here->M()(free_[j], free_[k]);
      for (std::size_t r = 0; r < rows_.size(); ++r)
        J(static_cast<Index>(r), j) = here->A()(rows_[r], free_[j]);
      pull[j] = ease(free_[j]) < 1 ? 0 : guess_[free_[j]] - x[free_[j]];
    }
    for (std::size_t r = 0; r < rows_.size(); ++r)
      target[static_cast<Index>(r)] = -values_[rows_[r]];
    // a coordinate without inertia still has a nearest value
    const numeric::Vector scales = numeric::coordinate_scales(M, J);
    for (Index j = 0; j < f; ++j)
      if (M(j, j) == 0) M(j, j) = scales[j] * scales[j];
    const numeric::KktFactors factors(M, J);
    if (!factors.determined()) break;
    numeric::Vector step = factors.solve(M * pull, target).x;
    // no further at once than the state is large
    const numeric::Vector reach = best.cwiseAbs().cwiseMax(reach_);
    double length = 0;
    for (Index j = 0; j < f; ++j) length = std::max(length, std::fabs(step[j]) / reach[free_[j]]);
    if (!std::isfinite(length)) break;
    if (length > 1) step /= length;
    for (Index j = 0; j < f; ++j) x[free_[j]] += step[j];
    const double change = (step.array().abs() / (x(free_).array().abs() + 1e-290)).maxCoeff();
    if (change <= 1e-15 && now <= converged) break;
  }
  return best;
}

std::vector<bool> StartSearch::determined(const numeric::Vector& x, const numeric::Vector& other) {
  std::vector<bool> result(dynamics_.coordinates(), false);
  if (free_.empty() || rows_.empty()) return result;
  const StateValues* const here = evaluate(x, other);
  if (!here) return result;
  Matrix J(static_cast<Index>(rows_.size()), static_cast<Index>(free_.size()));
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t j = 0; j < free_.size(); ++j)
      J(static_cast<Index>(r), static_cast<Index>(j)) = here->A()(rows_[r], free_[j]);
  // lengths and angles side by side: each column by its own size
  for (Index j = 0; j < J.cols(); ++j)
    if (const double size = J.col(j).norm(); size > 0) J.col(j) /= size;
  Eigen::FullPivLU<Matrix> factors(J);
  factors.setThreshold(dynamics_.options().rank_tolerance);
  const Matrix freedoms = factors.kernel();
  for (std::size_t j = 0; j < free_.size(); ++j)
    result[static_cast<std::size_t>(free_[j])] =
        freedoms.row(static_cast<Index>(j)).cwiseAbs().maxCoeff() <=
        dynamics_.options().rank_tolerance;
  return result;
}

}  // namespace alembert
