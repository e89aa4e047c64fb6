#include "motion/stop_conditions.hpp"

namespace alembert {

using numeric::Index;

StopConditions::StopConditions(Dynamics& dynamics, const std::vector<Condition>& conditions)
    : dynamics_(dynamics) {
  std::vector<NodeId> formulas;
  for (const Condition& condition : conditions) {
    formulas.push_back(condition.formula);
    texts_.push_back(condition.text);
  }
  conditions_ = {dynamics.equations().graph(), formulas, dynamics.inputs()};
}

// conditions are formulas of t, q and q̇ only
bool StopConditions::holds(std::size_t condition, double t, const numeric::Vector& y) {
  const Index n = static_cast<Index>(dynamics_.coordinates());
  Instant nothing;
  nothing.acceleration = numeric::Vector::Zero(n);
  nothing.lambda = nothing.lambda_total =
      numeric::Vector::Zero(static_cast<Index>(dynamics_.rows()));
  const std::vector<double>& inputs =
      dynamics_.input_values(t, y.head(n), y.segment(n, n), nothing);
  return conditions_.evaluate(inputs)[condition] != 0;
}

std::optional<Stop> StopConditions::at(double t, const numeric::Vector& y) {
  for (std::size_t c = 0; c < texts_.size(); ++c)
    if (holds(c, t, y)) return Stop{t, texts_[c]};
  return std::nullopt;
}

std::optional<Stop> StopConditions::within_last_step(Integrator& integrator) {
  constexpr int pieces = 16;
  const double t0 = integrator.t_before(), t1 = integrator.t();
  numeric::Vector y = integrator.y();
  const auto holds_at = [&](std::size_t c, double t) {
    integrator.interpolate(t, y);
    return holds(c, t, y);
  };
  std::optional<Stop> earliest;
  for (std::size_t c = 0; c < texts_.size(); ++c) {
    for (int i = 1; i <= pieces; ++i) {
      const double t = i == pieces ? t1 : t0 + (t1 - t0) * i / pieces;
      if (earliest && t >= earliest->t) break;
      if (!holds_at(c, t)) continue;
      // bisection until no number lies between
      double before = t0 + (t1 - t0) * (i - 1) / pieces, after = t;
      for (double middle = 0.5 * (before + after); before < middle && middle < after;
           middle = 0.5 * (before + after))
        (holds_at(c, middle) ? after : before) = middle;
      earliest = {after, texts_[c]};
      break;
    }
  }
  return earliest;
}

}  // namespace alembert
