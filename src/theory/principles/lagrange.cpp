#include "theory/principles/lagrange.hpp"

#include "dynamics/state_equations.hpp"
#include "theory/comparison.hpp"

namespace alembert::theory {

namespace {

template <class... Lists>
std::vector<NodeId> join(const Lists&... lists) {
  std::vector<NodeId> all;
  (all.insert(all.end(), lists.begin(), lists.end()), ...);
  return all;
}

std::vector<NodeId> positions_of(const System& system) {
  std::vector<NodeId> r;
  for (const Particle& particle : system.particles())
    for (const Expr& component : particle.at) r.push_back(component.in(system.graph()));
  return r;
}

std::vector<NodeId> masses_of(const System& system) {
  std::vector<NodeId> m;
  for (const Particle& particle : system.particles()) m.push_back(particle.mass.in(system.graph()));
  return m;
}

std::vector<NodeId> particle_forces_of(const System& system) {
  std::vector<NodeId> F;
  for (const Particle& particle : system.particles())
    for (const Expr& component : particle.force) F.push_back(component.in(system.graph()));
  return F;
}

std::vector<NodeId> forces_of(const System& system) {
  std::vector<NodeId> f;
  for (const CoordinateFormula& force : system.forces()) f.push_back(force.formula);
  return f;
}

}  // namespace

Lagrange::Lagrange(const System& system)
    : kinetic_terms_(system.kinetic_terms().size()),
      has_lagrangian_terms_(!system.lagrangian_terms().empty()),
      terms_(system,
             join(system.kinetic_terms(), system.potential_terms(), system.lagrangian_terms())),
      positions_(system, positions_of(system)),
      mass_(system, masses_of(system)),
      particle_forces_(system, particle_forces_of(system)),
      forces_(system, forces_of(system)),
      powers_(system, join(system.virtual_powers(), system.dissipations())) {
  sign_.assign(kinetic_terms_, 1);
  sign_.insert(sign_.end(), system.potential_terms().size(), -1);
  sign_.insert(sign_.end(), system.lagrangian_terms().size(), 1);
  power_sign_.assign(system.virtual_powers().size(), 1);
  power_sign_.insert(power_sign_.end(), system.dissipations().size(), -1);
  Index component = 0, force = 0;
  for (const Particle& particle : system.particles()) {
    const auto dimensions = static_cast<Index>(particle.at.size());
    masses_.push_back({component, dimensions, particle.force.empty() ? -1 : force});
    component += dimensions;
    force += static_cast<Index>(particle.force.size());
  }
  for (const CoordinateFormula& given : system.forces()) force_on_.push_back(given.coordinate);
  for (const NodeId formula : join(system.kinetic_terms(), positions_of(system), masses_of(system)))
    kinetic_depends_on_time_ |= system.graph().kinds(formula).has(Kind::time);
}

LagrangeAt Lagrange::at(const Point& point) {
  const Index n = point.q.size();
  LagrangeAt sum;
  for (Vector* part : {&sum.E, &sum.applied, &sum.momentum, &sum.position, &sum.potential,
                       &sum.E_size, &sum.applied_size, &sum.momentum_size})
    *part = Vector::Zero(n);
  add_terms(point, sum);
  add_particles(point, sum);
  add_forces(point, sum);
  sum.energy = point.v.dot(sum.momentum) - sum.L;
  sum.size += point.v.cwiseAbs().dot(sum.momentum_size);
  return sum;
}

// the terms that are written as formulas of T, V or L
void Lagrange::add_terms(const Point& point, LagrangeAt& sum) {
  const Index n = point.q.size();
  const Eigen::Map<const Vector> sign(sign_.data(), static_cast<Index>(sign_.size()));
  const auto kinetic = static_cast<Index>(kinetic_terms_);
  const Vector values = terms_.value(point), by_time = terms_.first(point, along_time(n));
  sum.L += sign.dot(values);
  sum.size += values.cwiseAbs().sum();
  sum.by_time += sign.dot(by_time);
  const Point motion = along_motion(point);
  for (Index j = 0; j < n; ++j) {
    const Vector unit = Vector::Unit(n, j);
    const Vector by_q = terms_.first(point, along_positions(unit));
    const Vector by_v = terms_.first(point, along_velocities(unit));
    const Derivative rate = terms_.mixed(point, motion, along_velocities(unit));
    sum.E[j] += sign.dot(rate.value - by_q);
    sum.E_size[j] += rate.size.sum() + by_q.cwiseAbs().sum();
    sum.momentum[j] += sign.dot(by_v);
    sum.momentum_size[j] += by_v.cwiseAbs().sum();
    sum.position[j] += sign.dot(by_q);
    for (Index i = kinetic; i < sign.size(); ++i)
      if (sign[i] < 0) sum.potential[j] -= by_q[i];
  }
}

// T = Σ ½ m ṙ² by Newton: a mass that depends on q or t gives −½ ∂m/∂q ṙ² besides d/dt(m ṙ)·∂r/∂q
void Lagrange::add_particles(const Point& point, LagrangeAt& sum) {
  const Index n = point.q.size();
  const Matrix r = positions_.rates(point), m = mass_.rates(point);
  const Matrix dr_dq = positions_.by_positions(point), dm_dq = mass_.by_positions(point);
  const Vector r_t = positions_.first(point, along_time(n)),
               m_t = mass_.first(point, along_time(n));
  Matrix dv_dq(r.rows(), n);  // ∂ṙ/∂q = d/dt ∂r/∂q
  for (Index j = 0; j < n; ++j)
    dv_dq.col(j) = positions_
                       .mixed(point, along_time(n) + along_positions(point.v),
                              along_positions(Vector::Unit(n, j)))
                       .value;
  const Vector v_t =
      positions_.mixed(point, along_time(n) + along_positions(point.v), along_time(n)).value;
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    const auto [first, dimensions, force] = masses_[k];
    const auto i = static_cast<Index>(k);
    const auto rows = Eigen::seqN(first, dimensions);
    const Vector velocity = r(rows, 1), acceleration = r(rows, 2);
    const Matrix J = dr_dq(rows, Eigen::all), J_dot = dv_dq(rows, Eigen::all);
    const double T2 = velocity.squaredNorm();
    const Vector p_dot = m(i, 1) * velocity + m(i, 0) * acceleration;
    sum.L += m(i, 0) * T2 / 2;
    sum.size += std::fabs(m(i, 0)) * T2 / 2;
    sum.by_time += m_t[i] * T2 / 2 + m(i, 0) * velocity.dot(v_t(rows));
    sum.E += J.transpose() * p_dot - T2 / 2 * dm_dq.row(i).transpose();
    sum.E_size += J.cwiseAbs().transpose() * p_dot.cwiseAbs() +
                  std::fabs(m(i, 0)) * J_dot.cwiseAbs().transpose() * velocity.cwiseAbs();
    sum.momentum += m(i, 0) * J.transpose() * velocity;
    sum.momentum_size += std::fabs(m(i, 0)) * J.cwiseAbs().transpose() * velocity.cwiseAbs();
    sum.position += m(i, 0) * J_dot.transpose() * velocity + T2 / 2 * dm_dq.row(i).transpose();
  }
}

