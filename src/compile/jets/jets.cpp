#include "compile/jets/jets.hpp"

#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace alembert {

namespace {

/// Whole exponents up to this are multiplied out, so that a base that passes zero has its series.
constexpr double largest_whole_power = 1024;

/// Σ a_j b_{k−j} for j from `first` to `last`.
double convolution(const double* a, const double* b, int k, int first, int last) {
  double sum = 0;
  for (int j = first; j <= last; ++j) sum += a[j] * b[k - j];
  return sum;
}

/// Σ j a_j b_{k−j} for j from 1 to `last`.
double slope_convolution(const double* a, const double* b, int k, int last) {
  double sum = 0;
  for (int j = 1; j <= last; ++j) sum += j * a[j] * b[k - j];
  return sum;
}

/// The first coefficient of a − b up to order k that is not zero: its sign is that of a − b a
/// little later.
double first_difference(const double* a, const double* b, int k) {
  for (int j = 0; j <= k; ++j) {
    const double difference = b == nullptr ? a[j] : a[j] - b[j];
    if (difference != 0) return difference;
  }
  return 0;
}

}  // namespace

/// From a tape to the steps of a Jets: rules for what moves, numbers for what does not, and hidden
/// values such as the cosine that the series of a sine needs.
class JetRecorder {
 public:
  JetRecorder(Jets& jets, const Tape& tape) : jets_(jets), tape_(tape) {}

  void record(const std::vector<double>& inputs, const std::vector<bool>& input_moves) {
    for (const double constant : tape_.constants) add_value(constant, false);
    for (std::size_t i = 0; i < inputs.size(); ++i) add_value(inputs[i], input_moves[i]);
    known_.reserve(tape_.value_count());
    for (ValueId v = 0; v < tape_.first_result(); ++v) known_.push_back(v);
    for (const Instruction& instruction : tape_.instructions) {
      std::array<ValueId, 3> operands{};
      for (int i = 0; i < operand_count(instruction.code); ++i)
        operands[i] = known_[instruction.operands[i]];
      known_.push_back(record(op_of(instruction.code), operands[0], operands[1], operands[2]));
    }
    for (const ValueId output : tape_.outputs) jets_.outputs_.push_back(known_[output]);

    jets_.rows_.assign(values_.size() * jets_.stride_, 0);
    for (ValueId v = 0; v < values_.size(); ++v) jets_.row(v)[0] = values_[v];
    jets_.change_.assign(values_.size(), 0);
  }

 private:
  using Rule = Jets::Rule;

  ValueId add_value(double value, bool moves) {
    values_.push_back(value);
    moves_.push_back(moves);
    return static_cast<ValueId>(values_.size() - 1);
  }

  // operands that a rule does not use repeat one that it does
  ValueId add_step(Rule rule, Op op, ValueId a) { return add_step(rule, op, a, a, a); }
  ValueId add_step(Rule rule, Op op, ValueId a, ValueId b) { return add_step(rule, op, a, b, a); }
  ValueId add_step(Rule rule, Op op, ValueId a, ValueId b, ValueId c, double factor = 1) {
    const ValueId target = add_value(0, true);
    jets_.steps_.push_back({rule, op, target, a, b, c, factor});
    return target;
  }

  ValueId number(double value) { return add_value(value, false); }

  ValueId record(Op op, ValueId a, ValueId b = 0, ValueId c = 0) {
    const bool moves =
        moves_[a] || (operand_count(op) >= 2 && moves_[b]) || (operand_count(op) >= 3 && moves_[c]);
    if (!moves) return number(apply(op, values_[a], values_[b], values_[c]));
    switch (op) {
      case Op::add:
        return add_step(Rule::add, op, a, b);
      case Op::subtract:
        return add_step(Rule::subtract, op, a, b);
      case Op::negate:
        return add_step(Rule::negate, op, a);
      case Op::multiply:
        if (a == b) return square(a);
        if (!moves_[a]) return add_step(Rule::scale, op, b, a);
        return add_step(moves_[b] ? Rule::multiply : Rule::scale, op, a, b);
      case Op::divide:
        return add_step(moves_[b] ? Rule::divide : Rule::shrink, op, a, b);
      case Op::sqrt:
        return add_step(Rule::root, op, a);
      case Op::hypot:
        return add_step(Rule::root, op, a, b, sum_of_squares(a, b));
      case Op::power:
        return power(a, b);
      case Op::exp: {
        const ValueId y = add_step(Rule::slope_product, op, a);
        jets_.steps_.back().c = y;  // y′ = y a′
        return y;
      }
      case Op::log:
        return add_step(Rule::slope_quotient, op, a);
      case Op::sin:
      case Op::cos:
        return partner(Op::sin, Op::cos, op, a, -1);
      case Op::sinh:
      case Op::cosh:
        return partner(Op::sinh, Op::cosh, op, a, 1);
      case Op::tan:
      case Op::tanh: {
        // y′ = (1 ± y²) a′; the factor is known one order behind y, which is enough
        const ValueId y = add_step(Rule::slope_product, op, a);
        const std::size_t step = jets_.steps_.size() - 1;
        const ValueId w = add_step(op == Op::tan ? Rule::add : Rule::subtract,
                                   op == Op::tan ? Op::add : Op::subtract, number(1), square(y));
        jets_.steps_[step].c = w;
        return y;
      }
      case Op::asin:
      case Op::acos: {
        const ValueId rest = add_step(Rule::subtract, Op::subtract, number(1), square(a));
        const ValueId w = add_step(Rule::root, Op::sqrt, rest);
        return add_step(Rule::slope_quotient, op, a, a, w, op == Op::asin ? 1 : -1);
      }
      case Op::atan: {
        const ValueId w = add_step(Rule::add, Op::add, number(1), square(a));
        return add_step(Rule::slope_quotient, op, a, a, w);
      }
      case Op::atan2:
        return add_step(Rule::angle, op, a, b, sum_of_squares(a, b));
      case Op::abs:
        return add_step(Rule::abs, op, a);
      case Op::min:
        return add_step(Rule::min, op, a, b);
      case Op::max:
        return add_step(Rule::max, op, a, b);
      case Op::choose:
        return add_step(Rule::choose, op, a, b, c);
      case Op::sign:
      case Op::less:
      case Op::less_equal:
        return add_step(Rule::jump, op, a, b);
      case Op::constant:
      case Op::symbol:
        break;
    }
    assert(false);
    return 0;
  }

