#pragma once
/// Formulas evaluated many times, with the memory they need. Those that turn out to be used often become machine
/// code; the others cost little to prepare.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "compile/evaluator.hpp"

namespace alembert {

class CompiledFormulas {
 public:
  /// How often they will be evaluated.
  enum class Use {
    at_every_step,  ///< compiled at once
    now_and_then,   ///< walked through, and compiled when that was wrong
  };

  CompiledFormulas() = default;
  CompiledFormulas(const Graph& graph, const std::vector<NodeId>& formulas,
                   const std::vector<NodeId>& inputs, Use use = Use::now_and_then,
                   const std::vector<NodeId>& waypoints = {})
      : values_(formulas.size()) {
    if (empty()) return;
    tape_ = record(graph, formulas, inputs, waypoints);
    if (use == Use::at_every_step) prepare();
  }

  /// Those of an evaluator that is there already.
  explicit CompiledFormulas(std::unique_ptr<Evaluator> evaluator)
      : evaluator_(std::move(evaluator)),
        values_(evaluator_->output_count()),
        workspace_(evaluator_->workspace_size(1)) {}

  /// Nothing to evaluate yet.
  bool empty() const { return values_.empty(); }

  /// The values at `inputs`; they stay until the next call. Allocates at most twice in its life.
  const std::vector<double>& evaluate(const std::vector<double>& inputs) {
    evaluate(inputs.data(), values_.data());
    return values_;
  }
  /// The same, with the values in the caller's memory.
  void evaluate(const double* inputs, double* outputs) {
    if (!evaluator_) {
      if (calls_++ < patience) return walk(inputs, outputs);
      prepare();
    }
    evaluator_->evaluate(inputs, outputs, workspace_.data());
  }
  /// The values of the last call.
  const std::vector<double>& values() const { return values_; }

 private:
  // about so many walks cost as much as making machine code
  static constexpr int patience = 20;

  // instruction by instruction, as the interpreter would: nothing has to be prepared
  void walk(const double* inputs, double* outputs) {
    if (workspace_.size() != tape_.value_count()) {
      workspace_.resize(tape_.value_count());
      std::copy(tape_.constants.begin(), tape_.constants.end(), workspace_.begin());
    }
    const std::size_t first = tape_.first_input();
    std::copy_n(inputs, tape_.input_count, workspace_.begin() + static_cast<std::ptrdiff_t>(first));
    double* result = workspace_.data() + tape_.first_result();
    const double* const values = workspace_.data();
    for (const auto& [code, operands] : tape_.instructions) {
      const double a = values[operands[0]], b = values[operands[1]];
      // nearly all are one of these
      *result++ = code == Code::multiply   ? a * b
                  : code == Code::add      ? a + b
                  : code == Code::subtract ? a - b
                                           : apply(op_of(code), a, b, values[operands[2]]);
    }
    for (const auto output : tape_.outputs) *outputs++ = workspace_[output];
  }

  void prepare() {
    evaluator_ = compile(tape_);
    workspace_.resize(evaluator_->workspace_size(1));
    tape_ = {};
  }

  Tape tape_;
  std::unique_ptr<Evaluator> evaluator_;
  int calls_ = 0;
  std::vector<double> values_, workspace_;
};

}  // namespace alembert