// Q′ = Σ F·∂r/∂q + ∂P/∂q̇ − ∂D/∂q̇ + f (Eq. 4)
void Lagrange::add_forces(const Point& point, LagrangeAt& sum) {
  const Vector F = particle_forces_.value(point), given = forces_.value(point);
  const Matrix dr_dq = positions_.by_positions(point), by_v = powers_.by_velocities(point);
  for (const auto& [first, dimensions, force] : masses_) {
    if (force < 0) continue;
    const Matrix J = dr_dq.middleRows(first, dimensions);
    const Vector on = F.segment(force, dimensions);
    sum.applied += J.transpose() * on;
    sum.applied_size += J.cwiseAbs().transpose() * on.cwiseAbs();
  }
  for (std::size_t i = 0; i < force_on_.size(); ++i) {
    const double f = given[static_cast<Index>(i)];
    sum.applied[static_cast<Index>(force_on_[i])] += f;
    sum.applied_size[static_cast<Index>(force_on_[i])] += std::fabs(f);
  }
  for (std::size_t i = 0; i < power_sign_.size(); ++i) {
    const auto row = by_v.row(static_cast<Index>(i)).transpose();
    sum.applied += power_sign_[i] * row;
    sum.applied_size += row.cwiseAbs();
  }
}

Derivative Lagrange::mass_times(const Point& point, const Vector& x) {
  const Index n = point.q.size();
  const Eigen::Map<const Vector> sign(sign_.data(), static_cast<Index>(sign_.size()));
  Derivative Mx{Vector::Zero(n), Vector::Zero(n)};
  for (Index j = 0; j < n; ++j) {
    const Derivative by_vv =
        terms_.mixed(point, along_velocities(x), along_velocities(Vector::Unit(n, j)));
    Mx.value[j] = sign.dot(by_vv.value);
    Mx.size[j] = by_vv.size.sum();
  }
  const Matrix dr_dq = positions_.by_positions(point);
  const Vector m = mass_.value(point);
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    const Matrix J = dr_dq.middleRows(masses_[k].first_component, masses_[k].dimensions);
    const double mass = m[static_cast<Index>(k)];
    Mx.value += mass * J.transpose() * (J * x);
    Mx.size += std::fabs(mass) * J.cwiseAbs().transpose() * (J.cwiseAbs() * x.cwiseAbs());
  }
  return Mx;
}

