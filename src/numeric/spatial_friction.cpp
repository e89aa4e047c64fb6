#include "numeric/spatial_friction.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "numeric/friction/problem.hpp"
#include "numeric/friction/spatial_contact.hpp"

namespace alembert::numeric {

namespace {

using Plane = Eigen::Vector2d;

// both components of each slip as frictions of their own, which have the length of rows in common
std::vector<PlanarFriction> components(const std::vector<SpatialFriction>& frictions) {
  std::vector<PlanarFriction> all;
  for (const SpatialFriction& f : frictions)
    for (Index k = 0; k < 2; ++k) {
      PlanarFriction one;
      one.row = f.row;
      one.scale = f.scale;
      one.mu = f.mu;
      one.mu_static = f.mu_static;
      one.limit = f.limit;
      one.limit_static = f.limit_static;
      one.J = f.J.row(k).transpose();
      one.b = f.b(k);
      all.push_back(std::move(one));
    }
  return all;
}

Rows partners_of(std::size_t frictions) {
  Rows partners;
  for (Index j = 0; j < static_cast<Index>(frictions); ++j) {
    partners.push_back(2 * j + 1);
    partners.push_back(2 * j);
  }
  return partners;
}

// what a group does: forces at unit length, contacts first, and states
struct GroupState {
  Vector forces;
  std::vector<bool> closed;
  std::vector<SpatialState> slips;
  int changes = 0;
};

struct GroupStates {
  std::vector<GroupState> states;
  bool checked = true;
};

class SpatialGroup {
 public:
  SpatialGroup(const FrictionProblem& p, const std::vector<SpatialFriction>& frictions,
               const FrictionGroup& g, double rounding)
      : p_(p), frictions_(frictions), g_(g), rounding_(rounding) {
    list_ = g.contacts;
    for (const Index k : g.frictions) list_.push_back(p.contacts() + k);
    const Matrix G = p.G(list_, Eigen::all);
    W_ = G * G.transpose();
    h_ = p.h(list_);
    size_ = list_.empty() ? 0.0 : p.terms(list_).maxCoeff();
    for (const Index e : g.held) size_ = std::max(size_, std::abs(p.r0(e)));
  }

  GroupStates run() const {
    const std::size_t slips = g_.frictions.size() / 2, rows = g_.contacts.size() + g_.held.size();
    const bool limited = slips == 1 && p_.press[at(g_.frictions[0])] == Press::nothing;
    if (slips == 1 && rows == (limited ? 0 : 1)) return alone();
    return coupled();
  }

 private:
  Index contacts() const { return static_cast<Index>(g_.contacts.size()); }
  const SpatialFriction& friction(std::size_t j) const {
    return frictions_[at(g_.frictions[2 * j] / 2)];
  }
  Index column(std::size_t j) const { return g_.frictions[2 * j]; }  // of the problem
  double length(std::size_t j) const { return p_.lengths(p_.contacts() + column(j)); }
  Index pressing(std::size_t j) const { return p_.pressing[at(column(j))]; }

  static Plane direction(const SpatialFriction& f) {
    return f.direction.size() == 2 ? Plane(f.direction) : Plane(0, 0);
  }

  // the same for a contact alone and for coupled ones
  template <typename Slip>
  void bounds(std::size_t j, Slip& slip) const {
    slip.mu = p_.mu(column(j));
    slip.mu_static = p_.mu_static(column(j));
    const bool limited = p_.press[at(column(j))] == Press::nothing;
    slip.limit = limited ? p_.limit(column(j)) : 0;
    slip.limit_static = limited ? p_.limit_static(column(j)) : 0;
    slip.may_stick = friction(j).may_stick;
    slip.direction = direction(friction(j));
  }

  GroupStates alone() const {
    const Index c = contacts();
    LoneContact k;
    bounds(0, k);
    k.W = W_.block<2, 2>(c, c);
    k.h = h_.segment<2>(c);
    k.size = size_;
    if (c > 0) {
      k.opens = true;
      k.alpha = W_(0, 0);
      k.beta = W_.row(0).segment<2>(1).transpose();
      k.gamma = h_(0);
      k.c = k.beta;
    } else if (!g_.held.empty()) {
      k.both_sides = true;
      for (const Index i : g_.frictions) k.beta(i % 2) = -p_.R(g_.held[0], p_.contacts() + i);
      k.gamma = p_.r0(g_.held[0]);
    }
    GroupStates found;
    for (const LoneState& lone : lone_states(k, rounding_)) {
      GroupState s;
      s.forces = Vector::Zero(c + 2);
      if (c > 0) s.forces(0) = std::max(0.0, lone.pressure);
      s.forces.tail<2>() = lone.force;
      s.closed.assign(at(c), lone.state != SpatialState::none);
      s.slips = {lone.state};
      s.changes = lone.state == SpatialState::slips && k.direction.norm() == 0;
      found.states.push_back(std::move(s));
    }
    return found;
  }

