#include "mechanics/kinks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mechanics/model_error.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/print.hpp"
#include "symbol/switching_times.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

namespace {

constexpr Kinds moving_kinds = Kind::coordinate | Kind::velocity;

// a comparison as it was written
std::string switch_text(const Graph& graph, NodeId node) {
  if (!is_comparison(graph.op(node))) return to_text(graph, node);
  return fmt::format("{} {} {}", to_text(graph, graph.a(node)),
                     graph.op(node) == Op::less ? "<" : "<=", to_text(graph, graph.b(node)));
}

void refuse_kinks_in_state(const Graph& graph, const ConstraintRow& row,
                           const std::vector<NodeId>& switches) {
  for (const NodeId node : switches)
    if (graph.kinds(node).has(moving_kinds))
      throw ModelError(fmt::format("constraint '{}' has a kink where {} changes sides", row.name,
                                   switch_text(graph, node)),
                       "a constraint must be smooth: what pushes on one side only is a contact, "
                       "contact name: left "
                       ">= right, one for each side; else write the formula of one side");
}

// the formulas of time alone that the row joins with its coordinates, where they contain a switch
std::vector<NodeId> programs_in(const Graph& graph, NodeId residual) {
  const auto is_of_time = [&](NodeId node) {
    return graph.kinds(node).has(Kind::time) && !graph.kinds(node).has(moving_kinds);
  };
  std::vector<NodeId> programs;
  for (const NodeId node : reachable(graph, {residual})) {
    if (!graph.kinds(node).has(moving_kinds)) continue;
    const int operands = operand_count(graph.op(node));
    const NodeId of[] = {operands >= 1 ? graph.a(node) : node, operands >= 2 ? graph.b(node) : node,
                         operands >= 3 ? graph.c(node) : node};
    for (const NodeId operand : of)
      if (is_of_time(operand) && !switches_in(graph, {operand}).empty())
        programs.push_back(operand);
  }
  return programs;
}

// Between neighbouring instants a smooth formula changes in proportion to their distance; a formula
// that jumps changes as much as between instants far apart.
bool jumps(const System& system, NodeId formula, const SwitchingTime& instant) {
  const Graph& graph = system.graph();
  Assignment values = system.parameter_values();
  double size = 0;
  const auto value = [&](double t) {
    values[system.time().node()] = t;
    size = std::max(size, sizes_of_terms(graph, {formula}, values).front());
    return evaluate(graph, {formula}, values).front();
  };
  const double gap = instant.after - instant.before;
  const double wide = std::max(1e-3 * std::fabs(instant.after), 1e3 * gap);
  const double change = std::fabs(value(instant.after) - value(instant.before));
  const double wide_change = std::fabs(value(instant.after + wide) - value(instant.before - wide));
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * size;
  return change > 1e3 * gap / wide * wide_change + rounding;
}

void refuse_jumps_in_time(const System& system, const ConstraintRow& row,
                          const std::vector<NodeId>& programs, double from, double until) {
  constexpr int most_instants = 1000;
  Graph& graph = system.graph();
  const std::vector<NodeId> rates = time_derivative(graph, programs);
  SwitchingTimes times(graph, programs, system.parameter_values(), from, until);
  std::optional<SwitchingTime> instant = times.next(from);
  for (int i = 0; i < most_instants && instant; ++i, instant = times.next(instant->after)) {
    for (std::size_t p = 0; p < programs.size(); ++p) {
      const bool value_jumps = jumps(system, programs[p], *instant);
      const bool rate_jumps =
          row.level == Level::position && !value_jumps && jumps(system, rates[p], *instant);
      if (value_jumps || rate_jumps)
        throw ModelError(
            fmt::format("constraint '{}' jumps{} at t = {:.6g}: the body would need an impulse",
                        row.name, rate_jumps ? " in its rate" : "", instant->after),
            row.level == Level::position
                ? "let the pieces of a given motion join with equal values and equal rates"
                : "let the pieces of a given velocity join with equal values");
    }
  }
}

}  // namespace

void refuse_kinks(const System& system, const ConstraintRow& row, double from, double until) {
  if (row.level == Level::acceleration) return;
  const Graph& graph = system.graph();
  const std::vector<NodeId> switches = switches_in(graph, {row.residual});
  if (switches.empty()) return;
  refuse_kinks_in_state(graph, row, switches);
  refuse_jumps_in_time(system, row, programs_in(graph, row.residual), from, until);
}

}  // namespace alembert
