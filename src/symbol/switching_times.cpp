#include "symbol/switching_times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "symbol/differentiate.hpp"

namespace alembert {

namespace {

constexpr Kinds state_kinds = Kind::coordinate | Kind::velocity | Kind::acceleration | Kind::force;

Interval in_operation(Op op, const Interval& a, const Interval& b, const Interval& c) {
  return apply(op, a, b, c);
}
double in_operation(Op op, double a, double b, double c) { return apply(op, a, b, c); }

bool may_jump(Op op) {
  return is_comparison(op) || op == Op::choose || op == Op::sign || op == Op::atan2;
}

// the steps in numbers or in intervals
template <class Steps, class Number>
void run_through(const Steps& steps, const Number& t, std::vector<Number>& values) {
  values.clear();
  for (const auto& step : steps) {
    if (step.op == Op::constant)
      values.push_back(Number{step.value});
    else if (step.op == Op::symbol)
      values.push_back(t);
    else
      values.push_back(in_operation(step.op, values[step.a], values[step.b], values[step.c]));
  }
}

}  // namespace

std::vector<NodeId> switches_in(const Graph& graph, const std::vector<NodeId>& formulas) {
  std::vector<NodeId> switches;
  for (const NodeId node : reachable(graph, formulas))
    if (is_switch(graph.op(node))) switches.push_back(node);
  return switches;
}

bool switches_in_time(const Graph& graph, NodeId node) {
  return graph.kinds(node).has(Kind::time) && !graph.kinds(node).has(state_kinds);
}

bool any_switches_in_time(const Graph& graph, const std::vector<NodeId>& formulas) {
  bool may_have_some = false;
  for (NodeId node = 0; node < graph.size(); ++node)
    may_have_some |= is_switch(graph.op(node)) && switches_in_time(graph, node);
  if (!may_have_some) return false;
  const std::vector<NodeId> switches = switches_in(graph, formulas);
  return std::any_of(switches.begin(), switches.end(),
                     [&](NodeId node) { return switches_in_time(graph, node); });
}

SwitchingTimes::SwitchingTimes(Graph& graph, const std::vector<NodeId>& formulas,
                               const Assignment& parameters, double from, double until)
    : from_(from), until_(until) {
  for (const NodeId node : switches_in(graph, formulas))
    if (switches_in_time(graph, node)) conditions_.push_back(condition(graph, node, parameters));
}

// the formula that goes through zero where the node switches, and its derivative
SwitchingTimes::Condition SwitchingTimes::condition(Graph& graph, NodeId node,
                                                    const Assignment& parameters) {
  const bool has_two = operand_count(graph.op(node)) == 2;
  const NodeId difference =
      has_two ? graph.make(Op::subtract, graph.a(node), graph.b(node)) : graph.a(node);
  const NodeId slope = time_derivative(graph, {difference}).front();

  const std::vector<NodeId> nodes = reachable(graph, {difference, slope});
  const auto place = [&](NodeId of) {
    return static_cast<std::uint32_t>(std::lower_bound(nodes.begin(), nodes.end(), of) -
                                      nodes.begin());
  };
  bool is_continuous = true;
  for (const NodeId at : reachable(graph, {difference})) is_continuous &= !may_jump(graph.op(at));
  Condition result{
      {}, place(difference), place(slope), is_continuous, graph.op(node) != Op::less, false, 0};
  for (const NodeId at : nodes) {
    const Op op = graph.op(at);
    const int operands = operand_count(op);
    Step step{op, 0, 0, 0, 0};
    if (op == Op::constant) step.value = graph.value(at);
    if (op == Op::symbol && graph.kind(at) != Kind::time)
      step = {Op::constant, 0, 0, 0, parameters.at(at)};
    if (operands >= 1) step.a = place(graph.a(at));
    if (operands >= 2) step.b = place(graph.b(at));
    if (operands >= 3) step.c = place(graph.c(at));
    result.steps.push_back(step);
  }
  return result;
}

bool SwitchingTimes::is_above(const Condition& condition, double t) {
  run_through(condition.steps, t, numbers_);
  const double value = numbers_[condition.formula];
  return condition.zero_is_below ? value > 0 : value >= 0;
}

double SwitchingTimes::bisect(const Condition& condition, double before, double after) {
  const bool side = is_above(condition, before);
  for (;;) {
    const double middle = before + (after - before) / 2;
    if (middle <= before || middle >= after) return after;
    (is_above(condition, middle) == side ? before : after) = middle;
  }
}

// the first number after `from` on another side than the one before it
std::optional<double> SwitchingTimes::first_change(const Condition& condition, double from) {
  struct Part {
    double left, right;
  };
  std::vector<Part> parts{{from, until_}};
  double smallest = 1e-9 * (until_ - from_);
  // a formula that is zero everywhere but for rounding would be searched everywhere
  constexpr int looks_before_coarser = 10'000;
  for (int looks = 1; !parts.empty(); ++looks) {
    if (looks % looks_before_coarser == 0) smallest *= 4;
    const Part part = parts.back();
    parts.pop_back();
    run_through(condition.steps, Interval{part.left, part.right}, intervals_);
    const Interval value = intervals_[condition.formula], slope = intervals_[condition.slope];
    if (!value.contains(0) || value.is_point()) continue;
    const double middle = part.left + (part.right - part.left) / 2;
    const bool is_small =
        part.right - part.left <= smallest || middle <= part.left || middle >= part.right;
    if (is_small || (condition.is_continuous && !slope.contains(0))) {
      if (is_above(condition, part.left) != is_above(condition, part.right))
        return bisect(condition, part.left, part.right);
      continue;
    }
    parts.push_back({middle, part.right});
    parts.push_back({part.left, middle});
  }
  return std::nullopt;
}

std::optional<SwitchingTime> SwitchingTimes::next(double t) {
  constexpr double none = std::numeric_limits<double>::infinity();
  double first = none;
  for (Condition& condition : conditions_) {
    if (!condition.is_known || condition.next <= t)
      condition.next = first_change(condition, t).value_or(none);
    condition.is_known = true;
    first = std::min(first, condition.next);
  }
  if (first == none) return std::nullopt;

  // a step that ends there may begin as early as `from`, and its stages know their times only to
  // this
  const double rounding =
      std::numeric_limits<double>::epsilon() * std::max(std::fabs(first), std::fabs(from_));
  SwitchingTime result{std::max(t, first - 4 * rounding), first};
  for (const Condition& condition : conditions_)
    if (condition.next <= first + 64 * rounding)
      result.after = std::max(result.after, condition.next);
  result.after += 4 * rounding;
  if (!(result.after < until_)) return std::nullopt;
  return result;
}

}  // namespace alembert
