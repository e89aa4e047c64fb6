#include "symbol/term_sizes.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "symbol/formulas.hpp"
#include "symbol/small_parser.hpp"

using namespace alembert;

TEST_CASE("the size of terms is that of a formula whose signs are all alike") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::parameter), y = graph.symbol("y", Kind::parameter);
  const std::vector<NodeId> formulas{parse(graph, "0.1*cos(x) + 0.2*cos(x) - 0.3"),
                                     parse(graph, "(x - 2)*(y - 3)"),
                                     parse(graph, "-(x - y)/(y - 4)"),
                                     parse(graph, "(x - y)^4"),
                                     parse(graph, "y"),
                                     x};
  const std::vector<double> sizes = sizes_of_terms(graph, formulas, {{x, 0}, {y, -3}});
  const double expected[] = {0.6, 2 * 6, 3.0 / 7, 81, 3, 0};
  REQUIRE(sizes.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) CHECK(sizes[i] == Approx(expected[i]).epsilon(1e-15));
}

TEST_CASE(
    "the rounding of a formula is relative to its size of rounding, far from the origin too") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::parameter), c = graph.symbol("c", Kind::parameter);
  const std::vector<NodeId> formulas{parse(graph, "(x - c)^2 - 1"),
                                     parse(graph, "(x - c)*(x - c) - 1"),
                                     parse(graph, "sin(x - c) - sqrt(c - x + 2)")};
  for (const double far : {1.0, 1e3, 1e6, 1e9}) {
    CAPTURE(far);
    // 0.1 is rounded beside c: the formulas of a number that is held exactly miss by that
    const Assignment values{{x, far + 0.1}, {c, far}};
    const std::vector<double> sizes = sizes_of_rounding(graph, formulas, values),
                              found = evaluate(graph, formulas, values);
    const double exact[] = {0.01 - 1, 0.01 - 1, std::sin(0.1) - std::sqrt(1.9)};
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(std::fabs(found[i] - exact[i]) <= 16 * 2.3e-16 * sizes[i]);
      CHECK(sizes[i] <= 10 * far);
    }
  }
}

TEST_CASE("no formula is larger than its terms") {
  RandomFormulas random(5);
  for (int i = 0; i < 5000; ++i) {
    Graph graph;
    const std::vector<NodeId> symbols = make_symbols(graph);
    const NodeId f = make_tree(graph, random.tame(1 + static_cast<int>(random.below(3))));
    Assignment values;
    for (const NodeId symbol : symbols) values[symbol] = random.uniform(-1.5, 1.5);
    const double value = evaluate(graph, {f}, values).front();
    const double size = sizes_of_terms(graph, {f}, values).front();
    CHECK(size >= std::fabs(value) * (1 - 1e-14));
  }
}
