// Derivation of M, Q, A, b, C (Eqs 1-12 of docs/theory.md): no matrix of second derivatives is ever
// formed, and every step is linear in the size of what it produces.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "mechanics/equations.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

class Derivation {
 public:
  explicit Derivation(const System& system) : g_(system.graph()) {
    result_.system = system;
    for (const Coordinate& x : system.coordinates()) {
      q_.push_back(x.q);
      v_.push_back(x.v);
      a_.push_back(x.a);
    }
    along_ = {{system.time().node(), g_.one()}};
    for (const Coordinate& x : system.coordinates()) along_.push_back({x.q, x.v});
  }

  Equations run() {
    derive_lagrangian();
    derive_applied_forces();
    derive_mass_and_force();
    derive_constraints();
    derive_nonideal_forces();
    derive_watches();
    note_missing_inertia();
    return std::move(result_);
  }

 private:
  const System& system() const { return result_.system; }
  std::size_t n() const { return q_.size(); }
  NodeId add(NodeId a, NodeId b) { return g_.make(Op::add, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return g_.make(Op::subtract, a, b); }
  NodeId multiply(NodeId a, NodeId b) { return g_.make(Op::multiply, a, b); }
  NodeId negate(NodeId a) { return g_.make(Op::negate, a); }

  // running sums keep sharing: the velocity of link i is that of link i−1 plus one term
  void derive_lagrangian() {
    NodeId L = g_.zero(), T_known = g_.zero(), V_known = g_.zero();
    const auto is_known = [&](std::size_t place, std::size_t first, std::size_t count) {
      return place >= first && place < first + count;
    };
    const auto& known = system().known_energies();
    for (std::size_t i = 0; i < system().kinetic_terms().size(); ++i) {
      const bool apart = known && is_known(i, known->first_kinetic, known->kinetic.size());
      NodeId& sum = apart ? T_known : L;
      sum = add(sum, system().kinetic_terms()[i]);
    }
    std::vector<NodeId> positions;
    for (const Particle& particle : system().particles())
      for (const Expr& component : particle.at) positions.push_back(component.in(g_));
    const std::vector<NodeId> velocities = time_derivative(g_, positions);
    std::size_t next = 0;
    for (const Particle& particle : system().particles()) {
      NodeId speed2 = g_.zero();
      for (std::size_t i = 0; i < particle.at.size(); ++i, ++next)
        speed2 = add(speed2, g_.make(Op::power, velocities[next], g_.constant(2)));
      const NodeId half_mass = multiply(g_.constant(0.5), particle.mass.in(g_));
      L = add(L, multiply(half_mass, speed2));
    }
    for (std::size_t i = 0; i < system().potential_terms().size(); ++i) {
      const NodeId term = system().potential_terms()[i];
      if (known && is_known(i, known->first_potential, known->potential.size()))
        V_known = add(V_known, term);
      else
        L = subtract(L, term);
    }
    for (const NodeId term : system().lagrangian_terms()) L = add(L, term);
    differentiated_ = L;
    known_energy_ = add(T_known, V_known);
    known_potential_ = V_known;
    result_.L = add(L, subtract(T_known, V_known));
  }

  // Q′: given forces, F·∂r/∂q of the particles, ∂P/∂q̇ and −∂D/∂q̇
  void derive_applied_forces() {
    std::vector<NodeId>& applied = result_.applied;
    applied.assign(n(), g_.zero());
    for (const CoordinateFormula& force : system().forces())
      applied[force.coordinate] = add(applied[force.coordinate], force.formula);
    std::vector<NodeId> r, F;
    for (const Particle& particle : system().particles())
      for (std::size_t i = 0; i < particle.force.size(); ++i) {
        r.push_back(particle.at[i].in(g_));
        F.push_back(particle.force[i].in(g_));
      }
    for (const Entry& dr_dq : jacobian(g_, r, q_))
      applied[dr_dq.column] = add(applied[dr_dq.column], multiply(F[dr_dq.row], dr_dq.value));
    NodeId power = g_.zero();
    for (const NodeId P : system().virtual_powers()) power = add(power, P);
    for (const NodeId D : system().dissipations()) power = subtract(power, D);
    const std::vector<NodeId> forces = gradient(g_, power, v_);
    for (std::size_t j = 0; j < n(); ++j) applied[j] = add(applied[j], forces[j]);
  }

  // M = ∂p/∂q̇ and Q = Q′ + ∂L/∂q − (dp/dt at q̈ = 0), with p = ∂L/∂q̇, and what bodies add to both
  void derive_mass_and_force() {
    std::vector<NodeId> symbols = v_;
    symbols.insert(symbols.end(), q_.begin(), q_.end());
    symbols.push_back(system().time().node());
    const std::vector<NodeId> dL = gradient(g_, differentiated_, symbols);
    const std::vector<NodeId> p(dL.begin(), dL.begin() + static_cast<std::ptrdiff_t>(n()));

    std::vector<Entry> M = jacobian(g_, p, v_);
    const std::vector<NodeId> transport = derivative_along(g_, p, along_);
    for (std::size_t j = 0; j < n(); ++j)
      result_.Q.push_back(subtract(add(result_.applied[j], dL[n() + j]), transport[j]));
    if (const auto& known = system().known_energies()) {
      for (const Entry& entry : M)
        if (entry.row >= entry.column) result_.M_beside_bodies.push_back(entry);
      M = sum(result_.M_beside_bodies, composite_inertia(g_, known->tree));
      for (const CoordinateFormula& force : known->forces)
        result_.Q[force.coordinate] = add(result_.Q[force.coordinate], force.formula);
    }
    result_.M = symmetric(M);

    // T of bodies is of degree 2 in the velocities: its part of q̇·p is 2 T
    NodeId energy = g_.zero(), applied_power = g_.zero();
    for (std::size_t j = 0; j < n(); ++j) {
      energy = add(energy, multiply(v_[j], p[j]));
      applied_power = add(applied_power, multiply(v_[j], result_.applied[j]));
    }
    result_.energy = add(subtract(energy, differentiated_), known_energy_);
    result_.applied_power = applied_power;
    // gravity may change with time
    const std::vector<Direction> time{{system().time().node(), g_.one()}};
    result_.time_power =
        subtract(derivative_along(g_, {known_potential_}, time).front(), dL.back());
  }

  // of two lower triangles
  std::vector<Entry> sum(const std::vector<Entry>& a, const std::vector<Entry>& b) {
    const auto place = [](const Entry& entry) { return std::pair(entry.row, entry.column); };
    std::vector<Entry> entries;
    std::ranges::merge(a, b, std::back_inserter(entries), {}, place, place);
    std::vector<Entry> result;
    for (const Entry& entry : entries)
      if (!result.empty() && place(result.back()) == place(entry))
        result.back().value = add(result.back().value, entry.value);
      else
        result.push_back(entry);
    return result;
  }

  // one formula for both triangles: the lower one
  FormulaMatrix symmetric(const std::vector<Entry>& entries) const {
    FormulaMatrix M{n(), n(), {}};
    for (const Entry& entry : entries) {
      if (entry.column <= entry.row) M.entries.push_back(entry);
      if (entry.column < entry.row) M.entries.push_back({entry.column, entry.row, entry.value});
    }
    // a diagonal matrix is in order already
    const auto before = [](const Entry& x, const Entry& y) {
      return std::pair(x.row, x.column) < std::pair(y.row, y.column);
    };
    if (!std::is_sorted(M.entries.begin(), M.entries.end(), before))
      std::sort(M.entries.begin(), M.entries.end(), before);
    return M;
  }

  // by constraint, that of its friction last
  struct RowOf {
    std::size_t constraint;
    const ConstraintRow* row;
    std::optional<std::size_t> friction;
  };
  std::vector<RowOf> rows_with_frictions() const {
    std::vector<RowOf> rows;
    for (std::size_t c = 0; c < system().constraints().size(); ++c) {
      const Constraint& constraint = system().constraints()[c];
      for (const ConstraintRow& row : constraint.rows) rows.push_back({c, &row, {}});
      if (const auto friction = friction_of(c))
        rows.push_back({c, &system().frictions()[*friction].sticking_row, friction});
    }
    return rows;
  }
  std::optional<std::size_t> friction_of(std::size_t constraint) const {
    const std::vector<Friction>& all = system().frictions();
    const auto found = std::ranges::find(all, constraint, &Friction::constraint);
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
  }

  void derive_constraints() {
    // rows of one level are differentiated together
    std::vector<NodeId> phi, psi, given;
    const std::vector<RowOf> all_rows = rows_with_frictions();
    for (const RowOf& row : all_rows)
      (row.row->level == Level::position   ? phi
       : row.row->level == Level::velocity ? psi
                                           : given)
          .push_back(row.row->residual);
    const std::vector<NodeId> phi_dot = time_derivative(g_, phi);
    const std::vector<NodeId> phi_b = derivative_along(g_, phi_dot, along_);
    const std::vector<NodeId> psi_b = derivative_along(g_, psi, along_);
    std::vector<Replacement> no_acceleration;
    for (const NodeId symbol : a_) no_acceleration.push_back({symbol, g_.zero()});
    const std::vector<NodeId> given_b = substitute(g_, given, no_acceleration);
    const std::vector<Entry> A[] = {jacobian(g_, phi, q_), jacobian(g_, psi, v_),
                                    jacobian(g_, given, a_)};
    const std::vector<NodeId>* minus_b[] = {&phi_b, &psi_b, &given_b};

    // and put back in the order in which they were written
    std::size_t next[] = {0, 0, 0}, next_entry[] = {0, 0, 0};
    std::vector<RowFormulas> to_classify;
    for (const auto& [constraint, row_pointer, friction] : all_rows) {
      const ConstraintRow& row = *row_pointer;
      const std::size_t level = static_cast<std::size_t>(row.level);
      const std::size_t i = next[level]++;
      EquationRow equation{row.name, constraint, row.level, row.residual, no_node,
                           no_node,  no_node,    {},        friction};
      if (row.level == Level::position) equation.rate = phi_dot[i];
      RowFormulas formulas{row.level,
                           row.residual,
                           row.level == Level::position ? phi_dot[i] : row.residual,
                           {},
                           g_.zero()};
      for (std::size_t& k = next_entry[level]; k < A[level].size() && A[level][k].row == i; ++k) {
        Entry entry = A[level][k];
        entry.row = static_cast<std::uint32_t>(result_.rows.size());
        result_.A.entries.push_back(entry);
        formulas.A.push_back(entry.value);
        formulas.A_qdot = add(formulas.A_qdot, multiply(entry.value, v_[entry.column]));
      }
      if (formulas.A.empty())
        throw ModelError(
            fmt::format("constraint '{}' says nothing about the accelerations", row.name),
            "nothing that moves is left in it once it is differentiated");
      to_classify.push_back(std::move(formulas));
      result_.b.push_back(negate((*minus_b[level])[i]));
      result_.rows.push_back(std::move(equation));
    }
    result_.A.rows = result_.rows.size();
    result_.A.columns = n();
    const std::vector<Classification> kinds = classify(system(), to_classify);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      EquationRow& row = result_.rows[i];
      row.classification = kinds[i];
      row.lambda = result_.system.lambda(row.name).node();
      row.total = result_.system.total(row.name).node();
      if (row.level == Level::velocity && kinds[i].form == VelocityForm::nonlinear)
        result_.notes.push_back(
            fmt::format("constraint '{}' is nonlinear in the velocities: the motion follows the "
                        "Gauss-Chetaev rule, whose physical realisation must be justified",
                        row.name));
      if (row.level == Level::acceleration)
        result_.notes.push_back(
            fmt::format("constraint '{}' is given for accelerations only: no position or velocity "
                        "residual can be monitored",
                        row.name));
    }
  }

