#include "compile/solve/rolled_evaluator.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "compile/solve/dense_factors.hpp"

namespace alembert {

namespace {

constexpr std::size_t not_needed = std::numeric_limits<std::size_t>::max();

/// The turn in which each matrix is factorised and each solution found.
class Plan {
 public:
  Plan(const Graph& graph, const std::vector<NodeId>& outputs, const RolledSystems& systems)
      : graph_(graph),
        systems_(systems),
        factorised_in(systems.systems().size(), not_needed),
        solved_in(systems.solutions().size(), not_needed) {
    for (std::size_t s = 0; s < factorised_in.size(); ++s)
      for (const NodeId symbol : systems.systems()[s].reciprocals) system_of_[symbol] = s;
    for (std::size_t s = 0; s < solved_in.size(); ++s)
      for (const NodeId symbol : systems.solutions()[s].x) solution_of_[symbol] = s;
    turns = turn_after(outputs);
  }

 private:
  /// The first turn in which formulas can be evaluated: after the turns of everything that they
  /// use.
  std::size_t turn_after(const std::vector<NodeId>& formulas) {
    std::size_t turn = 0;
    for (const NodeId node : reachable(graph_, formulas)) {
      if (!graph_.is_symbol(node)) continue;
      if (const auto used = system_of_.find(node); used != system_of_.end())
        turn = std::max(turn, factorise(used->second) + 1);
      if (const auto used = solution_of_.find(node); used != solution_of_.end())
        turn = std::max(turn, solve(used->second) + 1);
    }
    return turn;
  }
  std::size_t factorise(std::size_t system) {
    if (factorised_in[system] == not_needed)
      factorised_in[system] = turn_after(systems_.systems()[system].triangle);
    return factorised_in[system];
  }
  std::size_t solve(std::size_t solution) {
    if (solved_in[solution] == not_needed) {
      const auto& [system, y, x] = systems_.solutions()[solution];
      solved_in[solution] = std::max(turn_after(y), factorise(system));
    }
    return solved_in[solution];
  }

  const Graph& graph_;
  const RolledSystems& systems_;
  std::unordered_map<NodeId, std::size_t> system_of_, solution_of_;  ///< by symbol

 public:
  std::vector<std::size_t> factorised_in, solved_in;
  std::size_t turns;
};

}  // namespace

RolledEvaluator::RolledEvaluator(const Graph& graph, const std::vector<NodeId>& outputs,
                                 const std::vector<NodeId>& inputs, const RolledSystems& systems)
    : Evaluator(inputs.size(), outputs.size()) {
  const Plan plan(graph, outputs, systems);
  std::vector<NodeId> values = inputs;
  const auto add_values = [&](const std::vector<NodeId>& symbols) {
    values.insert(values.end(), symbols.begin(), symbols.end());
    return values.size() - symbols.size();
  };
  std::vector<std::vector<NodeId>> formulas(plan.turns);
  std::vector<std::size_t> number_of(systems.systems().size());
  for (std::size_t turn = 0; turn < plan.turns; ++turn) {
    Turn& next = turns_.emplace_back();
    next.results = result_count_;
    const auto add_formulas = [&](const std::vector<NodeId>& more) {
      formulas[turn].insert(formulas[turn].end(), more.begin(), more.end());
      result_count_ += more.size();
      return result_count_ - more.size();
    };
    next.first_factorisation = factorisations_.size();
    for (std::size_t s = 0; s < number_of.size(); ++s) {
      if (plan.factorised_in[s] != turn) continue;
      const RolledSystems::System& system = systems.systems()[s];
      number_of[s] = factorisations_.size();
      factorisations_.push_back(
          {system.order.size(), add_formulas(system.triangle), add_values(system.reciprocals)});
    }
    next.end_factorisation = factorisations_.size();
    next.first_solution = solutions_.size();
    for (std::size_t s = 0; s < plan.solved_in.size(); ++s) {
      if (plan.solved_in[s] != turn) continue;
      const auto& [system, y, x] = systems.solutions()[s];
      solutions_.push_back({number_of[system], add_formulas(y), add_values(x)});
    }
    next.end_solution = solutions_.size();
  }
  value_count_ = values.size();
  for (std::size_t turn = 0; turn < plan.turns; ++turn)
    turns_[turn].formulas = compile(graph, formulas[turn], values);
  outputs_ = compile(graph, outputs, values);
}

// values, results of the formulas, and what the formulas need
std::size_t RolledEvaluator::workspace_size(std::size_t lanes) const {
  if (!runs_side_by_side(lanes)) return input_count() + output_count() + workspace_size(1);
  std::size_t formulas = outputs_->workspace_size(lanes);
  for (const Turn& turn : turns_)
    formulas = std::max(formulas, turn.formulas->workspace_size(lanes));
  return (value_count_ + result_count_) * lanes + formulas;
}

void RolledEvaluator::run(std::size_t lanes, const double* inputs, double* outputs,
                          double* workspace) const {
  double* const values = workspace;
  double* const results = values + value_count_ * lanes;
  double* const scratch = results + result_count_ * lanes;
  std::copy_n(inputs, input_count() * lanes, values);
  for (const Turn& turn : turns_) {
    turn.formulas->evaluate_lanes(lanes, values, results + turn.results * lanes, scratch);
    for (std::size_t f = turn.first_factorisation; f < turn.end_factorisation; ++f) {
      const auto& [size, triangle, reciprocals] = factorisations_[f];
      factorise_dense(size, lanes, results + triangle * lanes, values + reciprocals * lanes);
    }
    for (std::size_t s = turn.first_solution; s < turn.end_solution; ++s) {
      const auto& [factorisation, y, x] = solutions_[s];
      const auto& [size, triangle, reciprocals] = factorisations_[factorisation];
      std::copy_n(results + y * lanes, size * lanes, values + x * lanes);
      solve_dense(size, lanes, results + triangle * lanes, values + reciprocals * lanes,
                  values + x * lanes);
    }
  }
  outputs_->evaluate_lanes(lanes, values, outputs, scratch);
}

void RolledEvaluator::evaluate(const double* inputs, double* outputs, double* workspace) const {
  run(1, inputs, outputs, workspace);
}

void RolledEvaluator::evaluate_lanes(std::size_t lanes, const double* inputs, double* outputs,
                                     double* workspace) const {
  if (runs_side_by_side(lanes)) return run(lanes, inputs, outputs, workspace);
  // one after the other
  double* const own_inputs = workspace;
  double* const own_outputs = own_inputs + input_count();
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (std::size_t i = 0; i < input_count(); ++i) own_inputs[i] = inputs[i * lanes + lane];
    run(1, own_inputs, own_outputs, own_outputs + output_count());
    for (std::size_t k = 0; k < output_count(); ++k) outputs[k * lanes + lane] = own_outputs[k];
  }
}

}  // namespace alembert
