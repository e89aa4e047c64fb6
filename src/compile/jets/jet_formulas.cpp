#include "compile/jets/jet_formulas.hpp"

#include <cassert>
#include <limits>
#include <string>

namespace alembert {

JetFormulas::JetFormulas(Graph& graph, const Jets& jets)
    : graph_(graph), jets_(jets), moves_(jets.value_count(), false) {
  for (std::size_t i = 0; i < jets.input_count(); ++i) moves_[jets.input_value(i)] = true;
  for (const Jets::Step& step : jets.steps()) moves_[step.target] = true;
  // no name of a model has braces
  orders_ = {graph.symbol("{k}", Kind::parameter), graph.symbol("{1/k}", Kind::parameter)};
}

JetFormulas::Formulas JetFormulas::values(const Formulas& inputs) const {
  Formulas all(jets_.value_count(), graph_.zero());
  for (ValueId v = 0; v < all.size(); ++v)
    if (!moves_[v]) all[v] = graph_.constant(jets_.number(v));
  for (std::size_t i = 0; i < inputs.size(); ++i) all[jets_.input_value(i)] = inputs[i];
  for (const Jets::Step& step : jets_.steps()) {
    const int operands = operand_count(step.op);
    all[step.target] = graph_.make(step.op, all[step.a], operands > 1 ? all[step.b] : no_node,
                                   operands > 2 ? all[step.c] : no_node);
  }
  return all;
}

JetFormulas::Formulas JetFormulas::coefficients(const Formulas& inputs) {
  Formulas all(jets_.value_count(), graph_.zero());  // of values that do not move, too
  for (std::size_t i = 0; i < inputs.size(); ++i) all[jets_.input_value(i)] = inputs[i];
  for (const Jets::Step& step : jets_.steps()) all[step.target] = coefficient(step, all);
  return all;
}

JetFormulas::Formulas JetFormulas::kept(const Formulas& coefficients) {
  Formulas result;
  for (const Row& row : forward_)
    result.push_back(row.slope ? multiply(orders_[0], coefficients[row.value])
                               : coefficients[row.value]);
  for (const ValueId value : backward_) result.push_back(coefficients[value]);
  return result;
}

NodeId JetFormulas::known(NodeId value) {
  if (graph_.is_constant(value)) return value;
  const auto [place, is_new] = known_.try_emplace(value, no_node);
  if (is_new) {
    place->second =
        graph_.symbol("{known " + std::to_string(known_values_.size()) + "}", Kind::parameter);
    known_symbols_.push_back(place->second);
    known_values_.push_back(value);
  }
  return place->second;
}

// Σ j a_j b_{k−j} / k
NodeId JetFormulas::slope_sum(ValueId a, ValueId b) {
  return multiply(convolution({a, true}, b), orders_[1]);
}

NodeId JetFormulas::convolution(Row a, ValueId b) {
  if (!moves_[a.value] || !moves_[b]) return graph_.zero();
  const auto a_place = forward_place_.try_emplace(a, static_cast<std::uint32_t>(forward_.size()));
  if (a_place.second) forward_.push_back(a);
  const auto b_place = backward_place_.try_emplace(b, static_cast<std::uint32_t>(backward_.size()));
  if (b_place.second) backward_.push_back(b);
  const Convolution pair{a_place.first->second, b_place.first->second};
  const auto [place, is_new] = sum_of_.try_emplace({pair.a, pair.b}, no_node);
  if (is_new) {
    place->second = graph_.symbol("{sum " + std::to_string(sums_.size()) + "}", Kind::parameter);
    sums_.push_back(place->second);
    convolutions_.push_back(pair);
  }
  return place->second;
}

/// The coefficient is NaN where higher orders decide the branch of a kink, and, as in Jets, where a
/// root or a logarithm has no series.
NodeId JetFormulas::coefficient(const Jets::Step& step, const Formulas& all) {
  using Rule = Jets::Rule;
  const auto [rule, op, y, a, b, c, factor] = step;
  const NodeId a_k = all[a], b_k = all[b], c_k = all[c];
  const NodeId s = graph_.constant(factor);
  const auto lower = [&](ValueId x, ValueId z) {
    return graph_.make(Op::less, values_[x], values_[z]);
  };
  switch (rule) {
    case Rule::add:
      return add(a_k, b_k);
    case Rule::subtract:
      return subtract(a_k, b_k);
    case Rule::negate:
      return graph_.make(Op::negate, a_k);
    case Rule::multiply:
      return add(add(multiply(value(a), b_k), multiply(value(b), a_k)), sum(a, b));
    case Rule::square:
      return add(multiply(known(add(values_[a], values_[a])), a_k), sum(a, a));
    case Rule::scale:
      return multiply(a_k, value(b));
    case Rule::divide:
      return multiply(subtract(subtract(a_k, sum(y, b)), multiply(value(y), b_k)), reciprocal(b));
    case Rule::shrink:
      return multiply(a_k, reciprocal(b));
    case Rule::root: {
      const NodeId half = known(graph_.make(Op::divide, graph_.constant(0.5), values_[y]));
      return multiply(subtract(c_k, sum(y, y)), half);
    }
    case Rule::power: {
      const NodeId rest = subtract(multiply(s, slope_sum(a, y)), slope_sum(y, a));
      return multiply(add(multiply(multiply(s, value(y)), a_k), rest), reciprocal(a));
    }
    case Rule::slope_product:
      return multiply(s, add(multiply(value(c), a_k), slope_sum(a, c)));
    case Rule::slope_quotient:
      return multiply(subtract(multiply(s, a_k), slope_sum(y, c)), reciprocal(c));
    case Rule::angle: {
      const NodeId first = subtract(multiply(a_k, value(b)), multiply(b_k, value(a)));
      const NodeId rest = subtract(subtract(slope_sum(a, b), slope_sum(b, a)), slope_sum(y, c));
      return multiply(add(first, rest), reciprocal(c));
    }
    case Rule::abs:
      return multiply(known(graph_.make(Op::divide, values_[a], values_[y])), a_k);
    case Rule::min:
    case Rule::max: {
      const NodeId undecided = graph_.constant(std::numeric_limits<double>::quiet_NaN());
      const bool is_min = rule == Rule::min;
      const NodeId takes_a = known(is_min ? lower(a, b) : lower(b, a));
      const NodeId takes_b = known(is_min ? lower(b, a) : lower(a, b));
      return graph_.make(Op::choose, takes_a, a_k,
                         graph_.make(Op::choose, takes_b, b_k, undecided));
    }
    case Rule::choose:
      return graph_.make(Op::choose, value(a), b_k, c_k);
    case Rule::jump:
      return graph_.zero();
  }
  assert(false);
  return graph_.zero();
}

}  // namespace alembert
