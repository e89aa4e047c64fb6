#include "symbol/latex.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "symbol/differentiate.hpp"
#include "symbol/formulas.hpp"
#include "symbol/small_parser.hpp"

using namespace alembert;

namespace {

Graph graph_with_symbols() {
  Graph graph;
  for (const char* name : {"a", "b", "c", "m", "g", "l", "x", "y", "x'", "x1'", "theta1", "theta1'",
                           "theta2", "k_s", "lambda(rod)"})
    graph.symbol(name, Kind::coordinate);
  return graph;
}

// braces, \left and \right, \begin and \end close in the order in which they were opened
bool is_balanced(std::string_view text) {
  std::vector<std::string_view> open;
  const auto closes = [&](std::string_view what) {
    if (open.empty() || open.back() != what) return false;
    open.pop_back();
    return true;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\\left(")) open.push_back("(");
    if (rest.starts_with("\\left|")) open.push_back("|");
    if (rest.starts_with("\\begin{cases}")) open.push_back("cases");
    if (rest.starts_with("\\right)") && !closes("(")) return false;
    if (rest.starts_with("\\right|") && !closes("|")) return false;
    if (rest.starts_with("\\end{cases}") && !closes("cases")) return false;
    if (rest[0] == '{') open.push_back("{");
    if (rest[0] == '}' && !closes("{")) return false;
  }
  return open.empty();
}

// TeX refuses x^{a}^{b} and x_{a}_{b}
bool has_double_script(std::string_view text) {
  std::size_t depth = 0;
  std::vector<std::size_t> script_at;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{') {
      script_at.push_back(at > 0 && text[at - 1] == '^' ? 1 : 0);
      ++depth;
    }
    if (text[at] == '}' && depth > 0) {
      --depth;
      const bool was_superscript = script_at.back() == 1;
      script_at.pop_back();
      if (was_superscript && at + 1 < text.size() && text[at + 1] == '^') return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("names are set as a mathematician writes them") {
  CHECK(latex_name("x") == "x");
  CHECK(latex_name("x'") == "\\dot{x}");
  CHECK(latex_name("x''") == "\\ddot{x}");
  CHECK(latex_name("x1'") == "\\dot{x}_{1}");
  CHECK(latex_name("theta") == "\\theta");
  CHECK(latex_name("theta1") == "\\theta_{1}");
  CHECK(latex_name("theta[12]'") == "\\dot{\\theta}_{12}");
  CHECK(latex_name("x2[3]''") == "\\ddot{x}_{2,3}");
  CHECK(latex_name("x_max") == "x_{\\mathrm{max}}");
  CHECK(latex_name("k_s") == "k_{s}");
  CHECK(latex_name("omega_0'") == "\\dot{\\omega}_{0}");
  CHECK(latex_name("tension") == "\\mathrm{tension}");
  CHECK(latex_name("mu_alpha") == "\\mu_{\\alpha}");
  CHECK(latex_name("θ") == "θ");
  CHECK(latex_name("lambda(rod)") == "\\lambda_{\\mathrm{rod}}");
  CHECK(latex_name("reaction(rod_a, x)") == "\\mathrm{reaction}_{\\mathrm{rod\\_a, x}}");
}

TEST_CASE("formulas are set as a mathematician writes them") {
  Graph graph = graph_with_symbols();
  const std::pair<const char*, const char*> pairs[] = {
      {"m*g*l", "m \\, g \\, l"},
      {"x'^2", "\\dot{x}^{2}"},
      {"0.5*m*x1'^2", "0.5 \\, m \\, \\dot{x}_{1}^{2}"},
      {"a/b", "\\frac{a}{b}"},
      {"-a/b", "-\\frac{a}{b}"},
      {"-3/b", "-\\frac{3}{b}"},
      {"a - 3/b", "a - \\frac{3}{b}"},
      {"2*(a/b)", "2 \\cdot \\frac{a}{b}"},
      {"(a + b)/(c - x)", "\\frac{a + b}{c - x}"},
      {"(a/b)^2", "\\left(\\frac{a}{b}\\right)^{2}"},
      {"sqrt(a + b)", "\\sqrt{a + b}"},
      {"hypot(x, y - 1)", "\\sqrt{x^{2} + \\left(y - 1\\right)^{2}}"},
      {"abs(x)^2", "\\left|x\\right|^{2}"},
      {"sin(theta1)", "\\sin \\theta_{1}"},
      {"sin(theta1 - theta2)", "\\sin\\left(\\theta_{1} - \\theta_{2}\\right)"},
      {"sin(theta1)^2", "\\sin^{2} \\theta_{1}"},
      {"log(x)^2", "\\left(\\log x\\right)^{2}"},
      {"m*cos(theta1)", "m \\, \\cos \\theta_{1}"},
      // what a function applies to is never in doubt
      {"cos(theta1)*m", "m \\, \\cos \\theta_{1}"},
      {"cos(theta2)*l", "\\cos\\left(\\theta_{2}\\right) \\, l"},
      {"sin(theta2)*l*cos(theta1)", "\\sin\\left(\\theta_{2}\\right) \\, l \\, \\cos \\theta_{1}"},
      {"sin(theta1)*cos(theta2)", "\\sin \\theta_{1} \\, \\cos \\theta_{2}"},
      {"asin(x) + atan2(y, x)", "\\arcsin x + \\operatorname{atan2}\\left(y, x\\right)"},
      {"min(x, y) - sign(a)", "\\min\\left(x, y\\right) - \\operatorname{sign} a"},
      {"exp(-x)", "\\exp\\left(-x\\right)"},
      {"-(a + b)*c", "-\\left(a + b\\right) \\, c"},
      {"a - (b - c)", "a - \\left(b - c\\right)"},
      {"-2*a*b", "-2 \\, a \\, b"},
      {"(-2)^a", "\\left(-2\\right)^{a}"},
      {"(-2*a)^3", "\\left(-2 \\, a\\right)^{3}"},
      {"(a^b)^c", "\\left(a^{b}\\right)^{c}"},
      {"a^b^c", "a^{b^{c}}"},
      {"2*3^x", "2 \\cdot 3^{x}"},
      {"6.674e-11*m", "6.674 \\cdot 10^{-11} \\, m"},
      {"1e-7*m", "10^{-7} \\, m"},
      {"1e30^x", "\\left(10^{30}\\right)^{x}"},
      {"k_s*lambda(rod)^2", "k_{s} \\, \\lambda_{\\mathrm{rod}}^{2}"},
      {"if(x < y, x, 0)",
       "\\begin{cases} x & \\text{if } x < y \\\\ 0 & \\text{otherwise} \\end{cases}"},
      {"if(x <= y, 1, 0)",
       "\\begin{cases} 1 & \\text{if } x \\le y \\\\ 0 & \\text{otherwise} \\end{cases}"},
      {"if(x < y, x, 0)*a",
       "\\left(\\begin{cases} x & \\text{if } x < y \\\\ 0 & \\text{otherwise} "
       "\\end{cases}\\right) \\, a"},
  };
  for (const auto& [formula, latex] : pairs) CHECK(to_latex(graph, parse(graph, formula)) == latex);
}

TEST_CASE("a named node is set by its name, except where it is the formula itself") {
  Graph graph = graph_with_symbols();
  const NodeId d = parse(graph, "a - b");
  const NodeNames names{{d, "delta1"}};
  CHECK(to_latex(graph, d, names) == "a - b");
  CHECK(to_latex(graph, parse(graph, "sin(a - b)^2/(a - b)"), names) ==
        "\\frac{\\sin^{2} \\delta_{1}}{\\delta_{1}}");
  CHECK(to_latex(graph, parse(graph, "(a - b)*c"), names) == "\\delta_{1} \\, c");
}

TEST_CASE("whatever the formula, brackets close and no exponent has a second one beside it") {
  int checked = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Graph graph;
    RandomFormulas random(seed);
    std::vector<NodeId> pool = make_symbols(graph);
    for (const double number : {0.0, 1.0, -1.0, 2.0, -3.0, 0.5, 1e22, -1e-9, 0.1})
      pool.push_back(graph.constant(number));
    std::vector<int> depth(graph.size(), 0);
    for (int i = 0; i < 2000; ++i) {
      const NodeId node = random.wild(graph, pool);
      for (NodeId made = static_cast<NodeId>(depth.size()); made < graph.size(); ++made) {
        int deepest = 0;
        const int operands = operand_count(graph.op(made));
        if (operands >= 1) deepest = std::max(deepest, depth[graph.a(made)] + 1);
        if (operands >= 2) deepest = std::max(deepest, depth[graph.b(made)] + 1);
        if (operands >= 3) deepest = std::max(deepest, depth[graph.c(made)] + 1);
        depth.push_back(deepest);
      }
      if (depth[node] > 6) continue;
      pool.push_back(node);
      ++checked;
      const std::string text = to_latex(graph, node);
      if (!is_balanced(text) || has_double_script(text)) {
        INFO(text);
        CHECK(is_balanced(text));
        CHECK_FALSE(has_double_script(text));
      }
    }
  }
  CHECK(checked > 10000);
}

TEST_CASE("formulas a million levels deep are set") {
  Graph graph;
  const NodeId x = graph.symbol("x", Kind::coordinate), y = graph.symbol("y", Kind::coordinate);
  NodeId f = x;
  for (int i = 0; i < 500000; ++i) f = graph.make(Op::sqrt, graph.make(Op::add, f, y));
  CHECK(to_latex(graph, f).size() == 1 + 500000 * std::string("\\sqrt{ + y}").size());
}
