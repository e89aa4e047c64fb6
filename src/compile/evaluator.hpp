#pragma once
/// Formulas ready to be evaluated many times, by whichever back-end serves this machine.

#include <cstddef>
#include <memory>
#include <vector>

#include "compile/tape.hpp"
#include "symbol/graph.hpp"

namespace alembert {

/// Formulas ready to be evaluated many times: inputs are symbols, outputs are formulas. Immutable;
/// any number of threads may use one Evaluator, each with its own workspace, and calls allocate
/// nothing.
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  std::size_t input_count() const { return input_count_; }
  std::size_t output_count() const { return output_count_; }

  /// Number of doubles of scratch space that a call with that many lanes needs. Its contents before
  /// a call do not matter.
  virtual std::size_t workspace_size(std::size_t lanes) const = 0;

  /// One evaluation: inputs[i], outputs[k], and workspace_size(1) doubles. The three must not
  /// overlap.
  virtual void evaluate(const double* inputs, double* outputs, double* workspace) const = 0;

  /// `lanes` independent evaluations at once, one or more, lanes innermost: inputs[i * lanes +
  /// lane], outputs[k * lanes + lane], and workspace_size(lanes) doubles. The three must not
  /// overlap.
  virtual void evaluate_lanes(std::size_t lanes, const double* inputs, double* outputs,
                              double* workspace) const = 0;

 protected:
  Evaluator(std::size_t input_count, std::size_t output_count)
      : input_count_(input_count), output_count_(output_count) {}

 private:
  std::size_t input_count_;
  std::size_t output_count_;
};

/// Which back-end evaluates.
enum class Backend {
  automatic,     ///< the fastest that this machine has
  interpreter,   ///< the portable one, which every other is compared with
  machine_code,  ///< only if `runs_machine_code()`
};

struct CompileOptions {
  Backend backend = Backend::automatic;
};

/// Makes the formulas `outputs` of the symbols `inputs` ready. Both may be empty and outputs may
/// repeat; an output may also be a constant or an input. Throws std::logic_error for a symbol that
/// the outputs need and that is not among the inputs, and for an input that is no symbol or stands
/// there twice.
std::unique_ptr<Evaluator> compile(const Graph& graph, const std::vector<NodeId>& outputs,
                                   const std::vector<NodeId>& inputs,
                                   const CompileOptions& options = {});

/// The same for a tape.
std::unique_ptr<Evaluator> compile(const Tape& tape, const CompileOptions& options = {});

/// The outputs for one set of inputs; for tests and single calls, since it allocates.
std::vector<double> evaluate(const Evaluator& evaluator, const std::vector<double>& inputs);

}  // namespace alembert