  ValueId square(ValueId a) {
    const auto [place, is_new] = squares_.try_emplace(a, 0);
    if (is_new) place->second = add_step(Rule::square, Op::multiply, a, a);
    return place->second;
  }

  ValueId sum_of_squares(ValueId a, ValueId b) {
    const auto squared = [&](ValueId x) {
      return moves_[x] ? square(x) : number(values_[x] * values_[x]);
    };
    const ValueId a2 = squared(a), b2 = squared(b);
    return add_step(Rule::add, Op::add, a2, b2);
  }

  /// Two functions that are each other's slopes: y′ = z a′, z′ = ± y a′.
  ValueId partner(Op first, Op second, Op wanted, ValueId a, double sign) {
    const auto [place, is_new] = pairs_.try_emplace({a, first}, std::pair<ValueId, ValueId>());
    if (is_new) {
      const ValueId y = add_step(Rule::slope_product, first, a);
      const std::size_t step = jets_.steps_.size() - 1;
      const ValueId z = add_step(Rule::slope_product, second, a, a, y, sign);
      jets_.steps_[step].c = z;
      place->second = {y, z};
    }
    return wanted == first ? place->second.first : place->second.second;
  }

  ValueId power(ValueId a, ValueId b) {
    if (moves_[b]) return record(Op::exp, record(Op::multiply, b, record(Op::log, a)));
    const double p = values_[b];
    const double size = std::fabs(p);
    if (p == 0) return number(1);
    if (size == std::floor(size) && size <= largest_whole_power) {
      const ValueId whole = whole_power(a, static_cast<int>(size));
      return p > 0 ? whole : add_step(Rule::divide, Op::divide, number(1), whole);
    }
    return add_step(Rule::power, Op::power, a, b, a, p);
  }

  ValueId whole_power(ValueId a, int exponent) {
    if (exponent == 1) return a;
    const ValueId half = whole_power(a, exponent / 2);
    const ValueId even = square(half);
    return exponent % 2 == 0 ? even : add_step(Rule::multiply, Op::multiply, even, a);
  }

  Jets& jets_;
  const Tape& tape_;
  std::vector<double> values_;  ///< of what does not move
  std::vector<bool> moves_;
  std::vector<ValueId> known_;  ///< by value of the tape
  std::unordered_map<ValueId, ValueId> squares_;
  std::map<std::pair<ValueId, Op>, std::pair<ValueId, ValueId>> pairs_;
};

Jets::Jets(const Graph& graph, const std::vector<NodeId>& outputs,
           const std::vector<NodeId>& inputs, const Assignment& fixed, int highest_order)
    : stride_(static_cast<std::size_t>(highest_order) + 1), input_count_(inputs.size()) {
  // moving operands come first
  std::vector<NodeId> symbols = inputs;
  std::vector<double> values(inputs.size(), 0);
  std::vector<bool> moves(inputs.size(), true);
  for (const auto& [symbol, value] : fixed) {
    symbols.push_back(symbol);
    values.push_back(value);
    moves.push_back(false);
  }
  const Tape tape = alembert::record(graph, outputs, symbols);
  first_input_ = tape.first_input();
  JetRecorder(*this, tape).record(values, moves);
}

void Jets::compute(int k) {
  assert(0 <= k && k <= highest_order());
  if (k == 0) {
    for (const Step& step : steps_) compute_value(step);
  } else {
    for (const Step& step : steps_) row(step.target)[k] = coefficient(step, k);
  }
}

