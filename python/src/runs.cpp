// From a system to its motion, its ensemble, its equations and its checks.

#include <pybind11/stl.h>

#include <functional>

#include "interrupt.hpp"
#include "mechanics/start_error.hpp"
#include "motion/run_settings.hpp"
#include "numbers.hpp"
#include "python_ensemble.hpp"
#include "python_equations.hpp"
#include "python_motion.hpp"
#include "run_options.hpp"
#include "system_parts.hpp"
#include "text/placed.hpp"

namespace alembert::python {

namespace {

// `progress` as people give it: True is a bar, False is nothing, a function is called with the time
// reached
py::object progress_of_run(const py::object& progress, double from, double until) {
  if (progress.is(py::bool_(true)))
    return py::module_::import("alembert.progress").attr("TimeBar")(from, until);
  if (progress.is(py::bool_(false))) return py::none();
  return progress;
}

// the model as it was run
std::shared_ptr<const Model> model_of(const PythonSystem& system, const SimulateOptions& options,
                                      const Motion& motion) {
  if (options.parameters.empty()) return system.shared_model();
  auto model = std::make_shared<Model>(system.model());
  model->system = motion.equations().system;
  return model;
}

// a mistake at the start is shown in the model's file, unless something else was said here
Motion motion_of(const PythonSystem& system, const SimulateOptions& options) {
  try {
    return system.simulator().run(options);
  } catch (const StartError& error) {
    const auto& [file, text] = *system.text();
    if (text.empty() || !options.start.empty() || !options.parameters.empty()) throw;
    throw placed(error, text, file);
  }
}

py::object run(const PythonSystem& system, SimulateOptions options, const py::object& progress) {
  const RunSpan span = span_of(system.model(), options);
  const py::object told = progress_of_run(progress, span.from, span.until);
  InterruptWatch watch(told);
  SimulateOptions with_progress = options;
  with_progress.progress = std::ref(watch);
  auto motion = [&] {
    const Hold hold(*system.keeper());
    const py::gil_scoped_release others_may_go_on;
    Motion done = motion_of(system, with_progress);
    auto model = model_of(system, options, done);
    return std::make_shared<PythonMotion>(PythonMotion{
        std::move(done), system.keeper(), std::move(model), system.text(), std::move(options)});
  }();
  const Outcome& outcome = motion->motion.outcome();
  if (progress.is(py::bool_(true))) told(outcome.t);
  const std::string words = outcome.words();
  const py::object result = py::cast(std::move(motion));
  if (watch.key_was_pressed()) raise_interrupt("motion", result, words);
  return result;
}

py::object simulate_system(const PythonSystem& self, std::optional<py::dict> start,
                           const std::optional<py::dict>& parameters, std::optional<double> until,
                           std::optional<double> tolerance, std::optional<double> every,
                           std::optional<std::string> method, std::optional<std::string> drift,
                           std::optional<std::pair<double, double>> baumgarte,
                           std::optional<std::string> inconsistent,
                           std::optional<double> rank_tolerance, std::optional<double> from,
                           std::optional<long> max_steps, std::optional<double> max_seconds,
                           const py::object& progress) {
  SimulateOptions options = with_arguments({.from = from,
                                            .until = until,
                                            .tolerance = tolerance,
                                            .every = every,
                                            .rank_tolerance = rank_tolerance,
                                            .max_steps = max_steps,
                                            .max_seconds = max_seconds},
                                           self,
                                           {.start = std::move(start),
                                            .parameters = parameters,
                                            .method = std::move(method),
                                            .drift = std::move(drift),
                                            .inconsistent = std::move(inconsistent),
                                            .baumgarte = baumgarte});
  if (options.parameters.empty()) return run(self, std::move(options), progress);
  const std::shared_ptr<const PythonSystem> copy = self.idle_copy();
  // the copy of the graph has the same nodes
  for (auto* numbers : {&options.start, &options.parameters})
    for (auto& [symbol, number] : *numbers) symbol = Expr(copy->system().graph(), symbol.node());
  return run(*copy, std::move(options), progress);
}

unsigned count_of(long number, const char* what, const char* hint) {
  if (number >= 0 && number <= 1'000'000) return static_cast<unsigned>(number);
  throw ModelError(std::to_string(number) + " cannot be the number of " + what, hint);
}

py::object ensemble(const PythonSystem& self, const py::dict& varied, std::optional<py::dict> start,
                    std::optional<double> until, std::optional<double> tolerance,
                    std::optional<std::vector<double>> times, std::optional<std::string> method,
                    std::optional<std::string> drift,
                    std::optional<std::pair<double, double>> baumgarte, std::optional<double> from,
                    std::optional<long> max_steps, std::optional<double> max_seconds, long threads,
                    long lanes, const py::object& progress) {
  const auto run = with_arguments({.from = from,
                                   .until = until,
                                   .tolerance = tolerance,
                                   .max_steps = max_steps,
                                   .max_seconds = max_seconds},
                                  self,
                                  {.start = std::move(start),
                                   .method = std::move(method),
                                   .drift = std::move(drift),
                                   .baumgarte = baumgarte});
  return run_ensemble(self, varied,
                      {.run = run,
                       .times = times.value_or(std::vector<double>()),
                       .threads = count_of(threads, "threads", "0 is one for each core"),
                       .lanes = count_of(lanes, "lanes", "a core runs 1 or 4 motions together")},
                      progress);
}

// what the model itself says about the start, in formulas of parameters
void set_start(PythonSystem& self, const py::dict& values) {
  std::vector<StartValue> start;
  for (const auto& [what, value] : values) {
    const Expr symbol = self.symbol(what);
    const Expr formula =
        py::isinstance<Formula>(value)
            ? self.own(value.cast<Formula>())
            : Expr(number_of(value, "the start value of " + py::str(what).cast<std::string>()));
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
           arg("from_") = none(), arg("max_steps") = none(), arg("max_seconds") = none(),
           arg("progress") = none(),
           R"(Integrates the motion and returns it; what is not said is as the model says.

start           what is known: {x: 1, "y'": 0}; the rest is found so that the constraints hold
parameters      other numbers than the system's: {l: 2, "m": 1}
until, from_    the end and the beginning of the run
tolerance       of each step, relative to natural sizes; 1e-10
every           the time between outputs; a thousandth of the run
method          "dop853", "taylor", "gauss" or "stiff"
drift           how constraints are held: "project", "baumgarte" or "none"
baumgarte       (alpha, beta) of that method
inconsistent    contradicting rows are an "error", or met in "least_squares"
rank_tolerance  below which a singular value counts as zero; 1e-10
max_steps, max_seconds  give the run up, with the outcome "limit reached"
progress        True for a bar; a function is called some twenty times a second with the time
                reached, and ends the run where it answers False

The interrupt key raises KeyboardInterrupt, whose attribute ``motion`` is the motion so far.

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
           arg("from_") = none(), arg("max_steps") = none(), arg("max_seconds") = none(),
           arg("threads") = 0, arg("lanes") = 4, arg("progress") = none(),
           R"(Runs many motions on all cores: arrays of starts and parameters in, arrays out.

``varied`` has an array for each coordinate, velocity or parameter that varies; they are broadcast
against each other, and results have their shape, with the times as a further axis. ``times`` are those
at which states are kept, the end alone if there are none. ``threads`` is how many cores work, 0 for all;
``lanes`` how many motions each runs together, 4 or 1. ``max_steps`` holds for each motion,
``max_seconds`` for all together. The other arguments are those of ``simulate``.

``progress=True`` shows a bar; a function is called with the motions done and all motions, and may answer
False. The interrupt key raises KeyboardInterrupt, whose attribute ``ensemble`` has the motions that are done.

>>> system = al.example("pendulum/cartesian")
>>> system.ensemble({"l": [1, 2, 3], "x": [1, 2, 3], "y": 0}, until=1)["x"].shape
(3, 1)
)")
      .def("equations", &PythonSystem::equations, "The explicit equations of motion, as formulas.")
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
