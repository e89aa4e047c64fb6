#include "symbol/expr.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "symbol/print.hpp"
#include "symbol/small_parser.hpp"

using namespace alembert;

namespace {

struct Letters {
  Graph graph;
  Expr x{graph, graph.symbol("x", Kind::coordinate)};
  Expr y{graph, graph.symbol("y", Kind::coordinate)};
  Expr v{graph, graph.symbol("x'", Kind::velocity)};

  std::string text(const Expr& formula) { return to_text(graph, formula.in(graph)); }
};

}  // namespace

TEST_CASE("formulas in C++ are those of the language") {
  Letters l;
  const Expr &x = l.x, &y = l.y;
  CHECK(l.text(2 * x + y / 3 - -x) == "2*x + y/3 + x");
  CHECK(l.text(pow(x, 3) * square(y)) == "x^3*y^2");
  CHECK(l.text(pow(x, y)) == "x^y");
  CHECK(l.text(sin(x) + cos(x) + tan(x)) == "sin(x) + cos(x) + tan(x)");
  CHECK(l.text(asin(x) + acos(x) + atan(x)) == "asin(x) + acos(x) + atan(x)");
  CHECK(l.text(sinh(x) + cosh(x) + tanh(x)) == "sinh(x) + cosh(x) + tanh(x)");
  CHECK(l.text(exp(x) + log(x) + sqrt(x)) == "exp(x) + log(x) + sqrt(x)");
  CHECK(l.text(abs(x) + sign(x)) == "abs(x) + sign(x)");
  CHECK(l.text(atan2(y, x) + hypot(x, y)) == "atan2(y, x) + hypot(x, y)");
  CHECK(l.text(min(x, y) + max(x, y)) == "min(x, y) + max(x, y)");
  CHECK(l.text(choose(x < y, x, y)) == "if(x < y, x, y)");
  CHECK(l.text(choose(x <= y, x, y)) == "if(x <= y, x, y)");
  CHECK(l.text(choose(x > y, x, y)) == "if(y < x, x, y)");
  CHECK(l.text(choose(x >= y, x, y)) == "if(y <= x, x, y)");
  Expr running = 0.0;
  running += x;
  running += y;
  CHECK(l.text(running) == "x + y");
}

TEST_CASE("numbers stay numbers until they meet a formula") {
  const Expr number = sqrt(Expr(2.0)) * 3 + atan2(Expr(1.0), 1.0) + choose(Expr(1.0) < 2.0, 5, 6);
  CHECK(number.graph() == nullptr);
  CHECK(number.number() == std::sqrt(2.0) * 3 + std::atan2(1.0, 1.0) + 5);
  CHECK(rate(number).number() == 0);
  Letters l;
  CHECK((number * l.x).graph() == &l.graph);
  CHECK(Expr(0.5).in(l.graph) == l.graph.constant(0.5));
}

TEST_CASE("the rate of a formula is its total time derivative") {
  Letters l;
  l.graph.set_rate(l.x.node(), l.v.node());
  CHECK(rate(l.x).node() == l.v.node());
  CHECK(l.text(rate(square(l.x))) == "2*x*x'");
  CHECK(l.text(rate(sin(l.x))) == "cos(x)*x'");
  // y has no rate: it stands still
  CHECK(l.text(rate(l.y * l.x)) == "y*x'");
  const Vector rates = rate(Vector{l.x, 2 * l.x, 3.0});
  CHECK(l.text(rates[1]) == "2*x'");
  CHECK(l.text(rates[2]) == "0");
}

TEST_CASE("products of vectors are those of vector algebra") {
  Letters l;
  const Vector a{l.x, l.y, 1.0}, b{l.y, 2.0, l.x};
  CHECK(l.text(dot(a, b)) == "x*y + 2*y + x");
  CHECK(l.text(norm({l.x, l.y})) == "sqrt(x^2 + y^2)");
  const Vector e1{1.0, 0.0, 0.0}, e2{0.0, 1.0, 0.0};
  const Vector e3 = cross(e1, e2);
  CHECK(e3[0].number() == 0);
  CHECK(e3[1].number() == 0);
  CHECK(e3[2].number() == 1);
  // a × b is orthogonal to both, here as polynomials in numbers
  const Vector p{1.0, 2.0, 3.0}, q{-2.0, 0.5, 4.0};
  CHECK(dot(cross(p, q), p).number() == 0);
  CHECK(dot(cross(p, q), q).number() == 0);
}

TEST_CASE("an equation keeps its two sides") {
  Letters l;
  const Equation rod = square(l.x) + square(l.y) == 1.0;
  CHECK(l.text(rod.left) == "x^2 + y^2");
  CHECK(rod.right.number() == 1);
}
