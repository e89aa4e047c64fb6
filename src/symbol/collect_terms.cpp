#include "symbol/collect_terms.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace alembert {

namespace {

/// factor · node
struct Term {
  double factor = 1;
  NodeId node = no_node;
};

// larger factors stay where they are, so that the product of two factors is still finite
bool is_moderate(double factor) {
  const double size = std::fabs(factor);
  return 1e-100 < size && size < 1e100;
}

bool is_power_of_two(double factor) {
  int exponent = 0;
  return std::fabs(std::frexp(factor, &exponent)) == 0.5;
}

class Collector {
 public:
  Collector(Graph& graph, const std::vector<NodeId>& formulas)
      : graph_(graph), formulas_(formulas) {}

  std::vector<NodeId> collect() {
    find_uses();
    image_.resize(uses_.size());
    for (NodeId node = 0; node < uses_.size(); ++node)
      if (uses_[node].is_used) image_[node] = image_of(node);
    std::vector<NodeId> results;
    results.reserve(formulas_.size());
    for (const NodeId formula : formulas_) results.push_back(whole(image_[formula]));
    return results;
  }

 private:
  /// How the formulas use a node; small, since there is one for every node of the graph.
  struct Uses {
    bool is_used : 1 = false, is_shared : 1 = false, in_sum : 1 = false;
    void add(bool by_sum) {
      is_shared = is_used;
      is_used = true;
      in_sum = by_sum;
    }
  };

  static bool is_sum(Op op) { return op == Op::add || op == Op::subtract || op == Op::negate; }
  double second_sign(NodeId sum) const { return graph_.op(sum) == Op::subtract ? -1 : 1; }

  // the users of a node come after it
  void find_uses() {
    if (formulas_.empty()) return;
    uses_.resize(*std::max_element(formulas_.begin(), formulas_.end()) + std::size_t{1});
    for (const NodeId formula : formulas_) uses_[formula].add(false);
    for (NodeId node = static_cast<NodeId>(uses_.size()); node-- > 0;) {
      if (!uses_[node].is_used) continue;
      const Op op = graph_.op(node);
      const int operands = operand_count(op);
      if (operands >= 1) uses_[graph_.a(node)].add(is_sum(op));
      if (operands >= 2) uses_[graph_.b(node)].add(is_sum(op));
      if (operands >= 3) uses_[graph_.c(node)].add(false);
    }
  }

  /// A sum that is used only by one larger sum is a part of that one.
  bool is_open(NodeId node) const {
    return !uses_[node].is_shared && uses_[node].in_sum && is_sum(graph_.op(node));
  }

  NodeId whole(const Term& term) {
    if (term.factor == 1) return term.node;
    return graph_.make(Op::multiply, graph_.constant(term.factor), term.node);
  }

  /// What a node is where it is used. If several users would multiply by the same factor, the
  /// product is made once.
  Term operand(NodeId node) {
    const Term image = image_[node];
    const double size = std::fabs(image.factor);
    if (!uses_[node].is_shared || size == 1 || image.node == graph_.one()) return image;
    return {image.factor / size, whole({size, image.node})};
  }

  /// What a node becomes.
  Term image_of(NodeId node) {
    switch (graph_.op(node)) {
      case Op::constant: {
        const double value = graph_.value(node);
        if (value == 0 || is_moderate(value)) return {value, graph_.one()};
        return {1, node};
      }
      case Op::symbol:
        return {1, node};
      case Op::negate:
        return negative(operand(graph_.a(node)));
      case Op::add:
      case Op::subtract:
        if (!is_open(node) && (is_open(graph_.a(node)) || is_open(graph_.b(node))) &&
            has_like_terms(node))
          return collected_sum();
        return plain_sum(node);
      default:
        return operation(node);
    }
  }

  static Term with_sign(double sign, const Term& term) { return {sign * term.factor, term.node}; }
  static Term negative(const Term& term) { return with_sign(-1, term); }

  static bool is_kept(const Term& term, NodeId before) {
    return term.factor == 1 && term.node == before;
  }

  Term plain_sum(NodeId node) {
    const Term a = operand(graph_.a(node)), b = operand(graph_.b(node));
    if (a.node < b.node && is_kept(a, graph_.a(node)) && is_kept(b, graph_.b(node)))
      return {1, node};
    return sum(a, with_sign(second_sign(node), b));
  }

