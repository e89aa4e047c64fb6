#pragma once
/// Formulas as a flat list of instructions: what every back-end starts from.
///
/// A tape is in single-assignment form. Values are numbered: first the constants, then the inputs,
/// then the result of each instruction in turn, so operands always have smaller numbers than
/// results. Passes (`fuse_products`, `group_by_code`) turn a tape into a tape; where a value lives,
/// in a slot or in a register, is the business of the back-end (`assign_slots` for the
/// interpreter).

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// What an instruction computes from its operands a, b, c.
enum class Code : std::uint8_t {
  // the operations of the graph, in the order of Op and with the meaning of `apply`
  add = static_cast<std::uint8_t>(Op::add),
  subtract,
  multiply,
  divide,
  negate,
  power,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt,
  abs,
  sign,
  atan2,
  min,
  max,
  hypot,
  less,
  less_equal,
  choose,
  // fused; whether the product is rounded before the sum is up to the back-end
  multiply_add,       ///< a b + c
  multiply_subtract,  ///< a b − c
  subtract_multiply,  ///< c − a b
};
static_assert(static_cast<int>(Code::choose) == static_cast<int>(Op::choose));
inline constexpr std::size_t code_count = static_cast<std::size_t>(Code::subtract_multiply) + 1;

constexpr Code code_of(Op op) { return static_cast<Code>(op); }
constexpr bool is_fused(Code code) { return code > Code::choose; }
/// The operation of the graph that a code stands for; only for those that are not fused.
constexpr Op op_of(Code code) { return static_cast<Op>(code); }

/// Number of operands, 1 to 3.
constexpr int operand_count(Code code) { return is_fused(code) ? 3 : operand_count(op_of(code)); }

/// The number of a value on its tape.
using ValueId = std::uint32_t;
inline constexpr ValueId no_value = static_cast<ValueId>(-1);

struct Instruction {
  Code code;
  std::array<ValueId, 3> operands;  ///< those beyond operand_count(code) are 0 and mean nothing
};

struct Tape {
  std::vector<double> constants;          ///< values 0, 1, ...
  std::size_t input_count = 0;            ///< values first_input(), ...; some may be unused
  std::vector<Instruction> instructions;  ///< values first_result(), ...
  std::vector<ValueId> outputs;           ///< any values, repetitions included
  std::vector<ValueId> waypoints = {};    ///< machine code makes these first, in this order

  ValueId first_input() const { return static_cast<ValueId>(constants.size()); }
  ValueId first_result() const { return static_cast<ValueId>(constants.size() + input_count); }
  /// Constants, inputs and results together.
  std::size_t value_count() const { return first_result() + instructions.size(); }
};

/// Powers x^e are multiplied out where 2e is a whole number and |e| is at most this: whole powers
/// by repeated squaring, halves by a square root, negative ones by a reciprocal.
inline constexpr int largest_unrolled_power = 16;

/// The instructions that the outputs need, depth first, so that a value is used soon after it is
/// made. Where another order is better, `waypoints` are formulas on the way to the outputs in that
/// order. Throws std::logic_error naming a symbol that the outputs need and that is not among the
/// inputs.
Tape record(const Graph& graph, const std::vector<NodeId>& outputs,
            const std::vector<NodeId>& inputs, const std::vector<NodeId>& waypoints = {});

/// How often each value is an operand or an output.
std::vector<std::uint32_t> count_uses(const Tape& tape);

}  // namespace alembert
