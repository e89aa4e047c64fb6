#include "theory/principles/textbook_chain.hpp"

#include "theory/comparison.hpp"
#include "theory/principles/lagrange.hpp"
#include "theory/principles/virtual_displacements.hpp"

namespace alembert::theory {

namespace {

std::vector<NodeId> positions(const System& system) {
  std::vector<NodeId> r;
  for (const Particle& particle : system.particles())
    for (const Expr& component : particle.at) r.push_back(component.in(system.graph()));
  return r;
}

std::vector<NodeId> velocities(const System& system) {
  std::vector<NodeId> r_dot;
  for (const Particle& particle : system.particles())
    for (const Expr& component : particle.at)
      // a component that is a plain number does not move
      r_dot.push_back((component.graph() ? rate(component) : Expr(0.0)).in(system.graph()));
  return r_dot;
}

std::vector<NodeId> masses(const System& system) {
  std::vector<NodeId> m;
  for (const Particle& particle : system.particles()) m.push_back(particle.mass.in(system.graph()));
  return m;
}

std::vector<NodeId> forces(const System& system) {
  std::vector<NodeId> F;
  for (const Particle& particle : system.particles())
    for (const Expr& component : particle.force) F.push_back(component.in(system.graph()));
  return F;
}

// T = Σ ½ m ṙ²
NodeId kinetic_energy(const System& system) {
  Expr T(system.graph(), system.graph().zero());
  for (const Particle& particle : system.particles())
    for (const Expr& component : particle.at)
      if (component.graph()) T = T + particle.mass / 2.0 * square(rate(component));
  return T.in(system.graph());
}

}  // namespace

TextbookChain::TextbookChain(const System& system)
    : graph_(&system.graph()),
      only_particle_forces_(system.forces().empty() && system.virtual_powers().empty() &&
                            system.dissipations().empty()),
      r_(system, positions(system)),
      r_dot_(system, velocities(system)),
      mass_(system, masses(system)),
      force_(system, forces(system)),
      T_(system, {kinetic_energy(system)}) {
  Index next_force = 0;
  for (std::size_t k = 0; k < system.particles().size(); ++k) {
    const Particle& particle = system.particles()[k];
    for (std::size_t i = 0; i < particle.at.size(); ++i) {
      particle_of_.push_back(static_cast<Index>(k));
      force_of_.push_back(particle.force.empty() ? -1 : next_force++);
    }
    if (graph_->kinds(particle.mass.in(system.graph())).has(Kind::coordinate | Kind::time))
      why_not_ = "a mass is not constant";
  }
  if (!system.kinetic_terms().empty() || !system.lagrangian_terms().empty())
    why_not_ = "some inertia is given as a formula, not by particles";
  if (system.particles().empty()) why_not_ = "there are no particles";
}

ParticlesAt TextbookChain::at(const Point& point) {
  const Matrix rates = r_.rates(point);
  const Vector m = mass_.value(point), F = force_.value(point);
  ParticlesAt all;
  all.velocity = rates.col(1);
  all.acceleration = rates.col(2);
  all.by_positions = r_.by_positions(point);
  all.mass.resize(rates.rows());
  all.force = Vector::Zero(rates.rows());
  for (Index i = 0; i < rates.rows(); ++i) {
    all.mass[i] = m[particle_of_[static_cast<std::size_t>(i)]];
    const Index force = force_of_[static_cast<std::size_t>(i)];
    if (force >= 0) all.force[i] = F[force];
  }
  return all;
}

Vector TextbookChain::displacement(const Point& point, const Vector& dq) {
  return r_.first(point, along_positions(dq));
}

Identities TextbookChain::check(const Equations& equations, const Point& point, const Vector& dq,
                                const Sizes& sizes) {
  const Index n = point.q.size();
  const ParticlesAt all = at(point);
  const Matrix& J = all.by_positions;
  const Vector mv = all.mass.cwiseProduct(all.velocity),
               p_dot = all.mass.cwiseProduct(all.acceleration);
  const Vector written = r_dot_.value(point), r_t = r_.first(point, along_time(n));
  const Matrix by_v = r_dot_.by_velocities(point), by_q = r_dot_.by_positions(point);
  const Matrix J_size = J.cwiseAbs();
  // quantities by coordinate are compared in comparable units: ∂r/∂q as J s, forces as s Q
  const Vector& s = sizes.units.coordinate;
  const auto by_coordinate = [&s](const Matrix& X) { return Matrix(X * s.asDiagonal()); };
  const auto largest_of_row = [n](const Matrix& X) {
    return Vector(X.cwiseAbs().rowwise().maxCoeff().replicate(1, n).reshaped());
  };
  const Point moving = along_time(n) + along_positions(point.v);
  Identities found;

  const Vector velocity_size =
      J_size * (point.v.cwiseAbs() + sizes.units.velocity * s) + r_t.cwiseAbs();
  found.push_back(
      compare("L7", "ṙ = Σ ∂r/∂q q̇ + ∂r/∂t along the curve", written, all.velocity, velocity_size));
  found.push_back(compare("L7", "Σ ∂r/∂q q̇ + ∂r/∂t", J * point.v + r_t, written, velocity_size));
  found.push_back(compare("L8", "∂ṙ/∂q̇ = ∂r/∂q", Vector(by_coordinate(by_v).reshaped()),
                          Vector(by_coordinate(J).reshaped()), largest_of_row(by_coordinate(J))));

  // d/dt of ∂r/∂q_j, of ∂T/∂q̇_j, and what they are made of
  Matrix J_dot(J.rows(), n), J_dot_size(J.rows(), n);
  Vector p_rate(n), p_rate_size(n);
  for (Index j = 0; j < n; ++j) {
    const Derivative rate = r_.mixed(point, moving, along_positions(Vector::Unit(n, j)));
    J_dot.col(j) = rate.value;
    J_dot_size.col(j) = rate.size;
    const Derivative momentum =
        T_.mixed(point, along_motion(point), along_velocities(Vector::Unit(n, j)));
    p_rate[j] = momentum.value[0];
    p_rate_size[j] = momentum.size[0];
  }
  found.push_back(compare("L9", "d/dt(∂r/∂q) = ∂ṙ/∂q", Vector(by_coordinate(J_dot).reshaped()),
                          Vector(by_coordinate(by_q).reshaped()),
                          largest_of_row(by_coordinate(J_dot_size))));
  const Vector T_v = T_.by_velocities(point).transpose(), T_q = T_.by_positions(point).transpose();
  // a velocity that vanishes is a sum of terms that do not
  const Vector momentum_size = all.mass.cwiseAbs().cwiseProduct(velocity_size);
  found.push_back(compare_together("L10", "Σ m ṙ·∂ṙ/∂q̇ = ∂T/∂q̇", by_v.transpose() * mv, T_v,
                                   J_size.transpose() * momentum_size, s));
  found.push_back(compare_together("L10", "Σ m ṙ·∂ṙ/∂q = ∂T/∂q", by_q.transpose() * mv, T_q,
                                   J_dot_size.transpose() * momentum_size, s));

  const Vector inertia = J.transpose() * p_dot;
  const Vector inertia_size =
      J_size.transpose() * p_dot.cwiseAbs() + p_rate_size + J_dot_size.transpose() * momentum_size;
  found.push_back(compare_together("L6", "Σ m r̈·∂r/∂q = d/dt(Σ m ṙ·∂r/∂q) − Σ m ṙ·d/dt(∂r/∂q)",
                                   inertia, p_rate - J_dot.transpose() * mv, inertia_size, s));
  const Vector dr = displacement(point, dq);
  found.push_back(compare("L11", "Σ ṗ·δr = Σ δq (d/dt ∂T/∂q̇ − ∂T/∂q)", p_dot.dot(dr),
                          dq.dot(p_rate - T_q), inertia_size.dot(dq.cwiseAbs())));
  if (!why_not_.empty() && why_not_ == "a mass is not constant")
    for (Identity& identity : found)
      if (identity.id == "L6" || identity.id == "L11" || identity.id == "L10")
        identity.does_not_apply = why_not_;

  // the work of the forces, by particles and by coordinates
  const Vector Q = J.transpose() * all.force;
  const double work_size = (J_size.transpose() * all.force.cwiseAbs()).dot(dq.cwiseAbs());
  found.push_back(compare("L5", "Σ F·δr = Σ Q_j δq_j with Q_j = Σ F·∂r/∂q_j", all.force.dot(dr),
                          Q.dot(dq), work_size));
  Derivatives applied(equations.system, equations.applied);
  Identity derived =
      compare_together("L5", "Q_j = Σ F·∂r/∂q_j are the forces of the equations", Q,
                       applied.value(point), J_size.transpose() * all.force.cwiseAbs(), s);
  if (!only_particle_forces_) derived.does_not_apply = "there are forces that act on no particle";
  found.push_back(derived);
  if (J.rows() == 0)
    for (Identity& identity : found) identity.does_not_apply = "there are no particles";
  return found;
}

Identities check_dalembert(const Equations& equations, TextbookChain& chain, const Point& point,
                           const Vector& reaction, const Vector& nonideal, const Sizes& sizes) {
  const ParticlesAt all = chain.at(point);
  const Matrix J_size = all.by_positions.cwiseAbs();
  Lagrange lagrange(equations.system);
  const LagrangeAt own = lagrange.at(point);
  // forces with a potential, and those that act on coordinates, work in δq directly
  const Vector on_particles = all.by_positions.transpose() * all.force;
  const Vector elsewhere = own.applied - on_particles + own.potential;
  const Vector left = all.by_positions.transpose() * all.left_over() + elsewhere;
  const Vector& s = sizes.units.coordinate;
  const Vector size = J_size.transpose() * (all.force.cwiseAbs() +
                                            all.mass.cwiseProduct(all.acceleration).cwiseAbs()) +
                      own.applied_size + own.potential.cwiseAbs() + reaction.cwiseAbs() +
                      sizes.acceleration * s.cwiseInverse();
  // the reaction was solved for as a whole: its rounding is that of its largest component
  const double whole = s.cwiseProduct(size).norm();
  Identity equilibrium = vanishes("L2", "Σ (F + F^c − ṗ)·δr = 0 in any displacement",
                                  s.cwiseProduct(left + reaction).norm(), whole);
  ConstraintRates rates(equations);
  const Matrix basis = virtual_basis(rates.A(point) * s.asDiagonal());
  Identity applied_alone =
      vanishes("L3", "Σ (F − ṗ)·δr = 0 with applied forces where the constraints allow δr",
               (basis.transpose() * s.cwiseProduct(left + nonideal)).norm(), whole);
  Identities found = {equilibrium, applied_alone};
  for (Identity& identity : found) {
    identity = solved_for(identity);
    identity.does_not_apply = chain.why_not();
  }
  return found;
}

}  // namespace alembert::theory
