#include "motion/start/start.hpp"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "dynamics/constraints_satisfied.hpp"
#include "dynamics/sizes_beside.hpp"
#include "mechanics/start_error.hpp"
#include "motion/start/loose_body.hpp"
#include "motion/start/start_search.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

using numeric::Index;

namespace {

// changes of given values below this part of their size are not worth a word
constexpr double not_worth_telling = 1e-12;

// At a singular position other things go wrong too, of which the rank is the reason: accelerations
// contradict each other unless the velocities are those of one branch, and rounding decides what
// the velocities may be. The rank beside it is not told: where the way back onto the constraints is
// flat, it ends beside them.
void refuse_singular(Dynamics& dynamics, Manifold& manifold, const ConsistentStart& start, double t,
                     Index rank) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> anywhere;
  for (int trial = 0; trial < 3 && dynamics.rows() > 0; ++trial) {
    numeric::Vector q = start.q, v = start.v;
    const numeric::Vector q_sizes = sizes_beside(
        dynamics.equations().solved_M(), dynamics.equations().A, q, dynamics.solver().inertia());
    const numeric::Vector v_sizes = velocity_sizes(dynamics, v);
    for (Index j = 0; j < q.size(); ++j) {
      q[j] += 1e-3 * anywhere(random) * q_sizes[j];
      v[j] += 1e-3 * anywhere(random) * v_sizes[j];
    }
    if (manifold.project(t, q, v) && dynamics.solver().decide_rank(t, q, v).rank.value > rank)
      throw StartError(
          fmt::format(
              "the start is singular: the constraints have rank {} there and more beside it", rank),
          "several motions branch off from it; start beside it, on the branch that is meant");
  }
}

// rows that keep two axes parallel hold as well where they point against each other
void refuse_flipped_joints(Dynamics& dynamics, const ConsistentStart& start, double t) {
  const Equations& equations = dynamics.equations();
  for (const JointRecord& joint : equations.system.joints()) {
    if (joint.facing == no_node) continue;
    const Assignment state = dynamics.state().assigned_at(t, start.q, start.v);
    if (evaluate(equations.graph(), {joint.facing}, state).front() > 0) continue;
    throw StartError(
        fmt::format("joint '{}' is put together the wrong way round at the start: its axis in '{}' "
                    "points against that in '{}'",
                    joint.name, joint.from, joint.to),
        "start nearer to the drawing, or draw it as it is", {.held = {joint.name}});
  }
}

bool holds_to_rounding(Dynamics& dynamics, const ConsistentStart& start, double t) {
  const Residuals allowed = dynamics.state().rounding_of_residuals(t, start.q, start.v);
  const Residuals& now = dynamics.state().residuals(t, start.q, start.v);
  return (now.position.cwiseAbs().array() <= allowed.position.array()).all() &&
         (now.velocity.cwiseAbs().array() <= allowed.velocity.array()).all();
}

// y² = 0 holds where its gradient vanishes: what is left of that beside the root is rounding, and
// so would be the multiplier. There Newton's step, that of what rounding leaves included, is as
// long as the way to where the gradient vanishes; at a plain root far from the origin it is next to
// nothing. A gradient that is exactly zero has no force, which the run tells.
void refuse_rows_of_double_roots(Dynamics& dynamics, const numeric::Vector& q,
                                 const numeric::Vector& v, double t) {
  constexpr double aside = 1e-3, vanishes = 1e-4, part_of_way = 0.1;
  const std::vector<EquationRow>& rows = dynamics.equations().rows;
  const numeric::Vector sizes = position_sizes(dynamics, q);
  const auto gradients = [&](const numeric::Vector& at) {
    numeric::Vector found = numeric::Vector::Zero(static_cast<Index>(rows.size()));
    const StateValues& values = dynamics.solver().evaluate(t, at, v);
    if (values.is_finite())
      for (Index r = 0; r < found.size(); ++r) found[r] = values.row_size(r, sizes);
    return found;
  };
  const numeric::Vector here = gradients(q), there = gradients(q + aside * sizes),
                        across = gradients(q - aside * sizes);
  const numeric::Vector missed = dynamics.state().residuals(t, q, v).position.cwiseAbs().cwiseMax(
      dynamics.state().rounding_of_residuals(t, q, v).position);
  for (Index r = 0; r < here.size(); ++r) {
    const EquationRow& row = rows[static_cast<std::size_t>(r)];
    const double beside = std::min(there[r], across[r]);
    const bool falls = 0 < here[r] && here[r] < vanishes * beside;
    if (row.level == Level::position && falls &&
        missed[r] / here[r] > part_of_way * aside * here[r] / beside)
      throw StartError(
          fmt::format("constraint '{}' has no gradient where it holds, so that its force is "
                      "not determined",
                      row.name),
          "write what is raised to a power by itself: y = 0 in place of y^2 = 0",
          {.held = {row.name}});
  }
}

}  // namespace