MomentumDerivatives Lagrange::momentum_derivatives(const Point& point) {
  const Index n = point.q.size();
  const Eigen::Map<const Vector> sign(sign_.data(), static_cast<Index>(sign_.size()));
  const Point moving = along_time(n) + along_positions(point.v);
  MomentumDerivatives p{Matrix(n, n), Matrix(n, n), Vector(n)};
  const Vector m = mass_.value(point), m_t = mass_.first(point, along_time(n)),
               v = positions_.rates(point).col(1),
               v_t = positions_.mixed(point, moving, along_time(n)).value;
  const Matrix J = positions_.by_positions(point), m_q = mass_.by_positions(point);
  // every component of r with the mass of its particle
  Vector weight(v.size()), weight_t(v.size());
  Matrix weight_q(v.size(), n);
  for (std::size_t k = 0; k < masses_.size(); ++k)
    for (Index c = 0; c < masses_[k].dimensions; ++c) {
      const Index row = masses_[k].first_component + c;
      weight[row] = m[static_cast<Index>(k)];
      weight_t[row] = m_t[static_cast<Index>(k)];
      weight_q.row(row) = m_q.row(static_cast<Index>(k));
    }
  const Vector mv = weight.cwiseProduct(v);
  for (Index j = 0; j < n; ++j) {
    const Point along_q = along_positions(Vector::Unit(n, j)),
                along_v = along_velocities(Vector::Unit(n, j));
    // the column of q_j: p_i = Σ m ṙ·∂r/∂q_i differentiated factor by factor
    const Vector v_j = positions_.mixed(point, moving, along_q).value;
    const Vector mv_j = weight_q.col(j).cwiseProduct(v) + weight.cwiseProduct(v_j);
    p.by_velocities.col(j) = J.transpose() * weight.cwiseProduct(J.col(j));
    p.by_positions.col(j) = J.transpose() * mv_j;
    for (Index i = 0; i < n; ++i) {
      const Vector unit = Vector::Unit(n, i);
      p.by_velocities(i, j) += sign.dot(terms_.mixed(point, along_velocities(unit), along_v).value);
      p.by_positions(i, j) += sign.dot(terms_.mixed(point, along_velocities(unit), along_q).value) +
                              mv.dot(positions_.mixed(point, along_positions(unit), along_q).value);
    }
    p.by_time[j] = sign.dot(terms_.mixed(point, along_v, along_time(n)).value) +
                   J.col(j).dot(weight_t.cwiseProduct(v) + weight.cwiseProduct(v_t)) +
                   mv.dot(positions_.mixed(point, along_q, along_time(n)).value);
  }
  return p;
}

