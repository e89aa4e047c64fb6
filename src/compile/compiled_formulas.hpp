#pragma once
/// Formulas evaluated many times, with the memory they need. Those that turn out to be used often
/// become machine code; the others cost little to prepare.

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "compile/evaluator.hpp"

namespace alembert {

/// Formulas as instructions, and as machine code once it has been asked for. Any number of threads
/// may share one.
class FormulaCode {
 public:
  explicit FormulaCode(Tape tape)
      : tape_(std::make_shared<const Tape>(std::move(tape))), outputs_(tape_->outputs.size()) {}
  explicit FormulaCode(std::unique_ptr<Evaluator> evaluator)
      : evaluator_(std::move(evaluator)), outputs_(evaluator_->output_count()) {}

  std::size_t output_count() const { return outputs_; }
  /// Null for what was never more than machine code.
  const std::shared_ptr<const Tape>& tape() const { return tape_; }
  std::shared_ptr<const Evaluator> evaluator() {
    const std::scoped_lock hold(making_);
    if (!evaluator_) evaluator_ = compile(*tape_);
    return evaluator_;
  }

 private:
  std::mutex making_;
  const std::shared_ptr<const Tape> tape_;
  std::shared_ptr<const Evaluator> evaluator_;
  const std::size_t outputs_;
};

class CompiledFormulas {
 public:
  /// How often the formulas will be evaluated.
  enum class Use {
    at_every_step,  ///< compiled at once
    now_and_then,   ///< interpreted at first, and compiled if they are evaluated often after all
  };

  CompiledFormulas() = default;
  CompiledFormulas(const Graph& graph, const std::vector<NodeId>& formulas,
                   const std::vector<NodeId>& inputs, Use use = Use::now_and_then,
                   const std::vector<NodeId>& waypoints = {}) {
    if (formulas.empty()) return;
    *this = CompiledFormulas(
        std::make_shared<FormulaCode>(record(graph, formulas, inputs, waypoints)), use);
  }
  /// Those of code that is there already, with memory of their own.
  explicit CompiledFormulas(std::shared_ptr<FormulaCode> code, Use use = Use::at_every_step)
      : code_(std::move(code)), values_(code_->output_count()) {
    if (use == Use::at_every_step || !code_->tape()) prepare();
  }

  /// True while there is nothing to evaluate.
  bool empty() const { return values_.empty(); }

  /// The values at `inputs`, which are kept until the next call. Allocates at most twice in the
  /// life of the object.
  const std::vector<double>& evaluate(const std::vector<double>& inputs) {
    evaluate(inputs.data(), values_.data());
    return values_;
  }
  /// The same, with the values in the caller's memory.
  void evaluate(const double* inputs, double* outputs) {
    if (!evaluator_) {
      if (empty()) return;
      // counted here and not by what shares the code: a run gives the same digits whatever ran
      // before it
      if (calls_++ < patience) return walk(*code_->tape(), inputs, outputs);
      prepare();
    }
    evaluator_->evaluate(inputs, outputs, workspace_.data());
  }
  /// The values of the last call.
  const std::vector<double>& values() const { return values_; }

 private:
  // interpreting this many times costs about as much as making machine code
  static constexpr int patience = 20;

  // instruction by instruction, as the interpreter would: nothing has to be prepared
  void walk(const Tape& tape, const double* inputs, double* outputs) {
    if (workspace_.size() != tape.value_count()) {
      workspace_.resize(tape.value_count());
      std::copy(tape.constants.begin(), tape.constants.end(), workspace_.begin());
    }
    const std::size_t first = tape.first_input();
    std::copy_n(inputs, tape.input_count, workspace_.begin() + static_cast<std::ptrdiff_t>(first));
    double* result = workspace_.data() + tape.first_result();
    const double* const values = workspace_.data();
    for (const auto& [code, operands] : tape.instructions) {
      const double a = values[operands[0]], b = values[operands[1]];
      // nearly all instructions are one of these
      *result++ = code == Code::multiply   ? a * b
                  : code == Code::add      ? a + b
                  : code == Code::subtract ? a - b
                                           : apply(op_of(code), a, b, values[operands[2]]);
    }
    for (const auto output : tape.outputs) *outputs++ = workspace_[output];
  }

  void prepare() {
    evaluator_ = code_->evaluator();
    workspace_.resize(evaluator_->workspace_size(1));
  }

  std::shared_ptr<FormulaCode> code_;
  std::shared_ptr<const Evaluator> evaluator_;  ///< null while they are walked through
  int calls_ = 0;
  std::vector<double> values_, workspace_;
};

}  // namespace alembert
