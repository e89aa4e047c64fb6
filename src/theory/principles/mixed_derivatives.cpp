#include "theory/principles/mixed_derivatives.hpp"

#include <limits>
#include <unordered_map>

namespace alembert::theory {

namespace {

// the place of an input that no formula uses
constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

}  // namespace

MixedDerivatives::MixedDerivatives(const System& system, const std::vector<NodeId>& formulas) {
  const Graph& graph = system.graph();
  const Assignment parameters = system.parameter_values();
  const std::vector<NodeId> nodes = reachable(graph, formulas);
  std::unordered_map<NodeId, std::size_t> places;
  numbers_.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const NodeId node = nodes[i];
    places[node] = i;
    if (graph.is_constant(node)) {
      numbers_[i] = moving(graph.value(node), 0, 0);
    } else if (graph.is_symbol(node)) {
      const auto parameter = parameters.find(node);
      if (parameter != parameters.end()) numbers_[i] = moving(parameter->second, 0, 0);
    } else {
      const int operands = operand_count(graph.op(node));
      steps_.push_back({graph.op(node), places[graph.a(node)],
                        operands >= 2 ? places[graph.b(node)] : 0,
                        operands >= 3 ? places[graph.c(node)] : 0, i});
    }
  }
  for (const NodeId symbol : moving_symbols(system)) {
    const auto place = places.find(symbol);
    inputs_.push_back(place == places.end() ? nowhere : place->second);
  }
  for (const NodeId formula : formulas) outputs_.push_back(places[formula]);
}

Derivative MixedDerivatives::operator()(const Point& point, const Point& u, const Point& w) {
  auto input = inputs_.begin();
  const auto set = [&](double value, double along_u, double along_w) {
    if (*input != nowhere) numbers_[*input] = moving(value, along_u, along_w);
    ++input;
  };
  set(point.t, u.t, w.t);
  for (Index j = 0; j < point.q.size(); ++j) set(point.q[j], u.q[j], w.q[j]);
  for (Index j = 0; j < point.v.size(); ++j) set(point.v[j], u.v[j], w.v[j]);
  for (Index j = 0; j < point.a.size(); ++j) set(point.a[j], u.a[j], w.a[j]);

  for (const Step& step : steps_)
    numbers_[step.result] = apply(step.op, numbers_[step.a], numbers_[step.b], numbers_[step.c]);

  const auto formulas = static_cast<Index>(outputs_.size());
  Derivative found{Vector(formulas), Vector(formulas)};
  for (Index i = 0; i < formulas; ++i) {
    const HyperDual& f = numbers_[outputs_[static_cast<std::size_t>(i)]];
    found.value[i] = f.part.uw;
    found.size[i] = f.size.uw;
  }
  return found;
}

}  // namespace alembert::theory
