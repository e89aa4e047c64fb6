#include "mechanics/kinks.hpp"

#include <catch2/catch.hpp>

#include "mechanics/model_error.hpp"

using namespace alembert;

namespace {

struct Plane {
  System s;
  Expr x = s.coordinate("x"), y = s.coordinate("y"), t = s.time();
  Expr t1 = s.parameter("t1", 2.0);

  std::string refusal(const Equation& equation) {
    try {
      System(s).constraint("row", equation);
    } catch (const ModelError& error) {
      return error.message();
    }
    return {};
  }
};

}  // namespace

TEST_CASE("a constraint whose sides are chosen by the state is refused") {
  Plane p;
  for (const Expr& kink : {abs(p.x), sign(p.x), min(p.x, p.y), max(0.0, -p.x),
                           choose(p.x < 1.0, p.x, p.y), choose(p.x < p.t, 1.0, 2.0)}) {
    CHECK(p.refusal(kink == p.y).find("constraint 'row' has a kink") == 0);
    CHECK(p.refusal(rate(p.y) == kink).find("constraint 'row' has a kink") == 0);
    // an acceleration may be given piece by piece
    CHECK(p.refusal(rate(rate(p.y)) == kink).empty());
  }
}

TEST_CASE("a driven motion in pieces must join in value and rate, a driven velocity in value") {
  Plane p;
  // rest, then a parabola
  const Expr smooth = choose(p.t < p.t1, 0.0, square(p.t - p.t1));
  CHECK(p.refusal(p.x == smooth).empty());
  CHECK(p.refusal(square(p.x) + square(p.y) == square(1 + smooth)).empty());
  // however small and in whatever unit of time
  CHECK(p.refusal(p.x == 1e-12 * smooth).empty());
  CHECK(p.refusal(p.x == choose(p.t < 2e-9, 0.0, square(p.t - 2e-9))).empty());
  // up, level, down again, with sines between
  const Expr ramp = choose(p.t < 1.0, 1 - cos(3.141592653589793 * p.t), 2.0);
  CHECK(p.refusal(p.x == ramp).empty());

  const Expr kinked = max(0.0, p.t - p.t1);
  CHECK(p.refusal(p.x == kinked) ==
        "constraint 'row' jumps in its rate at t = 2: the body would need an impulse");
  CHECK_FALSE(p.refusal(p.x == 1e-12 * kinked).empty());
  CHECK(p.refusal(rate(p.x) == kinked).empty());
  const Expr jump = choose(p.t < p.t1, 0.0, 1.0);
  for (const Expr& step : {jump, 1e-12 * jump, sign(p.t - p.t1)}) {
    CHECK(p.refusal(rate(p.x) == step) ==
          "constraint 'row' jumps at t = 2: the body would need an impulse");
    CHECK(p.refusal(p.x * p.y == step) ==
          "constraint 'row' jumps at t = 2: the body would need an impulse");
  }
}

TEST_CASE("pieces that join are looked at again with other parameters") {
  Plane p;
  p.s.constraint("drive", p.x == choose(p.t < p.t1, 0.0, square(p.t - 2)));
  const System other = p.s.with_parameters({{p.t1.node(), 3.0}});
  const ConstraintRow& row = other.constraints()[0].rows[0];
  CHECK_NOTHROW(refuse_kinks(p.s, p.s.constraints()[0].rows[0], 0, 10));
  CHECK_THROWS_AS(refuse_kinks(other, row, 0, 10), ModelError);
  // the run ends before
  CHECK_NOTHROW(refuse_kinks(other, row, 0, 2.5));
}
