/// Systems that differ from another one in the numbers of their parameters.

#include <algorithm>

#include "mechanics/system.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

System System::with_numbers(const Assignment& numbers) const {
  System copy = *this;
  for (Parameter& parameter : copy.parameters_) {
    const auto number = numbers.find(parameter.symbol);
    if (number != numbers.end()) parameter.formula = graph_->constant(number->second);
    parameter.value = evaluate(*graph_, {parameter.formula}, copy.parameter_values_).front();
    copy.parameter_values_[parameter.symbol] = parameter.value;
  }
  return copy;
}

System System::with_parameters(const Assignment& numbers) const {
  System copy = *this;
  copy.graph_ = std::make_shared<Graph>(*graph_);
  // the nodes have the same places in the copy of the graph
  const auto move_over = [&](Expr& formula) {
    if (formula.graph()) formula = Expr(*copy.graph_, formula.node());
  };
  for (Particle& particle : copy.particles_) {
    move_over(particle.mass);
    for (Expr& component : particle.at) move_over(component);
    for (Expr& component : particle.force) move_over(component);
  }
  if (copy.known_) {
    const auto moved = [&](Expr formula) {
      move_over(formula);
      return formula;
    };
    copy.known_->tree = with_formulas(copy.known_->tree, moved);
    for (std::vector<Expr>* list :
         {&copy.known_->kinetic, &copy.known_->potential, &copy.known_->holding})
      std::ranges::for_each(*list, move_over);
  }
  return copy.with_numbers(numbers);
}

std::vector<std::size_t> System::parameters_that_follow(const std::vector<NodeId>& symbols) const {
  std::vector<NodeId> moving = symbols;
  std::vector<std::size_t> found;
  for (std::size_t p = 0; p < parameters_.size(); ++p) {
    const std::vector<NodeId> used =
        reachable(*graph_, {parameters_[p].symbol, parameters_[p].formula});
    if (std::ranges::none_of(moving,
                             [&](NodeId node) { return std::ranges::binary_search(used, node); }))
      continue;
    found.push_back(p);
    moving.push_back(parameters_[p].symbol);
  }
  return found;
}

}  // namespace alembert
