#pragma once
/// The operations a formula is made of, and what each of them means in numbers.

#include <cstdint>
#include <string_view>

namespace alembert {

/// What a node of the graph computes from its operands a, b, c.
enum class Op : std::uint8_t {
  constant,
  symbol,
  add,
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
  less,        ///< 1 where a < b, else 0
  less_equal,  ///< 1 where a <= b, else 0
  choose,      ///< b where a is not 0, else c
};

/// Number of operands: 0 for constants and symbols, up to 3 for `choose`.
constexpr int operand_count(Op op) {
  if (op <= Op::symbol) return 0;
  if (op == Op::choose) return 3;
  return op == Op::negate || (op >= Op::sin && op <= Op::sign) ? 1 : 2;
}

/// True where the order of the two operands does not matter.
constexpr bool is_commutative(Op op) {
  return op == Op::add || op == Op::multiply || op == Op::hypot;
}

/// True for `less` and `less_equal`, whose values are 1 and 0.
constexpr bool is_comparison(Op op) { return op == Op::less || op == Op::less_equal; }

/// The name used in formulas and in JSON: `sin`, `atan2`, `add`, ...
std::string_view name_of(Op op);

/// The one definition of every operation in numbers; folding, evaluation and the interpreter use
/// it.
double apply(Op op, double a, double b = 0, double c = 0);

}  // namespace alembert
