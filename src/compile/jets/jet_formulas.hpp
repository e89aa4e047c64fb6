#pragma once
/// The rules of jets.hpp written out as formulas, to be compiled: one function for the values of
/// order 0, one for the coefficients of every higher order k.
///
/// A coefficient of order k is linear in those of the operands, with factors of order 0, and the
/// rest is made of sums Σ a_j b_{k−j}, 0 < j < k, of lower orders. The sums are inputs of the
/// function of order k (convolutions.hpp forms them all at once), and so are the values of order 0
/// that it needs.

#include <map>
#include <utility>
#include <vector>

#include "compile/jets/jets.hpp"

namespace alembert {

class JetFormulas {
 public:
  using Formulas = std::vector<NodeId>;

  /// Coefficients that sums are formed from; as slopes they are multiplied by their order.
  struct Row {
    ValueId value;
    bool slope;
    auto operator<=>(const Row&) const = default;
  };
  /// Σ a_j b_{k−j} for a row of `forward()` and a value of `backward()`.
  struct Convolution {
    std::uint32_t a, b;
  };

  /// `graph` is where the formulas are made; `jets` must live as long as this.
  JetFormulas(Graph& graph, const Jets& jets);

  /// Everything of order 0 for formulas of the inputs, by value.
  Formulas values(const Formulas& inputs) const;
  /// States the values of order 0 that the coefficients go with.
  void set_values(Formulas values) { values_ = std::move(values); }
  /// Everything of order k for the inputs' coefficients, by value.
  Formulas coefficients(const Formulas& inputs);
  /// Of these, the coefficients to keep for the sums: `forward()`, then `backward()`.
  Formulas kept(const Formulas& coefficients);
  /// One output of either function.
  NodeId output(const Formulas& all, std::size_t output) const {
    return all[jets_.output_value(output)];
  }

  /// An input of the function of order k that stands for a formula of order 0; numbers stand for
  /// themselves.
  NodeId known(NodeId value);

  const std::vector<Row>& forward() const { return forward_; }
  const std::vector<ValueId>& backward() const { return backward_; }
  const std::vector<Convolution>& convolutions() const { return convolutions_; }

  /// Inputs of the function of order k: k, 1/k, the sums, and the known symbols with the formulas
  /// they stand for.
  const Formulas& orders() const { return orders_; }
  const Formulas& sums() const { return sums_; }
  const Formulas& known_symbols() const { return known_symbols_; }
  const Formulas& known_values() const { return known_values_; }

 private:
  NodeId coefficient(const Jets::Step& step, const Formulas& all);
  NodeId sum(ValueId a, ValueId b) { return convolution({a, false}, b); }
  NodeId slope_sum(ValueId a, ValueId b);
  NodeId convolution(Row a, ValueId b);
  NodeId value(ValueId v) { return known(values_[v]); }
  /// 1 / value, divided once a step and not once an order
  NodeId reciprocal(ValueId v) { return known(graph_.make(Op::divide, graph_.one(), values_[v])); }

  NodeId add(NodeId a, NodeId b) { return graph_.make(Op::add, a, b); }
  NodeId subtract(NodeId a, NodeId b) { return graph_.make(Op::subtract, a, b); }
  NodeId multiply(NodeId a, NodeId b) { return graph_.make(Op::multiply, a, b); }

  Graph& graph_;
  const Jets& jets_;
  std::vector<bool> moves_;  ///< by value
  Formulas values_;
  Formulas orders_, sums_, known_symbols_, known_values_;
  std::vector<Row> forward_;
  std::vector<ValueId> backward_;
  std::vector<Convolution> convolutions_;
  std::map<NodeId, NodeId> known_;
  std::map<Row, std::uint32_t> forward_place_;
  std::map<ValueId, std::uint32_t> backward_place_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, NodeId> sum_of_;
};

}  // namespace alembert
