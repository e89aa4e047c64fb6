#include "text/same_model.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>

namespace alembert {

namespace {

/// Numbers formulas of several graphs so that equal formulas get equal numbers.
class FormulaClasses {
 public:
  using Class = std::uint32_t;

  /// The class of every node that the roots need; others stay empty.
  std::vector<Class> classify(const Graph& graph, const std::vector<NodeId>& roots) {
    std::vector<Class> class_of(graph.size(), 0);
    for (const NodeId node : reachable(graph, roots)) {
      Key key{static_cast<std::uint64_t>(graph.op(node)), 0, 0, 0};
      if (graph.is_constant(node)) {
        key[1] = std::bit_cast<std::uint64_t>(graph.value(node));
      } else if (graph.is_symbol(node)) {
        key[1] = symbols_.try_emplace(graph.name(node), symbols_.size()).first->second;
        key[2] = graph.kinds(node).has(Kind::parameter);
      } else {
        const int operands = operand_count(graph.op(node));
        key[1] = class_of[graph.a(node)];
        if (operands >= 2) key[2] = class_of[graph.b(node)];
        if (operands >= 3) key[3] = class_of[graph.c(node)];
        if (is_commutative(graph.op(node)) && key[2] < key[1]) std::swap(key[1], key[2]);
      }
      class_of[node] = classes_.try_emplace(key, static_cast<Class>(classes_.size())).first->second;
    }
    return class_of;
  }

 private:
  using Key = std::array<std::uint64_t, 4>;
  std::map<Key, Class> classes_;
  std::map<std::string, std::uint64_t> symbols_;
};

/// A model as two lists that are equal where models are: its formulas and everything else.
struct Contents {
  std::vector<NodeId> formulas;
  std::vector<std::string> words;

