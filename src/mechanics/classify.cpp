#include "mechanics/classify.hpp"

#include <fmt/format.h>

#include <cmath>
#include <random>

namespace alembert {

namespace {

// A q̇ = p ψ for one number p: then ψ is homogeneous in q̇ and A q̇ vanishes with ψ. Euler's
// theorem has no local rule in the graph, so it is tried at a few random states.
bool is_homogeneous(const System& system, const RowFormulas& row) {
  const Graph& graph = system.graph();
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> anywhere(0.3, 1.7);
  const std::vector<NodeId> formulas{row.A_qdot, row.velocity_form};
  double degree = 0;
  for (int trial = 0; trial < 5; ++trial) {
    Assignment values = system.parameter_values();
    for (const NodeId node : reachable(graph, formulas))
      if (graph.is_symbol(node) && !values.contains(node)) {
        const bool backwards = graph.kinds(node).has(Kind::velocity) && random() % 2 == 1;
        values[node] = backwards ? -anywhere(random) : anywhere(random);
      }
    const std::vector<double> at = evaluate(graph, formulas, values);
    if (trial == 0) degree = at[0] / at[1];
    if (!(std::fabs(at[0] - degree * at[1]) <= 1e-9 * (std::fabs(at[0]) + std::fabs(at[1]))))
      return false;
  }
  return true;
}

Classification classify_row(const System& system, const RowFormulas& row, NodeId at_rest) {
  const Graph& graph = system.graph();
  bool A_turns = false;
  for (const NodeId entry : row.A) A_turns |= graph.kinds(entry).has(Kind::velocity);

  Classification result{};
  result.level = row.level;
  result.depends_on_time = graph.kinds(row.residual).has(Kind::time);
  result.rest_allowed = at_rest == graph.zero();
  if (row.level == Level::acceleration) {
    const bool has_velocity = graph.kinds(row.residual).has(Kind::velocity);
    result.form = has_velocity ? VelocityForm::nonlinear : VelocityForm::linear;
    result.rest_allowed = true;
    result.does_real_work = true;
    return result;
  }
  result.form = A_turns               ? VelocityForm::nonlinear
                : result.rest_allowed ? VelocityForm::linear
                                      : VelocityForm::affine;
  // A q̇ is −φ_t or −g in the affine case, and a multiple of ψ in the homogeneous one
  result.does_real_work =
      result.form == VelocityForm::nonlinear ? !is_homogeneous(system, row) : !result.rest_allowed;
  return result;
}

}  // namespace

std::string_view name_of(VelocityForm form) {
  switch (form) {
    case VelocityForm::linear:
      return "linear";
    case VelocityForm::affine:
      return "affine";
    case VelocityForm::nonlinear:
      return "nonlinear";
  }
  return {};
}

std::string describe(const Classification& c) {
  const std::string_view time = c.depends_on_time ? "depends on time" : "independent of time";
  if (c.level == Level::acceleration)
    return fmt::format("acceleration, as given, {}, its integrals cannot be monitored", time);
  return fmt::format("{}, {} in the velocities, {}, {}, {}", name_of(c.level), name_of(c.form),
                     time, c.rest_allowed ? "rest allowed" : "rest not allowed",
                     c.does_real_work ? "may do real work" : "does no work");
}

std::vector<Classification> classify(const System& system, const std::vector<RowFormulas>& rows) {
  Graph& graph = system.graph();
  std::vector<Replacement> rest;
  for (const Coordinate& x : system.coordinates()) rest.push_back({x.v, graph.zero()});
  std::vector<NodeId> forms;
  for (const RowFormulas& row : rows) forms.push_back(row.velocity_form);
  const std::vector<NodeId> at_rest = substitute(graph, forms, rest);

  std::vector<Classification> results;
  for (std::size_t i = 0; i < rows.size(); ++i)
    results.push_back(classify_row(system, rows[i], at_rest[i]));
  return results;
}

}  // namespace alembert
