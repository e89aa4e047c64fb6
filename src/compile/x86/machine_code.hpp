#pragma once
/// The back-end for x86-64 with AVX2 and FMA: a tape as machine code, straight-line or, where it is
/// long, in loops.

#include <atomic>
#include <cstddef>
#include <mutex>

#include "compile/evaluator.hpp"
#include "compile/tape.hpp"
#include "compile/x86/executable.hpp"

namespace alembert::x86 {

/// Evaluates a tape by machine code of its own, for one lane and for four at a time. Single-use
/// products are rounded together with their sums, so results differ from the interpreter's by
/// rounding; every lane has the bits that it would have alone.
class MachineCode final : public Evaluator {
 public:
  /// Longer straight-line code no longer fits the first-level cache.
  static constexpr std::size_t longest_straight = 5000;

  /// Repetitions in tapes of more than `straight` instructions become loops.
  explicit MachineCode(const Tape& tape, std::size_t straight = longest_straight);

  std::size_t workspace_size(std::size_t lanes) const override;
  void evaluate(const double* inputs, double* outputs, double* workspace) const override;
  void evaluate_lanes(std::size_t lanes, const double* inputs, double* outputs,
                      double* workspace) const override;

  /// Bytes of the code for one lane, its constants included.
  std::size_t code_size() const { return single_.code.size(); }

 private:
  using Function = void (*)(const double* inputs, double* outputs, double* scratch);
  struct Kernel {
    Executable code;
    Function run = nullptr;
    std::size_t scratch = 0;  ///< doubles
  };

  static Kernel assemble(const Tape& tape, std::size_t lanes, std::size_t straight);
  const Kernel& four_lanes() const;

  Tape tape_;  ///< for four lanes, whose code is made when it is first needed
  const std::size_t straight_;
  Kernel single_;
  mutable std::once_flag four_lanes_once_;
  mutable std::atomic<bool> has_four_lanes_ = false;
  mutable Kernel four_;
};

}  // namespace alembert::x86
