#include "compile/fuse.hpp"

#include <algorithm>
#include <limits>

#include "compile/x86/latency.hpp"

namespace alembert {

namespace {

class Fuser {
 public:
  Fuser(const Tape& tape, FactorOrder order)
      : tape_(tape),
        first_result_(tape.first_result()),
        result_{tape.constants, tape.input_count, {}, {}, {}},
        number_of_(tape.value_count()),
        part_of_(tape.instructions.size(), Part::none) {
    result_.instructions.reserve(tape.instructions.size());
    ready_.reserve(tape.value_count());
    ready_.resize(first_result_, 0);
    for (ValueId value = 0; value < first_result_; ++value) number_of_[value] = value;
    find_parts(order);
  }

  Tape fused() {
    for (std::size_t i = 0; i < tape_.instructions.size(); ++i)
      if (part_of_[i] == Part::none) number_of_[first_result_ + i] = make(tape_.instructions[i]);
    for (const ValueId output : tape_.outputs) result_.outputs.push_back(number_of_[output]);
    for (const ValueId waypoint : tape_.waypoints)
      if (part_of(waypoint) == Part::none) result_.waypoints.push_back(number_of_[waypoint]);
    return std::move(result_);
  }

 private:
  /// The only use of a product: the sum in which it is computed.
  enum class Part : std::uint8_t { none, of_product, of_sum };

  static bool is_sum(Code code) { return code == Code::add || code == Code::subtract; }

  void find_parts(FactorOrder order) {
    const std::vector<std::uint32_t> uses = count_uses(tape_);
    for (const auto& [code, operands] : tape_.instructions) {
      if (!is_sum(code) && (code != Code::multiply || order == FactorOrder::as_written)) continue;
      for (int k = 0; k < 2; ++k) {
        const ValueId value = operands[k];
        if (value < first_result_ || uses[value] != 1) continue;
        if (tape_.instructions[value - first_result_].code == Code::multiply)
          part_of_[value - first_result_] = is_sum(code) ? Part::of_sum : Part::of_product;
      }
    }
  }
  Part part_of(ValueId value) const {
    return value < first_result_ ? Part::none : part_of_[value - first_result_];
  }

  ValueId make(const Instruction& instruction) {
    if (instruction.code == Code::multiply) {
      const auto [a, b] = last_factors(instruction);
      return append({Code::multiply, {a, b}});
    }
    if (is_sum(instruction.code)) return make_sum(instruction);
    Instruction copy = instruction;
    for (int k = 0; k < operand_count(copy.code); ++k)
      copy.operands[k] = number_of_[copy.operands[k]];
    return append(copy);
  }

  struct Factors {
    ValueId a, b;
  };

  ValueId make_sum(const Instruction& sum) {
    Factors factors[2]{};
    int product = -1;  // the operand that the sum takes in
    for (int k = 0; k < 2; ++k) {
      if (part_of(sum.operands[k]) != Part::of_sum) continue;
      factors[k] = last_factors(tape_.instructions[sum.operands[k] - first_result_]);
      // of two that are ready at the same time, the second: in a running sum that is the new term
      if (product < 0 || when(factors[k]) >= when(factors[product])) product = k;
    }
    const auto operand = [&](int k) {
      if (part_of(sum.operands[k]) != Part::of_sum) return number_of_[sum.operands[k]];
      return append({Code::multiply, {factors[k].a, factors[k].b}});
    };
    if (product < 0) return append({sum.code, {operand(0), operand(1)}});
    const Code code = sum.code == Code::add ? Code::multiply_add
                      : product == 0        ? Code::multiply_subtract
                                            : Code::subtract_multiply;
    const auto [a, b] = factors[product];
    return append({code, {a, b, operand(1 - product)}});
  }

  int when(Factors factors) const { return std::max(ready_[factors.a], ready_[factors.b]); }

  /// The last two factors of a product, after all others have been multiplied.
  Factors last_factors(const Instruction& product) {
    const auto [first, second, none] = product.operands;
    if (part_of(first) != Part::of_product && part_of(second) != Part::of_product)
      return {number_of_[first], number_of_[second]};
    factors_.clear();
    pending_.assign({second, first});
    while (!pending_.empty()) {
      const ValueId value = pending_.back();
      pending_.pop_back();
      if (part_of(value) == Part::of_product) {
        const auto& operands = tape_.instructions[value - first_result_].operands;
        pending_.insert(pending_.end(), {operands[1], operands[0]});
      } else {
        factors_.push_back(number_of_[value]);
      }
    }
    // a heap with the factor that is ready first on top
    const auto is_later = [&](ValueId a, ValueId b) {
      return ready_[a] != ready_[b] ? ready_[a] > ready_[b] : a > b;
    };
    const auto next = [&] {
      std::pop_heap(factors_.begin(), factors_.end(), is_later);
      const ValueId value = factors_.back();
      factors_.pop_back();
      return value;
    };
    std::make_heap(factors_.begin(), factors_.end(), is_later);
    for (;;) {
      const ValueId a = next(), b = next();
      if (factors_.empty()) return {a, b};
      factors_.push_back(product_of_first(a, b));
      std::push_heap(factors_.begin(), factors_.end(), is_later);
    }
  }

  /// Products made one after the other may begin with the same factors, as those of a step of Runge
  /// and Kutta's do with h and a weight. (Sharing with all before gained nothing more, and runs by
  /// series took a tenth longer.)
  ValueId product_of_first(ValueId a, ValueId b) {
    if (first_.a != a || first_.b != b) {
      first_ = {a, b};
      product_of_first_ = append({Code::multiply, {a, b}});
    }
    return product_of_first_;
  }

  ValueId append(const Instruction& instruction) {
    int ready = 0;
    for (int k = 0; k < operand_count(instruction.code); ++k)
      ready = std::max(ready, ready_[instruction.operands[k]]);
    ready_.push_back(ready + x86::latency(instruction.code));
    result_.instructions.push_back(instruction);
    return static_cast<ValueId>(ready_.size() - 1);
  }

  const Tape& tape_;
  const ValueId first_result_;
  Tape result_;
  std::vector<ValueId> number_of_;          ///< in the result, by value of the tape
  std::vector<Part> part_of_;               ///< by instruction
  std::vector<int> ready_;                  ///< when a value of the result is there
  std::vector<ValueId> factors_, pending_;  ///< of the product at hand
  Factors first_{no_value, no_value};       ///< the first two of the last product of three or more
  ValueId product_of_first_ = no_value;
};

}  // namespace

Tape fuse_products(const Tape& tape, FactorOrder order) { return Fuser(tape, order).fused(); }

}  // namespace alembert
