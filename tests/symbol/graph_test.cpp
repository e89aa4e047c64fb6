#include "symbol/graph.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "symbol/evaluate.hpp"
#include "symbol/formulas.hpp"
#include "symbol/print.hpp"
#include "symbol/small_parser.hpp"

using namespace alembert;

namespace {

struct Letters {
  Graph graph;
  NodeId x = graph.symbol("x", Kind::coordinate);
  NodeId y = graph.symbol("y", Kind::coordinate);
  NodeId z = graph.symbol("z", Kind::coordinate);

  NodeId read(std::string_view text) { return parse(graph, text); }
  std::string text(std::string_view formula) { return to_text(graph, read(formula)); }
};

NodeId remake(Graph& graph, NodeId node) {
  return graph.make(graph.op(node), graph.a(node), graph.b(node), graph.c(node));
}

}  // namespace

TEST_CASE("equal formulas are one node, however often they are written") {
  Letters l;
  CHECK(l.read("sin(x)*cos(y - z)") == l.read("sin(x)*cos(y - z)"));
  CHECK(l.graph.constant(0.1) == l.graph.constant(0.1));
  CHECK(l.graph.symbol("x", Kind::coordinate) == l.x);
  CHECK(l.graph.find_symbol("y") == l.y);
  CHECK(l.graph.find_symbol("w") == no_node);
  const std::size_t before = l.graph.size();
  l.read("sin(x)*cos(y - z)");
  CHECK(l.graph.size() == before);
}

TEST_CASE("operands that commute make one node, printed in the order first written") {
  Letters l;
  const NodeId sum = l.read("y + x"), product = l.read("z*y"), root = l.read("hypot(z, x)");
  CHECK(l.read("x + y") == sum);
  CHECK(l.read("y*z") == product);
  CHECK(l.read("hypot(x, z)") == root);
  CHECK(l.text("x + y") == "y + x");
  CHECK(l.text("y*z") == "z*y");
  CHECK(l.text("hypot(x, z)") == "hypot(z, x)");
  CHECK(l.read("x - y") != l.read("y - x"));
  CHECK(l.read("x/y") != l.read("y/x"));
  // the order decides which side of a tie counts
  CHECK(l.read("min(x, y)") != l.read("min(y, x)"));
  CHECK(l.read("-3*x + y") == l.read("y + -3*x"));
  CHECK(l.read("-x*z + y") == l.read("y + -x*z"));
}

TEST_CASE("there is one zero: minus zero is zero") {
  Graph graph;
  CHECK(graph.constant(-0.0) == graph.zero());
  CHECK(std::signbit(graph.value(graph.zero())) == false);
  CHECK(graph.make(Op::negate, graph.zero()) == graph.zero());
  CHECK(graph.make(Op::multiply, graph.constant(-2), graph.zero()) == graph.zero());
}

TEST_CASE("numbers are folded where the result is finite, and stay formulas where it is not") {
  Letters l;
  CHECK(l.text("2*3 + 4/8") == "6.5");
  CHECK(l.text("sqrt(16)^2 - sin(0)") == "16");
  CHECK(l.text("if(1 < 2, x, 1/0)") == "x");
  CHECK(l.text("1/0") == "1/0");
  CHECK(l.text("0/0") == "0/0");
  CHECK(l.text("log(-1)") == "log(-1)");
  CHECK(l.text("sqrt(-2)") == "sqrt(-2)");
  CHECK(l.text("exp(1000)") == "exp(1000)");
  CHECK(l.text("x + 1/0") == "x + 1/0");
  CHECK(std::isinf(evaluate(l.graph, {l.read("1/0")}, {}).front()));
  CHECK(std::isnan(evaluate(l.graph, {l.read("0/0")}, {}).front()));
  // as constants meet in products they do not overflow either
  CHECK(l.text("1e300*(1e300*x)") == "1e+300*(1e+300*x)");
}

