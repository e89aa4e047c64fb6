#pragma once
/// CompiledFormulas compiled once and evaluated many times, with the memory they need.

#include <memory>
#include <vector>

#include "compile/evaluator.hpp"

namespace alembert {

class CompiledFormulas {
 public:
  CompiledFormulas() = default;
  CompiledFormulas(const Graph& graph, const std::vector<NodeId>& formulas,
                   const std::vector<NodeId>& inputs)
      : evaluator_(compile(graph, formulas, inputs)),
        values_(formulas.size()),
        workspace_(evaluator_->workspace_size(1)) {}

  /// The values at `inputs`; they stay until the next call. Does not allocate.
  const std::vector<double>& evaluate(const std::vector<double>& inputs) {
    evaluator_->evaluate(inputs.data(), values_.data(), workspace_.data());
    return values_;
  }
  /// The values of the last call.
  const std::vector<double>& values() const { return values_; }

 private:
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<double> values_, workspace_;
};

}  // namespace alembert
