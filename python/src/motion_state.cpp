#include "motion_state.hpp"

#include <pybind11/stl.h>

#include "motion/restore.hpp"
#include "symbol/print.hpp"
#include "text/read.hpp"
#include "text/write.hpp"

namespace alembert::python {

namespace {

// the options of the run, with symbols by name
py::tuple state_of(const SimulateOptions& options) {
  const auto by_name = [](const std::vector<std::pair<Expr, double>>& numbers) {
    py::list list;
    for (const auto& [symbol, value] : numbers)
      list.append(py::make_tuple(to_text(*symbol.graph(), symbol.node()), value));
    return list;
  };
  const auto number = [](const auto& choice) {
    return choice ? std::optional<int>(static_cast<int>(*choice)) : std::nullopt;
  };
  return py::make_tuple(by_name(options.start), options.from, options.until, options.tolerance,
                        options.every, options.rank_tolerance, number(options.method),
                        number(options.drift), options.baumgarte_alpha, options.baumgarte_beta,
                        number(options.inconsistent), options.max_steps, options.max_seconds,
                        by_name(options.parameters));
}

SimulateOptions options_from(const py::tuple& state, const System& system) {
  using Number = std::optional<double>;
  SimulateOptions options;
  Graph& graph = system.graph();
  const auto read = [&](const py::handle& list, std::vector<std::pair<Expr, double>>& numbers) {
    for (const auto& [name, value] : list.cast<std::vector<std::pair<std::string, double>>>())
      numbers.emplace_back(Expr(graph, graph.find_symbol(name)), value);
  };
  read(state[0], options.start);
  read(state[13], options.parameters);
  const auto choose = [](const py::handle& from, auto& choice) {
    using Choice = typename std::remove_reference_t<decltype(choice)>::value_type;
    if (!from.is_none()) choice = static_cast<Choice>(from.cast<int>());
  };
  options.from = state[1].cast<Number>();
  options.until = state[2].cast<Number>();
  options.tolerance = state[3].cast<Number>();
  options.every = state[4].cast<Number>();
  options.rank_tolerance = state[5].cast<Number>();
  choose(state[6], options.method);
  choose(state[7], options.drift);
  options.baumgarte_alpha = state[8].cast<Number>();
  options.baumgarte_beta = state[9].cast<Number>();
  choose(state[10], options.inconsistent);
  options.max_steps = state[11].cast<std::optional<long>>();
  options.max_seconds = state[12].cast<Number>();
  return options;
}

}  // namespace

py::tuple state_of(const PythonMotion& self) {
  const Hold hold(*self.keeper);
  const MotionRecord record = self.motion.record();
  const auto& [position, velocity, virtual_work, acceleration] = record.largest;
  const auto& [steps, rejected, evaluations] = record.counters;
  const auto& [derive, compile, run] = record.seconds;
  py::list stretches, jumps, impacts, accumulations;
  for (const auto& [from, until, phases] : record.stretches) {
    std::vector<int> frictions;
    for (const FrictionPhase phase : phases.frictions) frictions.push_back(static_cast<int>(phase));
    stretches.append(py::make_tuple(from, until, phases.closed, frictions, phases.off));
  }
  for (const auto& [t, energy] : record.jumps) jumps.append(py::make_tuple(t, energy));
  for (const auto& [t, contact, group, impulse, approach, separation, lost, unique, tangential] :
       record.impacts)
    impacts.append(
        py::make_tuple(t, contact, group, impulse, approach, separation, lost, unique, tangential));
  for (const auto& [t, contacts, impulse] : record.accumulations)
    accumulations.append(py::make_tuple(t, contacts, impulse));
  return py::make_tuple(
      write_text(*self.model), self.text->file, self.text->text, state_of(self.options),
      array_of(record.table), record.outcome, record.events,
      py::make_tuple(position, velocity, virtual_work, acceleration),
      py::make_tuple(steps, rejected, evaluations), py::make_tuple(derive, compile, run),
      record.energy_imbalance, record.energy_deviation, stretches, jumps, impacts, accumulations);
}

std::shared_ptr<PythonMotion> from_state(const py::tuple& state) {
  auto model = std::make_shared<const Model>(read_text(state[0].cast<std::string>(), "motion"));
  ModelText text{state[1].cast<std::string>(), state[2].cast<std::string>()};
  SimulateOptions options = options_from(state[3], model->system);
  const py::tuple largest = state[7], counters = state[8], seconds = state[9];
  MotionRecord record{
      vector_of(state[4].cast<py::array_t<double>>()),
      state[5].cast<Outcome>(),
      state[6].cast<std::vector<Event>>(),
      {largest[0].cast<double>(), largest[1].cast<double>(), largest[2].cast<double>(),
       largest[3].cast<double>()},
      {counters[0].cast<long>(), counters[1].cast<long>(), counters[2].cast<long>()},
      {seconds[0].cast<double>(), seconds[1].cast<double>(), seconds[2].cast<double>()},
      state[10].cast<double>(),
      state[11].cast<double>(),
      {},
      {},
      {},
      {}};
  for (const py::handle& item : state[12]) {
    const auto of = item.cast<py::tuple>();
    Phases phases{of[2].cast<std::vector<bool>>(), {}, of[4].cast<std::vector<bool>>()};
    for (const int phase : of[3].cast<std::vector<int>>())
      phases.frictions.push_back(static_cast<FrictionPhase>(phase));
    record.stretches.push_back({of[0].cast<double>(), of[1].cast<double>(), std::move(phases)});
  }
  for (const py::handle& item : state[13]) {
    const auto of = item.cast<py::tuple>();
    record.jumps.push_back({of[0].cast<double>(), of[1].cast<double>()});
  }
  for (const py::handle& item : state[14]) {
    const auto of = item.cast<py::tuple>();
    record.impacts.push_back({of[0].cast<double>(), of[1].cast<std::size_t>(),
                              of[2].cast<std::size_t>(), of[3].cast<double>(), of[4].cast<double>(),
                              of[5].cast<double>(), of[6].cast<double>(), of[7].cast<bool>(),
                              of[8].cast<double>()});
  }
  for (const py::handle& item : state[15]) {
    const auto of = item.cast<py::tuple>();
    record.accumulations.push_back({of[0].cast<double>(), of[1].cast<std::vector<std::size_t>>(),
                                    of[2].cast<std::vector<double>>()});
  }
  Motion motion = restore(*model, options, std::move(record));
  return std::make_shared<PythonMotion>(PythonMotion{
      std::move(motion), std::make_shared<GraphKeeper>(model->system.shared_graph()),
      std::move(model), std::make_shared<const ModelText>(std::move(text)), std::move(options)});
}

}  // namespace alembert::python