TEST_CASE("zeros, ones and signs are settled as formulas are written") {
  Letters l;
  CHECK(l.read("x + 0") == l.x);
  CHECK(l.read("0 - x") == l.read("-x"));
  CHECK(l.read("1*x/1") == l.x);
  CHECK(l.read("0*x") == l.graph.zero());
  CHECK(l.read("0/x") == l.graph.zero());
  CHECK(l.read("x - x") == l.graph.zero());
  CHECK(l.read("x + x") == l.read("2*x"));
  CHECK(l.read("x*x") == l.read("x^2"));
  CHECK(l.read("x^1") == l.x);
  CHECK(l.read("x^0") == l.graph.one());
  CHECK(l.read("x^(-1)") == l.read("1/x"));
  CHECK(l.read("x^0.5") == l.read("sqrt(x)"));
  CHECK(l.read("(-x)^2") == l.read("x^2"));
  CHECK(l.read("-(-x)") == l.x);
  CHECK(l.read("-(x - y)") == l.read("y - x"));
  CHECK(l.read("x - -y") == l.read("x + y"));
  CHECK(l.read("(-x)*(-y)") == l.read("x*y"));
  CHECK(l.read("(-x)/y") == l.read("-(x/y)"));
  CHECK(l.read("-(2*x/y)") == l.read("-2*x/y"));
  CHECK(l.read("x - -2*y/z") == l.read("x + 2*y/z"));
  CHECK(l.read("x/2") == l.read("0.5*x"));
  CHECK(l.read("(x*0.5)*(2*y)") == l.read("x*y"));
  CHECK(l.read("min(x, x)") == l.x);
  CHECK(l.read("if(x < y, z, z)") == l.z);
}

TEST_CASE("a node made again from its own operands is the same node") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    Letters l;
    RandomFormulas random(seed);
    std::vector<NodeId> pool{l.x, l.y, l.z};
    for (const double number : {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0, -0.1, 1e300, 1e-300})
      pool.push_back(l.graph.constant(number));
    while (pool.size() < 1000) pool.push_back(random.wild(l.graph, pool));
    for (NodeId node = 0; node < l.graph.size(); ++node)
      if (operand_count(l.graph.op(node)) > 0 && remake(l.graph, node) != node) {
        INFO(to_text(l.graph, node));
        REQUIRE(remake(l.graph, node) == node);
      }
  }
}

TEST_CASE("the rules of the graph keep the value of every formula") {
  RandomFormulas random(3);
  int checked = 0;
  for (int i = 0; i < 10000; ++i) {
    const Tree tree = random.tame(2 + static_cast<int>(random.below(5)));
    Graph graph;
    const NodeId node = make_tree(graph, tree);
    const Point point = random.point();
    const Value as_written = value_of(tree, point), as_made = value_of(graph, node, point);
    // folded numbers are rounded to double; a formula of some hundred operations of moderate size
    // magnifies that to much less than 1e-9, except where a function of it oscillates quickly
    if (std::fabs(as_written.number) > 1e4) continue;
    ++checked;
    if (std::fabs(as_written.number - as_made.number) >
        1e-9L * (1 + std::fabs(as_written.number))) {
      INFO(to_text(graph, node));
      CHECK(static_cast<double>(as_made.number) == static_cast<double>(as_written.number));
    }
  }
  CHECK(checked > 9000);
}

TEST_CASE("a node knows the kinds of symbols it depends on") {
  Graph graph;
  const NodeId m = graph.symbol("m", Kind::parameter), q = graph.symbol("q", Kind::coordinate);
  const NodeId v = graph.symbol("v", Kind::velocity), t = graph.symbol("t", Kind::time);
  const NodeId energy = parse(graph, "0.5*m*v^2"), all = parse(graph, "if(t < 1, m*v^2, sin(q))");
  CHECK(graph.kinds(graph.one()).empty());
  CHECK(graph.kinds(m) == Kinds(Kind::parameter));
  CHECK(graph.kinds(energy) == (Kind::parameter | Kind::velocity));
  CHECK(graph.kinds(all) == (Kind::parameter | Kind::velocity | Kind::coordinate | Kind::time));
  CHECK(graph.kinds(all).has(Kind::time));
  CHECK_FALSE(graph.kinds(energy).has(Kind::coordinate | Kind::time));
  // what cancels is forgotten
  CHECK(graph.kinds(graph.make(Op::multiply, graph.zero(), q)).empty());
  CHECK(graph.kinds(graph.make(Op::subtract, t, t)).empty());
  CHECK(graph.kinds(v) == Kinds(Kind::velocity));
}

