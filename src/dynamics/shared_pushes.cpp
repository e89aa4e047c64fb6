#include "dynamics/shared_pushes.hpp"

#include <algorithm>
#include <cmath>

#include "symbol/differentiate.hpp"

namespace alembert {

using numeric::FrictionState;
using numeric::Index;
using numeric::RowState;
using numeric::Slip;

SharedPushes::SharedPushes(StateEquations& state)
    : state_(state), symbols_(state.equations().system.ends_of_forces()) {
  const Equations& equations = state.equations();
  const System& system = equations.system;
  Graph& graph = equations.graph();
  const std::vector<EquationRow>& rows = equations.rows;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string& constraint = system.constraints()[rows[r].constraint].name;
    pushes_.push_back(!rows[r].friction && system.contact_index(constraint));
    if (!rows[r].friction) held_.push_back(static_cast<Index>(r));
  }
  may_share_ = std::ranges::find(pushes_, true) != pushes_.end() && equations.C.empty();

  std::vector<NodeId> velocities, numbers, normals;
  for (const Coordinate& x : system.coordinates()) velocities.push_back(x.v);
  for (std::size_t f = 0; f < system.frictions().size(); ++f) {
    const Friction& friction = system.frictions()[f];
    const auto sticking = std::ranges::find(rows, std::optional(f), &EquationRow::friction);
    const auto law = std::ranges::find(equations.C, std::optional(f), &NonIdealForce::friction);
    if (sticking == rows.end() && law == equations.C.end()) continue;
    ActingFriction acting{sticking != rows.end(),
                          static_cast<std::size_t>(sticking - rows.begin()),
                          numeric::no_row,
                          {}};
    for (std::size_t i = 0; i < held_.size(); ++i)
      if (rows[static_cast<std::size_t>(held_[i])].total == friction.pressing)
        acting.pressed_by = static_cast<Index>(i);
    numbers.push_back(system.parameters()[friction.sense].symbol);
    for (const Friction::Force& force : {friction.sliding, friction.largest})
      numbers.insert(numbers.end(), {force.free, force.slope});
    const std::vector<NodeId> lever = gradient(graph, friction.sticking_row.residual, velocities);
    for (std::size_t j = 0; j < lever.size(); ++j) {
      if (graph.is_value(lever[j], 0)) continue;
      acting.coordinates.push_back(j);
      numbers.push_back(lever[j]);
    }
    frictions_.push_back(std::move(acting));
  }
  numbers_ = state.compiled(numbers);

  for (const ForceSymbol& symbol : symbols_) {
    const auto row = std::ranges::find_if(held_, [&](Index r) {
      return rows[static_cast<std::size_t>(r)].constraint == symbol.constraint;
    });
    const auto friction =
        std::ranges::find(system.frictions(), symbol.constraint, &Friction::constraint);
    normals.push_back(row == held_.end() ? graph.zero()
                      : friction != system.frictions().end()
                          ? friction->normal
                          : rows[static_cast<std::size_t>(*row)].total);
  }
  normals_ = state.compiled(normals);
}

std::vector<numeric::PlanarFriction> SharedPushes::frictions(const StateValues& here) {
  const double* number =
      numbers_.evaluate(state_.input_values(here.t(), here.q(), here.v())).data();
  std::vector<numeric::PlanarFriction> result;
  for (const ActingFriction& acting : frictions_) {
    numeric::PlanarFriction friction;
    const bool forward = *number++ > 0;
    if (acting.sticks) {
      friction.before = FrictionState::sticks;
      friction.b = here.b()[static_cast<Index>(acting.row)];
    } else {
      friction.before = forward ? FrictionState::forward : FrictionState::backward;
      friction.slip = forward ? Slip::forward : Slip::backward;
    }
    friction.limit = std::max(number[0], 0.0);
    friction.limit_static = std::max(number[2], friction.limit);
    friction.row = acting.pressed_by;
    if (friction.row != numeric::no_row) {
      friction.mu = std::fabs(number[1]);
      friction.mu_static = std::max(std::fabs(number[3]), friction.mu);
    }
    number += 4;
    friction.J = Vector::Zero(here.q().size());
    for (const std::size_t j : acting.coordinates) friction.J[static_cast<Index>(j)] = *number++;
    result.push_back(std::move(friction));
  }
  return result;
}

