#include "ensemble/lane_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "dynamics/projection_progress.hpp"
#include "integrate/condition_range.hpp"
#include "integrate/state_layout.hpp"
#include "integrate/step_controller.hpp"
#include "integrate/step_size.hpp"
#include "integrate/whole_step.hpp"

namespace alembert {

namespace {

using integrate::logical_and, integrate::logical_or, integrate::max_of, integrate::min_of;

// whole steps are compiled up to so many nodes: once for many motions, so that twice the size still
// pays
constexpr std::size_t most_nodes = 12'000;

// a motion that would need some 1e8 steps is left to a run of its own, once it has had so many to
// find its pace
constexpr double slow_part = 4e-7, steps_to_find_its_pace = 1000;

/// The outputs of the functions, as formulas of the rows of a block.
class LaneFormulas {
 public:
  LaneFormulas(solution::ExplicitFormulas& formulas, const LaneRows& rows,
               const std::vector<CoordinateBlock>& blocks, double tolerance, double longest_step)
      : formulas_(formulas),
        graph_(formulas.graph()),
        rows_(rows),
        blocks_(blocks),
        longest_step_(longest_step),
        slow_step_(slow_part * longest_step),
        largest_correction_(ProjectionProgress::most_tolerances * tolerance),
        inputs_(rows.count, no_node) {
    for (std::size_t i = 0; i < formulas.inputs().size(); ++i) {
      const std::size_t after_state = rows.size;
      inputs_[i < after_state ? i : rows.parameters + i - after_state] = formulas.inputs()[i];
    }
    std::copy(formulas.sizes().begin(), formulas.sizes().end(),
              inputs_.begin() + static_cast<std::ptrdiff_t>(rows.size));
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i] == no_node)
        inputs_[i] = graph_.symbol(fmt::format("row {} of a lane", i), Kind::time);
  }

  const std::vector<NodeId>& inputs() const { return inputs_; }

  /// Before all others: its symbol of the length of the step is the one of the rows.
  std::vector<NodeId> step(double tolerance) {
    const integrate::WholeStep whole = integrate::whole_step(
        {formulas_.graph(), formulas_.inputs(), formulas_.sizes(), formulas_.acceleration()},
        tolerance);
    inputs_[rows_.h] = whole.h;
    const std::size_t findings = integrate::StateLayout{rows_.n}.size();
    std::vector<NodeId> outputs{inputs_[rows_.landing]};
    outputs.insert(outputs.end(), whole.outputs.begin(),
                   whole.outputs.begin() + static_cast<std::ptrdiff_t>(2 * rows_.n));
    for (const NodeId size : sizes_at(whole.outputs)) outputs.push_back(size);
    outputs.insert(outputs.end(), {graph_.one(), graph_.constant(ProjectionProgress::at_first),
                                   whole.outputs[findings], whole.outputs[findings + 2],
                                   whole.outputs[findings + 3]});
    return outputs;
  }

  std::vector<NodeId> control() {
    const Expr t = row(rows_.t_begin), h = row(rows_.h), landing = row(rows_.landing);
    const Expr target = row(rows_.target), error = row(rows_.error), worst = row(rows_.worst);
    // a ratio of singular values that falls so far may go through zero; the condition is its
    // inverse fourth power
    constexpr double dip =
        integrate::dip_part * integrate::dip_part * integrate::dip_part * integrate::dip_part;
    const Expr is_regular =
        logical_and(logical_and(is_finite(error), worst < integrate::largest_condition),
                    dip * worst <= row(rows_.best));
    const Expr is_taken = logical_and(is_regular, error <= 1);

    const integrate::StepControl<Expr> before{row(rows_.wish), row(rows_.root_before),
                                              row(rows_.h_before)};
    integrate::StepControl<Expr> accepted = before, rejected = before;
    accepted.accept(h, error, row(rows_.may_grow));
    rejected.reject(h, error);
    const Expr wish = choose(is_taken, accepted.wish(), rejected.wish());
    const Expr goes_on =
        logical_and(is_regular, rejected.wish() >= integrate::smallest_step(t, target));
    const Expr arrives = landing >= target;
    // at this pace it would never get to its end: what chatters is told by a run of its own
    const Expr crawls = logical_and(row(rows_.steps) >= steps_to_find_its_pace, wish < slow_step_);
    const Expr remark =
        choose(crawls, LaneRemark::failed,
               choose(is_taken, choose(arrives, LaneRemark::arrived, LaneRemark::taken),
                      choose(goes_on, LaneRemark::rejected, LaneRemark::failed)));

    // the next step
    const Expr t_next = choose(is_taken, landing, t);
    const Expr next_target = choose(logical_and(is_taken, arrives), row(rows_.next_target), target);
    const Expr longer = max_of(wish, integrate::smallest_step(t_next, next_target));
    const Expr fitted = integrate::fit_step(min_of(longer, longest_step_), t_next, next_target);
    const Expr next_landing = choose(fitted >= next_target - t_next, next_target, t_next + fitted);

    const Expr residual = max_of(row(rows_.residual), row(rows_.residual_here));
    const Expr deviation = max_of(row(rows_.energy_deviation),
                                  abs(row(rows_.energy_here) - row(rows_.energy_at_start)));
    return nodes({remark, t_next, next_landing - t_next, next_landing, longer,
                  choose(is_taken, accepted.root_before(), before.root_before()),
                  choose(is_taken, accepted.h_before(), before.h_before()), is_taken,
                  row(rows_.steps) + is_taken, residual, deviation});
  }

