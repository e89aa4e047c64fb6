// The forces that keep the openings of joints at zero: Lagrange's equation along ε, whose left side
// is known as soon as the motion is.

#include "mechanics/equations.hpp"

namespace alembert {

namespace {

class HoldingForces {
 public:
  explicit HoldingForces(const Equations& equations)
      : e_(equations), g_(equations.graph()), system_(equations.system) {
    for (const Coordinate& opening : system_.openings()) {
      epsilon_.push_back(opening.q);
      rate_.push_back(opening.v);
      acceleration_.push_back(opening.a);
    }
  }

  // R = d/dt ∂L/∂ε̇ − ∂L/∂ε − Q′_ε − Σ λ ∂φ/∂ε at ε = 0
  std::vector<NodeId> run() {
    std::vector<NodeId> symbols = rate_;
    symbols.insert(symbols.end(), epsilon_.begin(), epsilon_.end());
    const std::vector<NodeId> dL = closed(gradient(g_, lagrangian(), symbols));
    const auto middle = dL.begin() + static_cast<std::ptrdiff_t>(n());
    // ε stays at zero, so that p may be closed before it is differentiated
    forces_ = time_derivative(g_, {dL.begin(), middle});
    for (std::size_t k = 0; k < n(); ++k) subtract(k, middle[static_cast<std::ptrdiff_t>(k)]);
    add_known();
    subtract_applied();
    subtract_rows();
    return std::move(forces_);
  }

 private:
  const OpenFormulas& open() const { return system_.open_formulas(); }
  std::size_t n() const { return epsilon_.size(); }
  NodeId add(NodeId a, NodeId b) { return g_.make(Op::add, a, b); }
  NodeId multiply(NodeId a, NodeId b) { return g_.make(Op::multiply, a, b); }
  void subtract(std::size_t k, NodeId term) {
    forces_[k] = g_.make(Op::subtract, forces_[k], term);
  }
  std::vector<NodeId> closed(std::vector<NodeId> formulas) {
    for (NodeId& formula : formulas) formula = system_.closed(Expr(g_, formula)).node();
    return formulas;
  }

  NodeId lagrangian() {
    NodeId L = g_.zero();
    for (const NodeId term : open().kinetic) L = add(L, term);
    for (const OpenFormulas::MassPoint& particle : open().particles) {
      NodeId speed2 = g_.zero();
      for (const NodeId v : time_derivative(g_, particle.at)) speed2 = add(speed2, multiply(v, v));
      L = add(L, multiply(multiply(g_.constant(0.5), particle.mass), speed2));
    }
    for (const NodeId term : open().potential) L = g_.make(Op::subtract, L, term);
    for (const NodeId term : open().lagrangian) L = add(L, term);
    return L;
  }

  // of bodies it is known without their Lagrangian
  void add_known() {
    const auto& known = system_.known_energies();
    if (!known) return;
    for (std::size_t k = 0; k < known->holding.size(); ++k)
      forces_[k] = add(forces_[k], known->holding[k].in(g_));
  }

  // Forces are held while the velocities that they drive are differentiated. Closed, they do not
  // know of openings, so that one sweep over all powers gives all forces on openings.
  void subtract_applied() {
    NodeId work = g_.zero(), power = g_.zero();
    for (const OpenFormulas::MassPoint& particle : open().particles)
      for (std::size_t i = 0; i < particle.force.size(); ++i)
        work = add(work, multiply(closed({particle.force[i]}).front(), particle.at[i]));
    for (const Drive& drive : open().drives)
      power = add(power, multiply(closed({drive.force}).front(), drive.velocity));
    for (const NodeId P : open().virtual_powers) power = add(power, P);
    for (const NodeId D : open().dissipations) power = g_.make(Op::subtract, power, D);
    subtract_gradient(work, epsilon_);
    subtract_gradient(power, rate_);
  }

  void subtract_rows() {
    NodeId work = g_.zero(), power = g_.zero(), by_acceleration = g_.zero();
    for (std::size_t r = 0; r < e_.rows.size(); ++r) {
      const Level level = e_.rows[r].level;
      NodeId& sum = level == Level::position   ? work
                    : level == Level::velocity ? power
                                               : by_acceleration;
      sum = add(sum, multiply(e_.rows[r].total, open().residuals[r]));
    }
    for (const OpenFormulas::IdleRow& row : open().idle)
      work = add(work, multiply(row.multiplier, row.residual));
    subtract_gradient(work, epsilon_);
    subtract_gradient(power, rate_);
    subtract_gradient(by_acceleration, acceleration_);
  }

  void subtract_gradient(NodeId sum, const std::vector<NodeId>& symbols) {
    const std::vector<NodeId> forces = closed(gradient(g_, sum, symbols));
    for (std::size_t k = 0; k < n(); ++k) subtract(k, forces[k]);
  }

  const Equations& e_;
  Graph& g_;
  System system_;  ///< a copy, whose memory of closed formulas may grow
  std::vector<NodeId> epsilon_, rate_, acceleration_;
  std::vector<NodeId> forces_;
};

}  // namespace

std::vector<NodeId> holding_forces(const Equations& equations) {
  return HoldingForces(equations).run();
}

}  // namespace alembert
