#include "dynamics/residual_form.hpp"

namespace alembert {

namespace {

class Formation {
 public:
  Formation(const Equations& equations, const DynamicsOptions& options)
      : equations_(equations), options_(options), g_(equations.graph()) {
    for (const Coordinate& x : equations.system.coordinates()) {
      q_.push_back(x.q);
      v_.push_back(x.v);
      a_.push_back(x.a);
    }
  }

  ResidualForm run() {
    ResidualForm form;
    ResidualSystem& motion = form.motion;
    motion.accelerations = a_;
    for (const EquationRow& row : equations_.rows) motion.multipliers.push_back(row.total);
    const std::vector<NodeId> reaction = constraint_force();
    motion.dynamic = inertia_and_forces();
    for (std::size_t j = 0; j < q_.size(); ++j)
      motion.dynamic[j] = subtract(motion.dynamic[j], reaction[j]);
    motion.constraint = constraint_residuals();
    complete(motion);

    NodeId ideal_power = power_of(reaction), nonideal_power = g_.zero();
    if (!equations_.C.empty()) {
      const std::vector<Replacement> by_ideal = make_ideal(form);
      const std::vector<NodeId> ideal_force = substitute(g_, reaction, by_ideal);
      const std::vector<NodeId> C = nonideal_force();
      for (std::size_t j = 0; j < q_.size(); ++j)
        motion.dynamic[j] = subtract(motion.dynamic[j], C[j]);
      nonideal_power = add(power_of(C), ideal_power);
      ideal_power = power_of(ideal_force);
      nonideal_power = subtract(nonideal_power, ideal_power);
    }
    form.powers = {equations_.applied_power, ideal_power, nonideal_power, equations_.time_power};
    return form;
  }

 private:
  NodeId add(NodeId a, NodeId b) { return g_.make(Op::add, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return g_.make(Op::subtract, a, b); }
  NodeId multiply(NodeId a, NodeId b) { return g_.make(Op::multiply, a, b); }

  std::vector<NodeId> inertia_and_forces() {
    return equations_.system.known_energies() ? by_mass_and_force() : by_lagrangian();
  }

  // M q̈ − Q
  std::vector<NodeId> by_mass_and_force() {
    std::vector<NodeId> result(q_.size(), g_.zero());
    for (const Entry& entry : equations_.M.entries)
      result[entry.row] = add(result[entry.row], multiply(entry.value, a_[entry.column]));
    for (std::size_t j = 0; j < q_.size(); ++j) result[j] = subtract(result[j], equations_.Q[j]);
    return result;
  }

  // d/dt ∂L/∂q̇ − ∂L/∂q − Q′
  std::vector<NodeId> by_lagrangian() {
    std::vector<NodeId> symbols = v_;
    symbols.insert(symbols.end(), q_.begin(), q_.end());
    const std::vector<NodeId> dL = gradient(g_, equations_.L, symbols);
    const auto middle = dL.begin() + static_cast<std::ptrdiff_t>(q_.size());
    std::vector<NodeId> result = time_derivative(g_, std::vector<NodeId>(dL.begin(), middle));
    for (std::size_t j = 0; j < q_.size(); ++j) {
      result[j] = subtract(result[j], dL[q_.size() + j]);
      result[j] = subtract(result[j], equations_.applied[j]);
    }
    return result;
  }

  // Aᵀλ: the gradients of λ·φ by q, of λ·ψ by q̇, and of λ times acceleration rows by q̈
  std::vector<NodeId> constraint_force() {
    NodeId sums[] = {g_.zero(), g_.zero(), g_.zero()};
    for (const EquationRow& row : equations_.rows) {
      NodeId& sum = sums[static_cast<std::size_t>(row.level)];
      sum = add(sum, multiply(row.total, row.residual));
    }
    std::vector<NodeId> force = gradient(g_, sums[0], q_);
    const std::vector<NodeId> by_v = gradient(g_, sums[1], v_), by_a = gradient(g_, sums[2], a_);
    for (std::size_t j = 0; j < q_.size(); ++j) force[j] = add(force[j], add(by_v[j], by_a[j]));
    return force;
  }

  // Baumgarte's terms are those of Eq. 39 of docs/theory.md
  std::vector<NodeId> constraint_residuals() {
    std::vector<NodeId> result;
    for (const EquationRow& row : equations_.rows) {
      if (row.level == Level::acceleration) {
        result.push_back(row.residual);
        continue;
      }
      const bool position = row.level == Level::position;
      const NodeId velocity = position ? row.rate : row.residual;
      NodeId residual = time_derivative(g_, {velocity}).front();
      if (const std::optional<solution::Baumgarte>& terms = options_.baumgarte) {
        residual = add(residual, multiply(g_.constant(terms->damping(row.level)), velocity));
        if (position)
          residual = add(residual, multiply(g_.constant(terms->stiffness()), row.residual));
      }
      result.push_back(residual);
    }
    return result;
  }

  // w aᵀ(a q̈ − b) of the rows that complete M
  void complete(ResidualSystem& motion) {
    for (const auto& [row, weight] : equations_.completion.rows)
      for (const Entry& entry : equations_.A.entries)
        if (entry.row == row)
          motion.dynamic[entry.column] =
              add(motion.dynamic[entry.column],
                  multiply(multiply(g_.constant(weight), entry.value), motion.constraint[row]));
  }

  // the same system with its own accelerations and the ideal multipliers
  std::vector<Replacement> make_ideal(ResidualForm& form) {
    std::vector<Replacement> replacements;
    for (const Coordinate& x : equations_.system.coordinates()) {
      const NodeId symbol = g_.symbol("ideal(" + x.name + "'')", Kind::acceleration);
      form.ideal.accelerations.push_back(symbol);
      replacements.push_back({x.a, symbol});
    }
    for (const EquationRow& row : equations_.rows) {
      form.ideal.multipliers.push_back(row.lambda);
      replacements.push_back({row.total, row.lambda});
    }
    form.ideal.dynamic = substitute(g_, form.motion.dynamic, replacements);
    form.ideal.constraint = substitute(g_, form.motion.constraint, replacements);
    return replacements;
  }

  std::vector<NodeId> nonideal_force() {
    std::vector<NodeId> C(q_.size(), g_.zero());
    for (const NonIdealForce& force : equations_.C)
      for (const CoordinateFormula& term : force.C)
        C[term.coordinate] = add(C[term.coordinate], term.formula);
    return C;
  }

  NodeId power_of(const std::vector<NodeId>& force) {
    NodeId power = g_.zero();
    for (std::size_t j = 0; j < force.size(); ++j) power = add(power, multiply(v_[j], force[j]));
    return power;
  }

  const Equations& equations_;
  const DynamicsOptions& options_;
  Graph& g_;
  std::vector<NodeId> q_, v_, a_;
};

}  // namespace

ResidualForm residual_form(const Equations& equations, const DynamicsOptions& options) {
  return Formation(equations, options).run();
}

}  // namespace alembert
