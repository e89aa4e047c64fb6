#include "symbol/differentiate.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "symbol/evaluate.hpp"
#include "symbol/formulas.hpp"
#include "symbol/print.hpp"
#include "symbol/small_parser.hpp"
#include "symbol/smooth_functions.hpp"

using namespace alembert;

namespace {

// a graph with the symbols of random formulas, which move at x', y', ...
struct Moving {
  Graph graph;
  std::vector<NodeId> symbols = make_symbols(graph);
  std::vector<NodeId> rates;
  NodeId x = symbols[0], y = symbols[1];

  Moving() {
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      rates.push_back(graph.symbol(std::string(symbol_names[i]) + "'", Kind::velocity));
      graph.set_rate(symbols[i], rates[i]);
    }
  }

  NodeId read(std::string_view text) { return parse(graph, text); }
  Real at(NodeId node, const Point& point) const { return value_of(graph, node, point).number; }

  // ∂f/∂x by the reverse sweep, the sparse forward sweep and the directional one
  struct Routes {
    NodeId reverse, forward, directional;
  };
  Routes derivative(NodeId f, NodeId by) {
    Routes routes{gradient(graph, f, {by}).front(), graph.zero(), no_node};
    for (const Entry& entry : jacobian(graph, {f}, {by})) routes.forward = entry.value;
    routes.directional = derivative_along(graph, {f}, {{by, graph.one()}}).front();
    return routes;
  }
};

// Ridders' method in long double leaves 1e-13 and better for smooth functions; what it reports as
// its error is small only where it has converged.
constexpr Real converged = 1e-10L;

// 10 times the error that the method reports, and the roundings of folded numbers to double
Real tolerance(const Estimate& estimate) {
  return 10 * estimate.error + 1e-11L * (1 + std::fabs(estimate.value));
}

}  // namespace

TEST_CASE("the derivative of every function is the limit of its difference quotients") {
  RandomFormulas random(1);
  for (const Function& function : smooth_functions) {
    Moving m;
    const NodeId f = m.read(function.formula);
    INFO(function.formula);
    for (const std::size_t s : {0, 1}) {
      const Moving::Routes d = m.derivative(f, m.symbols[s]);
      for (int trial = 0; trial < 20; ++trial) {
        Point point{};
        point[0] = random.uniform(double(function.from), double(function.to));
        point[1] = random.uniform(double(function.from), double(function.to));
        const Estimate expected = finite_difference(
            [&](const Point& at) { return value_of(m.graph, f, at); }, point, s, 1.0L / 128);
        REQUIRE(expected.error < converged * (1 + std::fabs(expected.value)));
        REQUIRE_FALSE(expected.crosses_kink);
        for (const NodeId route : {d.reverse, d.forward, d.directional})
          CHECK(std::fabs(m.at(route, point) - expected.value) <= tolerance(expected));
      }
    }
  }
}

TEST_CASE("the second derivatives of every function are the limits of difference quotients too") {
  RandomFormulas random(2);
  for (const Function& function : smooth_functions) {
    Moving m;
    const NodeId f = m.read(function.formula);
    INFO(function.formula);
    const std::vector<NodeId> first = gradient(m.graph, f, m.symbols);
    for (const std::size_t r : {0, 1})
      for (const std::size_t s : {0, 1}) {
        const Moving::Routes d = m.derivative(first[r], m.symbols[s]);
        for (int trial = 0; trial < 10; ++trial) {
          Point point{};
          point[0] = random.uniform(double(function.from), double(function.to));
          point[1] = random.uniform(double(function.from), double(function.to));
          const Estimate expected =
              finite_difference([&](const Point& at) { return value_of(m.graph, first[r], at); },
                                point, s, 1.0L / 128);
          REQUIRE(expected.error < converged * (1 + std::fabs(expected.value)));
          for (const NodeId route : {d.reverse, d.forward, d.directional})
            CHECK(std::fabs(m.at(route, point) - expected.value) <= tolerance(expected));
        }
      }
  }
}

