#include "run_options.hpp"

#include "mechanics/model_error.hpp"

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

}  // namespace

SimulateOptions options_of(const PythonSystem& system, const RunArguments& arguments) {
  SimulateOptions options;
  if (arguments.start)
    for (const auto& [what, number] : *arguments.start) {
      const Expr symbol = system.symbol(what);
      if (!symbol.graph()) throw ModelError("a number cannot be given a start value");
      options.start.emplace_back(symbol, number.cast<double>());
    }
  options.from = arguments.from;
  options.until = arguments.until;
  options.tolerance = arguments.tolerance;
  options.every = arguments.every;
  options.rank_tolerance = arguments.rank_tolerance;
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

bool interrupt_key_pressed() {
  if (PyErr_CheckSignals() == 0) return false;
  if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw py::error_already_set();
  PyErr_Clear();
  return true;
}

bool InterruptWatch::operator()(double t) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return true;
  next_ = now + std::chrono::milliseconds(50);
  const py::gil_scoped_acquire lock;
  if (interrupt_key_pressed()) return false;
  return progress_.is_none() || !progress_(t).is(py::bool_(false));
}

}  // namespace alembert::python
