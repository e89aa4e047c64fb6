#include "instant_of_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "mechanics/model_error.hpp"
#include "symbol/evaluate.hpp"

namespace alembert::app {

SpanOfModel span_of(const Model& model) {
  const auto value = [&](NodeId formula) {
    return evaluate(model.system.graph(), {formula}, model.system.parameter_values()).front();
  };
  SpanOfModel span;
  if (model.run && model.run->from != no_node) span.from = value(model.run->from);
  if (model.run && model.run->until != no_node) span.until = value(model.run->until);
  return span;
}

SimulateOptions run_to(const Model& model, std::optional<double> instant) {
  const auto [from, until] = span_of(model);
  const double t = instant.value_or(from);
  const bool is_inside = t >= from && t <= until.value_or(t) && std::isfinite(t);
  if (!is_inside)
    throw ModelError(fmt::format("--at {:g} is outside of the run", t),
                     until ? fmt::format("it goes from {:g} to {:g}", from, *until)
                           : fmt::format("it begins at {:g}", from));
  SimulateOptions options;
  if (t > from) {
    options.until = t;
  } else {
    // a model need not say how long to run for the start alone
    options.until = from + 1;
    options.progress = [](double) { return false; };
  }
  return options;
}

void check_reached(const Motion& motion, double instant) {
  if (instant > motion.end_time())
    throw std::runtime_error(
        fmt::format("the motion does not reach t = {:g}: {}", instant, motion.outcome().words()));
}

}  // namespace alembert::app