TEST_CASE("at a kink the derivative is that of the branch the formula takes there") {
  Moving m;
  const auto derivative_at = [&](const char* formula, Point point) {
    const Moving::Routes d = m.derivative(m.read(formula), m.x);
    CHECK(m.at(d.reverse, point) == m.at(d.forward, point));
    CHECK(m.at(d.reverse, point) == m.at(d.directional, point));
    return m.at(d.reverse, point);
  };
  CHECK(derivative_at("abs(x)", {0}) == 1);
  CHECK(derivative_at("abs(-3*x)", {0}) == -3);
  CHECK(derivative_at("sign(x)", {0}) == 0);
  // both operands are equal at x = 0: the first one counts
  CHECK(derivative_at("min(2*x, 5*x)", {0}) == 2);
  CHECK(derivative_at("min(5*x, 2*x)", {0}) == 5);
  CHECK(derivative_at("max(2*x, 5*x)", {0}) == 2);
  CHECK(derivative_at("max(5*x, 2*x)", {0}) == 5);
  CHECK(derivative_at("if(x < 0, 2*x, 5*x)", {0}) == 5);
  CHECK(derivative_at("if(x <= 0, 2*x, 5*x)", {0}) == 2);
  CHECK(derivative_at("if(x > 0, 2*x, 5*x)", {0}) == 5);
  CHECK(derivative_at("if(x >= 0, 2*x, 5*x)", {0}) == 2);
}

TEST_CASE("derivatives are written as in a table of derivatives") {
  Moving m;
  const auto d = [&](const char* formula) {
    return to_text(m.graph, gradient(m.graph, m.read(formula), {m.x}).front());
  };
  CHECK(d("sin(x)") == "cos(x)");
  CHECK(d("x^3") == "3*x^2");
  CHECK(d("1/x") == "-(1/x/x)");
  CHECK(d("exp(2*x)") == "2*exp(2*x)");
  CHECK(d("y") == "0");
  CHECK(d("if(x < y, x^2, y)") == "if(x < y, 2*x, 0)");
  CHECK(d("if(x < y, x^2, x^3)") == "if(x < y, 2*x, 3*x^2)");
  CHECK(d("if(x < 1, x^2, if(x < 2, x^3, x^4))") == "if(x < 1, 2*x, if(x < 2, 3*x^2, 4*x^3))");
  CHECK(d("max(x, 0)") == "if(0 <= x, 1, 0)");
}

TEST_CASE("reverse, forward and directional derivatives and finite differences agree") {
  RandomFormulas random(3);
  int compared = 0, too_rough = 0;
  for (int i = 0; i < 4000; ++i) {
    Moving m;
    const Tree tree = random.tame(1 + static_cast<int>(random.below(5)));
    const NodeId f = make_tree(m.graph, tree);
    const Point point = random.point();
    const std::vector<NodeId> reverse = gradient(m.graph, f, m.symbols);
    std::vector<NodeId> forward(m.symbols.size(), m.graph.zero());
    for (const Entry& entry : jacobian(m.graph, {f}, m.symbols)) {
      REQUIRE(entry.row == 0);
      forward[entry.column] = entry.value;
    }
    for (std::size_t s = 0; s < m.symbols.size(); ++s) {
      const NodeId directional =
          derivative_along(m.graph, {f}, {{m.symbols[s], m.graph.one()}}).front();
      const Real value = m.at(reverse[s], point);
      // the same products in another order; long double has 64 bits
      const Real rounding = 1e-13L * (1 + std::fabs(value)) * (1 + std::fabs(m.at(f, point)));
      if (!(std::fabs(value - m.at(forward[s], point)) <= rounding) ||
          !(std::fabs(value - m.at(directional, point)) <= rounding)) {
        INFO(to_text(m.graph, f));
        CHECK(double(m.at(forward[s], point)) == double(value));
        CHECK(double(m.at(directional, point)) == double(value));
      }
      const Estimate expected =
          finite_difference([&](const Point& at) { return value_of(tree, at); }, point, s);
      if (expected.crosses_kink ||
          !(expected.error < converged * (1 + std::fabs(expected.value)))) {
        ++too_rough;
        continue;
      }
      ++compared;
      if (!(std::fabs(value - expected.value) <= tolerance(expected))) {
        INFO(to_text(m.graph, f));
        CHECK(double(value) == double(expected.value));
      }
    }
  }
  CHECK(compared > 12000);
  CHECK(too_rough < compared / 4);
}

