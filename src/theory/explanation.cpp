#include "theory/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/state_solver.hpp"
#include "mechanics/model_error.hpp"
#include "numeric/gain.hpp"
#include "theory/principles/integrable.hpp"
#include "theory/principles/virtual_displacements.hpp"

namespace alembert::theory {

namespace {

using numeric::Index;
using numeric::Matrix;
using numeric::Vector;

// the basis of the same space in which every vector has a 1 where the others have 0
Matrix readable_basis(Matrix V) {
  std::vector<bool> taken(static_cast<std::size_t>(V.rows()), false);
  for (Index j = 0; j < V.cols(); ++j) {
    // the largest entry left, so that nothing grows
    Index pivot_row = 0, pivot_column = j;
    double largest = -1;
    for (Index i = 0; i < V.rows(); ++i)
      for (Index c = j; c < V.cols(); ++c)
        if (!taken[static_cast<std::size_t>(i)] && std::fabs(V(i, c)) > largest * (1 + 1e-9)) {
          largest = std::fabs(V(i, c));
          pivot_row = i;
          pivot_column = c;
        }
    V.col(j).swap(V.col(pivot_column));
    taken[static_cast<std::size_t>(pivot_row)] = true;
    V.col(j) /= V(pivot_row, j);
    for (Index c = 0; c < V.cols(); ++c)
      if (c != j) V.col(c) -= V(pivot_row, c) * V.col(j);
  }
  // a zero after elimination
  return (V.array().abs() < 1e-14).select(0, V);
}

void add_notes(const Equations& equations, const numeric::Solution& solution, Explanation& story) {
  for (const numeric::Warning warning : solution.warnings)
    story.notes.emplace_back(to_string(warning));
  for (const std::string& note : equations.notes) story.notes.push_back(note);
  const double ineffective = story.ineffective.size() == 0 ? 0 : story.ineffective.norm();
  if (ineffective > 1e-9 * story.scene.equations.C.norm())
    story.notes.push_back(
        fmt::format("a part of C of size {:.4g} acts along the rows of A: it changes the true "
                    "multipliers, but neither the motion nor the force of constraint",
                    ineffective));
  for (std::size_t r = 0; r < story.rows.size(); ++r) {
    const EquationRow& row = equations.rows[r];
    const double rate = story.scene.equations.A.row(static_cast<Index>(r)).dot(story.scene.v);
    if (row.classification.does_real_work && std::fabs(rate) > 1e-12 * story.scene.v.norm())
      story.notes.push_back(
          fmt::format("'{}' moves or drives (A q' = {:.4g}): the actual velocity is no virtual "
                      "displacement, and its ideal force has power",
                      row.name, rate));
  }
}

// rows nonlinear in the velocities: A v = 0 holds for other v at another velocity (VF remark 3)
void note_turning(const Equations& equations, Explanation& story) {
  const bool nonlinear = std::ranges::any_of(equations.rows, [](const EquationRow& row) {
    return row.classification.form == VelocityForm::nonlinear;
  });
  if (!nonlinear || story.virtual_displacements.cols() == 0) return;
  constexpr double part = 0.01;
  ConstraintRates rates(equations);
  const Scene& scene = story.scene;
  const Vector turned =
      scene.v + part * scene.v.norm() * story.virtual_displacements.col(0).normalized();
  const Vector angles = turning(rates, {scene.t, scene.q, scene.v, story.acceleration}, turned);
  // the basis has a rank decision of its own, which may leave no direction where the model's
  // tolerance leaves one
  if (angles.size() == 0) return;
  story.notes.push_back(
      fmt::format("virtual displacements depend on the velocity here: they turn by {:.2g} rad when "
                  "the velocity changes by {:g} of itself along v1",
                  angles.maxCoeff(), part));
}

// rows of velocities: is there a position constraint that says the same (Frobenius)?
void note_integrability(const Equations& equations, Explanation& story) {
  const auto any_row = [&](auto condition) {
    return std::ranges::any_of(equations.rows, condition);
  };
  const bool undecided = any_row([](const EquationRow& row) {
    return row.level == Level::acceleration || row.classification.form == VelocityForm::nonlinear;
  });
  const bool of_velocities =
      any_row([](const EquationRow& row) { return row.level == Level::velocity; });
  if (undecided || !of_velocities) return;
  const Scene& scene = story.scene;
  const Integrability found =
      integrability_at(equations, {scene.t, scene.q, scene.v, story.acceleration});
  if (!std::isfinite(found.curl)) return;
  story.notes.push_back(
      found.integrable()
          ? "at this state the velocity constraints pass the test of Frobenius: they may be "
            "position constraints in disguise"
          : fmt::format("'{}' cannot be integrated to a position constraint: the system is "
                        "nonholonomic",
                        found.row));
}

}  // namespace

Explanation explain(StateSolver& solver, double t, const Vector& q, const Vector& v) {
  Explanation story;
  story.scene = look_at(solver, t, q, v);
  const numeric::Instant& given = story.scene.equations;
  numeric::SolveOptions options;
  options.rank.tolerance = solver.options().rank_tolerance;
  options.singular_values = true;
  if (solver.options().least_squares) {
    options.inconsistent = numeric::Inconsistent::least_squares;
    options.weights = solver.state().weights(solver.evaluate(t, q, v)).asDiagonal();
  }
  const numeric::Solution solution = solve(given, options);
  if (const std::optional<Failure> failure = solver.failure_of(solution))
    throw ModelError(fmt::format("{} at t = {:g}: {}", name_of(failure->fate), t, failure->detail));

  const numeric::Gain gain =
      numeric::gain(given.M, given.A, {.rank = options.rank, .singular_values = false});
  const Index m = given.b.size();
  story.acceleration = solution.acceleration;
  story.free_acceleration = solution.free_acceleration;
  for (Index r = 0; r < m; ++r) {
    const double violation = solution.violation.size() == 0 ? 0 : solution.violation[r];
    story.rows.push_back({.name = story.scene.rows[static_cast<std::size_t>(r)],
                          .b = given.b[r],
                          .violation = violation,
                          .gain = gain.K.col(r),
                          .answer = violation * gain.K.col(r),
                          .lambda = solution.lambda[r],
                          .lambda_total = solution.lambda_total[r],
                          .unique = solution.redundancy.unique[static_cast<std::size_t>(r)]});
  }

  std::vector<numeric::ConstraintRows> parts;
  for (const SceneConstraint& constraint : story.scene.constraints)
    parts.push_back(constraint.rows);
  const std::vector<numeric::Reaction> reactions = split_reactions(given.A, solution, parts);
  for (std::size_t c = 0; c < reactions.size(); ++c)
    story.forces.push_back({.name = story.scene.constraints[c].name,
                            .ideal = reactions[c].ideal,
                            .nonideal = reactions[c].nonideal,
                            .ideal_power = reactions[c].ideal.dot(v),
                            .nonideal_power = reactions[c].nonideal.dot(v)});
  story.ineffective = given.C - solution.nonideal;
  // what C adds to q̈ lies in the virtual displacements, where V Vᵀ is the inverse of M
  const Matrix& V = gain.virtual_displacements;
  story.nonideal_share = V * (V.transpose() * given.C);

  story.rank = static_cast<int>(solution.rank.value);
  for (const double sigma : solution.rank.singular_values) story.singular_values.push_back(sigma);
  for (const numeric::DependentRows& group : solution.redundancy.groups) {
    DependentNames names{.rows = {}, .surplus = static_cast<int>(group.surplus)};
    for (const Index r : group.rows)
      names.rows.push_back(story.scene.rows[static_cast<std::size_t>(r)]);
    story.dependent.push_back(std::move(names));
  }

  story.virtual_displacements = readable_basis(V);
  const double ideal_size = solution.ideal.norm();
  for (Index j = 0; j < story.virtual_displacements.cols(); ++j) {
    const Vector direction = story.virtual_displacements.col(j);
    story.virtual_work.push_back(direction.dot(given.C));
    if (ideal_size > 0)
      story.ideal_virtual_work =
          std::max(story.ideal_virtual_work,
                   std::fabs(direction.dot(solution.ideal)) / (direction.norm() * ideal_size));
  }
  add_notes(solver.equations(), solution, story);
  note_turning(solver.equations(), story);
  note_integrability(solver.equations(), story);
  return story;
}

Explanation explain(const Motion& motion, double t) {
  const Snapshot then = motion.at(t);
  const auto n = static_cast<Index>(motion.equations().system.coordinates().size());
  const auto part = [&](std::size_t first) -> Vector {
    return Eigen::Map<const Vector>(then.row().data() + first, n);
  };
  StateSolver solver(motion.equations_at(t), motion.dynamics_options());
  return explain(solver, t, part(motion.layout().q), part(motion.layout().v));
}

}  // namespace alembert::theory
