#pragma once
/// Formulas evaluated many times, with the memory they need. Those that turn out to be used often become machine
/// code; the others cost little to prepare.

#include <memory>
#include <vector>

#include "compile/evaluator.hpp"

namespace alembert {

class CompiledFormulas {
 public:
  /// How often they will be evaluated.
  enum class Use {
    at_every_step,  ///< compiled at once
    now_and_then,   ///< interpreted, and compiled when that was wrong
  };

  CompiledFormulas() = default;
  CompiledFormulas(const Graph& graph, const std::vector<NodeId>& formulas,
                   const std::vector<NodeId>& inputs, Use use = Use::now_and_then)
      : tape_(record(graph, formulas, inputs)), values_(formulas.size()) {
    if (use == Use::at_every_step) prepare(Backend::automatic);
  }

  /// The values at `inputs`; they stay until the next call. Allocates at most twice in its life.
  const std::vector<double>& evaluate(const std::vector<double>& inputs) {
    if (!is_final_) choose();
    evaluator_->evaluate(inputs.data(), values_.data(), workspace_.data());
    return values_;
  }
  /// The values of the last call.
  const std::vector<double>& values() const { return values_; }

 private:
  // about so many interpreted calls cost as much as making machine code
  static constexpr int patience = 200;

  void choose() {
    if (calls_++ == 0)
      prepare(Backend::interpreter);
    else if (calls_ > patience)
      prepare(Backend::automatic);
  }

  void prepare(Backend backend) {
    evaluator_ = compile(tape_, {backend});
    workspace_.resize(evaluator_->workspace_size(1));
    is_final_ = backend == Backend::automatic;
    if (is_final_) tape_ = {};
  }

  Tape tape_;
  std::unique_ptr<Evaluator> evaluator_;
  bool is_final_ = false;
  int calls_ = 0;
  std::vector<double> values_, workspace_;
};

}  // namespace alembert
