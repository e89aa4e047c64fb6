// What becomes of contacts that are struck, with friction and without.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "motion/events/contact_solver.hpp"

namespace alembert {

using numeric::Index;
using numeric::Solutions;
using numeric::Status;

namespace {

constexpr double rounding_of_energy = 1e-10;

std::string words(const numeric::Vector& v, const std::vector<Coordinate>& coordinates) {
  std::string text;
  for (std::size_t j = 0; j < coordinates.size(); ++j)
    text += fmt::format("{}{}' = {:.6g}", j == 0 ? "" : ", ", coordinates[j].name,
                        v[static_cast<Index>(j)]);
  return text;
}

numeric::ImpactLaw law_of(Impacts impacts) {
  switch (impacts) {
    case Impacts::together:
      return numeric::ImpactLaw::together;
    case Impacts::in_turn:
      return numeric::ImpactLaw::in_turn;
    case Impacts::poisson:
      return numeric::ImpactLaw::poisson;
    case Impacts::energetic:
      return numeric::ImpactLaw::energetic;
  }
  return {};
}

std::string in_words(numeric::ImpactLaw law) {
  std::string text = numeric::to_string(law);
  std::ranges::replace(text, '_', ' ');
  return text;
}

std::optional<Failure> gain(double energy, double brought, double kinetic) {
  if (energy - brought <= rounding_of_energy * kinetic) return std::nullopt;
  return Failure{Fate::impact_adds_energy,
                 fmt::format("{:.6g} more than before; {}", energy - brought,
                             hint_for(Fate::impact_adds_energy))};
}

numeric::Vector thrown_by(const numeric::Collision& collision, const numeric::Vector& jump,
                          const numeric::Vector& impulse) {
  const double whole = std::sqrt(std::max(jump.dot(collision.M * jump), 0.0));
  numeric::Vector thrown = numeric::Vector::Zero(jump.size());
  for (Index j = 0; j < thrown.size(); ++j) {
    const double inertia = collision.M(j, j);
    const bool is_struck = (collision.A.col(j).array() != 0 && impulse.array() != 0).any();
    if (is_struck && inertia > 0) thrown[j] = whole / std::sqrt(inertia);
  }
  return thrown;
}

}  // namespace

std::string ContactSolver::names_of_striking(const numeric::Collision& collision,
                                             const std::vector<Index>& rows) const {
  std::vector<Index> all;
  for (std::size_t i = 0; i < collision.pushes.size(); ++i)
    if (collision.pushes[i]) all.push_back(static_cast<Index>(i));
  return names(rows, all);
}

numeric::Collision ContactSolver::collision_at(const StateValues& here,
                                               const std::vector<Index>& rows,
                                               const ContactSet& plastic,
                                               std::optional<Failure>& failure) {
  const Vector q = here.q(), v = here.v();
  const double t = here.t();
  numeric::OneSidedInstant instant = one_sided(here, rows);
  const Vector along = instant.A * v;
  const Residuals& now = state_.residuals(t, q, v);
  const std::vector<double>& e = restitution_.evaluate(state_.input_values(t, q, v));
  numeric::Collision collision{std::move(instant.M), v,
                               std::move(instant.A), Vector(along.size()),
                               instant.pushes,       Vector::Zero(along.size())};
  for (Index i = 0; i < along.size(); ++i) {
    const std::size_t r = static_cast<std::size_t>(rows[static_cast<std::size_t>(i)]);
    const bool has_rate = equations().rows[r].level != Level::acceleration;
    collision.moving[i] = has_rate ? now.velocity[static_cast<Index>(r)] - along[i] : -along[i];
    const auto contact = contact_of_row_[r];
    // what comes to rest may not leave again, as the other corner of a block that rocks would
    if (contact && plastic[*contact]) collision.pushes[static_cast<std::size_t>(i)] = false;
    if (!contact || plastic[*contact]) continue;
    collision.restitution[i] = e[*contact];
    if (!(e[*contact] >= 0 && e[*contact] <= 1))
      failure =
          Failure{Fate::not_finite, fmt::format("the coefficient of restitution of '{}' is {:.6g}",
                                                equations().rows[r].name, e[*contact])};
  }
  return collision;
}

ImpactResult ContactSolver::strike(double t, const Vector& q, const Vector& v,
                                   const ContactSet& touching, const ContactSet& plastic,
                                   std::optional<std::size_t> jammed,
                                   const std::vector<std::size_t>& joining) {
  const StateValues& here = state_.evaluate(t, q, v);
  const std::vector<Index> rows = acting_rows(touching);
  ImpactResult result;
  const numeric::Collision collision = collision_at(here, rows, plastic, result.failure);
  if (result.failure) return result;

  // frictions with a limit of their own give no impulse
  const std::vector<std::size_t> acting = acting_frictions(touching);
  std::vector<std::size_t> which;
  std::vector<numeric::ImpactFriction> frictions;
  if (!acting.empty()) {
    const std::vector<double> slip = slips(t, q, v);
    const std::vector<numeric::PlanarFriction> all = frictions_at(here, rows, acting, {});
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].row == numeric::no_row || all[i].mu == 0) continue;
      which.push_back(acting[i]);
      frictions.push_back(
          {all[i].row, all[i].scale, all[i].mu, all[i].J, slip[acting[i]] - all[i].J.dot(v)});
    }
  }
  Index jammed_row = numeric::no_row;
  for (std::size_t i = 0; jammed && i < rows.size(); ++i)
    if (contact_of_row_[static_cast<std::size_t>(rows[i])] == jammed)
      jammed_row = static_cast<Index>(i);
  // contacts that come to rest are held like constraints, and there is no turn to wait for
  const bool any_rests = std::ranges::find(plastic, true) != plastic.end();
  const std::optional<Impacts> law = any_rests ? Impacts::together : settings_.impacts;
  const Struck impact = frictions.empty()
                            ? struck(collision, rows, law)
                            : struck_with_friction(collision, frictions, rows, jammed_row, law);
  if (impact.failure) {
    result.failure = impact.failure;
    return result;
  }
  result.velocity = impact.velocity;
  result.checked = impact.checked;
  result.energy = 0.5 * (impact.velocity + v).dot(collision.M * (impact.velocity - v));
  result.thrown = thrown_by(collision, impact.velocity - v, impact.impulse);
  const Vector before = collision.A * v + collision.moving,
               after = collision.A * impact.velocity + collision.moving;
  for (Index i = 0; i < before.size(); ++i) {
    const std::size_t r = static_cast<std::size_t>(rows[static_cast<std::size_t>(i)]);
    const auto contact = contact_of_row_[r];
    const bool joins = std::ranges::find(joining, r) != joining.end();
    if (!(contact || joins) || impact.impulse[i] == 0) continue;
    ImpactRecord record{0,
                        contact.value_or(rows_.size() + r),
                        0,
                        impact.impulse[i],
                        -before[i],
                        after[i],
                        -0.5 * (before[i] + after[i]) * impact.impulse[i],
                        static_cast<bool>(impact.unique[static_cast<std::size_t>(i)])};
    for (std::size_t k = 0; k < which.size(); ++k) {
      if (!contact || frictions_[which[k]].contact != contact) continue;
      const auto f = static_cast<Index>(k);
      const double slips = frictions[k].J.dot(v + impact.velocity) + 2 * frictions[k].moving;
      record.tangential = impact.friction[f];
      record.lost -= 0.5 * slips * impact.friction[f];
    }
    result.contacts.push_back(record);
  }
  return result;
}

