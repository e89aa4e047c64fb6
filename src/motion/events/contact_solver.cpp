#include "motion/events/contact_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {

using numeric::Index;
using numeric::RowState;

namespace {

// of the sizes of a state that was integrated and moved onto the constraints
constexpr double state_rounding = 64 * std::numeric_limits<double>::epsilon();

std::string words(const numeric::Vector& v, const std::vector<Coordinate>& coordinates) {
  std::string text;
  for (std::size_t j = 0; j < coordinates.size(); ++j)
    text += fmt::format("{}{}' = {:.6g}", j == 0 ? "" : ", ", coordinates[j].name,
                        v[static_cast<Index>(j)]);
  return text;
}

}  // namespace

ContactSolver::ContactSolver(const Equations& all, const RunSettings& settings,
                             std::shared_ptr<SharedCode> code)
    : settings_(settings), state_(all, std::shared_ptr<CodeStore>(code, &code->formulas())) {
  const Equations& equations = state_.equations();
  contact_of_row_.resize(equations.rows.size());
  std::vector<NodeId> restitutions;
  for (const Contact& contact : equations.system.contacts()) {
    const auto row =
        std::ranges::find(equations.rows, contact.constraint, &EquationRow::constraint);
    contact_of_row_[static_cast<std::size_t>(row - equations.rows.begin())] = rows_.size();
    rows_.push_back(static_cast<std::size_t>(row - equations.rows.begin()));
    restitutions.push_back(contact.restitution == no_node ? equations.graph().zero()
                                                          : contact.restitution);
  }
  restitution_ = state_.compiled(restitutions);
}

std::vector<double> ContactSolver::noise_of_gaps(double t, const Vector& q, const Vector& v) {
  const Residuals rounding = state_.rounding_of_residuals(t, q, v);
  const StateValues& here = state_.evaluate(t, q, v);
  std::vector<double> noise;
  for (const std::size_t contact_row : rows_) {
    const auto r = static_cast<Index>(contact_row);
    const bool of_velocities = equations().rows[contact_row].level == Level::velocity;
    noise.push_back(of_velocities
                        ? rounding.velocity[r] + state_rounding * here.row_size(r, v_sizes_)
                        : rounding.position[r] + state_rounding * here.row_size(r, q_sizes_));
  }
  return noise;
}

std::vector<double> ContactSolver::noise_of_rates(double t, const Vector& q, const Vector& v) {
  const Residuals rounding = state_.rounding_of_residuals(t, q, v);
  const StateValues& here = state_.evaluate(t, q, v);
  std::vector<double> noise;
  for (const std::size_t contact_row : rows_) {
    const auto r = static_cast<Index>(contact_row);
    noise.push_back(rounding.velocity[r] + state_rounding * here.row_size(r, v_sizes_));
  }
  return noise;
}

std::vector<double> ContactSolver::gaps(double t, const Vector& q, const Vector& v) {
  const Residuals& now = state_.residuals(t, q, v);
  std::vector<double> gaps;
  for (const std::size_t r : rows_) {
    const bool of_velocities = equations().rows[r].level == Level::velocity;
    gaps.push_back((of_velocities ? now.velocity : now.position)[static_cast<Index>(r)]);
  }
  return gaps;
}

std::vector<double> ContactSolver::rates(double t, const Vector& q, const Vector& v) {
  const Residuals& now = state_.residuals(t, q, v);
  std::vector<double> rates;
  for (const std::size_t r : rows_) rates.push_back(now.velocity[static_cast<Index>(r)]);
  return rates;
}

ContactSet ContactSolver::touching(double t, const Vector& q, const Vector& v,
                                   const ContactSet& rests) {
  const std::vector<double> noise = noise_of_gaps(t, q, v), gap = gaps(t, q, v);
  ContactSet result = rests;
  for (std::size_t c = 0; c < rows_.size(); ++c)
    if (gap[c] <= noise[c]) result[c] = true;
  return result;
}

