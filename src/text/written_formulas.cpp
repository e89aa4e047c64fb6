#include "text/written_formulas.hpp"

namespace alembert {

std::vector<CoordinateFormula> undriven_forces(const System& system) {
  std::vector<CoordinateFormula> result;
  std::size_t next = 0;
  const std::vector<CoordinateFormula>& all = system.forces();
  for (const Drive& drive : system.open_formulas().drives) {
    for (; next < drive.first_force; ++next) result.push_back(all[next]);
    next = drive.forces_end;
  }
  for (; next < all.size(); ++next) result.push_back(all[next]);
  return result;
}

std::vector<NodeId> open_formulas(const Model& model) {
  const System& system = model.system;
  const Description& described = system.description();
  std::vector<NodeId> all;
  const auto add_all = [&](const std::vector<NodeId>& list) {
    all.insert(all.end(), list.begin(), list.end());
  };
  const OpenFormulas& open = system.open_formulas();
  add_all(unmade(described, open.kinetic, &TermCounts::open_kinetic));
  add_all(unmade(described, open.potential, &TermCounts::potential));
  add_all(open.lagrangian);
  add_all(open.virtual_powers);
  add_all(unmade(described, open.dissipations, &TermCounts::dissipations));
  for (const OpenFormulas::MassPoint& particle : open.particles) {
    all.push_back(particle.mass);
    add_all(particle.at);
    add_all(particle.force);
  }
  for (const Drive& drive : unmade(described, open.drives, &TermCounts::drives))
    add_all({drive.velocity, drive.force});
  std::size_t row = 0;
  for (std::size_t c = 0; c < system.constraints().size(); ++c)
    for (std::size_t k = 0; k < system.constraints()[c].rows.size(); ++k, ++row)
      if (!described.has_made(&TermCounts::constraints, c))
        add_all({open.sides[row].left, open.sides[row].right});
  for (const Statement& statement : described.statements)
    for (const Statement::Piece& piece : statement.pieces) add_all(piece.formulas);
  return all;
}

std::vector<NodeId> closed_formulas(const Model& model) {
  const System& system = model.system;
  const Description& described = system.description();
  std::vector<NodeId> all;
  const auto add = [&](NodeId formula) {
    if (formula != no_node) all.push_back(formula);
  };
  const auto add_all = [&](const std::vector<NodeId>& list) {
    for (const NodeId formula : list) add(formula);
  };
  for (const CoordinateFormula& force : undriven_forces(system)) add(force.formula);
  for (const Constraint& constraint : system.constraints()) {
    for (const CoordinateFormula& on : constraint.nonideal) add(on.formula);
    add(constraint.weight);
  }
  for (const Contact& contact : system.contacts()) add(contact.restitution);
  for (const Friction& friction : system.frictions())
    for (const NodeId formula : {friction.coefficient, friction.static_coefficient,
                                 friction.given_slip, friction.given_normal})
      add(formula);
  for (const When& rule : system.rules())
    for (const Action& action : rule.actions) add(action.formula);
  for (const Watch& watch : unmade(described, system.watches(), &TermCounts::watches))
    add(watch.formula);
  for (const StartValue& value : model.start) add(value.formula);
  for (std::size_t k = described.shapes; k < model.drawing.size(); ++k)
    for (const std::vector<NodeId>& argument : model.drawing[k].arguments) add_all(argument);
  return all;
}

std::vector<NodeId> judged_formulas(const Model& model) {
  std::vector<NodeId> all;
  const auto add_conditions = [&](const std::vector<Condition>& conditions) {
    for (const Condition& of : conditions) all.push_back(of.formula);
  };
  for (const When& rule : model.system.rules()) add_conditions(rule.conditions);
  if (model.run) add_conditions(model.run->stop_when);
  for (const Expectation& check : model.checks)
    if (check.formula != no_node) all.push_back(check.formula);
  return all;
}

}  // namespace alembert
