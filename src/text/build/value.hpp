#pragma once
/// What a formula of the text stands for: a number, a vector, or a condition.

#include "symbol/expr.hpp"

namespace alembert {

struct Value {
  enum class Type { scalar, vector, condition };

  Type type = Type::scalar;
  Expr scalar = 0.0;       ///< also the condition: 1 where it holds, else 0
  Vector components = {};  ///< of a vector

  Value() = default;
  Value(Expr number) : scalar(number) {}  // NOLINT: a number is a value
  Value(Vector vector)
      : type(Type::vector), components(std::move(vector)) {}  // NOLINT: so is a vector
  /// A condition.
  static Value truth(const Expr& condition);

  bool is_scalar() const { return type == Type::scalar; }
  bool is_vector() const { return type == Type::vector; }
  bool is_condition() const { return type == Type::condition; }
  /// "a number", "a vector of 2 components", "a condition"
  std::string description() const;
};

// The operators of the language. Operands that do not fit are a ModelError without a place.
Value add(const Value& a, const Value& b);
Value subtract(const Value& a, const Value& b);
Value multiply(const Value& a, const Value& b);
Value divide(const Value& a, const Value& b);
Value negate(const Value& a);
Value raise(const Value& base, const Value& exponent);
/// d/dt along the motion.
Value rate_of(const Value& a);
/// The kinds of symbols that it depends on.
Kinds kinds_of(const Value& a);
/// True where it is a number already: no symbol in it.
bool is_plain(const Value& a);

}  // namespace alembert
