#include "draw/upward.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>

#include "draw/generic_states.hpp"
#include "draw/point_of_action.hpp"

namespace alembert {

namespace {

// sums of many terms leave this much after rounding; forces that are no weights miss by far more
constexpr double rounding = 1e-9;

std::optional<UnitVector> unit(const UnitVector& along) {
  const double length = std::hypot(along[0], along[1], along[2]);
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  return UnitVector{along[0] / length, along[1] / length, along[2] / length};
}

std::optional<UnitVector> as_drawn(const Model& model) {
  const auto up = std::ranges::find(model.drawing, Shape::What::up, &Shape::what);
  if (up == model.drawing.end()) return std::nullopt;
  const std::vector<double> values =
      evaluate(model.system.graph(), up->arguments.front(), model.system.parameter_values());
  return unit({values[0], values[1], values[2]});
}

// Σ m r of the particles
std::optional<std::vector<NodeId>> first_moment(const System& system) {
  Vector sum(3, Expr(0));
  for (const Particle& particle : system.particles()) {
    if (particle.at.size() != 3) return std::nullopt;
    for (std::size_t i = 0; i < 3; ++i) sum[i] += particle.mass * particle.at[i];
  }
  if (system.particles().empty()) return std::nullopt;
  std::vector<NodeId> nodes;
  for (const Expr& component : sum) nodes.push_back(component.in(system.graph()));
  return nodes;
}

// the w of Q = (∂r/∂q)ᵀ w, the same at all states
std::optional<UnitVector> weight_at(const Equations& equations, const std::vector<NodeId>& forces,
                                    const std::vector<NodeId>& r) {
  const std::vector<Entry> slopes = moving_point(equations, r).slopes;
  std::vector<NodeId> formulas = forces;
  for (const Entry& slope : slopes) formulas.push_back(slope.value);
  GenericStates generic(equations);
  const std::vector<FormulaValues> states = generic.values(formulas);
  const std::size_t n = forces.size();
  const auto rows = static_cast<Eigen::Index>(n * states.size());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows, 3);
  Eigen::VectorXd Q(rows);
  for (std::size_t s = 0; s < states.size(); ++s) {
    const auto first = static_cast<Eigen::Index>(s * n);
    for (std::size_t j = 0; j < n; ++j) Q[first + static_cast<Eigen::Index>(j)] = states[s][j];
    for (std::size_t e = 0; e < slopes.size(); ++e)
      J(first + static_cast<Eigen::Index>(slopes[e].column), slopes[e].row) += states[s][n + e];
  }
  if (states.empty() || Q.isZero(0)) return std::nullopt;
  const Eigen::Vector3d w = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(J).solve(Q);
  if (!((J * w - Q).norm() <= rounding * Q.norm())) return std::nullopt;
  return UnitVector{w[0], w[1], w[2]};
}

std::optional<UnitVector> against_gravity(const Equations& equations,
                                          const std::vector<std::vector<NodeId>>& drawn) {
  std::vector<Replacement> at_rest;
  for (const Coordinate& x : equations.system.coordinates())
    at_rest.push_back({x.v, equations.graph().zero()});
  const std::vector<NodeId> forces = substitute(equations.graph(), equations.Q, at_rest);
  std::vector<std::vector<NodeId>> candidates;
  if (const auto moment = first_moment(equations.system)) candidates.push_back(*moment);
  candidates.insert(candidates.end(), drawn.begin(), drawn.end());
  for (const std::vector<NodeId>& r : candidates)
    if (const auto weight = weight_at(equations, forces, r))
      return unit({-(*weight)[0], -(*weight)[1], -(*weight)[2]});
  return std::nullopt;
}

}  // namespace

UnitVector upward(const Model& model, const Equations& equations,
                  const std::vector<std::vector<NodeId>>& drawn) {
  if (const auto up = as_drawn(model)) return *up;
  return against_gravity(equations, drawn).value_or(UnitVector{0, 0, 1});
}

}  // namespace alembert
