#include "numeric/impact_with_friction.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "numeric/friction/impulse_flow.hpp"
#include "numeric/kept_rows.hpp"

namespace alembert::numeric {

namespace {

// laws agree when their velocities differ by less than this part of their size
constexpr double same_after_friction = 1e-9;

using Frictions = std::vector<ImpactFriction>;

double length_of(const Matrix& M, const Vector& v) {
  return std::sqrt(std::max(0.0, v.dot(M * v)));
}

Vector speeds(const Collision& c, const Vector& velocity) { return c.A * velocity + c.moving; }

Vector speed_terms(const Collision& c, const Vector& velocity) {
  return c.A.cwiseAbs() * velocity.cwiseAbs() + c.moving.cwiseAbs();
}

double slip_speed(const ImpactFriction& friction, const Vector& velocity) {
  return friction.J.dot(velocity) + friction.moving;
}

FrictionalImpact unstruck(const Collision& c, const Frictions& frictions) {
  FrictionalImpact impact;
  impact.velocity = c.velocity;
  impact.impulse = Vector::Zero(c.A.rows());
  impact.friction = Vector::Zero(static_cast<Index>(frictions.size()));
  impact.unique.assign(at(c.A.rows()), true);
  impact.unique_friction.assign(frictions.size(), true);
  impact.frictions.assign(frictions.size(), FrictionState::none);
  return impact;
}

// One part of an impact: A Δq̇ ≥ b across the contacts, Coulomb's law for the slip after it. What is
// `given` pushes in any case, and friction feels it.
struct Part {
  Vector b, terms, given;
  Vector slips;  // before it
  std::vector<bool> pushes;
  Matrix A;
};

std::vector<PlanarFriction> frictions_of(const Part& part, const Frictions& frictions) {
  std::vector<PlanarFriction> all;
  for (std::size_t j = 0; j < frictions.size(); ++j) {
    PlanarFriction friction;
    friction.row = frictions[j].row;
    friction.scale = frictions[j].scale;
    friction.mu = friction.mu_static = frictions[j].mu;
    friction.J = frictions[j].J;
    friction.b = -part.slips(static_cast<Index>(j));
    friction.limit = friction.limit_static =
        frictions[j].mu * frictions[j].scale * part.given(frictions[j].row);
    all.push_back(std::move(friction));
  }
  return all;
}

void add(const Collision& c, const Part& part, const Frictions& frictions,
         const FrictionalImpactOptions& options, FrictionalImpact& impact) {
  FrictionOptions modes = options.modes;
  modes.rows.terms = part.terms;
  modes.rows.forces = Vector();
  modes.friction_terms.resize(static_cast<Index>(frictions.size()));
  for (std::size_t j = 0; j < frictions.size(); ++j)
    modes.friction_terms(static_cast<Index>(j)) =
        frictions[j].J.cwiseAbs().dot(impact.velocity.cwiseAbs()) + std::abs(frictions[j].moving);
  FrictionModes found =
      friction_modes({c.M, part.A.transpose() * part.given, part.A, part.b, part.pushes},
                     frictions_of(part, frictions), modes);
  impact.status = found.status;
  impact.contradictory = found.contradictory;
  if (found.status != Status::solved) return;
  impact.checked = impact.checked && found.checked;
  if (options.jammed != no_row && part.given.isZero(0))
    std::erase_if(found.motions, [&](const FrictionMotion& motion) {
      return motion.rows[at(options.jammed)] != RowState::carries;
    });
  if (found.motions.empty()) {
    impact.count = Solutions::none;
    return;
  }
  if (found.motions.size() > 1 || (found.count == Solutions::several && options.jammed == no_row))
    impact.count = Solutions::several;
  // of several the gentlest
  std::stable_sort(found.motions.begin(), found.motions.end(),
                   [&](const FrictionMotion& a, const FrictionMotion& b) {
                     return length_of(c.M, a.acceleration) < length_of(c.M, b.acceleration);
                   });
  const FrictionMotion& motion = found.motions.front();
  impact.others.clear();
  for (std::size_t k = 1; k < found.motions.size(); ++k)
    impact.others.push_back(impact.velocity + found.motions[k].acceleration);
  impact.velocity += motion.acceleration;
  impact.impulse += motion.lambda + part.given;
  impact.friction += motion.friction;
  for (std::size_t i = 0; i < motion.unique.size(); ++i)
    impact.unique[i] = impact.unique[i] && motion.unique[i];
  for (std::size_t j = 0; j < frictions.size(); ++j) {
    impact.unique_friction[j] = impact.unique_friction[j] && motion.unique_friction[j];
    if (motion.frictions[j] != FrictionState::none) impact.frictions[j] = motion.frictions[j];
  }
}

Part part_of(const Collision& c, const Frictions& frictions, const Vector& velocity) {
  Part part;
  part.b = -speeds(c, velocity);
  part.terms = speed_terms(c, velocity);
  part.given = Vector::Zero(c.A.rows());
  part.slips.resize(static_cast<Index>(frictions.size()));
  for (std::size_t j = 0; j < frictions.size(); ++j)
    part.slips(static_cast<Index>(j)) = slip_speed(frictions[j], velocity);
  part.pushes = c.pushes;
  part.A = c.A;
  return part;
}

FrictionalImpact together(const Collision& c, const Frictions& frictions,
                          const FrictionalImpactOptions& options) {
  FrictionalImpact impact = unstruck(c, frictions);
  Part part = part_of(c, frictions, c.velocity);
  for (Index i = 0; i < part.b.size(); ++i) {
    if (!c.pushes[at(i)]) continue;
    const double back = c.restitution(i) * std::max(0.0, part.b(i));
    part.b(i) += back;
    part.terms(i) += back;
  }
  add(c, part, frictions, options, impact);
  return impact;
}

FrictionalImpact poisson(const Collision& c, const Frictions& frictions,
                         const FrictionalImpactOptions& options) {
  FrictionalImpact impact = unstruck(c, frictions);
  Part part = part_of(c, frictions, c.velocity);
  add(c, part, frictions, options, impact);
  if (impact.status != Status::solved || impact.count == Solutions::none) return impact;

  Part expansion = part_of(c, frictions, impact.velocity);
  for (Index i = 0; i < part.b.size(); ++i) {
    if (!c.pushes[at(i)]) continue;
    expansion.given(i) = c.restitution(i) * impact.impulse(i);
    // what compression held begins at rest, not at the rounding of it
    if (impact.impulse(i) > 0) expansion.b(i) = 0;
  }
  if (expansion.given.isZero(0)) return impact;
  for (std::size_t j = 0; j < frictions.size(); ++j)
    if (impact.frictions[j] == FrictionState::sticks) expansion.slips(static_cast<Index>(j)) = 0;
  add(c, expansion, frictions, options, impact);
  return impact;
}

// rows that push and approach, by more than rounding; at unit length in the norm of M⁻¹
std::vector<Index> approaching(const Collision& c, const Vector& velocity, const Vector& lengths,
                               double rounding) {
  const Vector u = speeds(c, velocity), terms = speed_terms(c, velocity);
  const double whole = length_of(c.M, c.velocity);
  std::vector<Index> rows;
  for (Index i = 0; i < u.size(); ++i)
    if (c.pushes[at(i)] && -u(i) > rounding * (terms(i) + share_of_whole * whole * lengths(i)))
      rows.push_back(i);
  return rows;
}

Vector lengths_of(const Collision& c, const FrictionalImpactOptions& options) {
  KktOptions kkt{options.modes.rows.rank, false};
  kkt.rank.lengths = Vector();
  return KktFactors(c.M, c.A, kkt).row_sizes();
}

// the row i alone with all that stay
void strike_alone(const Collision& c, const Frictions& frictions, Index i,
                  const FrictionalImpactOptions& options, FrictionalImpact& impact) {
  std::vector<Index> rows, acting;
  for (Index k = 0; k < c.A.rows(); ++k)
    if (k == i || !c.pushes[at(k)]) rows.push_back(k);
  Collision alone{c.M, impact.velocity,    c.A(rows, Eigen::all), c.moving(rows),
                  {},  c.restitution(rows)};
  for (const Index k : rows) alone.pushes.push_back(c.pushes[at(k)]);
  Frictions its;
  for (std::size_t j = 0; j < frictions.size(); ++j) {
    const auto place = std::find(rows.begin(), rows.end(), frictions[j].row);
    if (place == rows.end()) continue;
    its.push_back(frictions[j]);
    its.back().row = place - rows.begin();
    acting.push_back(static_cast<Index>(j));
  }
  FrictionalImpactOptions by_itself = options;
  by_itself.jammed = no_row;
  if (i == options.jammed) by_itself.jammed = std::find(rows.begin(), rows.end(), i) - rows.begin();
  if (by_itself.modes.rows.rank.lengths.size() > 0)
    by_itself.modes.rows.rank.lengths = Vector(options.modes.rows.rank.lengths(rows));
  const FrictionalImpact struck = together(alone, its, by_itself);
  impact.status = struck.status;
  for (const Index k : struck.contradictory) impact.contradictory.push_back(rows[at(k)]);
  if (struck.status != Status::solved) return;
  impact.checked = impact.checked && struck.checked;
  if (struck.count != Solutions::one) impact.count = struck.count;
  if (struck.count == Solutions::none) return;
  impact.others = struck.others;
  impact.velocity = struck.velocity;
  impact.impulse(rows) += struck.impulse;
  for (std::size_t k = 0; k < acting.size(); ++k) {
    impact.friction(acting[k]) += struck.friction(static_cast<Index>(k));
    impact.frictions[at(acting[k])] = struck.frictions[k];
  }
}

FrictionalImpact in_order(const Collision& c, const Frictions& frictions,
                          const FrictionalImpactOptions& options, bool last, bool& tied) {
  FrictionalImpact impact = unstruck(c, frictions);
  const Vector lengths = lengths_of(c, options);
  FrictionalImpactOptions now = options;
  for (impact.strikes = 0;; ++impact.strikes) {
    std::vector<Index> rows = approaching(c, impact.velocity, lengths, options.rounding);
    if (now.jammed != no_row) rows = {now.jammed};
    if (rows.empty()) return impact;
    if (impact.strikes == options.strikes) break;
    const Vector u = speeds(c, impact.velocity);
    const auto speed = [&](Index i) { return -u(i) / lengths(i); };
    double fastest = 0;
    for (const Index i : rows) fastest = std::max(fastest, speed(i));
    std::erase_if(rows,
                  [&](Index i) { return speed(i) < fastest * (1 - options.modes.rows.rounding); });
    tied = tied || rows.size() > 1;
    strike_alone(c, frictions, last ? rows.back() : rows.front(), now, impact);
    if (impact.status != Status::solved || impact.count == Solutions::none) return impact;
    now.jammed = no_row;
  }
  impact.finished = false;
  return impact;
}

FrictionalImpact in_turn(const Collision& c, const Frictions& frictions,
                         const FrictionalImpactOptions& options) {
  bool tied = false;
  FrictionalImpact impact = in_order(c, frictions, options, false, tied);
  if (!tied || impact.status != Status::solved || impact.count == Solutions::none) return impact;
  const FrictionalImpact other = in_order(c, frictions, options, true, tied);
  const double size = std::max({length_of(c.M, c.velocity), length_of(c.M, impact.velocity),
                                length_of(c.M, other.velocity)});
  impact.determined =
      other.status == Status::solved &&
      length_of(c.M, impact.velocity - other.velocity) <= same_after_friction * size;
  return impact;
}

FrictionalImpact energetic(const Collision& c, const Frictions& frictions,
                           const FrictionalImpactOptions& options) {
  FrictionalImpact impact = unstruck(c, frictions);
  const Vector lengths = lengths_of(c, options);
  std::vector<Index> rows = approaching(c, c.velocity, lengths, options.modes.rows.rounding);
  if (options.jammed != no_row) rows = {options.jammed};
  if (rows.empty()) return impact;
  Index slip = no_row;
  int acting = 0;
  for (std::size_t j = 0; j < frictions.size(); ++j) {
    if (frictions[j].row == rows[0]) slip = static_cast<Index>(j);
    if (frictions[j].row == rows[0] || (!c.pushes[at(frictions[j].row)] && frictions[j].mu > 0))
      ++acting;
  }
  impact.applicable = rows.size() == 1 && acting <= 1 && (acting == 0 || slip != no_row);
  if (!impact.applicable) return impact;

  const Index i = rows[0];
  const Kept kept = keep({c.M, Vector::Zero(c.velocity.size()), c.A, c.moving, c.pushes},
                         options.modes.rows.rank);
  const Vector none = Vector::Zero(kept.b.size());
  const KktSolution normal = kept.factors.solve(c.A.row(i).transpose(), none);
  KktSolution along{Vector::Zero(c.velocity.size()), none};
  ImpulseFlow flow;
  flow.u = std::min(0.0, speeds(c, c.velocity)(i));
  flow.W_nn = c.A.row(i).dot(normal.x);
  if (slip != no_row) {
    const ImpactFriction& friction = frictions[at(slip)];
    along = kept.factors.solve(friction.J, none);
    flow.v = slip_speed(friction, c.velocity);
    flow.W_nt = friction.J.dot(normal.x);
    flow.W_tt = friction.J.dot(along.x);
    flow.mu = friction.mu * friction.scale;
    // a slip that is only rounding has no direction
    const double terms =
        friction.J.cwiseAbs().dot(c.velocity.cwiseAbs()) + std::abs(friction.moving);
    if (std::abs(flow.v) <= options.modes.rows.rounding * terms) flow.v = 0;
  }
  if (!(flow.W_nn > 0)) {
    impact.status = Status::inconsistent;
    impact.contradictory = kept.holding;
    impact.contradictory.push_back(i);
    return impact;
  }
  const FlowEnd end = follow(flow, c.restitution(i));
  impact.velocity += end.normal * normal.x + end.tangential * along.x;
  impact.impulse(i) = end.normal;
  impact.impulse(kept.holding) += end.normal * normal.lambda + end.tangential * along.lambda;
  if (slip != no_row) {
    impact.friction(slip) = end.tangential;
    impact.frictions[at(slip)] = end.slip == 0  ? FrictionState::sticks
                                 : end.slip > 0 ? FrictionState::forward
                                                : FrictionState::backward;
  }
  // others that touch must not be driven together by it
  for (const Index k : approaching(c, impact.velocity, lengths, options.modes.rows.rounding))
    if (k != i) impact.applicable = false;
  return impact;
}

}  // namespace

FrictionalImpact collide(const Collision& collision, const std::vector<ImpactFriction>& frictions,
                         const FrictionalImpactOptions& options) {
  const auto& [M, velocity, A, moving, pushes, restitution] = collision;
  assert(M.rows() == velocity.size() && A.cols() == velocity.size() && moving.size() == A.rows());
  assert(restitution.size() == A.rows() && pushes.size() == at(A.rows()));

  const bool finite = velocity.allFinite() && A.allFinite() && moving.allFinite() &&
                      restitution.allFinite() &&
                      std::all_of(frictions.begin(), frictions.end(), [](const ImpactFriction& f) {
                        return f.J.allFinite() && std::isfinite(f.moving) && std::isfinite(f.mu) &&
                               std::isfinite(f.scale);
                      });
  if (!finite) {
    FrictionalImpact impact = unstruck(collision, frictions);
    impact.status = Status::not_finite;
    return impact;
  }
  const auto strike = [&] {
    switch (options.law) {
      case ImpactLaw::in_turn:
        return in_turn(collision, frictions, options);
      case ImpactLaw::poisson:
        return poisson(collision, frictions, options);
      case ImpactLaw::energetic:
        return energetic(collision, frictions, options);
      default:
        return together(collision, frictions, options);
    }
  };
  FrictionalImpact impact = strike();
  if (impact.status != Status::solved || impact.count == Solutions::none) return impact;
  impact.energy_change = (impact.velocity - velocity).dot(M * (impact.velocity + velocity)) / 2;
  impact.moving_work = -impact.impulse.dot(moving);
  for (std::size_t j = 0; j < frictions.size(); ++j)
    impact.moving_work -= impact.friction(static_cast<Index>(j)) * frictions[j].moving;
  return impact;
}

FrictionalComparison compare_laws(const Collision& collision,
                                  const std::vector<ImpactFriction>& frictions,
                                  const FrictionalImpactOptions& options) {
  FrictionalComparison comparison;
  const Index m = collision.A.rows();
  std::vector<bool> struck(at(m), false);
  for (const ImpactLaw law :
       {ImpactLaw::together, ImpactLaw::in_turn, ImpactLaw::poisson, ImpactLaw::energetic}) {
    FrictionalImpactOptions with = options;
    with.law = law;
    FrictionalImpact impact = collide(collision, frictions, with);
    if (!impact.applicable) continue;
    comparison.agree = comparison.agree && impact.status == Status::solved &&
                       impact.count == Solutions::one && impact.finished && impact.determined;
    if (impact.status == Status::solved && impact.count != Solutions::none)
      for (Index i = 0; i < m; ++i)
        if (collision.pushes[at(i)] && impact.impulse(i) > 0) struck[at(i)] = true;
    comparison.laws.push_back(law);
    comparison.impacts.push_back(std::move(impact));
  }
  for (Index i = 0; i < m; ++i)
    if (struck[at(i)]) comparison.rows.push_back(i);
  const Matrix& M = collision.M;
  double size = length_of(M, collision.velocity);
  for (const FrictionalImpact& a : comparison.impacts)
    size = std::max(size, length_of(M, a.velocity));
  for (const FrictionalImpact& a : comparison.impacts)
    for (const FrictionalImpact& b : comparison.impacts)
      if (size > 0)
        comparison.difference =
            std::max(comparison.difference, length_of(M, a.velocity - b.velocity) / size);
  comparison.agree = comparison.agree && comparison.difference <= same_after_friction;
  return comparison;
}

}  // namespace alembert::numeric
