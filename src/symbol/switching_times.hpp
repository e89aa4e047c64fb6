#pragma once
/// The instants at which formulas switch: where a comparison, abs, sign, min or max of time and
/// parameters alone changes its side.

#include <optional>
#include <vector>

#include "symbol/evaluate.hpp"
#include "symbol/interval.hpp"

namespace alembert {

/// True for comparisons, abs, sign, min and max: the operations with two sides.
constexpr bool is_switch(Op op) {
  return is_comparison(op) || op == Op::abs || op == Op::sign || op == Op::min || op == Op::max;
}

/// The comparisons, abs, sign, min and max in the formulas.
std::vector<NodeId> switches_in(const Graph& graph, const std::vector<NodeId>& formulas);

/// Whether such a switch depends on time and parameters alone.
bool switches_in_time(const Graph& graph, NodeId node);
/// Whether one of them does.
bool any_switches_in_time(const Graph& graph, const std::vector<NodeId>& formulas);

/// All formulas are on their old sides at `before` and on their new ones at `after`, a few units in
/// the last place later, so that another order of rounding does not matter.
struct SwitchingTime {
  double before;
  double after;
};

/// The instants are found on demand, one after the other: sin(100*t) > 0 has very many. Interval
/// arithmetic shows where a condition cannot change, so that no change that lasts longer than a
/// billionth of the range is overlooked; bisection then finds the two neighbouring numbers.
class SwitchingTimes {
 public:
  SwitchingTimes() = default;
  /// Searches the switches in these formulas that depend on time alone, for `from` < t < `until`.
  SwitchingTimes(Graph& graph, const std::vector<NodeId>& formulas, const Assignment& parameters,
                 double from, double until);

  bool empty() const { return conditions_.empty(); }
  /// The first one after t, with after ≤ `until`; nothing if there is none. t must not decrease
  /// from call to call.
  std::optional<SwitchingTime> next(double t);

 private:
  /// A formula of time as a short list of operations, the operands of each before it.
  struct Step {
    Op op;
    std::uint32_t a, b, c;
    double value;  ///< of a constant
  };

  /// A switch: it changes its side where its formula goes through zero.
  struct Condition {
    std::vector<Step> steps;
    std::size_t formula, slope;  ///< which of them are the formula and its derivative
    bool is_continuous;          ///< so that it is monotone where its slope keeps its sign
    bool zero_is_below;          ///< zero counts to the side below
    bool is_known;               ///< whether `next` is known
    double next;                 ///< where it changes next
  };

  static Condition condition(Graph& graph, NodeId node, const Assignment& parameters);
  bool is_above(const Condition& condition, double t);
  std::optional<double> first_change(const Condition& condition, double from);
  double bisect(const Condition& condition, double before, double after);

  double from_ = 0, until_ = 0;
  std::vector<Condition> conditions_;
  std::vector<double> numbers_;
  std::vector<Interval> intervals_;
};

}  // namespace alembert