  void add(NodeId formula) {
    words.push_back(formula == no_node ? "none" : "formula");
    if (formula != no_node) formulas.push_back(formula);
  }
  void add(const std::vector<NodeId>& list) {
    add_count(list.size());
    for (const NodeId formula : list) add(formula);
  }
  void add(const std::optional<NodeId>& formula) { add(formula.value_or(no_node)); }
  void add(std::string_view word) { words.emplace_back(word); }
  void add_count(std::size_t count) { words.push_back(std::to_string(count)); }
};

void add_rule(Contents& all, const System& system, const When& rule) {
  all.add_count(rule.conditions.size());
  for (const Condition& condition : rule.conditions) all.add(condition.formula);
  all.add_count(rule.actions.size());
  for (const Action& action : rule.actions) {
    all.add_count(static_cast<std::size_t>(action.what));
    if (action.what == Action::What::set_variable) {
      all.add(system.parameters()[action.index].name);
    } else if (action.is_switch()) {
      all.add(system.constraints()[action.index].name);
    } else {
      all.add_count(action.index);
    }
    all.add(action.formula);
    all.add(action.words);
  }
}

void add_system(Contents& all, const System& system) {
  Graph& graph = system.graph();
  all.add(system.title());
  all.add_count(system.coordinates().size());
  for (const Coordinate& x : system.coordinates()) all.add(x.name);
  // parameters and variables are written apart, and formulas make the tallies that they use
  for (const auto changes : {Parameter::Changes::never, Parameter::Changes::variable}) {
    const auto is_one = [&](const Parameter& p) { return p.changes == changes; };
    all.add_count(static_cast<std::size_t>(std::ranges::count_if(system.parameters(), is_one)));
    for (const Parameter& p : system.parameters()) {
      if (!is_one(p)) continue;
      all.add(p.name);
      all.add(p.unit);
      all.add(p.formula);
    }
  }
  for (std::size_t c = 0; c < system.off_at_start().size(); ++c)
    if (system.off_at_start()[c]) all.add("off " + system.constraints()[c].name);
  for (const auto* terms :
       {&system.kinetic_terms(), &system.potential_terms(), &system.lagrangian_terms(),
        &system.virtual_powers(), &system.dissipations()})
    all.add(*terms);
  const auto add_vector = [&](const Vector& vector) {
    all.add_count(vector.size());
    for (const Expr& component : vector) all.add(component.in(graph));
  };
  all.add_count(system.particles().size());
  for (const Particle& particle : system.particles()) {
    all.add(particle.name);
    all.add(particle.mass.in(graph));
    add_vector(particle.at);
    add_vector(particle.force);
  }
  const auto add_on_coordinates = [&](const std::vector<CoordinateFormula>& list) {
    all.add_count(list.size());
    for (const CoordinateFormula& on : list) {
      all.add_count(on.coordinate);
      all.add(on.formula);
    }
  };
  add_on_coordinates(system.forces());
  all.add_count(system.constraints().size());
  for (const Constraint& constraint : system.constraints()) {
    all.add(constraint.name);
    all.add_count(constraint.rows.size());
    for (const ConstraintRow& row : constraint.rows) {
      all.add(row.name);
      all.add(name_of(row.level));
      all.add(row.left);
      all.add(row.right);
    }
    add_on_coordinates(constraint.nonideal);
    all.add(constraint.weight);
  }
  all.add_count(system.contacts().size());
  for (const Contact& contact : system.contacts()) {
    all.add_count(contact.constraint);
    all.add(contact.restitution);
  }
  all.add_count(system.frictions().size());
  for (const Friction& friction : system.frictions()) {
    all.add_count(friction.constraint);
    for (const NodeId formula : {friction.coefficient, friction.static_coefficient,
                                 friction.given_slip, friction.given_normal})
      all.add(formula);
  }
  all.add_count(system.rules().size());
  for (const When& rule : system.rules()) add_rule(all, system, rule);
  all.add_count(system.bounds().size());
  for (const Condition& bound : system.bounds()) {
    all.add(bound.formula);
    all.add(bound.text);
  }
  all.add_count(system.watches().size());
  for (const Watch& watch : system.watches()) {
    all.add(watch.name);
    all.add(watch.unit);
    all.add(watch.formula);
  }
}

void add_run(Contents& all, const Run& run) {
  all.add(run.from);
  all.add(run.until);
  all.add(run.tolerance);
  all.add(run.every);
  all.add(run.rank_tolerance);
  all.add(name_of(run.method));
  all.add(name_of(run.drift));
  all.add(name_of(run.inconsistent));
  all.add(run.impacts ? name_of(*run.impacts) : "error");
  all.add(run.painleve ? name_of(*run.painleve) : "default");
  all.add(run.baumgarte_alpha);
  all.add(run.baumgarte_beta);
  all.add_count(run.stop_when.size());
  for (const Condition& stop : run.stop_when) all.add(stop.formula);
}

Contents contents_of(const Model& model) {
  Contents all;
  add_system(all, model.system);
  all.add_count(model.start.size());
  for (const StartValue& value : model.start) {
    all.add(value.symbol);
    all.add(value.formula);
    all.add(value.guess ? "guess" : "given");
  }
  all.add_count(model.run ? 1 : 0);
  if (model.run) add_run(all, *model.run);
  all.add_count(model.checks.size());
  for (const Expectation& check : model.checks) {
    all.add_count(static_cast<std::size_t>(check.what));
    for (const NodeId formula : {check.bound, check.time, check.formula, check.value, check.count})
      all.add(formula);
    all.add(check.outcome);
    all.add(check.contact);
    all.add(name_of(check.of_impact));
    all.add_count(check.phases.size());
    for (const Phase phase : check.phases) all.add(name_of(phase));
  }
  all.add_count(model.drawing.size());
  for (const Shape& shape : model.drawing) {
    all.add(name_of(shape.what));
    all.add(shape.name);
    all.add_count(shape.arguments.size());
    for (const std::vector<NodeId>& argument : shape.arguments) all.add(argument);
  }
  return all;
}

}  // namespace

bool same_model(const Model& a, const Model& b) {
  const Contents left = contents_of(a), right = contents_of(b);
  if (left.words != right.words || left.formulas.size() != right.formulas.size()) return false;
  FormulaClasses classes;
  const auto left_class = classes.classify(a.system.graph(), left.formulas);
  const auto right_class = classes.classify(b.system.graph(), right.formulas);
  for (std::size_t i = 0; i < left.formulas.size(); ++i)
    if (left_class[left.formulas[i]] != right_class[right.formulas[i]]) return false;
  return true;
}

}  // namespace alembert
