#include "symbol/interval.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace alembert;

TEST_CASE("an operation on intervals encloses its values at all points between") {
  std::mt19937_64 random(7);
  const auto uniform = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  for (int op = static_cast<int>(Op::add); op <= static_cast<int>(Op::choose); ++op) {
    CAPTURE(name_of(static_cast<Op>(op)));
    for (int trial = 0; trial < 500; ++trial) {
      Interval operand[] = {Interval(0), Interval(0), Interval(0)};
      for (Interval& interval : operand) {
        const double low = uniform(-4, 4);
        interval = {low, low + (trial % 3 == 0 ? 0.1 : 5) * uniform(0, 1)};
      }
      // whole numbers are exponents with a rule of their own, and comparisons meet their equals
      if (trial % 5 == 0) operand[1] = Interval(std::floor(uniform(-2, 5)));
      const Interval range = apply(static_cast<Op>(op), operand[0], operand[1], operand[2]);
      for (int point = 0; point < 20; ++point) {
        double at[3];
        for (int i = 0; i < 3; ++i) at[i] = uniform(operand[i].low, operand[i].high);
        const double value = apply(static_cast<Op>(op), at[0], at[1], at[2]);
        if (!std::isfinite(value)) continue;
        const double rounding = 1e-14 * (1 + std::fabs(value));
        CHECK(range.low <= value + rounding);
        CHECK(range.high >= value - rounding);
      }
    }
  }
}

TEST_CASE("intervals are tight where an operation is monotone or turns round") {
  const Interval none(0);
  const auto range = [&](Op op, const Interval& a) { return apply(op, a, none, none); };
  CHECK(range(Op::sin, {1, 2}).high == 1);
  CHECK(range(Op::sin, {1, 2}).low == Approx(std::sin(1)));
  CHECK(range(Op::cos, {0.5, 1}).low == Approx(std::cos(1)));
  CHECK(range(Op::cos, {0.5, 1}).high == Approx(std::cos(0.5)));
  CHECK(range(Op::abs, {-2, 1}).low == 0);
  CHECK(range(Op::abs, {-2, 1}).high == 2);
  CHECK(apply(Op::power, {-2, 1}, Interval(2), none).low == 0);
  CHECK(apply(Op::power, {-2, 1}, Interval(3), none).low == -8);
  CHECK(std::isinf(apply(Op::divide, Interval(1), {-1, 1}, none).high));
  CHECK(apply(Op::less, {0, 1}, {2, 3}, none).is_point());
  CHECK_FALSE(apply(Op::less, {0, 2}, {1, 3}, none).is_point());
}