  std::vector<NodeId> projection() {
    const std::size_t n = rows_.n;
    const std::vector<NodeId> newton = formulas_.projection();
    const auto corrected = [&](std::size_t index) { return Expr(graph_, newton[index]); };
    const Expr q_size = corrected(2 * n), v_size = corrected(2 * n + 1);
    const Expr miss = corrected(2 * n + 2), condition = corrected(2 * n + 3);
    // a motion whose rows are nearly dependent, or whose step has overlooked something, waits for
    // ever, and goes elsewhere when the others are done
    const Expr is_regular = logical_and(condition < integrate::largest_condition,
                                        max_of(q_size, v_size) <= largest_correction_);
    NewtonProgress<Expr, Expr> progress(row(rows_.v_before));
    const auto move = progress.judge(q_size, v_size, formulas_.is_linear_in_velocities());
    const Expr moves = logical_and(row(rows_.waits), is_regular);
    const Expr done =
        logical_and(logical_and(is_regular, move.done), miss <= ProjectionProgress::largest_miss);

    std::vector<Expr> outputs{row(rows_.t)};
    const Expr moves_q = logical_and(moves, move.of_q), moves_v = logical_and(moves, move.of_v);
    for (std::size_t j = 0; j < 2 * n; ++j)
      outputs.push_back(choose(j < n ? moves_q : moves_v, corrected(j), row(rows_.q + j)));
    for (std::size_t i = 0; i < 2 * n; ++i) outputs.push_back(row(rows_.size + i));
    outputs.insert(outputs.end(),
                   {choose(done, 0, row(rows_.waits)), v_size, q_size, miss, condition});
    return nodes(outputs);
  }

  /// As NaturalSizes::take has them at the state y.
  std::vector<NodeId> sizes_at(const std::vector<NodeId>& y) const {
    const std::size_t n = rows_.n;
    std::vector<Expr> x;
    for (std::size_t j = 0; j < n; ++j)
      x.push_back(abs(Expr(graph_, y[j]) - row(rows_.origin + j)));
    for (std::size_t j = n; j < 2 * n; ++j) x.push_back(abs(Expr(graph_, y[j])));
    std::vector<Expr> sizes(2 * n, 0.0);
    for (const std::size_t first : {std::size_t{0}, n})
      for (const CoordinateBlock& block : blocks_) {
        const auto weighed = [&](std::size_t j) { return row(rows_.root + j) * x[first + j]; };
        Expr largest = weighed(block.front());
        for (std::size_t k = 1; k < block.size(); ++k) largest = max_of(largest, weighed(block[k]));
        for (const std::size_t j : block)
          sizes[first + j] = max_of(max_of(row(rows_.size + first + j), x[first + j]),
                                    row(rows_.share + j) * largest);
      }
    return nodes(sizes);
  }

  std::vector<NodeId> audit() {
    const std::vector<NodeId> all = formulas_.audit();
    return {all[0], all[2]};
  }

 private:
  Expr row(std::size_t index) const { return {graph_, inputs_[index]}; }

  static Expr is_finite(const Expr& x) { return abs(x) <= std::numeric_limits<double>::max(); }

  std::vector<NodeId> nodes(const std::vector<Expr>& formulas) const {
    std::vector<NodeId> result;
    for (const Expr& formula : formulas) result.push_back(formula.in(graph_));
    return result;
  }

  solution::ExplicitFormulas& formulas_;
  Graph& graph_;
  const LaneRows& rows_;
  const std::vector<CoordinateBlock>& blocks_;
  const double longest_step_, slow_step_, largest_correction_;
  std::vector<NodeId> inputs_;
};

}  // namespace

LaneFunctions::LaneFunctions(solution::ExplicitFormulas& formulas, const FormulaMatrix& M_,
                             const FormulaMatrix& A_, const Steps& steps)
    : rows(A_.columns, formulas.inputs().size() - 1 - 2 * A_.columns),
      M(M_),
      A(A_),
      blocks(coupled_blocks(M_, A_)),
      tolerance(steps.tolerance),
      projects(steps.projects),
      longest_step(steps.longest) {
  const std::size_t coordinates = A.columns;
  const std::vector<NodeId> f = formulas.acceleration();
  acceleration = formulas.compiled(f, formulas.inputs());
  LaneFormulas lanes(formulas, rows, blocks, tolerance, longest_step);
  const auto compiled = [&](const std::vector<NodeId>& outputs) {
    return formulas.compiled(outputs, lanes.inputs());
  };
  if (!formulas.is_rolled() && integrate::size_of_whole_step(reachable(formulas.graph(), f).size(),
                                                             coordinates) <= most_nodes)
    step = compiled(lanes.step(tolerance));
  inertia = formulas.compiled(formulas.inertia(), formulas.inputs());
  force_terms = formulas.compiled(formulas.force_terms(), formulas.inputs());
  control = compiled(lanes.control());
  projection = compiled(lanes.projection());
  audit = compiled(lanes.audit());
}

}  // namespace alembert
