#include "symbol/operation.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "symbol/formulas.hpp"

using namespace alembert;

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

std::vector<Op> all_operations() {
  std::vector<Op> ops;
  for (int op = static_cast<int>(Op::add); op <= static_cast<int>(Op::choose); ++op)
    ops.push_back(static_cast<Op>(op));
  return ops;
}

}  // namespace

TEST_CASE("every operation has its own name and between one and three operands") {
  std::set<std::string_view> names{name_of(Op::constant), name_of(Op::symbol)};
  for (const Op op : all_operations()) {
    CHECK(names.insert(name_of(op)).second);
    CHECK(operand_count(op) >= 1);
    CHECK(operand_count(op) <= 3);
  }
  CHECK(operand_count(Op::constant) == 0);
  CHECK(operand_count(Op::symbol) == 0);
  for (const Op op : {Op::negate, Op::sin, Op::log, Op::sqrt, Op::abs, Op::sign})
    CHECK(operand_count(op) == 1);
  for (const Op op : {Op::add, Op::divide, Op::power, Op::atan2, Op::min, Op::max, Op::hypot,
                      Op::less, Op::less_equal})
    CHECK(operand_count(op) == 2);
  CHECK(operand_count(Op::choose) == 3);
  CHECK(name_of(Op::sin) == "sin");
  CHECK(name_of(Op::atan2) == "atan2");
  CHECK(name_of(Op::less_equal) == "less_equal");
  CHECK(name_of(Op::choose) == "choose");
}

TEST_CASE("commuting operations give the same number in either order") {
  RandomFormulas random(1);
  for (int i = 0; i < 1000; ++i) {
    const double a = random.uniform(-3, 3), b = random.uniform(-3, 3);
    for (const Op op : all_operations()) {
      if (is_commutative(op)) CHECK(apply(op, a, b) == apply(op, b, a));
    }
  }
  CHECK(is_commutative(Op::add));
  CHECK_FALSE(is_commutative(Op::subtract));
}

TEST_CASE("the operations in numbers agree with an independent definition") {
  RandomFormulas random(2);
  // both round a few times: 1e-14 relative is 45 units in the last place
  for (int i = 0; i < 2000; ++i) {
    const double a = random.uniform(-2, 2), b = random.uniform(-2, 2), c = random.uniform(-2, 2);
    for (const Op op : all_operations()) {
      const auto expected = static_cast<double>(combine_values(op, {{{a}, {b}, {c}}}).number);
      const double value = apply(op, a, b, c);
      INFO(name_of(op) << " of " << a << ", " << b << ", " << c);
      if (std::isnan(expected))
        CHECK(std::isnan(value));
      else
        CHECK(std::fabs(value - expected) <= 1e-14 * (1 + std::fabs(expected)));
    }
  }
}

TEST_CASE("an undefined operand makes every operation undefined, min and max included") {
  for (const Op op : all_operations()) {
    if (is_comparison(op) || op == Op::choose) continue;
    INFO(name_of(op));
    CHECK(std::isnan(apply(op, undefined, 0.5)));
    // numbers that hide nothing: x^0 and 1^x are 1 for every x
    if (operand_count(op) == 2) CHECK(std::isnan(apply(op, 0.5, undefined)));
  }
}

TEST_CASE("a comparison with an undefined number is false, and the other branch is taken") {
  CHECK(apply(Op::less, undefined, 1) == 0);
  CHECK(apply(Op::less_equal, 1, undefined) == 0);
  CHECK(apply(Op::choose, apply(Op::less, undefined, 1), 2, 3) == 3);
  CHECK(apply(Op::choose, 1, 2, undefined) == 2);
  CHECK(apply(Op::choose, 0, undefined, 3) == 3);
}

TEST_CASE("the sign of a number is -1, 0 or 1") {
  CHECK(apply(Op::sign, -0.3) == -1);
  CHECK(apply(Op::sign, 0.0) == 0);
  CHECK(apply(Op::sign, 1e-300) == 1);
}
