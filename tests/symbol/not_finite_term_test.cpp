// What is wrong in a long formula is told by its smallest part that is no number.

#include "symbol/not_finite_term.hpp"

#include <catch2/catch.hpp>

#include "symbol/expr.hpp"

using namespace alembert;

namespace {

struct Plane {
  Graph graph;
  Expr x{graph, graph.symbol("x", Kind::coordinate)};
  Expr v{graph, graph.symbol("x'", Kind::velocity)};
  Expr m{graph, graph.symbol("m", Kind::parameter)};

  std::string term(const Expr& formula, double at) {
    return not_finite_term(graph, formula.node(), {{x.node(), at}, {v.node(), 3}, {m.node(), 2}});
  }
};

}  // namespace

TEST_CASE("a root of a negative number is told with the state it is taken at") {
  Plane plane;
  const Expr root = sqrt(plane.x - 2);
  CHECK(plane.term(plane.m * sin(plane.x) + 3 * root * plane.v, 1.5) == "sqrt(x - 2) at x = 1.5");
  CHECK(plane.term(plane.v / plane.x, 0) == "x'/x at x = 0, x' = 3");
}

TEST_CASE("a formula that is finite has no such term, nor has a branch that is not taken") {
  Plane plane;
  CHECK(plane.term(sqrt(plane.x - 2), 3) == "");
  const Expr safe = choose(plane.x > 2, sqrt(plane.x - 2), log(plane.x));
  CHECK(plane.term(safe, 1.5) == "");
  CHECK(plane.term(safe, -1) == "log(x) at x = -1");
}

TEST_CASE("a state that is no number is no fault of the formula, and a long term helps nobody") {
  Plane plane;
  CHECK(plane.term(plane.m * plane.x, NAN) == "");
  Expr sum = plane.x;
  for (int i = 2; i < 30; ++i) sum = sum + sin(i * plane.x);
  CHECK(plane.term(sqrt(-1 - sum * sum), 1) == "");
}