  // factors go outside where that is exact or saves an operation
  Term operation(NodeId node) {
    const Op op = graph_.op(node);
    const int operands = operand_count(op);
    const Term a = operand(graph_.a(node));
    const Term b = operands >= 2 ? operand(graph_.b(node)) : Term{};
    if (operands <= 2 && is_kept(a, graph_.a(node)) && is_kept(b, graph_.b(node))) return {1, node};
    const double product = a.factor * b.factor;
    if (op == Op::multiply && is_moderate(product)) {
      if (a.node == graph_.one()) return {product, b.node};
      return {product, graph_.make(op, a.node, b.node)};
    }
    if (op == Op::divide && is_power_of_two(b.factor) && is_moderate(a.factor / b.factor))
      return {a.factor / b.factor, graph_.make(op, a.node, b.node)};
    if (op == Op::power && b.node == graph_.one() && b.factor == 2 &&
        is_moderate(a.factor * a.factor))
      return {a.factor * a.factor, graph_.make(op, a.node, graph_.b(node))};
    const NodeId c = operands >= 3 ? whole(image_[graph_.c(node)]) : no_node;
    return {1, graph_.make(op, whole(a), operands >= 2 ? whole(b) : no_node, c)};
  }

  Term sum(Term a, Term b) {
    if (a.factor == 0) return b;
    if (b.factor == 0) return a;
    if (std::fabs(a.factor) == std::fabs(b.factor)) {
      // always in the same order, so that the two differences of two nodes are one node
      if (a.node > b.node) std::swap(a, b);
      const Op op = a.factor == b.factor ? Op::add : Op::subtract;
      return {a.factor, graph_.make(op, a.node, b.node)};
    }
    // begin with a positive term, or with one whose number takes the sign: a separate sign costs an
    // operation
    if (a.factor == -1) std::swap(a, b);
    const Op op = b.factor > 0 ? Op::add : Op::subtract;
    return {1, graph_.make(op, whole(a), whole({std::fabs(b.factor), b.node}))};
  }

  /// Gathers the terms of a sum with all its parts; true if some of them are alike.
  bool has_like_terms(NodeId root) {
    terms_.clear();
    parts_.assign(1, {1, root});
    while (!parts_.empty()) {
      const Term part = parts_.back();
      parts_.pop_back();
      if (part.node != root && !is_open(part.node)) {
        terms_.push_back(with_sign(part.factor, image_[part.node]));
        continue;
      }
      if (graph_.op(part.node) == Op::negate) {
        parts_.push_back({-part.factor, graph_.a(part.node)});
        continue;
      }
      // the first part is taken off the stack first
      parts_.push_back({part.factor * second_sign(part.node), graph_.b(part.node)});
      parts_.push_back({part.factor, graph_.a(part.node)});
    }
    by_node_.resize(terms_.size());
    std::iota(by_node_.begin(), by_node_.end(), 0);
    std::sort(by_node_.begin(), by_node_.end(), [&](std::size_t i, std::size_t k) {
      return std::pair(terms_[i].node, i) < std::pair(terms_[k].node, k);
    });
    return std::adjacent_find(by_node_.begin(), by_node_.end(), [&](std::size_t i, std::size_t k) {
             return terms_[i].node == terms_[k].node;
           }) != by_node_.end();
  }

  /// The sum of the gathered terms: each node at its first mention, after those with the same
  /// factor.
  Term collected_sum() {
    std::size_t first = by_node_.front();
    for (std::size_t k = 1; k < by_node_.size(); ++k) {
      const std::size_t next = by_node_[k];
      if (terms_[next].node == terms_[first].node)
        terms_[first].factor += std::exchange(terms_[next].factor, 0);
      else
        first = next;
    }
    std::erase_if(terms_, [](const Term& term) { return term.factor == 0; });
    std::map<double, Term> groups;
    Term total{0, graph_.one()};
    std::vector<double> sizes;
    for (const Term& term : terms_) {
      const auto [group, is_new] = groups.try_emplace(std::fabs(term.factor), term);
      if (is_new)
        sizes.push_back(group->first);
      else
        group->second = sum(group->second, term);
    }
    for (const double size : sizes) total = sum(total, groups.at(size));
    return total;
  }

  Graph& graph_;
  const std::vector<NodeId>& formulas_;
  std::vector<Uses> uses_;            ///< by node, up to the last formula
  std::vector<Term> image_;           ///< by node
  std::vector<Term> terms_;           ///< of the sum at hand
  std::vector<Term> parts_;           ///< parts of that sum that are not gathered yet
  std::vector<std::size_t> by_node_;  ///< its terms
};

}  // namespace

std::vector<NodeId> collect_terms(Graph& graph, const std::vector<NodeId>& formulas) {
  return Collector(graph, formulas).collect();
}

}  // namespace alembert
