#include "symbol/sharing.hpp"

#include <catch2/catch.hpp>

#include "symbol/differentiate.hpp"
#include "symbol/formulas.hpp"
#include "symbol/small_parser.hpp"

using namespace alembert;

namespace {

Graph graph_with_symbols() {
  Graph graph;
  for (const char* name : {"x", "y", "z", "w2"}) graph.symbol(name, Kind::coordinate);
  graph.symbol("F", Kind::force);
  return graph;
}

}  // namespace

TEST_CASE("a long subformula that is used twice gets a name") {
  Graph graph = graph_with_symbols();
  const NodeId f = parse(graph, "sin(x*y + z)^2 + cos(sin(x*y + z))");
  NodeNames names;
  const std::vector<SharedFormula> shared = name_shared(graph, {f}, "w", names, {.smallest = 3});
  REQUIRE(shared.size() == 1);
  CHECK(shared[0].name == "w1");
  CHECK(to_text(graph, shared[0].formula, names) == "sin(x*y + z)");
  CHECK(to_text(graph, f, names) == "w1^2 + cos(w1)");
}

TEST_CASE("short subformulas and those used once keep their words") {
  Graph graph = graph_with_symbols();
  NodeNames names;
  CHECK(name_shared(graph, {parse(graph, "sin(x*y)^2 + cos(sin(x*y))")}, "w", names).empty());
  CHECK(name_shared(graph, {parse(graph, "sin(x*y)^2 + cos(x*z)")}, "w", names, {.smallest = 1})
            .empty());
  CHECK(names.empty());
}

TEST_CASE("a named part counts as one word in what uses it") {
  Graph graph = graph_with_symbols();
  // sin(x*y + z) has three operations; with its name, its square plus x has two
  const NodeId f = parse(graph, "exp(sin(x*y + z)^2 + x) - 1/(sin(x*y + z)^2 + x)");
  NodeNames names{{parse(graph, "sin(x*y + z)"), "s"}};
  CHECK(name_shared(graph, {f}, "w", names, {.smallest = 3}).empty());
  CHECK(name_shared(graph, {f}, "w", names, {.smallest = 2}).size() == 1);
  CHECK(to_text(graph, f, names) == "exp(w1) - 1/w1");
}

TEST_CASE("no name is given that a symbol or another node has already") {
  Graph graph = graph_with_symbols();
  const NodeId f = parse(graph, "sin(x*y) + cos(sin(x*y)) + sin(y*z) + cos(sin(y*z))");
  NodeNames names{{parse(graph, "x*y"), "w3"}};
  const std::vector<SharedFormula> shared = name_shared(graph, {f}, "w", names, {.smallest = 1});
  REQUIRE(shared.size() == 2);
  CHECK(shared[0].name == "w1");
  CHECK(shared[1].name == "w4");
}

TEST_CASE("what is only printed under a name that exists gets none of its own") {
  Graph graph = graph_with_symbols();
  const NodeId inner = parse(graph, "sin(x)*cos(sin(x))"),
               f = parse(graph, "y + sin(x)*cos(sin(x))");
  NodeNames names{{inner, "d"}};
  CHECK(name_shared(graph, {f}, "w", names, {.smallest = 1}).empty());
  // where that one is printed too, it is needed
  CHECK(name_shared(graph, {f, inner}, "w", names, {.smallest = 1}).size() == 1);
}

TEST_CASE("conditions and excluded kinds are never named") {
  Graph graph = graph_with_symbols();
  NodeNames names;
  const NodeId f = parse(graph, "if(x*y < z, x, y) + if(x*y < z, y, z)");
  for (const SharedFormula& shared : name_shared(graph, {f}, "w", names, {.smallest = 1}))
    CHECK_FALSE(is_comparison(graph.op(shared.formula)));
  names.clear();
  const NodeId g = parse(graph, "sin(F*x) + cos(sin(F*x))");
  CHECK(name_shared(graph, {g}, "w", names, {.smallest = 1, .exclude = Kind::force}).empty());
}

TEST_CASE("with names for what is shared, derivatives are short and mean the same") {
  RandomFormulas random(1);
  for (int i = 0; i < 300; ++i) {
    Graph graph;
    const std::vector<NodeId> symbols = make_symbols(graph);
    const std::vector<NodeId> formulas = gradient(graph, make_tree(graph, random.tame(6)), symbols);
    NodeNames names;
    const std::vector<SharedFormula> shared =
        name_shared(graph, formulas, "w", names, {.smallest = 2});
    // each name may use the earlier ones only
    SmallParser::Names meanings;
    for (const SharedFormula& part : shared) {
      REQUIRE(parse(graph, to_text(graph, part.formula, names), meanings) == part.formula);
      meanings[part.name] = part.formula;
    }
    for (const NodeId formula : formulas)
      REQUIRE(parse(graph, to_text(graph, formula, names), meanings) == formula);
  }
}

TEST_CASE("formulas that double a million times are named in linear time") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate);
  NodeId f = x;
  for (int i = 0; i < 500000; ++i) f = graph.make(Op::multiply, f, graph.make(Op::sin, f));
  NodeNames names;
  const std::vector<SharedFormula> shared = name_shared(graph, {f}, "w", names, {.smallest = 2});
  CHECK(shared.size() == 499999);
  CHECK(to_text(graph, f, names) == "w499999*sin(w499999)");
  // and nothing overflows where names are not allowed
  names.clear();
  CHECK(name_shared(graph, {f}, "w", names, {.exclude = Kind::coordinate}).empty());
}
