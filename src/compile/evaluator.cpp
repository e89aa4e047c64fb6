#include "compile/evaluator.hpp"

#include <cassert>

#include "compile/interpreter.hpp"
#include "compile/x86/machine_code.hpp"

namespace alembert {

std::unique_ptr<Evaluator> compile(const Graph& graph, const std::vector<NodeId>& outputs,
                                   const std::vector<NodeId>& inputs,
                                   const CompileOptions& options) {
  return compile(record(graph, outputs, inputs), options);
}

std::unique_ptr<Evaluator> compile(const Tape& tape, const CompileOptions& options) {
  const bool native = options.backend == Backend::machine_code ||
                      (options.backend == Backend::automatic && x86::runs_machine_code());
  if (native) return std::make_unique<x86::MachineCode>(tape);
  return std::make_unique<Interpreter>(tape);
}

std::vector<double> evaluate(const Evaluator& evaluator, const std::vector<double>& inputs) {
  assert(inputs.size() == evaluator.input_count());
  std::vector<double> outputs(evaluator.output_count());
  std::vector<double> workspace(evaluator.workspace_size(1));
  evaluator.evaluate(inputs.data(), outputs.data(), workspace.data());
  return outputs;
}

}  // namespace alembert
