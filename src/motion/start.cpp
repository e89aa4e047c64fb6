#include "motion/start.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <random>

#include "mechanics/model_error.hpp"
#include "motion/rows_hold.hpp"
#include "motion/sizes_beside.hpp"
#include "numeric/kkt_factors.hpp"
#include "numeric/mass.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

using numeric::Index;
using numeric::Matrix;

namespace {

// given values that miss the constraints by more than this part of what is added up in them contradict them …
constexpr double contradiction = 1e-6;
// … unless that is the rounding of the values
constexpr double rounding_of_values = 1e-12;
constexpr double converged = 1e-13;
// changes of given values below this part of their size are not worth a word
constexpr double nothing = 1e-12;

// One half of the search: q under the position rows, or q̇ under position and velocity rows.
class Search {
 public:
  enum class Of { position, velocity };

  Search(Dynamics& dynamics, Of of, const std::vector<Known>& given,
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

  const numeric::Vector& guess() const { return guess_; }

  // once the inertias around it are known
  void look_around() {
    const FormulaMatrix& A = dynamics_.equations().A;
    const FormulaMatrix& M = dynamics_.equations().solved_M();
    beside_ = sizes_beside(M, A, guess_, dynamics_.inertia());
    reach_ =
        sizes_beside(M, A, guess_, dynamics_.inertia(), std::numeric_limits<double>::infinity());
  }

  // the best state found; `other` is the half that is held
  numeric::Vector run(const numeric::Vector& other) {
    numeric::Vector x = iterate(guess_, other);
    // a guess at which the constraints have no gradient leads nowhere: look beside it
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> anywhere(-1, 1);
    for (int trial = 0; trial < 8 && residual(x, other) > contradiction && !free_.empty();
         ++trial) {
      numeric::Vector beside = guess_;
      for (const Index j : free_)
        beside[j] += anywhere(random) * std::pow(4.0, trial - 2) * beside_[j];
      const numeric::Vector other_way = iterate(beside, other);
      if (residual(other_way, other) < residual(x, other)) x = other_way;
    }
    return x;
  }

  double residual(const numeric::Vector& x, const numeric::Vector& other) {
    double largest = 0;
    if (!evaluate(x, other)) return std::numeric_limits<double>::infinity();
    for (const Index r : rows_) largest = std::max(largest, relative(r, x));
    return largest;
  }

  bool contradicts(const numeric::Vector& x, const numeric::Vector& other) {
    return !evaluate(x, other) || !contradicted_rows(x).empty();
  }

  [[noreturn]] void report_contradiction(const numeric::Vector& x, const numeric::Vector& other) {
    if (!evaluate(x, other))
      throw ModelError(
          fmt::format("{} at the start: {}", name_of(Fate::not_finite),
                      dynamics_.trouble() ? dynamics_.trouble().detail : "a constraint"),
          std::string(hint_for(Fate::not_finite)));
    std::string names;
    double largest = 0;
    for (const Index r : contradicted_rows(x)) {
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ",
                           dynamics_.equations().rows[static_cast<std::size_t>(r)].name);
      largest = std::max(largest, std::fabs(values_[r]));
    }
    const std::string level = of_ == Of::position ? "" : " for the velocities";
    throw ModelError(
        fmt::format("the start contradicts {}{}: it is missed by {:.3g}", names, level, largest),
        free_.empty() ? "change the given values, or leave some of them out to be found"
                      : "no values of what is not given satisfy it; change what is given or guess "
                        "with ~");
  }

 private:
  bool evaluate(const numeric::Vector& x, const numeric::Vector& other) {
    const numeric::Vector& q = of_ == Of::position ? x : other;
    const numeric::Vector& v = of_ == Of::position ? other : x;
    if (!dynamics_.evaluate(t_, q, v)) return false;
    const Residuals& all = dynamics_.residuals(t_, q, v);
    values_ = of_ == Of::position ? all.position : all.velocity;
    return values_.allFinite();
  }

  // after `evaluate`; a row without a gradient holds where rounding is all that is left of it
  std::vector<Index> contradicted_rows(const numeric::Vector& x) const {
    const auto level = of_ == Of::position ? &Residuals::position : &Residuals::velocity;
    const numeric::Vector summands = dynamics_.summands_of_residuals().*level;
    const numeric::Vector rounding = dynamics_.rounding_of_residuals().*level;
    const numeric::Vector sizes = sizes_of(x);
    std::vector<Index> rows;
    for (const Index r : rows_) {
      const double size = dynamics_.row_size(r, sizes), miss = std::fabs(values_[r]);
      const bool has_gradient = miss < size;
      const double allowed =
          has_gradient ? contradiction * std::min(summands[r], size) + rounding_of_values * size
                       : rounding[r];
      if (!(miss <= allowed)) rows.push_back(r);
    }
    return rows;
  }

