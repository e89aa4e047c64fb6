#include "dynamics/start_data.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dynamics/outcome.hpp"
#include "mechanics/start_error.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

StartData evaluate_start(const System& system, const std::vector<StartValue>& start, double t) {
  const Graph& graph = system.graph();
  Assignment known = system.parameter_values();
  known[system.time().node()] = t;
  // values may use each other in any order: take those whose formula is known until none is left
  std::vector<bool> done(start.size(), false);
  StartData data;
  std::size_t left = start.size();
  for (bool progress = true; progress && left > 0;) {
    progress = false;
    for (std::size_t i = 0; i < start.size(); ++i) {
      if (done[i]) continue;
      bool ready = true;
      for (const NodeId node : reachable(graph, {start[i].formula}))
        ready &= !graph.is_symbol(node) || known.contains(node);
      if (!ready) continue;
      const double value = evaluate(graph, {start[i].formula}, known).front();
      const std::string& name = graph.name(start[i].symbol);
      if (!std::isfinite(value))
        throw StartError(fmt::format("the start value of {} is not a finite number", name),
                         std::string(hint_for(Fate::not_finite)), {.given = {name}});
      done[i] = progress = true;
      --left;
      known[start[i].symbol] = value;
      const bool is_velocity = graph.kinds(start[i].symbol).has(Kind::velocity);
      const std::size_t index =
          *system.coordinate_index(is_velocity ? name.substr(0, name.size() - 1) : name);
      (is_velocity ? (start[i].guess ? data.v_guess : data.v)
                   : (start[i].guess ? data.q_guess : data.q))
          .push_back({index, value});
    }
  }
  for (std::size_t i = 0; i < start.size(); ++i)
    if (!done[i])
      throw ModelError(fmt::format("the start value of {} uses one that is not given",
                                   graph.name(start[i].symbol)),
                       "a start value is a formula of parameters and of other start values");
  return data;
}

}  // namespace alembert