ConsistentStart find_start(Dynamics& dynamics, Manifold& manifold, const StartData& data,
                           double t) {
  StartSearch position(dynamics, StartSearch::Of::position, data.q, data.q_guess, t);
  StartSearch velocity(dynamics, StartSearch::Of::velocity, data.v, data.v_guess, t);
  ConsistentStart start;
  dynamics.solver().forget_failure();
  dynamics.solver().look_around(t, position.guess(), velocity.guess());
  position.look_around();
  dynamics.sizes().assume(dynamics.solver().inertia(), position.guess(), velocity.guess());
  start.q = position.run(velocity.guess());
  if (position.contradicts(start.q, velocity.guess()))
    position.report_contradiction(start.q, velocity.guess());
  refuse_rows_of_double_roots(dynamics, start.q, velocity.guess(), t);
  dynamics.solver().look_around(t, start.q, velocity.guess());
  velocity.look_around();
  dynamics.sizes().assume(dynamics.solver().inertia(), start.q, velocity.guess());
  start.v = velocity.run(start.q);
  if (velocity.contradicts(start.v, start.q)) {
    refuse_singular(dynamics, manifold, start, t,
                    dynamics.solver().decide_rank(t, start.q, start.v).rank.value);
    velocity.report_contradiction(start.v, start.q);
  }

  refuse_flipped_joints(dynamics, start, t);

  // what is left of the residual is rounding in the given values
  dynamics.solver().look_around(t, start.q, start.v);
  dynamics.sizes().assume(dynamics.solver().inertia(), start.q, start.v);
  const numeric::Vector q_before = start.q, v_before = start.v;
  const bool is_projected = manifold.project(t, start.q, start.v);
  if (!is_projected) {
    start.q = q_before;
    start.v = v_before;
  }
  // coordinates that are zero, as those of a drawing, have no size beside which a correction of
  // rounding would be small
  if (!is_projected && !holds_to_rounding(dynamics, start, t))
    throw StartError(
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
      if (change <= not_worth_telling * sizes[j]) continue;
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
  const auto refuse = [](const std::optional<Failure>& failure) {
    if (failure)
      throw ModelError(fmt::format("{} at the start: {}", name_of(failure->fate), failure->detail),
                       std::string(hint_for(failure->fate)));
  };
  // rows that are clearly independent have full rank, there and beside
  numeric::Vector y(2 * start.q.size());
  y << start.q, start.v;
  if (dynamics.is_regular_at(t, y)) return static_cast<Index>(dynamics.rows());
  const numeric::Solution solution = dynamics.solver().decide_rank(t, start.q, start.v);
  const Index rank = solution.rank.value;
  const std::optional<Failure> failure = dynamics.solver().failure_of(solution);
  if (!failure || failure->fate == Fate::contradictory)
    refuse_singular(dynamics, manifold, start, t, rank);
  if (failure && failure->fate == Fate::undetermined)
    if (const auto loose = loose_body(dynamics.state(), t, start.q, solution.free_direction))
      throw ModelError(fmt::format("{} at the start: {}", name_of(failure->fate), loose->what),
                       loose->remedy);
  refuse(failure);
  dynamics.solver().decide_rank(t, start.q, start.v);
  refuse(dynamics.instant(t, start.q, start.v).failure);
  if (rank < static_cast<Index>(dynamics.rows())) dynamics.choose_rows(t, start.q, start.v, rank);
  return rank;
}

}  // namespace alembert
