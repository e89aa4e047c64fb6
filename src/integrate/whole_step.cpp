#include "integrate/whole_step.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "integrate/dop853_tableau.hpp"
#include "integrate/state_layout.hpp"
#include "integrate/step_size.hpp"

namespace alembert::integrate {

namespace {

constexpr std::size_t stage_count = 12, terms_per_sum = 12;

// sums that fit the registers of a machine together, with room for what they add
constexpr std::size_t side_by_side = 8;

class StepWriter {
 public:
  StepWriter(const MotionFormulas& formulas, double tolerance)
      : graph_(formulas.graph),
        tolerance_(tolerance),
        inputs_(formulas.inputs),
        sizes_(formulas.sizes),
        f_(formulas.f),
        n_(f_.size() - StateLayout{}.right_hand_side()),
        h_(graph_.symbol("length of the step", Kind::time)) {}

  WholeStep write() {
    const NodeId first = write_stage(0);
    NodeId best = first, worst = first;
    for (std::size_t i = 1; i < stage_count; ++i) {
      const NodeId condition = write_stage(i);
      best = pass(graph_.make(Op::min, best, condition));
      worst = pass(max(worst, condition));
    }
    Formulas outputs = state(dop853::a[stage_count]);
    for (const NodeId sum : sums(dop853::a[stage_count], 2 * n_, StateLayout::works))
      outputs.push_back(pass(multiply(h_, sum)));
    const NodeId error = this->error(outputs);
    // a work that is not finite shows in the condition; q and q̇ show in the errors
    for (std::size_t p = 0; p < StateLayout::works; ++p)
      worst = max(worst,
                  multiply(number(std::numeric_limits<double>::min()), abs(outputs[2 * n_ + p])));
    outputs.insert(outputs.end(), {error, first, best, worst});
    return {h_, outputs, waypoints_};
  }

 private:
  using Formulas = std::vector<NodeId>;

  NodeId multiply(NodeId a, NodeId b) { return graph_.make(Op::multiply, a, b); }
  NodeId add(NodeId a, NodeId b) { return graph_.make(Op::add, a, b); }
  NodeId max(NodeId a, NodeId b) { return graph_.make(Op::max, a, b); }
  NodeId abs(NodeId a) { return graph_.make(Op::abs, a); }
  NodeId root(NodeId a) { return graph_.make(Op::sqrt, a); }
  NodeId number(double value) { return graph_.constant(value); }

  NodeId pass(NodeId node) {
    waypoints_.push_back(node);
    return node;
  }

  // Σ weight_j k_j of some components, over the stages known
  Formulas sums(std::span<const double> weights, std::size_t first, std::size_t count) {
    Formulas results(count, graph_.zero());
    for (std::size_t begin = 0; begin < count; begin += side_by_side)
      for (std::size_t j = 0; j < k_.size() && j < weights.size(); ++j) {
        if (weights[j] == 0) continue;
        for (std::size_t c = begin; c < std::min(begin + side_by_side, count); ++c)
          results[c] = pass(add(results[c], multiply(number(weights[j]), k_[j][first + c])));
      }
    return results;
  }

  // q and q̇ after a part of the step: y + h Σ weight_j (q̇_j, q̈_j). All but the newest stage are
  // summed while that is still being made, so that a single multiplication and addition waits for
  // it.
  Formulas state(std::span<const double> weights) {
    if (k_.empty())
      return {inputs_.begin() + 1, inputs_.begin() + 1 + static_cast<std::ptrdiff_t>(2 * n_)};
    const std::size_t newest = k_.size() - 1;
    Formulas result = sums(weights.first(newest), 0, 2 * n_);
    for (std::size_t j = 0; j < 2 * n_; ++j)
      result[j] = pass(add(inputs_[1 + j], multiply(h_, result[j])));
    for (std::size_t j = 0; j < 2 * n_; ++j)
      result[j] =
          pass(add(result[j], multiply(number(weights[newest]), multiply(h_, k_[newest][j]))));
    return result;
  }

  // k_i = (q̇, q̈, powers) at the i-th stage; returns the condition there
  NodeId write_stage(std::size_t i) {
    std::vector<Replacement> place{
        {inputs_[0], add(inputs_[0], multiply(number(dop853::c[i]), h_))}};
    const Formulas here = state(dop853::a[i]);
    for (std::size_t j = 0; j < 2 * n_; ++j) place.push_back({inputs_[1 + j], here[j]});
    Formulas k(here.begin() + static_cast<std::ptrdiff_t>(n_), here.end());
    const Formulas values = substitute(graph_, f_, place);
    for (const NodeId value : values) pass(value);
    k.insert(k.end(), values.begin(), values.end() - 1);
    k_.push_back(std::move(k));
    return values.back();
  }

  // of the worst component, relative to what is allowed
  NodeId error(const Formulas& end) {
    const Formulas sums5 = sums(dop853::e5, 0, 2 * n_), sums3 = sums(dop853::e3, 0, 2 * n_);
    NodeId square5 = graph_.zero(), square3 = graph_.zero();
    for (std::size_t j = 0; j < 2 * n_; ++j) {
      const NodeId change = graph_.make(Op::subtract, end[j], inputs_[1 + j]);
      const NodeId size = max(sizes_[j], abs(change));
      const NodeId allowed = multiply(number(allowed_error(step_margin * tolerance_, 1, 1)), size);
      const NodeId scale = graph_.make(Op::divide, graph_.one(), allowed);
      const auto square = [&](NodeId sum) {
        const NodeId scaled = multiply(scale, sum);
        return multiply(scaled, scaled);
      };
      square5 = max(square5, square(sums5[j]));
      square3 = max(square3, square(sums3[j]));
    }
    // as combined_error of step_size.hpp
    const NodeId size = root(add(square5, multiply(number(0.01), square3)));
    const NodeId combined = multiply(h_, graph_.make(Op::divide, square5, size));
    return graph_.make(Op::choose, square5, combined, graph_.zero());
  }

  Graph& graph_;
  const double tolerance_;
  const Formulas &inputs_, &sizes_, &f_;
  const std::size_t n_;
  const NodeId h_;
  std::vector<Formulas> k_;  ///< (q̇, q̈, powers) by stage
  Formulas waypoints_;
};

}  // namespace

std::size_t size_of_whole_step(std::size_t nodes, std::size_t coordinates) {
  return stage_count * (nodes + terms_per_sum * coordinates);
}

WholeStep whole_step(const MotionFormulas& formulas, double tolerance) {
  return StepWriter(formulas, tolerance).write();
}

}  // namespace alembert::integrate