KineticParts Lagrange::kinetic_parts(const Point& point) {
  const Index n = point.q.size();
  const auto kinetic = static_cast<Index>(kinetic_terms_);
  KineticParts parts;
  // along the velocity, from rest: T(s q̇) = T₀ + s T₁ + s² T₂
  Point rest = point;
  rest.v = Vector::Zero(n);
  const Point velocity = along_velocities(point.v);
  parts.T0 = terms_.value(rest).head(kinetic).sum();
  parts.T1 = terms_.first(rest, velocity).head(kinetic).sum();
  parts.T2 = terms_.mixed(rest, velocity, velocity).value.head(kinetic).sum() / 2;
  parts.T = terms_.value(point).head(kinetic).sum();
  const Vector m = mass_.value(point), r_t = positions_.first(point, along_time(n)),
               Jv = positions_.first(point, along_positions(point.v)),
               v = positions_.rates(point).col(1);
  for (std::size_t k = 0; k < masses_.size(); ++k) {
    const auto rows = Eigen::seqN(masses_[k].first_component, masses_[k].dimensions);
    const double mass = m[static_cast<Index>(k)];
    parts.T0 += mass / 2 * r_t(rows).squaredNorm();
    parts.T1 += mass * r_t(rows).dot(Jv(rows));
    parts.T2 += mass / 2 * Jv(rows).squaredNorm();
    parts.T += mass / 2 * v(rows).squaredNorm();
  }
  parts.higher = parts.T - (parts.T2 + parts.T1 + parts.T0);
  return parts;
}

bool Lagrange::inertia_acts_at_rest(const Point& point, const Units& units) {
  Point moving = point;
  const double velocity = units.velocity > 0 ? units.velocity : 1;
  for (Index j = 0; j < moving.v.size(); ++j)
    moving.v[j] = units.coordinate[j] * velocity * (1 + 0.37 * static_cast<double>(j));
  const KineticParts parts = kinetic_parts(moving);
  return has_lagrangian_terms_ || kinetic_depends_on_time_ ||
         std::fabs(parts.T1) + std::fabs(parts.T0) > 1e-14 * std::fabs(parts.T2);
}

double Lagrange::potential(const Point& point) {
  const Vector values = terms_.value(point);
  double V = 0;
  for (std::size_t i = kinetic_terms_; i < sign_.size(); ++i)
    if (sign_[i] < 0) V += values[static_cast<Index>(i)];
  return V;
}

