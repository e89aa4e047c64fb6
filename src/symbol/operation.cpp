#include "symbol/operation.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace alembert {

namespace {

// in the order of Op
constexpr std::array<std::string_view, 29> operation_names{
    "constant", "symbol", "add",  "subtract",   "multiply", "divide", "negate", "power",
    "sin",      "cos",    "tan",  "asin",       "acos",     "atan",   "sinh",   "cosh",
    "tanh",     "exp",    "log",  "sqrt",       "abs",      "sign",   "atan2",  "min",
    "max",      "hypot",  "less", "less_equal", "choose",
};
static_assert(operation_names.size() == static_cast<std::size_t>(Op::choose) + 1);

}  // namespace

std::string_view name_of(Op op) { return operation_names[static_cast<std::size_t>(op)]; }

double apply(Op op, double a, double b, double c) {
  switch (op) {
    case Op::constant:
    case Op::symbol:
      return a;
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::negate:
      return -a;
    case Op::power:
      return std::pow(a, b);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::abs:
      return std::fabs(a);
    case Op::sign:
      return a > 0 ? 1.0 : (a < 0 ? -1.0 : a);  // a itself keeps 0 and NaN
    case Op::atan2:
      return std::atan2(a, b);
    // a NaN in either operand is the result, so that no mistake is hidden
    case Op::min:
      return b < a || std::isnan(b) ? b : a;
    case Op::max:
      return b > a || std::isnan(b) ? b : a;
    case Op::hypot:
      return std::hypot(a, b);
    case Op::less:
      return a < b ? 1.0 : 0.0;
    case Op::less_equal:
      return a <= b ? 1.0 : 0.0;
    case Op::choose:
      return a != 0 ? b : c;
  }
  return a;
}

}  // namespace alembert