bool ContactSolver::strikes(double t, const Vector& q, const Vector& v,
                            const ContactSet& touching) {
  const std::vector<double> noise = noise_of_rates(t, q, v), rate = rates(t, q, v);
  for (std::size_t c = 0; c < rows_.size(); ++c)
    if (touching[c] && rate[c] < -noise[c]) return true;
  return false;
}

std::vector<Index> ContactSolver::acting_rows(const ContactSet& contacts) const {
  std::vector<Index> rows;
  for (std::size_t r = 0; r < contact_of_row_.size(); ++r)
    if (!contact_of_row_[r] || contacts[*contact_of_row_[r]]) rows.push_back(static_cast<Index>(r));
  return rows;
}

numeric::OneSidedInstant ContactSolver::one_sided(const StateValues& here,
                                                  const std::vector<Index>& rows) const {
  const Index m = static_cast<Index>(rows.size()), n = here.q().size();
  numeric::OneSidedInstant instant{here.M(), here.Q(), numeric::Matrix(m, n), Vector(m), {}};
  for (Index i = 0; i < m; ++i) {
    const Index r = rows[static_cast<std::size_t>(i)];
    instant.A.row(i) = here.A().row(r);
    instant.b[i] = here.b()[r];
    instant.pushes.push_back(contact_of_row_[static_cast<std::size_t>(r)].has_value());
  }
  return instant;
}

std::string ContactSolver::names(const std::vector<Index>& rows,
                                 const std::vector<Index>& which) const {
  std::string text;
  for (const Index i : which)
    text += fmt::format(
        "{}'{}'", text.empty() ? "" : ", ",
        equations().rows[static_cast<std::size_t>(rows[static_cast<std::size_t>(i)])].name);
  return text;
}

ImpactResult ContactSolver::strike(double t, const Vector& q, const Vector& v,
                                   const ContactSet& touching, const ContactSet& plastic) {
  const StateValues& here = state_.evaluate(t, q, v);
  const std::vector<Index> rows = acting_rows(touching);
  numeric::OneSidedInstant instant = one_sided(here, rows);
  const Vector along = instant.A * v;
  const Residuals& now = state_.residuals(t, q, v);
  const std::vector<double>& e = restitution_.evaluate(state_.input_values(t, q, v));
  numeric::Collision collision{std::move(instant.M), v,
                               std::move(instant.A), Vector(along.size()),
                               instant.pushes,       Vector::Zero(along.size())};
  ImpactResult result;
  for (Index i = 0; i < along.size(); ++i) {
    const std::size_t r = static_cast<std::size_t>(rows[static_cast<std::size_t>(i)]);
    const bool has_rate = equations().rows[r].level != Level::acceleration;
    collision.moving[i] = has_rate ? now.velocity[static_cast<Index>(r)] - along[i] : -along[i];
    const auto contact = contact_of_row_[r];
    if (!contact || plastic[*contact]) continue;
    collision.restitution[i] = e[*contact];
    if (!(e[*contact] >= 0 && e[*contact] <= 1)) {
      result.failure =
          Failure{Fate::not_finite, fmt::format("the coefficient of restitution of '{}' is {:.6g}",
                                                equations().rows[r].name, e[*contact])};
      return result;
    }
  }

  numeric::Impact impact;
  if (settings_.impacts) {
    impact = collide(
        collision, {.law = *settings_.impacts == Impacts::together ? numeric::ImpactLaw::together
                                                                   : numeric::ImpactLaw::in_turn});
  } else {
    numeric::LawComparison laws = compare_laws(collision);
    if (!laws.agree && laws.together.status == numeric::Status::solved) {
      const auto& coordinates = equations().system.coordinates();
      result.failure = Failure{
          Fate::several_impacts,
          fmt::format("{}: together they give {}, in turn {}; {}", names(rows, laws.rows),
                      words(laws.together.velocity, coordinates),
                      words(laws.in_turn.velocity, coordinates), hint_for(Fate::several_impacts))};
      return result;
    }
    impact = std::move(laws.together);
  }
  if (impact.status != numeric::Status::solved) {
    result.failure = Failure{Fate::contradictory,
                             fmt::format("in an impact: {}", names(rows, impact.contradictory))};
    return result;
  }
  if (!impact.finished || !impact.determined) {
    result.failure =
        Failure{Fate::several_impacts,
                fmt::format("{}: {}",
                            names(rows,
                                  [&] {
                                    std::vector<Index> all;
                                    for (Index i = 0; i < along.size(); ++i)
                                      if (collision.pushes[static_cast<std::size_t>(i)])
                                        all.push_back(i);
                                    return all;
                                  }()),
                            impact.finished ? "what follows depends on which of them is first"
                                            : "striking in turn has no end")};
    return result;
  }
  const double kinetic = 0.5 * v.dot(collision.M * v);
  constexpr double rounding = 1e-10;
  if (impact.energy_change - impact.moving_work > rounding * kinetic) {
    result.failure =
        Failure{Fate::impact_adds_energy, fmt::format("{:.6g} more than before; {}",
                                                      impact.energy_change - impact.moving_work,
                                                      hint_for(Fate::impact_adds_energy))};
    return result;
  }
  result.velocity = impact.velocity;
  const Vector before = along + collision.moving,
               after = collision.A * impact.velocity + collision.moving;
  result.energy = impact.moving_work;
  for (Index i = 0; i < along.size(); ++i) {
    const std::size_t r = static_cast<std::size_t>(rows[static_cast<std::size_t>(i)]);
    const auto contact = contact_of_row_[r];
    if (!contact || impact.impulse[i] == 0) continue;
    const double lost = -0.5 * (before[i] + after[i]) * impact.impulse[i];
    result.energy -= lost;
    result.contacts.push_back({0, *contact, 0, impact.impulse[i], -before[i], after[i], lost,
                               static_cast<bool>(impact.unique[static_cast<std::size_t>(i)])});
  }
  return result;
}

