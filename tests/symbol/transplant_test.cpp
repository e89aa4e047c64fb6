#include "symbol/transplant.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace alembert;

TEST_CASE("transplanted formulas have the same values, with symbols bound or free") {
  Graph from;
  const NodeId x = from.symbol("x", Kind::coordinate), m = from.symbol("m", Kind::parameter);
  const NodeId f = from.make(Op::sin, from.make(Op::multiply, m, x));
  const NodeId g = from.make(Op::divide, from.one(), m);
  const NodeId h = from.make(Op::choose, from.make(Op::less, x, m), f, g);

  Graph to;
  const std::vector<NodeId> free = transplant(from, {f, g, h, x}, {}, to);
  const Assignment both{{to.find_symbol("x"), 0.3}, {to.find_symbol("m"), 2.0}};
  const std::vector<double> values = evaluate(to, free, both);
  CHECK(values == std::vector<double>{std::sin(0.6), 0.5, std::sin(0.6), 0.3});
  CHECK(to.kind(to.find_symbol("x")) == Kind::coordinate);

  Graph bound;
  const std::vector<NodeId> half = transplant(from, {f, g}, {{m, 2.0}}, bound);
  CHECK(bound.find_symbol("m") == no_node);
  CHECK(bound.is_value(half[1], 0.5));
  CHECK(evaluate(bound, half, {{bound.find_symbol("x"), 0.3}}).front() == std::sin(0.6));
}