TEST_CASE("mixed second derivatives do not depend on the order") {
  RandomFormulas random(4);
  for (int i = 0; i < 2000; ++i) {
    Moving m;
    const NodeId f = make_tree(m.graph, random.tame(1 + static_cast<int>(random.below(4))));
    const Point point = random.point();
    const std::vector<NodeId> first = gradient(m.graph, f, {m.x, m.y});
    const Real xy = m.at(gradient(m.graph, first[0], {m.y}).front(), point);
    const Real yx =
        m.at(derivative_along(m.graph, {first[1]}, {{m.x, m.graph.one()}}).front(), point);
    if (!(std::fabs(xy - yx) <= 1e-11L * (1 + std::fabs(xy)))) {
      INFO(to_text(m.graph, f));
      CHECK(double(xy) == double(yx));
    }
  }
}

TEST_CASE("differentiation is linear and obeys the rules of products, quotients and chains") {
  RandomFormulas random(5);
  for (int i = 0; i < 2000; ++i) {
    Moving m;
    Graph& g = m.graph;
    const NodeId f = make_tree(g, random.tame(3)), h = make_tree(g, random.tame(3));
    const NodeId alpha = g.constant(random.uniform(-2, 2)),
                 beta = g.constant(random.uniform(-2, 2));
    const Point point = random.point();
    const auto d = [&](NodeId formula) { return m.at(gradient(g, formula, {m.x}).front(), point); };
    const Real F = m.at(f, point), H = m.at(h, point), dF = d(f), dH = d(h);
    const auto check = [&](NodeId formula, Real expected, Real size) {
      if (!(std::fabs(d(formula) - expected) <= 1e-13L * (1 + size))) {
        INFO(to_text(g, formula));
        CHECK(double(d(formula)) == double(expected));
      }
    };
    const Real a = g.value(alpha), b = g.value(beta);
    check(g.make(Op::add, g.make(Op::multiply, alpha, f), g.make(Op::multiply, beta, h)),
          a * dF + b * dH, std::fabs(a * dF) + std::fabs(b * dH));
    check(g.make(Op::multiply, f, h), dF * H + F * dH, std::fabs(dF * H) + std::fabs(F * dH));
    const NodeId denominator = g.make(Op::add, g.make(Op::power, h, g.constant(2)), g.one());
    const Real D = H * H + 1, quotient = dF / D - 2 * F * H * dH / (D * D);
    check(g.make(Op::divide, f, denominator), quotient,
          std::fabs(dF / D) + std::fabs(2 * F * H * dH / (D * D)));
    check(g.make(Op::sin, f), std::cos(F) * dF, std::fabs(dF) * (1 + std::fabs(F)));
  }
}

TEST_CASE("the total time derivative is the gradient times the rates") {
  RandomFormulas random(6);
  for (int i = 0; i < 2000; ++i) {
    Moving m;
    const NodeId f = make_tree(m.graph, random.tame(1 + static_cast<int>(random.below(5))));
    const std::vector<NodeId> df = gradient(m.graph, f, m.symbols);
    std::vector<Direction> directions;
    for (std::size_t s = 0; s < m.symbols.size(); ++s)
      directions.push_back({m.symbols[s], m.rates[s]});
    const NodeId total = time_derivative(m.graph, {f}).front();
    const NodeId along = derivative_along(m.graph, {f}, directions).front();

    GraphValues at(m.graph, random.point());
    for (const NodeId rate : m.rates) at.set(rate, random.uniform(-2, 2));
    Real expected = 0, size = 1;
    for (std::size_t s = 0; s < m.symbols.size(); ++s) {
      expected += at(df[s]).number * at(m.rates[s]).number;
      size += std::fabs(at(df[s]).number);
    }
    size *= 1 + std::fabs(at(f).number);
    CHECK(std::fabs(at(total).number - expected) <= 1e-13L * size);
    CHECK(std::fabs(at(along).number - expected) <= 1e-13L * size);
  }
}