std::optional<numeric::FrictionMotion> SharedPushes::motion_in_this_phase(const StateValues& here,
                                                                          const Instant& now) {
  numeric::OneSidedInstant instant{
      here.M(), here.Q(), here.A()(held_, Eigen::all), here.b()(held_), {}};
  // laws that are no friction are forces that are known
  const std::vector<StateEquations::NonIdealTerm>& terms = state_.nonideal_terms();
  std::size_t term = 0;
  for (const NonIdealForce& law : state_.equations().C)
    for (std::size_t k = 0; k < law.C.size(); ++k, ++term)
      if (!law.friction)
        instant.Q[static_cast<Index>(terms[term].coordinate)] += now.C[static_cast<Index>(term)];
  std::vector<RowState> rows;
  for (const Index r : held_) {
    instant.pushes.push_back(pushes_[static_cast<std::size_t>(r)]);
    rows.push_back(instant.pushes.back() ? RowState::carries : RowState::equality);
  }
  const std::vector<numeric::PlanarFriction> acting = frictions(here);
  std::vector<FrictionState> states;
  for (const numeric::PlanarFriction& friction : acting) states.push_back(friction.before);
  return numeric::motion_in(instant, acting, rows, states);
}

void SharedPushes::share(const StateValues& here, Instant& now) {
  if (frictions_.empty()) {
    const numeric::OneSidedSolution solution =
        numeric::solve({here.M(), here.Q(), here.A(), here.b(), pushes_});
    if (solution.status != numeric::Status::solved) return;
    now.lambda = now.lambda_total = solution.lambda;
    now.unique = solution.unique;
    return;
  }
  const auto motion = motion_in_this_phase(here, now);
  if (!motion) return;
  const auto take = [&](Index row, double multiplier, bool unique) {
    now.lambda[row] = now.lambda_total[row] = multiplier;
    now.unique[static_cast<std::size_t>(row)] = unique;
  };
  for (std::size_t i = 0; i < held_.size(); ++i)
    take(held_[i], motion->lambda[static_cast<Index>(i)], motion->unique[i]);
  for (std::size_t f = 0; f < frictions_.size(); ++f)
    take(static_cast<Index>(frictions_[f].row), motion->friction[static_cast<Index>(f)],
         motion->unique_friction[f]);
}

SharedPushes::Ends SharedPushes::ends(const StateValues& here, const Instant& now) {
  Ends ends{now.lambda_total, now.lambda_total};
  if (now.rank == now.lambda_total.size()) return ends;
  const auto motion = motion_in_this_phase(here, now);
  for (std::size_t i = 0; motion && i < held_.size(); ++i) {
    if (!pushes_[static_cast<std::size_t>(held_[i])]) continue;
    ends.least[held_[i]] = motion->least[static_cast<Index>(i)];
    ends.most[held_[i]] = motion->most[static_cast<Index>(i)];
  }
  return ends;
}

SharedPushes::Vector SharedPushes::asked_ends(const StateValues& here, const Instant& now) {
  const Ends multipliers = ends(here, now);
  const auto normals = [&](const Vector& total) {
    Instant other = now;
    other.lambda_total = total;
    const std::vector<double>& values =
        normals_.evaluate(state_.input_values(here.t(), here.q(), here.v(), other));
    return Vector(Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size())));
  };
  const Vector low = normals(multipliers.least), high = normals(multipliers.most);
  Vector result(low.size());
  for (Index i = 0; i < result.size(); ++i)
    result[i] =
        symbols_[static_cast<std::size_t>(i)].quantity == Quantity::least ? low[i] : high[i];
  return result;
}

}  // namespace alembert