void Jets::compute_value(const Step& step) {
  row(step.target)[0] = apply(step.op, row(step.a)[0], row(step.b)[0], row(step.c)[0]);
}

double Jets::coefficient(const Step& step, int k) const {
  const double *a = row(step.a), *b = row(step.b), *c = row(step.c), *y = row(step.target);
  switch (step.rule) {
    case Rule::add:
      return a[k] + b[k];
    case Rule::subtract:
      return a[k] - b[k];
    case Rule::negate:
      return -a[k];
    case Rule::multiply:
      return convolution(a, b, k, 0, k);
    case Rule::square: {
      const double middle = k % 2 == 0 ? a[k / 2] : 0;
      return 2 * convolution(a, a, k, 0, (k - 1) / 2) + middle * middle;
    }
    case Rule::scale:
      return a[k] * b[0];
    case Rule::divide:
      return (a[k] - convolution(y, b, k, 0, k - 1)) / b[0];
    case Rule::shrink:
      return a[k] / b[0];
    case Rule::root: {
      const double rest = c[k] - convolution(y, y, k, 1, k - 1);
      // the root of a value that is zero and stays zero
      return rest == 0 ? 0 : rest / (2 * y[0]);
    }
    case Rule::power: {
      double sum = 0;
      for (int j = 1; j <= k; ++j) sum += (step.factor * j - (k - j)) * a[j] * y[k - j];
      if (a[0] != 0) return sum / (k * a[0]);
      const bool stays_zero = step.factor > 0 && first_difference(a, nullptr, k) == 0;
      return stays_zero ? 0 : std::numeric_limits<double>::quiet_NaN();
    }
    case Rule::slope_product:
      return step.factor * slope_convolution(a, c, k, k) / k;
    case Rule::slope_quotient:
      return (step.factor * k * a[k] - slope_convolution(y, c, k, k - 1)) / (k * c[0]);
    case Rule::angle:
      return (slope_convolution(a, b, k, k) - slope_convolution(b, a, k, k) -
              slope_convolution(y, c, k, k - 1)) /
             (k * c[0]);
    case Rule::abs:
      return first_difference(a, nullptr, k) < 0 ? -a[k] : a[k];
    case Rule::min:
      return first_difference(a, b, k) <= 0 ? a[k] : b[k];
    case Rule::max:
      return first_difference(a, b, k) >= 0 ? a[k] : b[k];
    case Rule::choose:
      return a[0] != 0 ? b[k] : c[k];
    case Rule::jump:
      return 0;
  }
  return 0;
}

Jets::Dependents Jets::dependents_of(const std::vector<std::size_t>& inputs) const {
  Dependents dependents{inputs, {}};
  std::vector<bool> depends(change_.size(), false);
  for (const std::size_t input : inputs) depends[first_input_ + input] = true;
  for (std::uint32_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    // the factor of a slope enters with lower orders only
    if (!(depends[step.a] || depends[step.b] ||
          (step.rule != Rule::slope_product && depends[step.c])))
      continue;
    depends[step.target] = true;
    dependents.steps.push_back(i);
  }
  return dependents;
}

/// The change of coefficient k that follows from the changes of the operands' coefficients; those
/// of order 0 are fixed.
double Jets::change(const Step& step, int k) const {
  const double *a = row(step.a), *b = row(step.b), *y = row(step.target);
  const double da = change_[step.a], db = change_[step.b];
  switch (step.rule) {
    case Rule::add:
      return da + db;
    case Rule::subtract:
      return da - db;
    case Rule::negate:
      return -da;
    case Rule::multiply:
      return a[0] * db + da * b[0];
    case Rule::square:
      return 2 * a[0] * da;
    case Rule::scale:
      return da * b[0];
    case Rule::divide:
      return (da - y[0] * db) / b[0];
    case Rule::shrink:
      return da / b[0];
    default:
      return coefficient(step, k) - y[k];
  }
}

void Jets::revise(int k, const Dependents& dependents, const double* coefficients) {
  for (std::size_t i = 0; i < dependents.inputs.size(); ++i) {
    const ValueId value = first_input_ + static_cast<ValueId>(dependents.inputs[i]);
    change_[value] = coefficients[i] - row(value)[k];
    row(value)[k] = coefficients[i];
  }
  if (k == 0) {
    for (const std::uint32_t i : dependents.steps) compute_value(steps_[i]);
  } else {
    for (const std::uint32_t i : dependents.steps) {
      const double difference = change(steps_[i], k);
      change_[steps_[i].target] = difference;
      row(steps_[i].target)[k] += difference;
    }
  }
  for (const std::size_t input : dependents.inputs)
    change_[first_input_ + static_cast<ValueId>(input)] = 0;
  for (const std::uint32_t i : dependents.steps) change_[steps_[i].target] = 0;
}

}  // namespace alembert
