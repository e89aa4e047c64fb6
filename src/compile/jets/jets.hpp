#pragma once
/// Formulas along a motion as Taylor series in time: x(t₀ + h) = Σ x_k h^k, the coefficients found
/// order by order.
///
/// Coefficients of order k follow from those of the inputs of order k and from all of lower order.
/// Inputs that are themselves solved for at order k are set late, and only what depends on them is
/// then updated.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compile/tape.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

class Jets {
 public:
  /// The formulas `outputs` of the symbols `inputs`, which move, and of those in `fixed`, which do
  /// not. Coefficients up to `highest_order` can be found. Throws std::logic_error as `record`
  /// does.
  Jets(const Graph& graph, const std::vector<NodeId>& outputs, const std::vector<NodeId>& inputs,
       const Assignment& fixed, int highest_order);

  int highest_order() const { return static_cast<int>(stride_) - 1; }
  std::size_t input_count() const { return input_count_; }
  std::size_t output_count() const { return outputs_.size(); }

  void set_input(std::size_t input, int k, double coefficient) {
    row(first_input_ + static_cast<ValueId>(input))[k] = coefficient;
  }
  double output(std::size_t output, int k) const { return row(outputs_[output])[k]; }

  /// Finds the coefficients of order k; all of lower order and those of the inputs of order k must
  /// be known. At a kink (abs, min, max) the branch is the one that the motion enters, at a jump or
  /// a choice the one taken at t₀. Where there is no series, coefficients are infinite or NaN.
  void compute(int k);

  /// The values that depend on some of the inputs.
  struct Dependents {
    std::vector<std::size_t> inputs;
    std::vector<std::uint32_t> steps;
  };
  Dependents dependents_of(const std::vector<std::size_t>& inputs) const;

  /// Sets the coefficients of order k of the inputs of `dependents`, in their order, after
  /// `compute(k)`, and updates what depends on them.
  void revise(int k, const Dependents& dependents, const double* coefficients);

  /// How the coefficients of a value follow from those of its operands, for orders above 0.
  enum class Rule : std::uint8_t {
    add,
    subtract,
    negate,
    multiply,
    square,
    scale,           ///< a b, where b does not move
    divide,          ///< a / b
    shrink,          ///< a / b, where b does not move
    root,            ///< y² = c
    power,           ///< a^p
    slope_product,   ///< y′ = s w a′
    slope_quotient,  ///< y′ w = s a′
    angle,           ///< y′ w = b a′ − a b′
    abs,
    min,
    max,
    choose,
    jump,  ///< constant on either side
  };
  struct Step {
    Rule rule;
    Op op;  ///< what the value itself is, order 0
    ValueId target;
    ValueId a, b, c;
    double factor;  ///< s or p
  };

  /// The values that move, after the inputs, each step after those that it needs.
  const std::vector<Step>& steps() const { return steps_; }
  std::size_t value_count() const { return change_.size(); }
  ValueId input_value(std::size_t input) const {
    return first_input_ + static_cast<ValueId>(input);
  }
  ValueId output_value(std::size_t output) const { return outputs_[output]; }
  /// The number that a value is which does not move.
  double number(ValueId value) const { return row(value)[0]; }

 private:
  friend class JetRecorder;

  double* row(ValueId value) { return rows_.data() + std::size_t{value} * stride_; }
  const double* row(ValueId value) const { return rows_.data() + std::size_t{value} * stride_; }
  double coefficient(const Step& step, int k) const;
  double change(const Step& step, int k) const;
  void compute_value(const Step& step);

  std::size_t stride_;  ///< coefficients of a value
  ValueId first_input_;
  std::size_t input_count_;
  std::vector<ValueId> outputs_;
  std::vector<Step> steps_;     ///< of what moves
  std::vector<double> rows_;    ///< [value][order]
  std::vector<double> change_;  ///< of coefficient k while it is revised, by value
};

}  // namespace alembert