TEST_CASE("time derivatives found before stay true when symbols come later") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  graph.set_rate(x, graph.symbol("x'", Kind::velocity));
  const NodeId f = parse(graph, "sin(x)*x");
  const NodeId rate = time_derivative(graph, {f}).front();
  const NodeId y = graph.symbol("y", Kind::coordinate);
  graph.set_rate(y, graph.symbol("y'", Kind::velocity));
  CHECK(time_derivative(graph, {f}).front() == rate);
  CHECK(time_derivative(graph, {parse(graph, "sin(x)*x + y^2")}).front() ==
        graph.make(Op::add, rate, parse(graph, "2*y*y'")));
  // a rate that is stated late counts for formulas whose rate was asked for before
  const NodeId u = graph.symbol("u", Kind::coordinate);
  const NodeId g = parse(graph, "u*x");
  CHECK(time_derivative(graph, {g}).front() == parse(graph, "u*x'"));
  graph.set_rate(u, graph.symbol("u'", Kind::velocity));
  CHECK(time_derivative(graph, {g, u}) ==
        std::vector<NodeId>{parse(graph, "x*u' + u*x'"), parse(graph, "u'")});
}

TEST_CASE("time, parameters and accelerations move as they are told") {
  Graph graph;
  const NodeId t = graph.symbol("t", Kind::time), x = graph.symbol("x", Kind::coordinate);
  const NodeId v = graph.symbol("x'", Kind::velocity), a = graph.symbol("x''", Kind::acceleration);
  graph.symbol("m", Kind::parameter);
  graph.set_rate(t, graph.one());
  graph.set_rate(x, v);
  graph.set_rate(v, a);
  CHECK(time_derivative(graph, {parse(graph, "m*x + t^2")}).front() == parse(graph, "m*x' + 2*t"));
  CHECK(time_derivative(graph, {parse(graph, "m*x'")}).front() == parse(graph, "m*x''"));
  CHECK(time_derivative(graph, {parse(graph, "m^2"), graph.constant(3)}) ==
        std::vector<NodeId>{graph.zero(), graph.zero()});
}

TEST_CASE("a quotient of quantities that stand still stands still") {
  Moving m;
  m.graph.symbol("u", Kind::coordinate);
  CHECK(time_derivative(m.graph, {m.read("sign(x)/sign(y)"), m.read("u/(u + 1)")}) ==
        std::vector<NodeId>{m.graph.zero(), m.graph.zero()});
}

TEST_CASE("a jacobian lists its nonzeros row by row with increasing columns") {
  Moving m;
  const std::vector<NodeId> f{m.read("y*x"), m.read("3"), m.read("t - x"), m.read("t")};
  const std::vector<Entry> entries = jacobian(m.graph, f, m.symbols);
  REQUIRE(entries.size() == 5);
  const std::uint32_t expected[][2] = {{0, 0}, {0, 1}, {2, 0}, {2, 3}, {3, 3}};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    CHECK(entries[i].row == expected[i][0]);
    CHECK(entries[i].column == expected[i][1]);
  }
  CHECK(entries[0].value == m.y);
  CHECK(entries[2].value == m.graph.constant(-1));
  CHECK(jacobian(m.graph, {}, m.symbols).empty());
  CHECK(jacobian(m.graph, f, {}).empty());
}