  GroupStates coupled() const {
    CoupledContacts k;
    k.W = W_;
    k.h = h_;
    k.contacts = contacts();
    k.size = size_;
    const std::size_t slips = g_.frictions.size() / 2;
    for (std::size_t j = 0; j < slips; ++j) {
      CoupledContacts::Slip slip;
      bounds(j, slip);
      slip.pressure = Vector::Zero(h_.size());
      if (p_.press[at(column(j))] == Press::pushing) {
        const auto place = std::find(g_.contacts.begin(), g_.contacts.end(), pressing(j));
        slip.contact = place - g_.contacts.begin();
        slip.pressure(slip.contact) = 1;
      }
      if (p_.press[at(column(j))] == Press::holding) {
        slip.both_sides = true;
        slip.pressure = p_.R(pressing(j), list_).transpose();
        slip.offset = p_.r0(pressing(j));
      }
      k.slips.push_back(std::move(slip));
    }
    GroupStates found;
    found.checked = slips == 0;
    if (auto state = coupled_state(k, rounding_))
      found.states.push_back({state->forces, state->closed, state->slips, 0});
    return found;
  }

  const FrictionProblem& p_;
  const std::vector<SpatialFriction>& frictions_;
  const FrictionGroup& g_;
  double rounding_, size_ = 0;
  Rows list_;
  Matrix W_;
  Vector h_;
};

SpatialMotion write_motion(const FrictionProblem& p, const OneSidedInstant& s,
                           const std::vector<SpatialFriction>& frictions,
                           const std::vector<FrictionGroup>& groups,
                           const std::vector<const GroupState*>& chosen, double rounding) {
  const Index c = p.contacts(), f = static_cast<Index>(frictions.size());
  SpatialMotion motion;
  motion.rows.assign(at(s.A.rows()), RowState::equality);
  motion.frictions.assign(frictions.size(), SpatialState::none);
  Vector z = Vector::Zero(c + 2 * f);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Rows list = groups[g].contacts;
    for (const Index k : groups[g].frictions) list.push_back(c + k);
    z(list) = chosen[g]->forces;
    for (std::size_t j = 0; j < chosen[g]->slips.size(); ++j)
      motion.frictions[at(groups[g].frictions[2 * j] / 2)] = chosen[g]->slips[j];
  }
  const KktSolution kkt = p.kept.factors.solve(s.Q + p.columns * z, p.kept.b);
  motion.acceleration = kkt.x;
  motion.excess = s.A * kkt.x - s.b;
  motion.lambda = Vector::Zero(s.A.rows());
  motion.lambda(p.kept.holding) = kkt.lambda;
  const Vector through = p.G.transpose() * z;
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (std::size_t i = 0; i < groups[g].contacts.size(); ++i) {
      const Index k = groups[g].contacts[i], row = p.kept.pushing[at(k)];
      const double size = p.terms(k) + p.G.row(k).cwiseAbs() * through.cwiseAbs();
      motion.lambda(row) = z(k) / p.lengths(k);
      const bool open = motion.excess(row) > rounding * size * p.lengths(k);
      motion.rows[at(row)] = z(k) > rounding * size ? RowState::carries
                             : open                 ? RowState::open
                                                    : RowState::touches;
    }
  motion.friction = motion.slip_acceleration = Matrix::Zero(2, f);
  motion.normal = motion.bound = Vector::Zero(f);
  for (Index j = 0; j < f; ++j) {
    const SpatialFriction& friction = frictions[at(j)];
    const bool sticks = motion.frictions[at(j)] == SpatialState::sticks;
    motion.friction.col(j) = z.segment<2>(c + 2 * j) / p.lengths(c + 2 * j);
    motion.slip_acceleration.col(j) = friction.J * kkt.x - friction.b;
    if (friction.row == no_row) {
      motion.bound(j) = sticks ? friction.limit_static : friction.limit;
    } else {
      motion.normal(j) = friction.scale * std::abs(motion.lambda(friction.row));
      motion.bound(j) = (sticks ? friction.mu_static : friction.mu) * motion.normal(j);
    }
  }
  return motion;
}

bool all_finite(const OneSidedInstant& s, const std::vector<SpatialFriction>& frictions) {
  const auto finite = [](const SpatialFriction& f) {
    return f.J.allFinite() && f.b.allFinite() && std::isfinite(f.mu_static) &&
           std::isfinite(f.limit_static) && std::isfinite(f.scale);
  };
  return s.M.allFinite() && s.Q.allFinite() && s.A.allFinite() && s.b.allFinite() &&
         std::all_of(frictions.begin(), frictions.end(), finite);
}

}  // namespace

