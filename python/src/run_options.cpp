#include "run_options.hpp"

#include "mechanics/model_error.hpp"
#include "numbers.hpp"
#include "symbol/evaluate.hpp"

namespace alembert::python {

namespace {

// the choice that has this name
template <class Choice>
Choice named(const std::string& name, std::initializer_list<Choice> choices, const char* what) {
  std::string known;
  for (const Choice choice : choices) {
    if (name_of(choice) == name) return choice;
    known += (known.empty() ? "" : ", ") + std::string(name_of(choice));
  }
  throw ModelError("there is no " + std::string(what) + " '" + name + "'", "there are: " + known);
}

// a number, or a formula of parameters
double start_number(const PythonSystem& system, const py::handle& value, const std::string& of) {
  if (!py::isinstance<Formula>(value)) return number_of(value, "the start value of " + of);
  const Formula formula = value.cast<Formula>();
  const Expr own = system.own(formula);
  if (!own.graph()) return own.number();
  const Hold hold(*system.keeper());
  const Graph& graph = *own.graph();
  if (graph.kinds(own.node())
          .has(Kind::coordinate | Kind::velocity | Kind::acceleration | Kind::time | Kind::force))
    throw ModelError("the start value of " + of + " is a number or a formula of parameters, not " +
                         text_of(formula),
                     "system.start({...}) takes formulas of other start values");
  return evaluate(graph, {own.node()}, system.system().parameter_values()).front();
}

}  // namespace

SimulateOptions options_of(const PythonSystem& system, const RunArguments& arguments) {
  SimulateOptions options;
  if (!arguments.until && (!system.model().run || system.model().run->until == no_node))
    throw ModelError("nobody says how long to run", "give until=10");
  if (arguments.start)
    for (const auto& [what, number] : *arguments.start) {
      const Expr symbol = system.symbol(what);
      if (!symbol.graph()) throw ModelError("a number cannot be given a start value");
      options.start.emplace_back(symbol, start_number(system, number, py::str(what)));
    }
  options.from = arguments.from;
  options.until = arguments.until;
  options.tolerance = arguments.tolerance;
  options.every = arguments.every;
  options.rank_tolerance = arguments.rank_tolerance;
  options.max_steps = arguments.max_steps;
  options.max_seconds = arguments.max_seconds;
  if (arguments.method)
    options.method =
        named(*arguments.method, {Method::dop853, Method::taylor, Method::gauss, Method::stiff},
              "method");
  if (arguments.drift)
    options.drift =
        named(*arguments.drift, {Drift::project, Drift::baumgarte, Drift::none}, "drift");
  if (arguments.inconsistent)
    options.inconsistent = named(*arguments.inconsistent,
                                 {Inconsistent::error, Inconsistent::least_squares}, "choice");
  if (arguments.baumgarte) {
    options.drift = Drift::baumgarte;
    options.baumgarte_alpha = arguments.baumgarte->first;
    options.baumgarte_beta = arguments.baumgarte->second;
  }
  return options;
}

}  // namespace alembert::python
