#include "symbol/print.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "symbol/differentiate.hpp"
#include "symbol/formulas.hpp"
#include "symbol/small_parser.hpp"

using namespace alembert;

namespace {

// what to_text makes of a text that was read
std::string again(Graph& graph, const std::string& text) {
  return to_text(graph, parse(graph, text));
}

Graph graph_with_symbols() {
  Graph graph;
  for (const char* name : {"a", "b", "c", "x", "y", "x'", "theta[2]'", "lambda(rod)"})
    graph.symbol(name, Kind::coordinate);
  return graph;
}

// words that are printed for a formula when nothing has a name
std::vector<double> printed_sizes(const Graph& graph) {
  std::vector<double> sizes(graph.size(), 1);
  for (NodeId node = 0; node < graph.size(); ++node) {
    const int operands = operand_count(graph.op(node));
    if (operands >= 1) sizes[node] += sizes[graph.a(node)];
    if (operands >= 2) sizes[node] += sizes[graph.b(node)];
    if (operands >= 3) sizes[node] += sizes[graph.c(node)];
  }
  return sizes;
}

// numbers that fold, cancel, overflow and underflow against each other
std::vector<NodeId> starting_pool(Graph& graph) {
  std::vector<NodeId> pool = make_symbols(graph);
  pool.push_back(graph.symbol("x'", Kind::velocity));
  pool.push_back(graph.symbol("lambda(rod)", Kind::force));
  for (const double number : {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 0.1, -7.25, 1e22,
                              1e300, -1e300, 1e-300, -1e-300, 4.0, 1e-7})
    pool.push_back(graph.constant(number));
  return pool;
}

}  // namespace

TEST_CASE("a formula is printed the way it is written by hand") {
  Graph graph = graph_with_symbols();
  // each text is read and printed again without a change
  for (const char* text : {"a + b - c",
                           "a - (b + c)",
                           "a - (b - c)",
                           "a*b/c",
                           "a*(b*c)",
                           "a/(b*c)",
                           "a/(b/c)",
                           "2*a*b*c",
                           "2*(a/b)",
                           "2*(a/b*c)",
                           "-2*a*b",
                           "-a*b",
                           "-(1/a*b)",
                           "-3*a/b",
                           "-(a + b)*c",
                           "a^b^c",
                           "(a^b)^c",
                           "-a^2",
                           "(-a)^3",
                           "(-2)^a",
                           "a^(-2)",
                           "a^(b + c)",
                           "sqrt(a)*sin(b)^2",
                           "a/-3",
                           "x'^2*theta[2]'",
                           "2*x*lambda(rod)",
                           "if(a < b, a, if(b <= c, b, 0))",
                           "a*if(a < b, 1, 0)",
                           "min(a, b) + max(a, -b)",
                           "atan2(a, b)*hypot(a - b, c)",
                           "a + (-3/b*c)",
                           "1/0",
                           "log(-1)",
                           "1e-10*a",
                           "1e+22*a",
                           "9.81*a"}) {
    CHECK(again(graph, text) == text);
  }
}

TEST_CASE("a number is printed with the digits it needs to read back exactly") {
  CHECK(number_text(0.5) == "0.5");
  CHECK(number_text(9.81) == "9.81");
  CHECK(number_text(1e-10) == "1e-10");
  CHECK(number_text(3) == "3");
  RandomFormulas random(1);
  for (int i = 0; i < 1000; ++i) {
    const double value =
        std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(600)) - 300);
    CHECK(std::stod(number_text(value)) == value);
  }
}

TEST_CASE("a named node is printed by its name, except where it is the formula itself") {
  Graph graph = graph_with_symbols();
  const NodeId d = parse(graph, "a - b");
  const NodeNames names{{d, "d"}};
  CHECK(to_text(graph, d, names) == "a - b");
  CHECK(to_text(graph, parse(graph, "2*(a - b)^2"), names) == "2*d^2");
  // -d*c would be read as (b - a)*c, which is another node
  CHECK(to_text(graph, parse(graph, "-((a - b)*c)"), names) == "-(d*c)");
}

TEST_CASE("every formula reads back to its own node") {
  int checked = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Graph graph;
    RandomFormulas random(seed);
    std::vector<NodeId> pool = starting_pool(graph);
    while (pool.size() < 600) pool.push_back(random.wild(graph, pool));
    const std::vector<double> sizes = printed_sizes(graph);
    const NodeId end = static_cast<NodeId>(graph.size());
    for (NodeId node = 0; node < end; ++node) {
      if (sizes[node] > 1000) continue;
      const std::string text = to_text(graph, node);
      ++checked;
      if (parse(graph, text) != node) {
        INFO("seed " << seed);
        CHECK(to_text(graph, parse(graph, text)) == text);
        REQUIRE(parse(graph, text) == node);
      }
    }
  }
  CHECK(checked > 20000);
}

TEST_CASE("derivatives read back to their own nodes") {
  int checked = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    Graph graph;
    RandomFormulas random(seed);
    const std::vector<NodeId> symbols = make_symbols(graph);
    const NodeId f = make_tree(graph, random.tame(4));
    std::vector<NodeId> formulas = gradient(graph, f, symbols);
    for (const Entry& entry : jacobian(graph, {f}, symbols)) formulas.push_back(entry.value);
    const std::vector<double> sizes = printed_sizes(graph);
    for (const NodeId node : formulas) {
      if (sizes[node] > 100000) continue;
      const std::string text = to_text(graph, node);
      ++checked;
      if (parse(graph, text) != node) {
        CHECK(to_text(graph, parse(graph, text)) == text);
        REQUIRE(parse(graph, text) == node);
      }
    }
  }
  CHECK(checked > 2000);
}

TEST_CASE("a formula with names for some of its parts reads back to its own node") {
  int checked = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Graph graph;
    RandomFormulas random(1000 + seed);
    std::vector<NodeId> pool = starting_pool(graph);
    while (pool.size() < 600) pool.push_back(random.wild(graph, pool));
    const std::vector<double> sizes = printed_sizes(graph);
    NodeNames names;
    SmallParser::Names meanings;
    for (NodeId node = 0; node < graph.size(); ++node) {
      if (is_comparison(graph.op(node)) || graph.is_symbol(node) || random.below(3) != 0) continue;
      names[node] = fmt::format("w{}", node);
      meanings[names[node]] = node;
    }
    const NodeId end = static_cast<NodeId>(graph.size());
    for (NodeId node = 0; node < end; ++node) {
      if (sizes[node] > 1e6) continue;
      const std::string text = to_text(graph, node, names);
      ++checked;
      if (parse(graph, text, meanings) != node) {
        INFO("seed " << seed << ": " << to_text(graph, node));
        CHECK(to_text(graph, parse(graph, text, meanings), names) == text);
        REQUIRE(parse(graph, text, meanings) == node);
      }
    }
  }
  CHECK(checked > 20000);
}

TEST_CASE("formulas a million levels deep are printed") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  NodeId sum = x, tower = x;
  for (int i = 0; i < 500000; ++i) {
    sum = graph.make(Op::add, sum, i % 2 == 0 ? y : x);
    tower = graph.make(Op::sin, graph.make(Op::multiply, y, tower));
  }
  CHECK(to_text(graph, sum).size() == 1 + 500000 * 4);
  CHECK(to_text(graph, tower).size() == 1 + 500000 * std::string("sin(y*)").size());
}
