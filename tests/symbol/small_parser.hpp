#pragma once
/// A reader of formulas that is independent of the model language's own: `^` binds tightest and to
/// the right, then the unary minus, then * and /, then + and -, then one comparison.

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

#include "symbol/graph.hpp"

namespace alembert {

class SmallParser {
 public:
  /// Names that stand for nodes; every other name must be a symbol of the graph.
  using Names = std::unordered_map<std::string, NodeId>;

  SmallParser(Graph& graph, std::string_view text, const Names& names)
      : graph_(graph), text_(text), names_(names) {}

  NodeId parse() {
    const NodeId node = comparison();
    if (!text_.empty()) fail("the end");
    return node;
  }

 private:
  NodeId comparison() {
    const NodeId left = sum();
    if (accept("<=")) return graph_.make(Op::less_equal, left, sum());
    if (accept(">=")) return graph_.make(Op::less_equal, sum(), left);
    if (accept("<")) return graph_.make(Op::less, left, sum());
    if (accept(">")) return graph_.make(Op::less, sum(), left);
    return left;
  }

  NodeId sum() {
    NodeId left = product();
    for (;;) {
      if (accept("+"))
        left = graph_.make(Op::add, left, product());
      else if (accept("-"))
        left = graph_.make(Op::subtract, left, product());
      else
        return left;
    }
  }

  NodeId product() {
    NodeId left = unary();
    for (;;) {
      if (accept("*"))
        left = graph_.make(Op::multiply, left, unary());
      else if (accept("/"))
        left = graph_.make(Op::divide, left, unary());
      else
        return left;
    }
  }

  NodeId unary() { return accept("-") ? graph_.make(Op::negate, unary()) : power(); }

  NodeId power() {
    const NodeId base = primary();
    return accept("^") ? graph_.make(Op::power, base, unary()) : base;
  }

  NodeId primary() {
    if (accept("(")) {
      const NodeId inner = comparison();
      expect(")");
      return inner;
    }
    if (!text_.empty() && (text_[0] == '.' || (text_[0] >= '0' && text_[0] <= '9')))
      return number();
    return name_or_call();
  }

  NodeId number() {
    double value = 0;
    const auto read = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (read.ec != std::errc()) fail("a number");
    text_.remove_prefix(static_cast<std::size_t>(read.ptr - text_.data()));
    skip_blanks();
    return graph_.constant(value);
  }

  // x, a[3], x', sin(...), and lambda(rod), which is the name of a symbol as a whole
  NodeId name_or_call() {
    std::size_t end = text_.find_first_of(" +-*/^(),<>");
    std::string name(text_.substr(0, end));
    if (name.empty()) fail("a name");
    if (end != std::string_view::npos && text_[end] == '(') {
      for (int op = static_cast<int>(Op::sin); op <= static_cast<int>(Op::hypot); ++op)
        if (name_of(static_cast<Op>(op)) == name) return call(static_cast<Op>(op), end);
      if (name == "if") return call(Op::choose, end);
      end = text_.find(')') + 1;
      name = text_.substr(0, end);
    }
    text_.remove_prefix(std::min(end, text_.size()));
    skip_blanks();
    if (const auto place = names_.find(name); place != names_.end()) return place->second;
    const NodeId symbol = graph_.find_symbol(name);
    if (symbol == no_node) fail("a known name");
    return symbol;
  }

  NodeId call(Op op, std::size_t name_length) {
    text_.remove_prefix(name_length);
    expect("(");
    NodeId operand[] = {no_node, no_node, no_node};
    for (int i = 0; i < operand_count(op); ++i) {
      if (i > 0) expect(",");
      operand[i] = comparison();
    }
    expect(")");
    return graph_.make(op, operand[0], operand[1], operand[2]);
  }

  bool accept(std::string_view sign) {
    if (!text_.starts_with(sign)) return false;
    text_.remove_prefix(sign.size());
    skip_blanks();
    return true;
  }

  void expect(std::string_view sign) {
    if (!accept(sign)) fail(sign);
  }

  void skip_blanks() {
    while (text_.starts_with(' ')) text_.remove_prefix(1);
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    throw std::runtime_error(std::string(wanted) + " is missing before: " + std::string(text_));
  }

  Graph& graph_;
  std::string_view text_;
  const Names& names_;
};

/// The formula that a text states, in the graph.
inline NodeId parse(Graph& graph, std::string_view text, const SmallParser::Names& names = {}) {
  return SmallParser(graph, text, names).parse();
}

}  // namespace alembert