SpatialModes friction_modes(const OneSidedInstant& instant,
                            const std::vector<SpatialFriction>& frictions,
                            const FrictionOptions& options) {
  SpatialModes modes;
  if (!all_finite(instant, frictions)) {
    modes.status = Status::not_finite;
    return modes;
  }
  // what the rows that hold have to say is the same with friction as without
  std::vector<Index> holding;
  for (Index i = 0; i < instant.A.rows(); ++i)
    if (!instant.pushes[at(i)]) holding.push_back(i);
  OneSidedOptions rows = options.rows;
  if (rows.terms.size() > 0) rows.terms = Vector(rows.terms(holding));
  if (rows.rank.lengths.size() > 0) rows.rank.lengths = Vector(rows.rank.lengths(holding));
  const OneSidedSolution held =
      solve({instant.M, instant.Q, instant.A(holding, Eigen::all), instant.b(holding),
             std::vector<bool>(holding.size(), false)},
            rows);
  modes.status = held.status;
  modes.free_direction = held.free_direction;
  for (const Index i : held.contradictory) modes.contradictory.push_back(holding[at(i)]);
  if (held.status != Status::solved) return modes;

  const double rounding = options.rows.rounding;
  FrictionOptions by_component = options;
  by_component.friction_terms = Vector();
  const FrictionProblem problem =
      friction_problem(keep(instant, options.rows.rank), instant, components(frictions),
                       by_component, partners_of(frictions.size()));
  const std::vector<FrictionGroup> groups = coupled_groups(problem, rounding);
  std::vector<GroupStates> all;
  modes.count = Solutions::one;
  for (const FrictionGroup& group : groups) {
    all.push_back(SpatialGroup(problem, frictions, group, rounding).run());
    const GroupStates& found = all.back();
    modes.checked = modes.checked && found.checked;
    if (found.states.empty())
      modes.count = Solutions::none;
    else if (found.states.size() > 1 && found.states[0].changes == found.states[1].changes &&
             modes.count == Solutions::one)
      modes.count = Solutions::several;
  }
  if (modes.count == Solutions::none) return modes;
  std::vector<const GroupState*> chosen;
  for (const GroupStates& group : all) chosen.push_back(&group.states.front());
  const auto write = [&] {
    modes.motions.push_back(write_motion(problem, instant, frictions, groups, chosen, rounding));
  };
  write();
  for (std::size_t g = 0; g < all.size(); ++g) {
    const GroupState* first = chosen[g];
    for (std::size_t k = 1; k < all[g].states.size(); ++k) {
      chosen[g] = &all[g].states[k];
      write();
    }
    chosen[g] = first;
  }
  return modes;
}

SpatialImpact collide(const Collision& c, const std::vector<SpatialImpactFriction>& frictions,
                      const FrictionOptions& options) {
  SpatialImpact impact;
  impact.velocity = c.velocity;
  impact.impulse = Vector::Zero(c.A.rows());
  impact.friction = Matrix::Zero(2, static_cast<Index>(frictions.size()));
  impact.frictions.assign(frictions.size(), SpatialState::none);

  Vector b = -(c.A * c.velocity + c.moving);
  FrictionOptions velocities = options;
  velocities.rows.terms = c.A.cwiseAbs() * c.velocity.cwiseAbs() + c.moving.cwiseAbs();
  velocities.rows.forces = Vector();
  for (Index i = 0; i < b.size(); ++i) {
    if (!c.pushes[at(i)]) continue;
    const double back = c.restitution(i) * std::max(0.0, b(i));
    b(i) += back;
    velocities.rows.terms(i) += back;
  }
  std::vector<SpatialFriction> slips;
  for (const SpatialImpactFriction& friction : frictions) {
    SpatialFriction slip;
    slip.row = friction.row;
    slip.scale = friction.scale;
    slip.mu = slip.mu_static = friction.mu;
    slip.J = friction.J;
    slip.b = -(friction.J * c.velocity + friction.moving);
    slips.push_back(std::move(slip));
  }
  const SpatialModes found =
      friction_modes({c.M, Vector::Zero(c.velocity.size()), c.A, b, c.pushes}, slips, velocities);
  impact.status = found.status;
  impact.contradictory = found.contradictory;
  impact.count = found.count;
  impact.checked = found.checked;
  if (found.status != Status::solved || found.count == Solutions::none) return impact;
  // both bounds are one: nothing is preferred, and what differs counts
  if (found.motions.size() > 1) impact.count = Solutions::several;
  const SpatialMotion& motion = found.motions.front();
  impact.velocity += motion.acceleration;
  impact.impulse = motion.lambda;
  impact.friction = motion.friction;
  impact.frictions = motion.frictions;
  impact.energy_change =
      (impact.velocity - c.velocity).dot(c.M * (impact.velocity + c.velocity)) / 2;
  impact.moving_work = -impact.impulse.dot(c.moving);
  for (std::size_t j = 0; j < frictions.size(); ++j)
    impact.moving_work -= impact.friction.col(static_cast<Index>(j)).dot(frictions[j].moving);
  return impact;
}

}  // namespace alembert::numeric