ContactSolver::Struck ContactSolver::struck(const numeric::Collision& collision,
                                            const std::vector<Index>& rows,
                                            std::optional<Impacts> law) const {
  Struck result;
  numeric::Impact impact;
  if (law) {
    impact = numeric::collide(collision, {.law = law_of(*law)});
  } else {
    numeric::LawComparison laws = numeric::compare_laws(collision);
    if (!laws.agree && laws.together.status == Status::solved) {
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
  if (impact.status != Status::solved) {
    result.failure = Failure{Fate::contradictory,
                             fmt::format("in an impact: {}", names(rows, impact.contradictory))};
    return result;
  }
  if (!impact.finished || !impact.determined) {
    result.failure =
        Failure{Fate::several_impacts,
                fmt::format("{}: {}", names_of_striking(collision, rows),
                            impact.finished ? "what follows depends on which of them is first"
                                            : "striking in turn has no end")};
    return result;
  }
  const double kinetic = 0.5 * collision.velocity.dot(collision.M * collision.velocity);
  result.failure = gain(impact.energy_change, impact.moving_work, kinetic);
  result.velocity = impact.velocity;
  result.impulse = impact.impulse;
  result.unique = impact.unique;
  return result;
}

ContactSolver::Struck ContactSolver::struck_with_friction(
    const numeric::Collision& collision, const std::vector<numeric::ImpactFriction>& frictions,
    const std::vector<Index>& rows, Index jammed, std::optional<Impacts> law) const {
  Struck result;
  const auto fail = [&](Fate fate, const std::string& what) {
    result.failure = Failure{
        fate, fmt::format("in an impact of {}: {}", names_of_striking(collision, rows), what)};
    return result;
  };
  numeric::FrictionalImpactOptions options;
  options.jammed = jammed;
  numeric::FrictionalImpact impact;
  if (law) {
    options.law = law_of(*law);
    impact = numeric::collide(collision, frictions, options);
  } else {
    numeric::FrictionalComparison laws = numeric::compare_laws(collision, frictions, options);
    if (!laws.agree) {
      std::string text;
      for (std::size_t i = 0; i < laws.laws.size(); ++i)
        if (laws.impacts[i].status == Status::solved && laws.impacts[i].count != Solutions::none)
          text += fmt::format("{}{} gives {}", text.empty() ? "" : ", ", in_words(laws.laws[i]),
                              words(laws.impacts[i].velocity, equations().system.coordinates()));
      return fail(
          Fate::several_impacts,
          fmt::format("{}; write the law that is meant below 'run', as in 'impacts together'",
                      text));
    }
    impact = std::move(laws.impacts.front());
  }
  if (impact.status != Status::solved)
    return fail(Fate::contradictory, names(rows, impact.contradictory));
  if (!impact.applicable)
    return fail(Fate::several_impacts, "law energetic is for one contact that strikes alone");
  if (impact.count != Solutions::one)
    return fail(impact.count == Solutions::none ? Fate::friction_has_no_solution
                                                : Fate::friction_has_several_solutions,
                "its friction");
  if (!impact.finished || !impact.determined)
    return fail(Fate::several_impacts, impact.finished
                                           ? "what follows depends on which of them is first"
                                           : "striking in turn has no end");
  const double kinetic = 0.5 * collision.velocity.dot(collision.M * collision.velocity);
  result.failure = gain(impact.energy_change, impact.moving_work, kinetic);
  result.velocity = impact.velocity;
  result.impulse = impact.impulse;
  result.friction = impact.friction;
  result.unique = impact.unique;
  result.checked = impact.checked;
  return result;
}

}  // namespace alembert