TEST_CASE("the nodes a formula needs come in the order in which they can be computed") {
  Letters l;
  const NodeId f = l.read("sin(x)*y + sin(x)"), g = l.read("cos(z)");
  const std::vector<NodeId> nodes = reachable(l.graph, {f});
  CHECK(std::is_sorted(nodes.begin(), nodes.end()));
  CHECK(nodes == std::vector<NodeId>{l.x, l.y, l.read("sin(x)"), l.read("sin(x)*y"), f});
  CHECK(reachable(l.graph, {g, f}).size() == nodes.size() + 2);
  CHECK(reachable(l.graph, {}).empty());
  // a few nodes of a large graph
  for (int i = 0; i < 1000; ++i) l.graph.constant(i + 0.5);
  const NodeId late = l.read("x - y");
  CHECK(reachable(l.graph, {late}) == std::vector<NodeId>{l.x, l.y, late});
}

TEST_CASE("symbols are replaced all at once") {
  Letters l;
  const NodeId f = l.read("x - 2*y + sin(x*y)");
  CHECK(substitute(l.graph, {f}, {{l.x, l.y}, {l.y, l.x}}).front() == l.read("y - 2*x + sin(y*x)"));
  CHECK(substitute(l.graph, {f}, {{l.x, l.graph.zero()}}).front() == l.read("-2*y"));
  CHECK(substitute(l.graph, {f, l.x, l.z}, {{l.x, l.z}}) ==
        std::vector<NodeId>{l.read("z - 2*y + sin(z*y)"), l.z, l.z});
  CHECK(substitute(l.graph, {f}, {{l.z, l.x}}).front() == f);
  CHECK(substitute(l.graph, {}, {{l.z, l.x}}).empty());
}

TEST_CASE("replacing symbols by numbers gives the number of the formula") {
  RandomFormulas random(4);
  for (int i = 0; i < 1000; ++i) {
    Graph graph;
    const std::vector<NodeId> symbols = make_symbols(graph);
    const NodeId f = make_tree(graph, random.tame(4));
    Point point;
    std::vector<Replacement> numbers;
    for (std::size_t s = 0; s < symbols.size(); ++s) {
      const double number = random.uniform(-1.5, 1.5);
      point[s] = number;
      numbers.push_back({symbols[s], graph.constant(number)});
    }
    const Real expected = value_of(graph, f, point).number;
    const NodeId number = substitute(graph, {f}, numbers).front();
    if (std::fabs(expected) > 1e4) continue;
    REQUIRE(graph.is_constant(number));
    // the same operations in double: see the test of the rules
    CHECK(std::fabs(graph.value(number) - expected) <= 1e-9L * (1 + std::fabs(expected)));
  }
}

TEST_CASE("formulas a million levels deep can be searched and replaced in linear time") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  const auto tower = [&](NodeId of) {
    NodeId f = of;
    for (int i = 0; i < 500000; ++i)
      f = graph.make(Op::sin, graph.make(Op::multiply, graph.constant(0.5), f));
    return f;
  };
  const NodeId f = tower(x);
  CHECK(reachable(graph, {f}).size() == 1000002);
  CHECK(substitute(graph, {f}, {{x, y}}).front() == tower(y));
}

TEST_CASE("many formulas that share one operand are found as quickly as others") {
  // one late symbol times each of 200,000 earlier formulas: a table that only looked near the place
  // of the latest operand would need 2e10 steps, which is minutes
  Graph graph;
  std::vector<NodeId> early;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  for (int i = 0; i < 200000; ++i) early.push_back(graph.make(Op::add, x, graph.constant(i + 1)));
  const NodeId late = graph.symbol("y", Kind::coordinate);
  const auto start = std::chrono::steady_clock::now();
  for (const NodeId formula : early) graph.make(Op::multiply, formula, late);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}