  numeric::Vector sizes_of(const numeric::Vector& x) const {
    return of_ == Of::position ? position_sizes(dynamics_, x) : velocity_sizes(dynamics_, x);
  }

  double relative(Index r, const numeric::Vector& x) const {
    if (values_[r] == 0) return 0;
    return std::fabs(values_[r]) / dynamics_.row_size(r, sizes_of(x));
  }

  // what nobody has guessed goes where the guesses take it, and is light enough to follow
  double ease(Index j) const {
    constexpr double light = 1e-3;
    return any_guess_ && !is_guessed_[static_cast<std::size_t>(j)] ? light : 1;
  }

  // Gauss-Newton on the free values: J dx = −residual, and otherwise as near to the guess as possible
  numeric::Vector iterate(numeric::Vector x, const numeric::Vector& other) {
    const Index f = static_cast<Index>(free_.size());
    if (f == 0 || rows_.empty()) return x;
    numeric::Vector best = x;
    double best_residual = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 60; ++iteration) {
      const double now = residual(x, other);
      if (!std::isfinite(now)) break;
      if (now < best_residual) {
        best_residual = now;
        best = x;
      }
      Matrix M(f, f), J(static_cast<Index>(rows_.size()), f);
      numeric::Vector target(static_cast<Index>(rows_.size())), pull(f);
      for (Index j = 0; j < f; ++j) {
        for (Index k = 0; k < f; ++k)
          M(j, k) = ease(free_[j]) * ease(free_[k]) * dynamics_.M()(free_[j], free_[k]);
        for (std::size_t r = 0; r < rows_.size(); ++r)
          J(static_cast<Index>(r), j) = dynamics_.A()(rows_[r], free_[j]);
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

  Dynamics& dynamics_;
  const Of of_;
  const double t_;
  numeric::Vector guess_, values_;
  numeric::Vector beside_;  ///< how far other states lie from the guess
  numeric::Vector reach_;   ///< how far a step may lead; infinite where nothing is known of that
  bool any_guess_ = false;
  std::vector<bool> is_guessed_;
  std::vector<Index> free_, rows_;
};

}  // namespace

StartData evaluate_start(const System& system, const std::vector<StartValue>& start, double t) {
  const Graph& graph = system.graph();
  Assignment known = system.parameter_values();
  known[system.time().node()] = t;
  // values may use each other in any order: take those whose formula is known until none is left
  std::vector<bool> done(start.size(), false);
  StartData data;
  std::size_t left = start.size();
  for (bool progress = true; progress && left > 0;) {
    progress = false;
    for (std::size_t i = 0; i < start.size(); ++i) {
      if (done[i]) continue;
      bool ready = true;
      for (const NodeId node : reachable(graph, {start[i].formula}))
        ready &= !graph.is_symbol(node) || known.contains(node);
      if (!ready) continue;
      const double value = evaluate(graph, {start[i].formula}, known).front();
      const std::string& name = graph.name(start[i].symbol);
      if (!std::isfinite(value))
        throw ModelError(fmt::format("the start value of {} is not a finite number", name),
                         std::string(hint_for(Fate::not_finite)));
      done[i] = progress = true;
      --left;
      known[start[i].symbol] = value;
      const bool is_velocity = graph.kinds(start[i].symbol).has(Kind::velocity);
      const std::size_t index =
          *system.coordinate_index(is_velocity ? name.substr(0, name.size() - 1) : name);
      (is_velocity ? (start[i].guess ? data.v_guess : data.v)
                   : (start[i].guess ? data.q_guess : data.q))
          .push_back({index, value});
    }
  }
  for (std::size_t i = 0; i < start.size(); ++i)
    if (!done[i])
      throw ModelError(fmt::format("the start value of {} uses one that is not given",
                                   graph.name(start[i].symbol)),
                       "a start value is a formula of parameters and of other start values");
  return data;
}

ConsistentStart find_start(Dynamics& dynamics, Manifold& manifold, const StartData& data,
                           double t) {
  Search position(dynamics, Search::Of::position, data.q, data.q_guess, t);
  Search velocity(dynamics, Search::Of::velocity, data.v, data.v_guess, t);
  ConsistentStart start;
  dynamics.forget_trouble();
  dynamics.look_around(t, position.guess(), velocity.guess());
  position.look_around();
  dynamics.sizes().assume(dynamics.inertia(), position.guess(), velocity.guess());
  start.q = position.run(velocity.guess());
  if (position.contradicts(start.q, velocity.guess()))
    position.report_contradiction(start.q, velocity.guess());
  dynamics.look_around(t, start.q, velocity.guess());
  velocity.look_around();
  dynamics.sizes().assume(dynamics.inertia(), start.q, velocity.guess());
  start.v = velocity.run(start.q);
  if (velocity.contradicts(start.v, start.q)) velocity.report_contradiction(start.v, start.q);

  // what is left of the residual is rounding in the given values
  dynamics.look_around(t, start.q, start.v);
  dynamics.sizes().assume(dynamics.inertia(), start.q, start.v);
  const numeric::Vector q_before = start.q, v_before = start.v;
  if (!manifold.project(t, start.q, start.v))
    throw ModelError(
        "the start cannot be moved onto the constraints",
        "give values nearer to a state that satisfies them; constraints that contradict "
        "each other, if only by rounded numbers, have none");
  const std::vector<Coordinate>& coordinates = dynamics.equations().system.coordinates();
  const auto note = [&](const std::vector<Known>& given, const numeric::Vector& before,
                        const numeric::Vector& after, const numeric::Vector& sizes,
                        std::string_view prime) {
    for (const Known& known : given) {
      const Index j = static_cast<Index>(known.coordinate);
      const double change = std::fabs(after[j] - before[j]);
      if (change <= nothing * sizes[j]) continue;
      start.shift = std::max(start.shift, change);
      start.shifted.push_back(fmt::format("{}{}", coordinates[known.coordinate].name, prime));
    }
  };
  note(data.q, q_before, start.q, position_sizes(dynamics, start.q), "");
  note(data.v, v_before, start.v, velocity_sizes(dynamics, start.v), "'");
  return start;
}

numeric::Index rank_at_start(Dynamics& dynamics, Manifold& manifold, const ConsistentStart& start,
                             double t) {
  const auto refuse = [](const Trouble& trouble) {
    if (trouble)
      throw ModelError(fmt::format("{} at the start: {}", name_of(trouble.fate), trouble.detail),
                       std::string(hint_for(trouble.fate)));
  };
  // rows that are clearly independent have full rank, there and beside
  if (ExplicitMotion* written_out = dynamics.explicit_motion()) {
    numeric::Vector y(2 * start.q.size()), dy(2 * start.q.size() + 4);
    y << start.q, start.v;
    if (written_out->accelerate(t, y.data(), dy.data())) return static_cast<Index>(dynamics.rows());
  }
  const numeric::Solution solution = dynamics.decide_rank(t, start.q, start.v);
  refuse(dynamics.trouble_of(solution));
  const Index rank = solution.rank.value;

  std::mt19937_64 random(11);
  std::normal_distribution<double> anywhere;
  for (int trial = 0; trial < 3 && dynamics.rows() > 0; ++trial) {
    numeric::Vector q = start.q, v = start.v;
    const numeric::Vector q_sizes = sizes_beside(dynamics.equations().solved_M(),
                                                 dynamics.equations().A, q, dynamics.inertia());
    const numeric::Vector v_sizes = velocity_sizes(dynamics, v);
    for (Index j = 0; j < q.size(); ++j) {
      q[j] += 1e-3 * anywhere(random) * q_sizes[j];
      v[j] += 1e-3 * anywhere(random) * v_sizes[j];
    }
    if (!manifold.project(t, q, v)) continue;
    const Index beside = dynamics.decide_rank(t, q, v).rank.value;
    if (beside > rank)
      throw ModelError(
          fmt::format("the start is singular: the constraints have rank {} there and {} beside it",
                      rank, beside),
          "several motions branch off from it; start beside it, on the branch that is meant");
  }
  dynamics.decide_rank(t, start.q, start.v);
  refuse(dynamics.instant(t, start.q, start.v).trouble);
  if (rank < static_cast<Index>(dynamics.rows())) dynamics.choose_rows(t, start.q, start.v, rank);
  return rank;
}

}  // namespace alembert