Identities check_lagrange(StateEquations& state, Lagrange& lagrange, const Point& point,
                          const Sizes& sizes) {
  const Equations& derived = state.equations();
  const LagrangeAt own = lagrange.at(point);
  const StateValues& here = state.evaluate(point.t, point.q, point.v);
  const Matrix M = here.derived_M();
  const Vector Q = here.derived_Q();
  const Vector excess = M * point.a - Q;
  const Terms& terms = sizes.terms;
  const Vector inertia_size = terms.M * point.a.cwiseAbs();
  const Vector excess_size = inertia_size + terms.Q;
  // forces and momenta are compared as s F and s p
  const Vector& s = sizes.units.coordinate;
  Identities found;
  found.push_back(compare_together("L12", "d/dt(∂L/∂q̇) − ∂L/∂q − Q′ = M q̈ − Q for any q̈",
                                   own.E - own.applied, excess,
                                   own.E_size + own.applied_size + excess_size, s));

  const Derivative Mx = lagrange.mass_times(point, point.a);
  found.push_back(
      compare_together("L14", "M = ∂²L/∂q̇∂q̇", Mx.value, M * point.a, Mx.size + inertia_size, s));
  const Matrix scaled = s.asDiagonal() * M * s.asDiagonal();
  // an entry that is only the rounding of coordinates is judged beside the others
  found.push_back(compare_together(
      "F1", "M = Mᵀ", Vector(scaled.transpose().reshaped()), Vector(scaled.reshaped()),
      Vector((s.asDiagonal() * terms.M * s.asDiagonal()).reshaped()), Vector::Ones(scaled.size())));

  Derivatives formulas(derived.system, join(derived.applied, std::vector{derived.energy}));
  const Matrix rates = formulas.rates(point);
  const Index n = point.q.size();
  found.push_back(compare_together("L16", "Q′ = Σ F·∂r/∂q + ∂P/∂q̇ − ∂D/∂q̇ + f",
                                   rates.col(0).head(n), own.applied, own.applied_size, s));
  found.push_back(
      compare("L16", "H = q̇·∂L/∂q̇ − L", rates(n, 0), own.energy, own.size + terms.energy));

  // M q̈ − Q is the force that keeps the system on this curve: none on the free motion
  const double power = point.v.dot(own.applied + excess) - own.by_time;
  // q̇·p − L has the rates q̈·p + q̇·ṗ − q̈·p − q̇·∂L/∂q: at rest in a frame that turns, p remains
  const Vector momentum_size = own.momentum_size + terms.M * point.v.cwiseAbs();
  const double power_size = point.v.cwiseAbs().dot(own.applied_size + excess_size + own.E_size) +
                            2 * point.a.cwiseAbs().dot(momentum_size) + std::fabs(own.by_time);
  found.push_back(
      compare("L16", "dH/dt = q̇·(Q′ + M q̈ − Q) − ∂L/∂t", rates(n, 1), power, power_size));
  const bool conservative = own.applied_size.isZero(0) && own.by_time == 0;
  Identity kept = compare("L15", "dH/dt = q̇·(M q̈ − Q): constant on the free motion", rates(n, 1),
                          point.v.dot(excess), power_size);
  if (!conservative) kept.does_not_apply = "there are forces besides V, or L depends on time";
  found.push_back(kept);

  const KineticParts parts = lagrange.kinetic_parts(point);
  const double T_size = std::fabs(parts.T2) + std::fabs(parts.T1) + std::fabs(parts.T0);
  Identity split = compare("L12", "T = T₂ + T₁ + T₀", parts.T2 + parts.T1 + parts.T0, parts.T,
                           T_size + std::fabs(parts.T));
  Identity level =
      compare("L12", "H = T₂ − T₀ + V", rates(n, 0),
              parts.T2 - parts.T0 + lagrange.potential(point), own.size + T_size + terms.energy);
  if (lagrange.has_lagrangian_terms())
    level.does_not_apply = "terms of the Lagrangian are neither T nor V";
  found.push_back(split);
  found.push_back(level);

  // at rest only the forces are left of Q, where T has neither T₁ nor T₀
  Point rest = point;
  rest.v = rest.a = Vector::Zero(n);
  const LagrangeAt still = lagrange.at(rest);
  // a stiff spring magnifies the last digit of q
  constexpr double part = 0x1p-20;
  const Vector beside = state.evaluate(rest.t, (1 + part) * rest.q, rest.v).derived_Q();
  const Vector at_rest = state.evaluate(rest.t, rest.q, rest.v).derived_Q();
  const Vector sensitivity = (beside - at_rest).cwiseAbs() / part;
  Identity conserve = compare_together(
      "L13", "at rest Q = Q′ − ∂V/∂q", at_rest, still.applied + still.potential,
      still.E_size + still.applied_size + terms_at(derived, rest).Q + sensitivity, s);
  if (lagrange.inertia_acts_at_rest(point, sizes.units))
    conserve.does_not_apply = "inertia acts at rest too: the frame moves, or L is not T − V";
  found.push_back(conserve);
  return found;
}

}  // namespace alembert::theory
