#include <algorithm>

#include "mechanics/equations.hpp"

namespace alembert {

namespace {

// forces of constraint in terms of A, C and the multipliers of the rows (Eqs 20-24 of
// docs/theory.md)
class ForceFormulas {
 public:
  explicit ForceFormulas(const Equations& equations) : e_(equations), g_(equations.graph()) {}

  NodeId of(const ForceSymbol& symbol) {
    switch (symbol.quantity) {
      case Quantity::lambda:
      case Quantity::total:
      case Quantity::least:
      case Quantity::most:
        return symbol.symbol;
      case Quantity::ideal:
        return row_force(symbol.constraint, symbol.coordinate, Multiplier::ideal);
      case Quantity::nonideal:
        return add(C(symbol.constraint, symbol.coordinate),
                   row_force(symbol.constraint, symbol.coordinate, Multiplier::difference));
      case Quantity::reaction:
        return reaction(symbol.constraint, symbol.coordinate);
      case Quantity::power: {
        NodeId power = g_.zero();
        for (const std::size_t j : e_.coordinates_of(symbol.constraint))
          power = add(power, g_.make(Op::multiply, e_.system.coordinates()[j].v,
                                     reaction(symbol.constraint, j)));
        return power;
      }
      case Quantity::energy:
        return e_.energy;
      case Quantity::holding:
        return holding(symbol.coordinate);
      case Quantity::tangent:
        return std::ranges::find(e_.system.frictions(), symbol.constraint, &Friction::constraint)
            ->tangent;
    }
    return symbol.symbol;
  }

 private:
  enum class Multiplier { ideal, total, difference };

  // all of them at once, since they share most of their formulas
  NodeId holding(std::size_t opening) {
    if (holding_.empty()) holding_ = holding_forces(e_);
    return holding_[opening];
  }

  NodeId add(NodeId a, NodeId b) { return g_.make(Op::add, a, b); }

  NodeId reaction(std::size_t constraint, std::size_t coordinate) {
    return add(C(constraint, coordinate), row_force(constraint, coordinate, Multiplier::total));
  }

  // Σ over the rows of the constraint of A_rj times a multiplier
  NodeId row_force(std::size_t constraint, std::size_t coordinate, Multiplier which) {
    NodeId sum = g_.zero();
    for (const Entry& entry : e_.entries_of(constraint)) {
      if (entry.column != coordinate) continue;
      const EquationRow& row = e_.rows[entry.row];
      const NodeId multiplier = which == Multiplier::ideal ? row.lambda
                                : which == Multiplier::total
                                    ? row.total
                                    : g_.make(Op::subtract, row.total, row.lambda);
      sum = add(sum, g_.make(Op::multiply, entry.value, multiplier));
    }
    return sum;
  }

  NodeId C(std::size_t constraint, std::size_t coordinate) {
    NodeId sum = g_.zero();
    for (const NonIdealForce& force : e_.laws_of(constraint))
      for (const CoordinateFormula& term : force.C)
        if (term.coordinate == coordinate) sum = add(sum, term.formula);
    return sum;
  }

  const Equations& e_;
  Graph& g_;
  std::vector<NodeId> holding_;
};

}  // namespace

std::vector<NodeId> resolve_forces(const Equations& equations,
                                   const std::vector<NodeId>& formulas) {
  Graph& graph = equations.graph();
  // only symbols that occur are written out
  std::vector<Replacement> replacements;
  ForceFormulas forces(equations);
  std::unordered_set<NodeId> used;
  for (const NodeId node : reachable(graph, formulas))
    if (graph.is_symbol(node) && graph.kinds(node).has(Kind::force)) used.insert(node);
  if (used.empty()) return formulas;
  for (const ForceSymbol& symbol : equations.system.force_symbols())
    if (used.contains(symbol.symbol)) replacements.push_back({symbol.symbol, forces.of(symbol)});
  return substitute(graph, formulas, replacements);
}

}  // namespace alembert