TEST_CASE("a branch that is not taken leaves nothing in the derivative") {
  Moving m;
  struct Masked {
    const char* formula;
    Point point;
    Real dx, dy;
  };
  // each formula is finite at its point, where a part that does not count is undefined or infinite
  const Masked cases[] = {
      {"if(x > 0, sqrt(x), 0)", {-1}, 0, 0},
      {"if(x > 0, sqrt(x), 0)", {0}, 0, 0},
      {"if(x > 0, sqrt(x), y)", {-1}, 0, 1},
      {"if(x <= 0, 0, 1/x*y)", {0, 3}, 0, 0},
      {"if(x > 0, if(y > 0, log(x*y), x), 3*y)", {-1, 2}, 0, 3},
      {"if(x > 0, if(y > 0, log(x)*sqrt(y), x), 3*y)", {2, -1}, 1, 0},
      {"if(x > 0, if(y > 0, log(x)*sqrt(y), x), 3*y)", {-2, -1}, 0, 3},
      // one undefined part in two different branches
      {"if(x > 0, sqrt(x), 0) + if(x > 1, 2*sqrt(x)^3, 0)", {-1}, 0, 0},
      {"if(x > 0, sqrt(x), 0) + if(y > 1, sin(sqrt(x)), 0) + x*y", {-1, 0.5}, 0.5, -1},
      {"if(x > 0, exp(sqrt(x)), 0) + if(y > 1, sin(sqrt(x)), 0) + if(t > 1, sqrt(x)^3, 0)",
       {-1, 0.5, 0, 0},
       0,
       0},
      // slopes that are infinite where the other operand counts
      {"max(1, sqrt(x))", {0}, 0, 0},
      {"min(sqrt(x) + 1, y)", {0, 0.5}, 0, 1},
      {"min(y, max(1, asin(x)))", {1, 0.5}, 0, 1},
      // and where a constant branch goes through them
      {"sqrt(max(x, 0))", {-1}, 0, 0},
      {"log(if(x > 1, x, 0) + y)", {0.5, 2}, 0, 0.5},
      {"sqrt(if(x > 0, if(y > 0, x*y, 0), 0))", {-1, 2}, 0, 0},
      {"abs(if(x > 0, x^(-0.5), y))", {-1, -2}, 0, -1},
      {"hypot(if(x > 0, log(x), 3), 4)", {-1, 0}, 0, 0},
  };
  for (const Masked& c : cases) {
    INFO(c.formula);
    const NodeId f = m.read(c.formula);
    REQUIRE(std::isfinite(m.at(f, c.point)));
    for (const std::size_t s : {0, 1}) {
      const Moving::Routes d = m.derivative(f, m.symbols[s]);
      for (const NodeId route : {d.reverse, d.forward, d.directional})
        CHECK(double(m.at(route, c.point)) == Approx(double(s == 0 ? c.dx : c.dy)).epsilon(1e-12));
    }
    // dx/dt only enters where it counts
    GraphValues at(m.graph, c.point);
    for (const NodeId rate : m.rates) at.set(rate, 2);
    CHECK(double(at(time_derivative(m.graph, {f}).front()).number) ==
          Approx(double(2 * c.dx + 2 * c.dy)).epsilon(1e-12));
  }
}

