#include "run_options.hpp"

#include <fmt/format.h>

#include "mechanics/model_error.hpp"
#include "numbers.hpp"
#include "symbol/evaluate.hpp"

namespace alembert::python {

namespace {

template <class Enumeration>
Enumeration named(const std::string& name, const char* what) {
  if (const std::optional<Enumeration> choice = choice_named<Enumeration>(name)) return *choice;
  throw ModelError(fmt::format("there is no {} '{}'", what, name),
                   fmt::format("there are: {}", fmt::join(choice_words<Enumeration>(), ", ")));
}

// a number, or a formula of parameters
double start_number(const PythonSystem& system, const Assignment& parameters,
                    const py::handle& value, const std::string& of) {
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
  return evaluate(graph, {own.node()}, parameters).front();
}

}  // namespace

SimulateOptions with_arguments(SimulateOptions options, const PythonSystem& system,
                               const RunArguments& arguments) {
  if (!options.until && (!system.model().run || system.model().run->until == no_node))
    throw ModelError("nobody says how long to run", "give until=10");
  Assignment parameters = system.system().parameter_values();
  if (arguments.parameters) {
    const Assignment others = system.parameters(*arguments.parameters);
    for (const auto& [symbol, number] : others)
      options.parameters.emplace_back(Expr(system.system().graph(), symbol), number);
    const Hold hold(*system.keeper());
    parameters = system.system().with_numbers(others).parameter_values();
  }
  if (arguments.start)
    for (const auto& [what, number] : *arguments.start) {
      const Expr symbol = system.symbol(what);
      if (!symbol.graph()) throw ModelError("a number cannot be given a start value");
      options.start.emplace_back(symbol, start_number(system, parameters, number, py::str(what)));
    }
  if (arguments.method) options.method = named<Method>(*arguments.method, "method");
  if (arguments.drift) options.drift = named<Drift>(*arguments.drift, "drift");
  if (arguments.inconsistent)
    options.inconsistent = named<Inconsistent>(*arguments.inconsistent, "choice");
  if (arguments.baumgarte) {
    options.drift = Drift::baumgarte;
    options.baumgarte_alpha = arguments.baumgarte->first;
    options.baumgarte_beta = arguments.baumgarte->second;
  }
  return options;
}

}  // namespace alembert::python
