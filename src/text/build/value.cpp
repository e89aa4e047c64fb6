#include "text/build/value.hpp"

#include <fmt/format.h>

#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

void refuse_conditions(const Value& a, const Value& b) {
  if (a.is_condition() || b.is_condition())
    throw ModelError("a condition is not a number", "use if(condition, 1, 0)");
}

// the operation on numbers, or component by component
template <typename Operation>
Value combined(const Value& a, const Value& b, std::string_view verb, Operation operation) {
  refuse_conditions(a, b);
  if (a.is_scalar() && b.is_scalar()) return operation(a.scalar, b.scalar);
  if (a.is_scalar() || b.is_scalar())
    throw ModelError(fmt::format("a number and a vector cannot be {}", verb),
                     "write every component: (x + 1, y)");
  if (a.components.size() != b.components.size())
    throw ModelError(fmt::format("vectors of {} and {} components cannot be {}",
                                 a.components.size(), b.components.size(), verb));
  Vector result;
  for (std::size_t i = 0; i < a.components.size(); ++i)
    result.push_back(operation(a.components[i], b.components[i]));
  return result;
}

template <typename Operation>
Value mapped(const Vector& vector, Operation operation) {
  Vector result;
  for (const Expr& component : vector) result.push_back(operation(component));
  return result;
}

}  // namespace

Value Value::truth(const Expr& condition) {
  Value value(condition);
  value.type = Type::condition;
  return value;
}

std::string Value::description() const {
  if (is_vector()) return fmt::format("a vector of {} components", components.size());
  return is_condition() ? "a condition" : "a number";
}

Value add(const Value& a, const Value& b) {
  return combined(a, b, "added", [](const Expr& x, const Expr& y) { return x + y; });
}

Value subtract(const Value& a, const Value& b) {
  return combined(a, b, "subtracted", [](const Expr& x, const Expr& y) { return x - y; });
}

Value multiply(const Value& a, const Value& b) {
  refuse_conditions(a, b);
  if (a.is_vector() && b.is_vector())
    throw ModelError("two vectors are multiplied with dot or cross",
                     "write dot(a, b) for a number, cross(a, b) for a vector");
  if (a.is_vector()) return mapped(a.components, [&](const Expr& x) { return x * b.scalar; });
  if (b.is_vector()) return mapped(b.components, [&](const Expr& x) { return a.scalar * x; });
  return a.scalar * b.scalar;
}

Value divide(const Value& a, const Value& b) {
  refuse_conditions(a, b);
  if (b.is_vector())
    throw ModelError("nothing can be divided by a vector", "divide by norm(r) or dot(r, r)");
  if (a.is_vector()) return mapped(a.components, [&](const Expr& x) { return x / b.scalar; });
  return a.scalar / b.scalar;
}

Value negate(const Value& a) {
  refuse_conditions(a, a);
  if (a.is_vector()) return mapped(a.components, [](const Expr& x) { return -x; });
  return -a.scalar;
}

Value raise(const Value& base, const Value& exponent) {
  refuse_conditions(base, exponent);
  if (base.is_vector())
    throw ModelError("a vector has no powers", "the square of its length is dot(r, r)");
  if (exponent.is_vector()) throw ModelError("an exponent is a number, not a vector");
  return pow(base.scalar, exponent.scalar);
}

Value rate_of(const Value& a) {
  refuse_conditions(a, a);
  if (a.is_vector()) return rate(a.components);
  return rate(a.scalar);
}

Kinds kinds_of(const Value& a) {
  const auto kinds = [](const Expr& x) { return x.graph() ? x.graph()->kinds(x.node()) : Kinds(); };
  if (!a.is_vector()) return kinds(a.scalar);
  Kinds all;
  for (const Expr& component : a.components) all = all | kinds(component);
  return all;
}

bool is_plain(const Value& a) { return !a.is_vector() && a.scalar.graph() == nullptr; }

}  // namespace alembert