ContactSolver::Rest ContactSolver::settle(double t, const Vector& q, const Vector& v,
                                          const ContactSet& touching, double later) {
  // those that separate are open
  const std::vector<double> noise = noise_of_rates(t, q, v), rate = rates(t, q, v);
  ContactSet candidates = touching;
  for (std::size_t c = 0; c < rows_.size(); ++c)
    candidates[c] = candidates[c] && rate[c] <= noise[c];
  const std::vector<Index> rows = acting_rows(candidates);
  const auto solve_at = [&](double at, const Vector& q_at, const Vector& v_at) {
    return numeric::solve(one_sided(state_.evaluate(at, q_at, v_at), rows));
  };
  const numeric::OneSidedSolution now = solve_at(t, q, v);
  Rest result{std::nullopt, ContactSet(rows_.size(), false)};
  if (now.status != numeric::Status::solved) {
    // what the equations alone have to say is said by those who solve them
    if (now.status == numeric::Status::inconsistent)
      result.failure = Failure{Fate::contradictory, names(rows, now.contradictory)};
    else
      for (std::size_t c = 0; c < rows_.size(); ++c) result.rests[c] = candidates[c];
    return result;
  }
  std::vector<RowState> states = now.rows;
  if (std::ranges::find(states, RowState::touches) != states.end()) {
    const Vector &a = now.acceleration, q_later = q + later * v + 0.5 * later * later * a,
                 v_later = v + later * a;
    const numeric::OneSidedSolution then = solve_at(t + later, q_later, v_later);
    if (then.status == numeric::Status::solved)
      for (std::size_t i = 0; i < states.size(); ++i)
        if (states[i] == RowState::touches) states[i] = then.rows[i];
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const auto contact = contact_of_row_[static_cast<std::size_t>(rows[i])])
      result.rests[*contact] = states[i] != RowState::open;
  return result;
}

double ContactSolver::carrying_margin(double t, const Vector& q, const Vector& v,
                                      const ContactSet& rests) {
  return numeric::carrying_margin(one_sided(state_.evaluate(t, q, v), acting_rows(rests)));
}

}  // namespace alembert
