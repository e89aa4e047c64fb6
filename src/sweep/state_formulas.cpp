#include "sweep/state_formulas.hpp"

#include <algorithm>

#include "ensemble/lane_functions.hpp"
#include "integrate/condition_range.hpp"
#include "motion/table_formulas.hpp"

namespace alembert {

StateFormulas::StateFormulas(const PreparedEnsemble& ensemble, const std::vector<NodeId>& formulas)
    : ensemble_(ensemble), n_(ensemble.coordinates()), rows_(ensemble.equations().rows.size()) {
  const Equations& equations = ensemble.equations();
  for (const NodeId formula : formulas)
    needs_instant_ =
        needs_instant_ || equations.graph().kinds(formula).has(Kind::acceleration | Kind::force);
  if (ensemble.lanes() == nullptr || (needs_instant_ && ensemble.instant() == nullptr)) return;
  program_ = compile(equations.graph(), formulas, inputs_of_row(equations));
}

StateFormulas::Workspace StateFormulas::workspace() const {
  Workspace workspace;
  const Evaluator& acceleration = *ensemble_.lanes()->acceleration;
  std::size_t scratch = std::max(program_->workspace_size(1), acceleration.workspace_size(1));
  std::size_t outputs = acceleration.output_count();
  if (ensemble_.instant() != nullptr) {
    scratch = std::max(scratch, ensemble_.instant()->workspace_size(1));
    outputs = std::max(outputs, ensemble_.instant()->output_count());
  }
  workspace.scratch.resize(scratch);
  workspace.instant.resize(outputs);
  workspace.inputs.resize(program_->input_count());
  workspace.instant_inputs.resize(acceleration.input_count());
  workspace.values.resize(program_->output_count());
  workspace.acceleration.resize(n_);
  return workspace;
}

void StateFormulas::begin(PreparedEnsemble::Row row, Workspace& workspace) const {
  const Assignment numbers = ensemble_.numbers_of(row);
  const std::vector<Parameter>& parameters = ensemble_.equations().system.parameters();
  double* own = workspace.inputs.data() + 1 + 3 * n_ + 2 * rows_;
  for (const Parameter& parameter : parameters) *own++ = numbers.at(parameter.symbol);
  double* free = workspace.instant_inputs.data() + 1 + 2 * n_;
  for (const std::size_t p : ensemble_.free_parameters())
    *free++ = numbers.at(parameters[p].symbol);
}

void StateFormulas::put_state(double t, std::span<const double> state, Workspace& workspace) const {
  workspace.instant_inputs[0] = t;
  std::copy(state.begin(), state.end(), workspace.instant_inputs.begin() + 1);
}

bool StateFormulas::evaluate(double t, std::span<const double> state, Workspace& workspace) const {
  workspace.inputs[0] = t;
  std::copy(state.begin(), state.end(), workspace.inputs.begin() + 1);
  if (needs_instant_) {
    put_state(t, state, workspace);
    const Evaluator& instant = *ensemble_.instant();
    instant.evaluate(workspace.instant_inputs.data(), workspace.instant.data(),
                     workspace.scratch.data());
    const double condition = workspace.instant[instant.output_count() - 1],
                 independence = workspace.instant[instant.output_count() - 2];
    // as ExplicitMotion requires: the rows in use must be independent, and those left out must
    // follow from them
    constexpr double is_zero = 1e-9;
    if (!(condition < integrate::largest_condition && independence < is_zero)) return false;
    // q̈, λ and λ_tot stand first in both
    std::copy_n(workspace.instant.begin(), n_ + 2 * rows_,
                workspace.inputs.begin() + static_cast<std::ptrdiff_t>(1 + 2 * n_));
  }
  program_->evaluate(workspace.inputs.data(), workspace.values.data(), workspace.scratch.data());
  return true;
}

bool StateFormulas::accelerate(double t, std::span<const double> state,
                               Workspace& workspace) const {
  put_state(t, state, workspace);
  const Evaluator& acceleration = *ensemble_.lanes()->acceleration;
  acceleration.evaluate(workspace.instant_inputs.data(), workspace.instant.data(),
                        workspace.scratch.data());
  std::copy_n(workspace.instant.begin(), n_, workspace.acceleration.begin());
  return workspace.instant[acceleration.output_count() - 1] < integrate::largest_condition;
}

}  // namespace alembert