  void derive_nonideal_forces() {
    std::vector<NodeId> laws;
    for (const Constraint& constraint : system().constraints())
      for (const CoordinateFormula& law : constraint.nonideal) laws.push_back(law.formula);
    for (const Friction& friction : system().frictions())
      for (const CoordinateFormula& law : friction.law) laws.push_back(law.formula);
    const std::vector<NodeId> resolved = resolve_forces(result_, laws);
    std::size_t next = 0;
    for (std::size_t c = 0; c < system().constraints().size(); ++c) {
      NonIdealForce force{c, {}};
      for (const CoordinateFormula& law : system().constraints()[c].nonideal)
        force.C.push_back({law.coordinate, resolved[next++]});
      if (!force.C.empty()) result_.C.push_back(std::move(force));
    }
    for (std::size_t f = 0; f < system().frictions().size(); ++f) {
      const Friction& friction = system().frictions()[f];
      NonIdealForce force{friction.constraint, {}, f};
      for (const CoordinateFormula& law : friction.law)
        force.C.push_back({law.coordinate, resolved[next++]});
      const auto place =
          std::ranges::upper_bound(result_.C, friction.constraint, {}, &NonIdealForce::constraint);
      result_.C.insert(place, std::move(force));
    }
  }

  void derive_watches() {
    std::vector<NodeId> formulas;
    for (const Watch& watch : system().watches()) formulas.push_back(watch.formula);
    const std::vector<NodeId> resolved = resolve_forces(result_, formulas);
    result_.watches = system().watches();
    for (std::size_t i = 0; i < resolved.size(); ++i) result_.watches[i].formula = resolved[i];
  }

