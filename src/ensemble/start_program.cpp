#include "ensemble/start_program.hpp"

#include <algorithm>

namespace alembert {

StartProgram::StartProgram(const Model& model, const std::vector<NodeId>& varied) {
  const System& system = model.system;
  std::vector<NodeId> inputs{system.time().node()}, formulas;
  for (const Coordinate& x : system.coordinates()) inputs.push_back(x.q);
  for (const Coordinate& x : system.coordinates()) inputs.push_back(x.v);
  for (const Parameter& parameter : system.parameters()) inputs.push_back(parameter.symbol);
  for (const StartValue& value : model.start) {
    if (std::ranges::find(varied, value.symbol) != varied.end()) continue;
    formulas.push_back(value.formula);
    places_.push_back(
        static_cast<std::size_t>(std::ranges::find(inputs, value.symbol) - inputs.begin()) - 1);
  }

  // a value is known one pass after the last of those that it uses
  std::vector<std::size_t> known_after(formulas.size(), 1);
  for (std::size_t round = 0; round < formulas.size(); ++round)
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const std::vector<NodeId> used = reachable(system.graph(), {formulas[i]});
      for (std::size_t j = 0; j < formulas.size(); ++j)
        if (j != i && std::ranges::binary_search(used, inputs[places_[j] + 1]))
          known_after[i] = std::min(formulas.size(), std::max(known_after[i], known_after[j] + 1));
    }
  for (const std::size_t pass : known_after) passes_ = std::max(passes_, pass);
  program_ = compile(system.graph(), formulas, inputs);
}

void StartProgram::put(double t, const std::vector<double>& parameters,
                       std::vector<double>& state) const {
  if (places_.empty()) return;
  std::vector<double> inputs{t};
  inputs.insert(inputs.end(), state.begin(), state.end());
  inputs.insert(inputs.end(), parameters.begin(), parameters.end());
  std::vector<double> values(places_.size()), workspace(program_->workspace_size(1));
  for (std::size_t pass = 0; pass < passes_; ++pass) {
    program_->evaluate(inputs.data(), values.data(), workspace.data());
    for (std::size_t i = 0; i < values.size(); ++i) inputs[1 + places_[i]] = values[i];
  }
  std::copy_n(inputs.begin() + 1, state.size(), state.begin());
}

}  // namespace alembert
