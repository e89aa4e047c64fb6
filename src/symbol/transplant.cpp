#include "symbol/transplant.hpp"

namespace alembert {

std::vector<NodeId> transplant(const Graph& from, const std::vector<NodeId>& formulas,
                               const Assignment& bound, Graph& to) {
  std::vector<NodeId> image(from.size(), no_node);
  for (const NodeId node : reachable(from, formulas)) {
    const Op op = from.op(node);
    if (op == Op::constant) {
      image[node] = to.constant(from.value(node));
    } else if (op == Op::symbol) {
      const auto number = bound.find(node);
      image[node] = number != bound.end() ? to.constant(number->second)
                                          : to.symbol(from.name(node), from.kind(node));
    } else {
      const int operands = operand_count(op);
      image[node] = to.make(op, image[from.a(node)], operands >= 2 ? image[from.b(node)] : no_node,
                            operands >= 3 ? image[from.c(node)] : no_node);
    }
  }
  std::vector<NodeId> results;
  results.reserve(formulas.size());
  for (const NodeId formula : formulas) results.push_back(image[formula]);
  return results;
}

}  // namespace alembert
