#include "symbol/print.hpp"

#include <fmt/format.h>

#include "symbol/pieces.hpp"

namespace alembert {

namespace {

class TextPrinter {
  using enum Binding;

 public:
  TextPrinter(const Graph& graph, NodeId root, const NodeNames& names)
      : g_(graph), root_(root), names_(names) {}

  std::string print() {
    pieces_.push({{root_, sum}});
    while (const auto operand = pieces_.next_operand()) print_node(operand->node, operand->weakest);
    return pieces_.take_text();
  }

 private:
  void print_node(NodeId node, Binding weakest) {
    const Op op = g_.op(node);
    const NodeId a = g_.a(node), b = g_.b(node), c = g_.c(node);
    if (is_named(node)) {
      pieces_.say(names_.at(node));
      return;
    }
    // a condition used as a number
    if (is_comparison(op) && weakest != comparison) {
      pieces_.push({"if(", {node, comparison}, ", 1, 0)"});
      return;
    }
    if (binding(node) < weakest) {
      pieces_.say("(");
      pieces_.push({")"});
    }
    switch (op) {
      case Op::constant:
        pieces_.say(number_text(g_.value(node)));
        break;
      case Op::symbol:
        pieces_.say(g_.name(node));
        break;
      case Op::add:
        pieces_.push({{a, sum}, " + ", {b, right_of_sum(b)}});
        break;
      case Op::subtract:
        pieces_.push({{a, sum}, " - ", {b, right_of_sum(b)}});
        break;
      case Op::multiply:
        pieces_.push({{a, product}, "*", {b, right_of_product(a, b)}});
        break;
      case Op::divide:
        pieces_.push({{a, product}, "/", {b, minus}});
        break;
      case Op::negate:
        pieces_.push({"-", {a, right_of_minus(a)}});
        break;
      case Op::power:
        pieces_.push({{a, atom}, "^", {b, exponent}});
        break;
      case Op::less:
        pieces_.push({{a, sum}, " < ", {b, sum}});
        break;
      case Op::less_equal:
        pieces_.push({{a, sum}, " <= ", {b, sum}});
        break;
      case Op::choose:
        pieces_.push({"if(", {a, comparison}, ", ", {b, sum}, ", ", {c, sum}, ")"});
        break;
      default:
        pieces_.say(name_of(op));
        if (operand_count(op) == 1)
          pieces_.push({"(", {a, sum}, ")"});
        else
          pieces_.push({"(", {a, sum}, ", ", {b, sum}, ")"});
    }
  }

  Binding binding(NodeId node) const {
    switch (g_.op(node)) {
      case Op::constant:
        return g_.value(node) < 0 ? minus : atom;
      case Op::add:
      case Op::subtract:
        return sum;
      case Op::multiply:
      case Op::divide:
        return product;
      case Op::negate:
        return minus;
      case Op::power:
        return exponent;
      case Op::less:
      case Op::less_equal:
        return comparison;
      default:
        return atom;
    }
  }

  bool is_named(NodeId node) const { return node != root_ && names_.contains(node); }
  bool is_product(NodeId node) const {
    return g_.op(node) == Op::multiply || g_.op(node) == Op::divide;
  }

  // the operand of a product or quotient that is printed first
  NodeId first_factor(NodeId node) const {
    while (is_product(node) && !is_named(node)) node = g_.a(node);
    return node;
  }

  // a + -b*c can be read, but a + (-b*c) is how it is written
  Binding right_of_sum(NodeId right) const {
    const NodeId first = first_factor(right);
    return !is_named(first) && binding(first) == minus ? atom : product;
  }

  // 2*(a*b) is written 2*a*b: the reader moves numbers to the front in the same way. Two numbers
  // side by side are left, with brackets, where their product would overflow
  Binding right_of_product(NodeId left, NodeId right) const {
    if (!g_.is_constant(left)) return minus;
    while (g_.op(right) == Op::multiply && !is_named(right)) right = g_.a(right);
    const bool joins_number = g_.op(right) == Op::divide && !is_named(right);
    return joins_number || g_.is_constant(right) ? minus : product;
  }

  // -a*b is read as (-a)*b, which the graph turns into -(a*b), unless -a itself becomes something
  // else
  Binding right_of_minus(NodeId right) const {
    const NodeId first = first_factor(right);
    if (first == right) return product;
    return takes_minus_in(first) ? atom : product;
  }

  // -(a - b) is b - a, and -(2*a/b) is -2*a/b
  bool takes_minus_in(NodeId node) const {
    if (g_.op(node) == Op::subtract) return true;
    if (g_.op(node) == Op::divide) node = g_.a(node);
    if (g_.op(node) == Op::multiply) node = g_.a(node);
    return g_.is_constant(node);
  }

  const Graph& g_;
  const NodeId root_;
  const NodeNames& names_;
  Pieces pieces_;
};

}  // namespace

std::string number_text(double value) { return fmt::format("{}", value); }

std::string to_text(const Graph& graph, NodeId formula, const NodeNames& names) {
  return TextPrinter(graph, formula, names).print();
}

std::string condition_text(const Graph& graph, NodeId formula, const NodeNames& names) {
  const Op op = graph.op(formula);
  if (op != Op::less && op != Op::less_equal) return to_text(graph, formula, names) + " > 0";
  const auto side = [&](NodeId node) {
    const auto name = names.find(node);
    return name != names.end() ? name->second : to_text(graph, node, names);
  };
  return side(graph.a(formula)) + (op == Op::less ? " < " : " <= ") + side(graph.b(formula));
}

}  // namespace alembert
