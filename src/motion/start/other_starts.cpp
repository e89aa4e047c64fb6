#include "motion/start/other_starts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/constraints_satisfied.hpp"
#include "motion/start/start_search.hpp"

namespace alembert {

using numeric::Index;

namespace {

// beyond this many unknowns the search takes longer than a reader of its answer thinks
constexpr std::size_t most_unknowns = 12;
// a reader needs to know that there are others, not all of them
constexpr std::size_t most_branches = 3;
// of natural sizes: branches that lie closer are one. Rows hold to 1e-6, and a double root to the
// square root of that
constexpr double same = 1e-3;

// angles that differ by whole turns are the same; a length that differs by exactly 2π is not to be
// expected
double without_turns(double difference) {
  constexpr double turn = 2 * std::numbers::pi, exactly = 1e-9;
  const double rest = std::remainder(difference, turn);
  return std::fabs(rest) < exactly ? rest : difference;
}

bool is_among(const std::vector<Known>& list, std::size_t coordinate) {
  return std::ranges::any_of(list, [&](const Known& x) { return x.coordinate == coordinate; });
}

// Where to look: on the other side of zero, from which the first search came, beyond what it found,
// and with one position mirrored at a time.
std::vector<numeric::Vector> places_to_look(const numeric::Vector& found,
                                            const std::vector<Index>& unknown) {
  std::vector<numeric::Vector> places;
  for (const double factor : {-1.0, 2.0, 4.0}) {
    places.push_back(found);
    for (const Index j : unknown) places.back()[j] *= factor;
  }
  if (unknown.size() == 1) return places;
  for (const Index j : unknown) {
    places.push_back(found);
    places.back()[j] *= -1;
  }
  return places;
}

}  // namespace

std::vector<std::vector<Known>> other_starts(const Equations& equations,
                                             const DynamicsOptions& options, const StartData& data,
                                             const StateAtStart& start, double t) {
  std::vector<Known> held;
  std::vector<Index> unknown;
  for (Index j = 0; j < start.q.size(); ++j) {
    const auto coordinate = static_cast<std::size_t>(j);
    if (is_among(data.q, coordinate) || is_among(data.q_guess, coordinate))
      held.push_back({coordinate, start.q[j]});
    else
      unknown.push_back(j);
  }
  const bool any_moved = std::ranges::any_of(unknown, [&](Index j) { return start.q[j] != 0; });
  if (!any_moved || unknown.size() > most_unknowns) return {};

  // numbers of its own: those of the run stay as they are
  Dynamics dynamics(equations, options);
  dynamics.solver().look_around(t, start.q, start.v);
  dynamics.sizes().assume(dynamics.solver().inertia(), start.q, start.v);
  StartSearch search(dynamics, StartSearch::Of::position, held, {}, t);
  search.look_around();
  const std::vector<bool> is_determined = search.determined(start.q, start.v);
  const numeric::Vector sizes = position_sizes(dynamics, start.q);

  std::vector<numeric::Vector> branches{start.q};
  std::vector<std::vector<Known>> others;
  for (const numeric::Vector& place : places_to_look(start.q, unknown)) {
    const numeric::Vector q = search.iterate(place, start.v);
    if (search.contradicts(q, start.v)) continue;
    const auto differs = [&](const numeric::Vector& from, Index j) {
      return is_determined[static_cast<std::size_t>(j)] &&
             std::fabs(without_turns(q[j] - from[j])) > same * sizes[j];
    };
    const auto is_same = [&](const numeric::Vector& branch) {
      return std::ranges::none_of(unknown, [&](Index j) { return differs(branch, j); });
    };
    if (std::ranges::any_of(branches, is_same)) continue;
    branches.push_back(q);
    others.emplace_back();
    for (const Index j : unknown)
      if (differs(start.q, j)) others.back().push_back({static_cast<std::size_t>(j), q[j]});
    if (others.size() == most_branches) break;
  }
  return others;
}

}  // namespace alembert
