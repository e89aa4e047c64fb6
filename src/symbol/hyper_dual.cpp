#include "symbol/hyper_dual.hpp"

#include <cmath>

namespace alembert {

namespace {

/// The partial derivatives of an operation f(a, b).
struct Partials {
  double a = 0, b = 0, aa = 0, ab = 0, bb = 0;

  Partials absolute() const {
    return {std::fabs(a), std::fabs(b), std::fabs(aa), std::fabs(ab), std::fabs(bb)};
  }
};

// what does not move keeps zero derivatives, even where a partial derivative is infinite
double times(double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }

bool stands_still(const Derived& x) { return x.u == 0 && x.w == 0 && x.uw == 0; }

Derived chain(double value, const Partials& f, const Derived& a, const Derived& b) {
  return {.value = value,
          .u = times(f.a, a.u) + times(f.b, b.u),
          .w = times(f.a, a.w) + times(f.b, b.w),
          .uw = times(f.a, a.uw) + times(f.b, b.uw) + times(f.aa, a.u * a.w) +
                times(f.ab, a.u * b.w + a.w * b.u) + times(f.bb, b.u * b.w)};
}

Partials of_power(double x, double p, double f, bool exponent_moves) {
  Partials d;
  // for x^p with p = 0, 1, 2 at x = 0 the formulas would give 0 times infinity
  d.a = p == 0 ? 0 : p == 1 ? 1 : p * std::pow(x, p - 1);
  d.aa = p == 0 || p == 1 ? 0 : p == 2 ? 2 : p * (p - 1) * std::pow(x, p - 2);
  if (!exponent_moves) return d;
  const double log = std::log(x);
  d.b = f * log;
  d.bb = f * log * log;
  d.ab = std::pow(x, p - 1) * (1 + p * log);
  return d;
}

Partials of_atan2(double y, double x) {
  const double r2 = x * x + y * y;
  const double turned = 2 * x * y / r2 / r2;
  return {
      .a = x / r2, .b = -y / r2, .aa = -turned, .ab = (y - x) * (y + x) / r2 / r2, .bb = turned};
}

Partials of_hypot(double x, double y, double r) {
  const double cos = x / r, sin = y / r;
  return {.a = cos, .b = sin, .aa = sin * sin / r, .ab = -sin * cos / r, .bb = cos * cos / r};
}

// f is the value of the operation
Partials partials(Op op, double a, double b, double f, bool b_moves) {
  switch (op) {
    case Op::add:
      return {.a = 1, .b = 1};
    case Op::subtract:
      return {.a = 1, .b = -1};
    case Op::multiply:
      return {.a = b, .b = a, .ab = 1};
    case Op::divide:
      return {.a = 1 / b, .b = -f / b, .ab = -1 / b / b, .bb = 2 * f / b / b};
    case Op::negate:
      return {.a = -1};
    case Op::power:
      return of_power(a, b, f, b_moves);
    case Op::sin:
      return {.a = std::cos(a), .aa = -f};
    case Op::cos:
      return {.a = -std::sin(a), .aa = -f};
    case Op::tan:
      return {.a = 1 + f * f, .aa = 2 * f * (1 + f * f)};
    case Op::asin:
    case Op::acos: {
      const double rest = (1 - a) * (1 + a);
      const double slope = (op == Op::asin ? 1 : -1) / std::sqrt(rest);
      return {.a = slope, .aa = slope * a / rest};
    }
    case Op::atan: {
      const double slope = 1 / (1 + a * a);
      return {.a = slope, .aa = -2 * a * slope * slope};
    }
    case Op::sinh:
      return {.a = std::cosh(a), .aa = f};
    case Op::cosh:
      return {.a = std::sinh(a), .aa = f};
    case Op::tanh:
      return {.a = 1 - f * f, .aa = -2 * f * (1 - f * f)};
    case Op::exp:
      return {.a = f, .aa = f};
    case Op::log:
      return {.a = 1 / a, .aa = -1 / a / a};
    case Op::sqrt:
      return {.a = 0.5 / f, .aa = -0.25 / f / a};
    case Op::atan2:
      return of_atan2(a, b);
    case Op::hypot:
      return of_hypot(a, b, f);
    default:  // signs and comparisons are constant on either side of their jump
      return {};
  }
}

double size_of_value(Op op, double f, const HyperDual& a, const HyperDual& b) {
  switch (op) {
    case Op::add:
    case Op::subtract:
      return a.size.value + b.size.value;
    case Op::multiply:
      return a.size.value * b.size.value;
    case Op::divide:
      return a.size.value / std::fabs(b.part.value);
    case Op::negate:
      return a.size.value;
    default:
      return std::fabs(f);
  }
}

}  // namespace

HyperDual moving(double value, double u, double w) {
  return {{.value = value, .u = u, .w = w},
          {.value = std::fabs(value), .u = std::fabs(u), .w = std::fabs(w)}};
}

HyperDual apply(Op op, const HyperDual& a, const HyperDual& b, const HyperDual& c) {
  const double x = a.part.value, y = b.part.value;
  // whole operands go through where the operation chooses one
  if (op == Op::choose) return x != 0 ? b : c;
  if (op == Op::min) return y < x || std::isnan(y) ? b : a;
  if (op == Op::max) return y > x || std::isnan(y) ? b : a;
  if (op == Op::abs) return x < 0 ? apply(Op::negate, a, {}, {}) : a;

  const double f = apply(op, x, y);
  const Partials d = partials(op, x, y, f, !stands_still(b.part));
  Partials sizes = d.absolute();
  // a factor that nearly cancels carries the rounding errors of its terms
  if (op == Op::multiply) sizes.a = b.size.value, sizes.b = a.size.value;
  return {chain(f, d, a.part, b.part), chain(size_of_value(op, f, a, b), sizes, a.size, b.size)};
}

}  // namespace alembert
