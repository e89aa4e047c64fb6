// From a system to its motion, its ensemble, its equations and its checks.

#include <pybind11/stl.h>

#include <chrono>
#include <functional>

#include "python_ensemble.hpp"
#include "python_equations.hpp"
#include "python_motion.hpp"
#include "run_options.hpp"
#include "system_parts.hpp"

namespace alembert::python {

namespace {

std::shared_ptr<PythonMotion> run(const PythonSystem& system, const RunArguments& arguments,
                                  const py::object& progress) {
  SimulateOptions options = options_of(system, arguments);
  InterruptWatch watch(progress);
  options.progress = std::ref(watch);
  const Hold hold(*system.keeper());
  const py::gil_scoped_release others_may_go_on;
  return std::make_shared<PythonMotion>(PythonMotion{
      simulate(system.model(), options), system.keeper(), system.shared_model(), system.text()});
}

std::shared_ptr<PythonMotion> simulate_system(
    const PythonSystem& self, std::optional<py::dict> start,
    const std::optional<py::dict>& parameters, std::optional<double> until,
    std::optional<double> tolerance, std::optional<double> every, std::optional<std::string> method,
    std::optional<std::string> drift, std::optional<std::pair<double, double>> baumgarte,
    std::optional<std::string> inconsistent, std::optional<double> rank_tolerance,
    std::optional<double> from, const py::object& progress) {
  RunArguments arguments{std::move(start),
                         from,
                         until,
                         tolerance,
                         every,
                         rank_tolerance,
                         std::move(method),
                         std::move(drift),
                         std::move(inconsistent),
                         baumgarte};
  if (!parameters || parameters->empty()) return run(self, arguments, progress);
  const PythonSystem copy = self.with_parameters(*parameters);
  // the copy has symbols of its own; by name they are the same
  if (arguments.start) {
    py::dict by_name;
    for (const auto& [what, value] : *arguments.start) by_name[py::str(what)] = value;
    arguments.start = by_name;
  }
  return run(copy, arguments, progress);
}

std::shared_ptr<PythonEnsemble> ensemble(
    const PythonSystem& self, const py::dict& varied, std::optional<py::dict> start,
    std::optional<double> until, std::optional<double> tolerance,
    std::optional<std::vector<double>> times, std::optional<std::string> method,
    std::optional<std::string> drift, std::optional<std::pair<double, double>> baumgarte,
    std::optional<double> from, unsigned threads, unsigned lanes, const py::object& progress) {
  RunArguments arguments;
  arguments.start = std::move(start);
  arguments.from = from;
  arguments.until = until;
  arguments.tolerance = tolerance;
  arguments.method = std::move(method);
  arguments.drift = std::move(drift);
  arguments.baumgarte = baumgarte;
  return run_ensemble(self, varied, arguments, times.value_or(std::vector<double>()), threads,
                      lanes, progress);
}

std::shared_ptr<PythonEquations> equations(const PythonSystem& self) {
  const Hold hold(*self.keeper());
  const auto begin = std::chrono::steady_clock::now();
  auto result = std::make_shared<PythonEquations>(
      PythonEquations{self.keeper(), self.shared_model(), derive(self.system())});
  result->derive_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

// what the model itself says about the start, in formulas of parameters
void set_start(PythonSystem& self, const py::dict& values) {
  std::vector<StartValue> start;
  for (const auto& [what, value] : values) {
    const Expr symbol = self.symbol(what), formula = self.own(value.cast<Formula>());
    if (!symbol.graph()) throw py::value_error("a number cannot be given a start value");
    const Hold hold(*self.keeper());
    start.push_back({symbol.node(), formula.in(*self.keeper()->graph)});
  }
  self.edit().start = std::move(start);
}

}  // namespace

void bind_runs(SystemClass& systems) {
  using py::arg, py::none;
  systems
      .def("simulate", simulate_system, py::kw_only(), arg("start") = none(),
           arg("parameters") = none(), arg("until") = none(), arg("tolerance") = none(),
           arg("every") = none(), arg("method") = none(), arg("drift") = none(),
           arg("baumgarte") = none(), arg("inconsistent") = none(), arg("rank_tolerance") = none(),
           arg("from_") = none(), arg("progress") = none(),
           R"(Integrates the motion; what is not said is as the model says.

The interrupt key ends the run: the motion so far is returned, and its outcome says "interrupted".
``progress`` is called some twenty times a second with the time reached, and may answer False.

>>> free_fall = al.System()
>>> y = free_fall.coordinate("y")
>>> free_fall.kinetic(al.rate(y)**2 / 2)
>>> free_fall.potential(9.81 * y)
>>> motion = free_fall.simulate(start={y: 0, "y'": 5}, until=2, tolerance=1e-12)
>>> bool(np.allclose(motion["y"], 5 * motion.t - 9.81 / 2 * motion.t**2))
True
)")
      .def("ensemble", ensemble, arg("varied"), py::kw_only(), arg("start") = none(),
           arg("until") = none(), arg("tolerance") = none(), arg("times") = none(),
           arg("method") = none(), arg("drift") = none(), arg("baumgarte") = none(),
           arg("from_") = none(), arg("threads") = 0u, arg("lanes") = 4u, arg("progress") = none(),
           R"(Runs many motions on all cores: arrays of starts and parameters in, arrays out.

``varied`` has an array for each coordinate, velocity or parameter that varies. ``times`` are those at
which states are kept, the end alone if there are none. ``progress=True`` shows a bar.

>>> system = al.read("models/pendulum/cartesian.mech")
>>> system.ensemble({"l": [1, 2, 3], "x": [1, 2, 3], "y": 0}, until=1)["x"].shape
(3, 1)
)")
      .def("equations", equations, "The explicit equations of motion, as formulas.")
      .def("start", set_start, arg("values"),
           R"(What the system itself says about the start; formulas of parameters are allowed.

>>> pendulum = al.System()
>>> a = pendulum.coordinate("a")
>>> l = pendulum.parameter("l", 2)
>>> pendulum.kinetic(l**2 * al.rate(a)**2 / 2)
>>> pendulum.start({a: l / 4, "a'": 1})
>>> float(pendulum.simulate(until=1)["a"][0])
0.5
)");
}

}  // namespace alembert::python
