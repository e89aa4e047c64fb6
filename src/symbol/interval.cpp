#include "symbol/interval.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace alembert {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Interval everything{-infinity, infinity};

Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// 0·∞ and the like say nothing
Interval known(const Interval& a) {
  return std::isnan(a.low) || std::isnan(a.high) ? everything : a;
}

// the hull of the values at the four corners
template <class Function>
Interval corners(const Interval& a, const Interval& b, Function f) {
  const double at[] = {f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)};
  for (const double value : at)
    if (std::isnan(value)) return everything;
  return {*std::min_element(at, at + 4), *std::max_element(at, at + 4)};
}

Interval product(const Interval& a, const Interval& b) {
  return corners(a, b, [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; });
}

Interval quotient(const Interval& a, const Interval& b) {
  if (b.contains(0)) return everything;
  return corners(a, b, [](double x, double y) { return x / y; });
}

Interval size_of(const Interval& a) {
  const double low = std::fabs(a.low), high = std::fabs(a.high);
  return {a.contains(0) ? 0 : std::min(low, high), std::max(low, high)};
}

Interval power(const Interval& a, const Interval& b) {
  const auto raise = [](double x, double y) { return std::pow(x, y); };
  if (b.is_point() && b.low == std::floor(b.low) && b.low >= 0)
    return corners(std::fmod(b.low, 2) == 0 ? size_of(a) : a, b, raise);
  // x^y is monotone in each of x > 0 and y
  return a.low > 0 ? corners(a, b, raise) : everything;
}

// whether from + k·period lies in the interval for a whole number k
bool meets(const Interval& a, double from, double period) {
  return std::floor((a.high - from) / period) >= std::ceil((a.low - from) / period);
}

Interval sine(const Interval& a) {
  using std::numbers::pi;
  if (!(a.high - a.low < 2 * pi)) return {-1, 1};
  const double low = std::sin(a.low), high = std::sin(a.high);
  return {meets(a, -pi / 2, 2 * pi) ? -1 : std::min(low, high),
          meets(a, pi / 2, 2 * pi) ? 1 : std::max(low, high)};
}

// the image under an increasing function that is defined between `first` and `last`
Interval increasing(const Interval& a, Op op, double first, double last) {
  if (a.low < first || a.high > last) return everything;
  return {apply(op, a.low), apply(op, a.high)};
}

Interval arrow_angle(const Interval& y, const Interval& x) {
  using std::numbers::pi;
  // within the right half plane the angle is that of y/x
  if (x.low > 0) return increasing(quotient(y, x), Op::atan, -infinity, infinity);
  return {-pi, pi};
}

Interval truth(bool surely, bool surely_not) {
  return {surely ? 1.0 : 0.0, surely_not ? 0.0 : 1.0};
}

Interval enclosed(Op op, const Interval& a, const Interval& b, const Interval& c) {
  using std::numbers::pi;
  switch (op) {
    case Op::constant:
    case Op::symbol:
      return a;
    case Op::add:
      return {a.low + b.low, a.high + b.high};
    case Op::subtract:
      return {a.low - b.high, a.high - b.low};
    case Op::multiply:
      return product(a, b);
    case Op::divide:
      return quotient(a, b);
    case Op::negate:
      return {-a.high, -a.low};
    case Op::power:
      return power(a, b);
    case Op::sin:
      return sine(a);
    case Op::cos:
      return sine({a.low + pi / 2, a.high + pi / 2});
    case Op::tan:
      return meets(a, pi / 2, pi) ? everything : increasing(a, op, -infinity, infinity);
    case Op::asin:
      return increasing(a, op, -1, 1);
    case Op::acos: {
      const Interval sine_of = increasing(a, Op::asin, -1, 1);
      return {pi / 2 - sine_of.high, pi / 2 - sine_of.low};
    }
    case Op::cosh:
      return increasing(size_of(a), op, 0, infinity);
    case Op::log:
    case Op::sqrt:
      return increasing(a, op, 0, infinity);
    case Op::atan:
    case Op::sinh:
    case Op::tanh:
    case Op::exp:
    case Op::sign:
      return increasing(a, op, -infinity, infinity);
    case Op::abs:
      return size_of(a);
    case Op::atan2:
      return arrow_angle(a, b);
    case Op::min:
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::max:
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::hypot: {
      const Interval x = size_of(a), y = size_of(b);
      return {std::hypot(x.low, y.low), std::hypot(x.high, y.high)};
    }
    case Op::less:
      return truth(a.high < b.low, a.low >= b.high);
    case Op::less_equal:
      return truth(a.high <= b.low, a.low > b.high);
    case Op::choose:
      if (!a.contains(0)) return b;
      return a.is_point() ? c : hull(b, c);
  }
  return everything;
}

}  // namespace

Interval apply(Op op, const Interval& a, const Interval& b, const Interval& c) {
  return known(enclosed(op, a, b, c));
}

}  // namespace alembert
