#include "formula.hpp"

#include <pybind11/stl.h>

#include "bindings.hpp"
#include "mechanics/model_error.hpp"
#include "numbers.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/latex.hpp"
#include "symbol/print.hpp"

namespace alembert::python {

std::shared_ptr<GraphKeeper> common_keeper(const std::vector<const Formula*>& formulas) {
  std::shared_ptr<GraphKeeper> keeper;
  for (const Formula* formula : formulas) {
    if (!formula->keeper) continue;
    if (keeper && keeper != formula->keeper)
      throw ModelError("formulas of two systems are used together",
                       "formulas belong to the system whose coordinates they were made of");
    keeper = formula->keeper;
  }
  return keeper;
}

std::string text_of(const Formula& formula) {
  if (!formula.keeper) return number_text(formula.expr.number());
  const Hold hold(*formula.keeper);
  return to_text(*formula.expr.graph(), formula.expr.node());
}

std::string latex_of(const Formula& formula) {
  if (!formula.keeper) return number_text(formula.expr.number());
  const Hold hold(*formula.keeper);
  return to_latex(*formula.expr.graph(), formula.expr.node());
}

namespace {

using FormulaClass = py::class_<Formula>;

/// An object for which `is_number` holds.
class Number : public py::object {
 public:
  PYBIND11_OBJECT_DEFAULT(Number, py::object, is_number)
};

bool is_same(const Formula& a, const Formula& b) {
  if (a.keeper || b.keeper) return a.keeper == b.keeper && a.expr.node() == b.expr.node();
  return a.expr.number() == b.expr.number();
}

std::size_t hash_of(const Formula& formula) {
  if (!formula.keeper) return std::hash<double>()(formula.expr.number());
  return std::hash<const void*>()(formula.keeper.get()) * 31 + formula.expr.node();
}

Op op_of(const Formula& formula) {
  return formula.keeper ? formula.expr.graph()->op(formula.expr.node()) : Op::constant;
}

double float_of(const Formula& formula) {
  if (!formula.keeper) return formula.expr.number();
  if (op_of(formula) != Op::constant)
    throw py::type_error("the formula " + text_of(formula) + " is not a number");
  return formula.expr.graph()->value(formula.expr.node());
}

std::vector<Formula> operands_of(const Formula& formula) {
  if (!formula.keeper) return {};
  Graph& graph = *formula.expr.graph();
  const NodeId node = formula.expr.node();
  const NodeId operands[] = {graph.a(node), graph.b(node), graph.c(node)};
  std::vector<Formula> result;
  for (int i = 0; i < operand_count(graph.op(node)); ++i)
    result.push_back({Expr(graph, operands[i]), formula.keeper});
  return result;
}

std::string kind_of(const Formula& formula) {
  if (op_of(formula) != Op::symbol) return {};
  switch (formula.expr.graph()->kind(formula.expr.node())) {
    case Kind::parameter:
      return "parameter";
    case Kind::coordinate:
      return "coordinate";
    case Kind::velocity:
      return "velocity";
    case Kind::acceleration:
      return "acceleration";
    case Kind::time:
      return "time";
    case Kind::force:
      return "force";
  }
  return {};
}

Formula derivative(const Formula& formula, const Formula& symbol) {
  if (op_of(symbol) != Op::symbol)
    throw ModelError("a formula is differentiated by a symbol, not by " + text_of(symbol));
  const auto keeper = common_keeper({&formula, &symbol});
  if (!formula.keeper) return 0.0;
  const Hold hold(*keeper);
  Graph& graph = *keeper->graph;
  return {Expr(graph, gradient(graph, formula.expr.node(), {symbol.expr.node()}).front()), keeper};
}

Formula derivative_by_name(const Formula& formula, const std::string& symbol) {
  if (!formula.keeper) return 0.0;
  const Hold hold(*formula.keeper);
  const NodeId node = formula.keeper->graph->find_symbol(symbol);
  if (node == no_node) throw ModelError("'" + symbol + "' is not defined");
  return derivative(formula, {Expr(*formula.keeper->graph, node), formula.keeper});
}

void bind_functions(py::module_& module, FormulaClass& formulas) {
  const auto one = [&](const char* name, Expr (*function)(const Expr&), const char* doc) {
    const auto call = [function](const Formula& a) { return combined(function, a); };
    module.def(name, call, py::arg("a"), doc);
    // numpy asks objects for methods of these names, in arrays of formulas
    formulas.def(name, call, doc);
  };
  one("sin", sin, "The sine of an angle in radians.");
  one("cos", cos, "The cosine of an angle in radians.");
  one("tan", tan, "The tangent of an angle in radians.");
  one("asin", asin, "The angle between -pi/2 and pi/2 with this sine.");
  one("acos", acos, "The angle between 0 and pi with this cosine.");
  one("atan", atan, "The angle between -pi/2 and pi/2 with this tangent.");
  one("sinh", sinh, "The hyperbolic sine.");
  one("cosh", cosh, "The hyperbolic cosine.");
  one("tanh", tanh, "The hyperbolic tangent.");
  one("exp", exp, "e to the power of a.");
  one("log", log, "The natural logarithm.");
  one("sqrt", sqrt, "The square root.");
  one("abs", abs, "The absolute value.");
  one("sign", sign, "-1, 0 or 1.");
  one("square", square, "a times a.");
  // the names of numpy for the same functions
  for (const auto& [numpys, ours] :
       {std::pair("arcsin", "asin"), {"arccos", "acos"}, {"arctan", "atan"}})
    formulas.attr(numpys) = formulas.attr(ours);

  const auto two = [&](const char* name, Expr (*function)(const Expr&, const Expr&),
                       const char* first, const char* second, const char* doc) {
    module.def(
        name, [function](const Formula& a, const Formula& b) { return combined(function, a, b); },
        py::arg(first), py::arg(second), doc);
  };
  two("atan2", atan2, "y", "x", "The angle of the point (x, y), between -pi and pi.");
  two("min", min, "a", "b", "The smaller of two.");
  two("max", max, "a", "b", "The larger of two.");
  two("hypot", hypot, "a", "b", "The square root of a**2 + b**2.");
  two("pow", pow, "a", "b", "a to the power of b.");
  module.def(
      "choose",
      [](const Formula& condition, const Formula& yes, const Formula& no) {
        return combined([](const Expr& c, const Expr& y, const Expr& n) { return choose(c, y, n); },
                        condition, yes, no);
      },
      py::arg("condition"), py::arg("yes"), py::arg("no"),
      "``yes`` where the condition holds, else ``no``: ``choose(x > 0, x, 0)``.");
  module.def(
      "rate", [](const Formula& a) { return combined([](const Expr& e) { return rate(e); }, a); },
      py::arg("a"),
      R"(d/dt along the motion: the velocity of a coordinate, the total derivative of a formula.

>>> system = al.System()
>>> x = system.coordinate("x")
>>> al.rate(x**2)
2*x*x'
)");
}

template <class Function>
void bind_operator(FormulaClass& formulas, const char* name, const char* reflected,
                   Function function) {
  formulas.def(
      name, [function](const Formula& a, const Formula& b) { return combined(function, a, b); },
      py::is_operator());
  if (reflected != nullptr)
    formulas.def(
        reflected,
        [function](const Formula& a, const Formula& b) { return combined(function, b, a); },
        py::is_operator());
}

void bind_operators(FormulaClass& formulas) {
  using E = const Expr&;
  bind_operator(formulas, "__add__", "__radd__", [](E a, E b) { return a + b; });
  bind_operator(formulas, "__sub__", "__rsub__", [](E a, E b) { return a - b; });
  bind_operator(formulas, "__mul__", "__rmul__", [](E a, E b) { return a * b; });
  bind_operator(formulas, "__truediv__", "__rtruediv__", [](E a, E b) { return a / b; });
  bind_operator(formulas, "__pow__", "__rpow__", [](E a, E b) { return pow(a, b); });
  bind_operator(formulas, "__lt__", nullptr, [](E a, E b) { return a < b; });
  bind_operator(formulas, "__le__", nullptr, [](E a, E b) { return a <= b; });
  bind_operator(formulas, "__gt__", nullptr, [](E a, E b) { return a > b; });
  bind_operator(formulas, "__ge__", nullptr, [](E a, E b) { return a >= b; });
  formulas.def("__neg__", [](const Formula& a) { return combined([](E e) { return -e; }, a); });
  formulas.def("__pos__", [](const Formula& a) { return a; });
  formulas.def("__abs__", [](const Formula& a) { return combined([](E e) { return abs(e); }, a); });
  formulas.def(
      "__eq__",
      [](const Formula& a, const Formula& b) {
        return FormulaEquation{a, b};
      },
      py::is_operator());
  formulas.def("__hash__", hash_of);
  formulas.def("__float__", float_of);
  formulas.def("__bool__", [](const Formula& a) -> bool {
    throw py::type_error("the formula " + text_of(a) +
                         " is neither true nor false; choose(condition, yes, no) decides by one");
  });
}

}  // namespace

void bind_formulas(py::module_& module) {
  FormulaClass formulas(module, "Expr",
                        R"(Expr(number)
--

A formula, made of symbols and numbers by operators and functions.

``==`` states an equation, ``<`` and its like a condition for ``choose``.

>>> system = al.System()
>>> x, y = system.coordinates("x y")
>>> 2 * x**2 + al.sin(y)
2*x^2 + sin(y)
>>> (x * y).diff(x)
y
)");
  py::class_<FormulaEquation>(module, "Equation", "left = right, as a constraint states it.")
      .def_readonly("left", &FormulaEquation::left)
      .def_readonly("right", &FormulaEquation::right)
      .def("__repr__",
           [](const FormulaEquation& e) { return text_of(e.left) + " = " + text_of(e.right); })
      .def("_repr_latex_",
           [](const FormulaEquation& e) {
             return "$" + latex_of(e.left) + " = " + latex_of(e.right) + "$";
           })
      // so that formulas can be keys of a dictionary
      .def("__bool__", [](const FormulaEquation& e) { return is_same(e.left, e.right); });

  formulas.def(py::init<double>(), py::arg("number"))
      .def("__repr__", text_of)
      .def("_repr_latex_", [](const Formula& formula) { return "$" + latex_of(formula) + "$"; })
      .def("latex", latex_of, "The formula in LaTeX.")
      .def("diff", derivative, py::arg("symbol"),
           "The partial derivative by a symbol, or by its name.")
      .def("diff", derivative_by_name, py::arg("symbol"))
      .def_property_readonly(
          "op", [](const Formula& formula) { return std::string(name_of(op_of(formula))); },
          "The outermost operation: 'add', 'sin', ..., 'symbol' or 'constant'.")
      .def_property_readonly("operands", operands_of, "What the outermost operation works on.")
      .def_property_readonly("kind", kind_of,
                             "Of a symbol: 'coordinate', 'velocity', 'acceleration', 'parameter', "
                             "'time' or 'force'; else empty.");
  py::implicitly_convertible<Number, Formula>();
  bind_operators(formulas);
  bind_functions(module, formulas);
}

}  // namespace alembert::python
