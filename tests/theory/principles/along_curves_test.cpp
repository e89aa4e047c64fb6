#include "theory/principles/along_curves.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "symbol/expr.hpp"

using namespace alembert;
using namespace alembert::theory;
using alembert::numeric::Matrix;

namespace {

Point at(double t, double q, double v, double a) {
  return {.t = t,
          .q = numeric::Vector::Constant(1, q),
          .v = numeric::Vector::Constant(1, v),
          .a = numeric::Vector::Constant(1, a)};
}

}  // namespace

TEST_CASE("a formula along a motion has the Taylor coefficients of the chain rule") {
  System system;
  const Expr x = system.coordinate("x"), t = system.time();
  // f = x² t: f′ = 2 x x′ t + x², f″/2 = (2 x′² t + 2 x x″ t + 4 x x′)/2
  AlongCurves formula(system, {(square(x) * t).node()}, 2);
  const Matrix c = formula(motion_through(at(3, 0.5, 2, -7)));
  CHECK(c(0, 0) == Approx(0.75).epsilon(1e-15));
  CHECK(c(0, 1) == Approx(2 * 0.5 * 2 * 3 + 0.25).epsilon(1e-15));
  CHECK(c(0, 2) == Approx((2 * 4.0 * 3 + 2 * 0.5 * -7 * 3 + 4 * 0.5 * 2) / 2).epsilon(1e-15));
}

TEST_CASE("a straight line leaves what is not on it alone") {
  System system;
  const Expr x = system.coordinate("x");
  AlongCurves formula(system, {sin(x).node(), rate(x).node()}, 1);
  const Matrix c = formula(line_through(at(0, 0.3, 2, 0), at(0, 1, 0, 0)));
  CHECK(c(0, 1) == Approx(std::cos(0.3)).epsilon(1e-15));
  CHECK(c(1, 0) == 2);
  CHECK(c(1, 1) == 0);
}
