#include "motion/conditions/margin.hpp"

namespace alembert {

NodeId margin_of(Graph& graph, NodeId condition) {
  const NodeId minus_one = graph.constant(-1);
  const auto both = [&](NodeId a, NodeId b) { return graph.make(Op::min, a, b); };
  if (is_comparison(graph.op(condition)))
    return graph.make(Op::subtract, graph.b(condition), graph.a(condition));
  if (graph.is_constant(condition)) return graph.value(condition) != 0 ? graph.one() : minus_one;
  if (graph.op(condition) != Op::choose)
    return graph.make(Op::choose, condition, graph.one(), minus_one);
  const NodeId chosen = margin_of(graph, graph.a(condition));
  return graph.make(Op::max, both(chosen, margin_of(graph, graph.b(condition))),
                    both(graph.make(Op::negate, chosen), margin_of(graph, graph.c(condition))));
}

}  // namespace alembert