  void note_missing_inertia() {
    std::vector<bool> has_inertia(n(), false), is_constrained(n(), false);
    for (const Entry& entry : result_.M.entries) has_inertia[entry.row] = true;
    for (const Entry& entry : result_.A.entries) is_constrained[entry.column] = true;
    // the place on a curve has none by the meaning of its joint
    std::vector<bool> is_place(n(), false);
    for (const JointRecord& joint : system().joints())
      if (joint.constraint)
        for (const std::size_t j : joint.coordinates) is_place[j] = true;
    for (std::size_t j = 0; j < n(); ++j) {
      if (has_inertia[j] || (is_place[j] && is_constrained[j])) continue;
      const std::string& name = system().coordinates()[j].name;
      result_.notes.push_back(
          is_constrained[j]
              ? fmt::format("coordinate '{}' has no inertia: the constraints must determine its "
                            "acceleration",
                            name)
              : fmt::format(
                    "coordinate '{}' has neither inertia nor a constraint: its acceleration "
                    "is not determined",
                    name));
    }
  }

  Graph& g_;
  Equations result_{};
  NodeId differentiated_ = no_node;  ///< L without the bodies whose share is known …
  NodeId known_energy_ = no_node, known_potential_ = no_node;  ///< … and T + V, and V, of these
  std::vector<NodeId> q_, v_, a_;
  std::vector<Direction> along_;  ///< q moves at q̇, t at 1, q̇ stands still
};

}  // namespace

Equations derive(const System& system) { return Derivation(system).run(); }

}  // namespace alembert
