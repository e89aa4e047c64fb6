#pragma once
/// The work of `changed`, in two files: what is smooth, and what comes and goes.

#include <cmath>
#include <string>
#include <vector>

#include "change_of_coordinates.hpp"
#include "symbol/transplant.hpp"

namespace alembert::metamorphic {

/// Of the highest derivative in a row: 0 for positions, 1 for velocities.
inline int order_of(Level level) {
  return level == Level::position ? 0 : level == Level::velocity ? 1 : 2;
}

class Changer {
 public:
  Changer(const Model& model, const Change& change);
  Model run(const std::optional<State>& start);

 private:
  Graph& graph() { return system_.graph(); }
  Expr expr(NodeId node) { return {graph(), node}; }
  numeric::Index size() const { return change_.T.rows(); }
  const Coordinate& coordinate(numeric::Index i) const {
    return system_.coordinates()[static_cast<std::size_t>(i)];
  }

  // a formula of the model as it is, its symbols those of the new system
  NodeId copy(NodeId formula) { return transplant(old_.graph(), {formula}, {}, graph()).front(); }
  // a formula of the model in terms of the new coordinates
  Expr take(NodeId formula) {
    return expr(substitute(graph(), {copy(formula)}, replacements_).front());
  }
  Expr take(const Expr& formula) { return formula.graph() ? take(formula.node()) : formula; }

  void declare();
  void state_energies();
  void state_constraints();
  void state_constraint(std::size_t c, const std::string& name, double factor);
  void state_weight(const Constraint& constraint, const std::string& name, double factor);
  void replace_force_symbols();
  Expr force_in_new_terms(const ForceSymbol& symbol);
  bool is_of_friction(const ForceSymbol& symbol) const;
  double factor_of(const ForceSymbol& symbol, double factor) const;
  Expr force_of(const ForceSymbol& symbol, const std::string& name);
  void state_laws();
  std::vector<StartValue> start_values();
  std::vector<StartValue> numbers_of(const State& state);
  Run run_settings(const Run& old);
  Expectation expectation(const Expectation& old);

  // Q̂_j = κ Σ_i T_ij Q_i
  template <class Function>
  void for_each_share(std::size_t coordinate, const Function& function) {
    for (numeric::Index j = 0; j < size(); ++j) {
      const double factor = change_.T(static_cast<numeric::Index>(coordinate), j);
      if (factor != 0) function(coordinates_[static_cast<std::size_t>(j)], change_.energy * factor);
    }
  }
  // a contact pushes towards one side, whatever its row is multiplied by
  double row_factor(std::size_t constraint, std::size_t row) const {
    const double factor =
        change_.rows.factors.empty() ? 1.0 : change_.rows.factors[constraint][row];
    return is_contact(constraint) ? std::fabs(factor) : factor;
  }
  // two rows of which one has friction would share what presses it
  bool stands_twice(std::size_t constraint) const {
    return change_.rows.doubled && !old_.friction_index(old_.constraints()[constraint].name);
  }
  // the copy of a row is another multiple of it, so that no two rows are equal as written
  double copy_factor(std::size_t constraint) const { return is_contact(constraint) ? 2 : -2; }

  // what comes and goes
  bool is_contact(std::size_t constraint) const {
    return old_.contact_index(old_.constraints()[constraint].name).has_value();
  }
  double slip_factor(const Friction& friction) const;
  void state_restitutions();
  void state_frictions();
  double end_factor(const Friction& friction) const;
  FrictionTerms friction_terms(const Friction& friction);
  void replace_friction_symbols();
  void replace_tallies();
  void replace_tally(Tally what, const std::string& name, double factor);
  double impulse_factor(std::size_t constraint) const;
  void state_rules();
  void set_coordinates(const When& old, Action::What what, When& rule);
  double impact_factor(const Expectation& check) const;

  const Model& model_;
  const System& old_;
  const Change& change_;
  numeric::Matrix inverse_;
  System system_;
  std::vector<Expr> coordinates_;
  std::vector<Replacement> replacements_;
};

}  // namespace alembert::metamorphic
