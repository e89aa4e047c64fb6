/// What does one node cost? The interpreter on M and Q of a planar chain in angles, scalar and in
/// lanes.
///
/// Prints, for chains of several lengths, nanoseconds per node of the graph (constants and symbols
/// not counted) for one evaluation and per lane for 4 and 8 lanes, the best of many rounds, and
/// beside them the largest relative difference from symbol/evaluate over the same inputs.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "compile/evaluator.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/evaluate.hpp"
#include "symbol/expr.hpp"

using namespace alembert;

namespace {

struct Formulas {
  std::vector<NodeId> inputs;
  std::vector<NodeId> outputs;
  std::size_t nodes = 0;  ///< that apply an operation
};

std::string numbered(std::string name, int number) { return name.append(std::to_string(number)); }

/// M(q) and Q(q, v) of a chain of links, from T − V by differentiation.
Formulas chain(Graph& graph, int links) {
  std::vector<NodeId> q, v;
  Formulas formulas;
  Expr x = 0, y = 0, lagrangian = 0;
  for (int i = 0; i < links; ++i) {
    q.push_back(graph.symbol(numbered("theta", i), Kind::coordinate));
    v.push_back(graph.symbol(numbered("omega", i), Kind::velocity));
    graph.set_rate(q[i], v[i]);
    const Expr mass(graph, graph.symbol(numbered("m", i), Kind::parameter));
    const Expr length(graph, graph.symbol(numbered("l", i), Kind::parameter));
    formulas.inputs.insert(formulas.inputs.end(), {q[i], v[i], mass.node(), length.node()});
    x += length * sin(Expr(graph, q[i]));
    y += -length * cos(Expr(graph, q[i]));
    lagrangian += mass * ((square(rate(x)) + square(rate(y))) / 2 - 9.81 * y);
  }
  const NodeId l = lagrangian.in(graph);
  const std::vector<NodeId> p = gradient(graph, l, v);
  for (const Entry& entry : jacobian(graph, p, v))
    if (entry.row <= entry.column) formulas.outputs.push_back(entry.value);
  const std::vector<NodeId> force = gradient(graph, l, q);
  std::vector<Direction> along;
  for (int i = 0; i < links; ++i) along.push_back({q[i], v[i]});
  const std::vector<NodeId> transport = derivative_along(graph, p, along);
  for (int i = 0; i < links; ++i)
    formulas.outputs.push_back(graph.make(Op::subtract, force[i], transport[i]));

  for (const NodeId node : reachable(graph, formulas.outputs))
    formulas.nodes += !graph.is_constant(node) && !graph.is_symbol(node);
  return formulas;
}

/// Seconds for one call, the best of many rounds.
template <class Function>
double best_time(Function call) {
  using Clock = std::chrono::steady_clock;
  constexpr int rounds = 60;
  constexpr int calls = 100;
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) call();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count() / calls);
  }
  return best;
}

struct Cost {
  int links;
  std::size_t nodes, slots;
  double compile_ms;
  std::array<double, 3> ns;  ///< per node and lane, for lane_counts
  double difference;         ///< relative to 1 or to the value, whichever is larger
};

constexpr std::array<std::size_t, 3> lane_counts{1, 4, 8};

Cost measure(int links) {
  Graph graph;
  const Formulas formulas = chain(graph, links);
  const auto start = std::chrono::steady_clock::now();
  const auto evaluator =
      compile(graph, formulas.outputs, formulas.inputs, {.backend = Backend::interpreter});
  const std::chrono::duration<double> compile_time = std::chrono::steady_clock::now() - start;

  // states and parameters for each of eight lanes
  constexpr std::size_t most_lanes = 8;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(0.5, 1.5);
  const std::size_t inputs = evaluator->input_count(), outputs = evaluator->output_count();
  std::vector<double> in(inputs * most_lanes), out(outputs * most_lanes);
  for (double& value : in) value = number(random);
  std::vector<double> workspace(evaluator->workspace_size(most_lanes));

  Cost cost{links, formulas.nodes, evaluator->workspace_size(1), compile_time.count() * 1e3, {}, 0};
  for (std::size_t n = 0; n < lane_counts.size(); ++n) {
    const std::size_t lanes = lane_counts[n];
    const double seconds = best_time([&] {
      if (lanes == 1)
        evaluator->evaluate(in.data(), out.data(), workspace.data());
      else
        evaluator->evaluate_lanes(lanes, in.data(), out.data(), workspace.data());
    });
    cost.ns[n] = seconds * 1e9 / static_cast<double>(formulas.nodes * lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      Assignment values;
      for (std::size_t i = 0; i < inputs; ++i) values[formulas.inputs[i]] = in[i * lanes + lane];
      const std::vector<double> expected = evaluate(graph, formulas.outputs, values);
      for (std::size_t k = 0; k < outputs; ++k) {
        const double error = std::fabs(out[k * lanes + lane] - expected[k]);
        const double relative = error / std::max(1.0, std::fabs(expected[k]));
        cost.difference = std::max(cost.difference, std::isnan(relative) ? INFINITY : relative);
      }
    }
  }
  return cost;
}

}  // namespace

int main() {
  std::vector<Cost> costs;
  for (const int links : {2, 8, 16, 29, 48}) costs.push_back(measure(links));

  const Cost& typical = costs[3];
  std::printf("one node costs %.2f ns; a lane of 4: %.2f ns, of 8: %.2f ns (%zu nodes)\n\n",
              typical.ns[0], typical.ns[1], typical.ns[2], typical.nodes);
  std::printf("                           compile       ns per node and lane     largest\n");
  std::printf("links    nodes    slots         ms  scalar  4 lanes  8 lanes  difference\n");
  for (const Cost& c : costs)
    std::printf("%5d %8zu %8zu %10.3f %7.2f %8.2f %8.2f %11.1e\n", c.links, c.nodes, c.slots,
                c.compile_ms, c.ns[0], c.ns[1], c.ns[2], c.difference);
}