TEST_CASE("derivatives are finite wherever a formula of guarded parts is") {
  RandomFormulas random(7);
  // parts that are defined for u > 0 only, each behind conditions that ensure it
  const auto guarded = [&](Graph& g, const std::vector<NodeId>& pool) {
    const NodeId u = pool[random.below(pool.size())], v = pool[random.below(pool.size())];
    const NodeId parts[] = {
        g.make(Op::sqrt, u), g.make(Op::log, u), g.make(Op::power, u, g.constant(-1.5)),
        g.make(Op::divide, v, g.make(Op::sqrt, u)), g.make(Op::power, u, g.make(Op::sin, v))};
    NodeId part = parts[random.below(std::size(parts))];
    if (random.below(2) == 0) part = g.make(Op::sin, part);
    if (random.below(2) == 0) part = g.make(Op::multiply, part, v);
    const double limits[] = {0, 0.25, 0.5};
    const NodeId limit = g.constant(limits[random.below(3)]);
    const NodeId other = pool[random.below(pool.size())];
    if (random.below(2) == 0) return g.make(Op::choose, g.make(Op::less, limit, u), part, other);
    part = g.make(Op::choose, g.make(Op::less, v, limit), part, g.make(Op::cos, part));
    return g.make(Op::choose, g.make(Op::less_equal, u, limit), other, part);
  };
  int finite = 0, compared = 0;
  for (int i = 0; i < 3000; ++i) {
    Moving m;
    Graph& g = m.graph;
    std::vector<NodeId> pool = m.symbols;
    pool.push_back(m.read("x - y"));
    pool.push_back(m.read("x*y - t"));
    for (int k = 0; k < 4; ++k) pool.push_back(guarded(g, pool));
    NodeId f = g.zero();
    for (std::size_t k = 6; k < pool.size(); ++k)
      f = g.make(k % 2 == 0 ? Op::add : Op::max, f, pool[k]);
    const Point point = random.point(1);
    if (!std::isfinite(m.at(f, point))) continue;
    ++finite;
    const std::vector<NodeId> reverse = gradient(g, f, m.symbols);
    std::vector<NodeId> forward(m.symbols.size(), g.zero());
    for (const Entry& entry : jacobian(g, {f}, m.symbols)) forward[entry.column] = entry.value;
    for (std::size_t s = 0; s < m.symbols.size(); ++s) {
      const Real value = m.at(reverse[s], point), other = m.at(forward[s], point);
      if (!(std::fabs(value - other) <= 1e-13L * (1 + std::fabs(value)))) {
        INFO(to_text(g, f));
        CHECK(double(other) == double(value));
      }
      const Estimate expected = finite_difference(
          [&](const Point& at) { return value_of(g, f, at); }, point, s, 1.0L / 512);
      if (expected.crosses_kink || !(expected.error < converged * (1 + std::fabs(expected.value))))
        continue;
      ++compared;
      if (!(std::fabs(value - expected.value) <= tolerance(expected))) {
        INFO(to_text(g, f));
        CHECK(double(value) == double(expected.value));
      }
    }
  }
  CHECK(finite > 2500);
  CHECK(compared > 9000);
}

TEST_CASE("a table of a thousand branches has a gradient of a few nodes per branch") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  constexpr int branches = 1000;
  // written from the last branch inwards and, harder, with parts that all branches share
  NodeId f = graph.zero();
  const NodeId root = graph.make(Op::sqrt, graph.make(Op::multiply, x, y));
  for (int i = branches; i > 0; --i)
    f = graph.make(Op::choose, graph.make(Op::less, x, graph.constant(i)),
                   graph.make(Op::multiply, graph.constant(i + 0.5), root), f);
  const std::size_t before = graph.size();
  const std::vector<NodeId> df = gradient(graph, f, {x, y});
  CHECK(graph.size() - before < 120 * branches);
  // d/dx of (i + ½)√(xy) is (i + ½)/2 √(y/x)
  for (const double at : {0.5, 17.25, 998.5}) {
    const double slope = evaluate(graph, df, {{x, at}, {y, 2}}).front();
    CHECK(slope == Approx((std::floor(at) + 1.5) / 2 * std::sqrt(2 / at)).epsilon(1e-12));
  }
  CHECK(evaluate(graph, df, {{x, 1001}, {y, -2}}) == std::vector<double>{0, 0});
}

TEST_CASE("formulas a million levels deep are differentiated in linear time") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), v = graph.symbol("x'", Kind::velocity);
  graph.set_rate(x, v);
  // f ← ½ sin f + x: a contraction, so that f and f′ converge
  const NodeId half = graph.constant(0.5);
  NodeId f = x;
  for (int i = 0; i < 333333; ++i)
    f = graph.make(Op::add, graph.make(Op::multiply, half, graph.make(Op::sin, f)), x);
  const NodeId reverse = gradient(graph, f, {x}).front();
  const NodeId forward = jacobian(graph, {f}, {x}).front().value;
  const NodeId directional = derivative_along(graph, {f}, {{x, graph.one()}}).front();
  const NodeId total = time_derivative(graph, {f}).front();
  CHECK(graph.size() < 10000000);

  const Assignment at{{x, 0.3}, {v, 1}};
  const std::vector<double> values = evaluate(graph, {f, reverse, forward, directional, total}, at);
  // f = ½ sin f + x has the slope f′ = 1/(1 − ½ cos f); a geometric series sums it to rounding
  const double slope = 1 / (1 - 0.5 * std::cos(values[0]));
  for (const std::size_t i : {1, 2, 3, 4}) CHECK(values[i] == Approx(slope).epsilon(1e-13));
}
