#pragma once
/// The portable back-end: a loop over the instructions of a tape, for one lane or for blocks of
/// lanes.

#include <cstdint>
#include <vector>

#include "compile/evaluator.hpp"
#include "compile/slots.hpp"
#include "compile/tape.hpp"

namespace alembert {

/// Evaluates a tape step by step. Products and sums are rounded one by one, so the results are
/// those of `apply`, node by node, and every lane has the bits that it would have alone.
class Interpreter final : public Evaluator {
 public:
  /// Fuses and orders the tape for the interpreter, then assigns slots to its values.
  explicit Interpreter(const Tape& tape);

  std::size_t workspace_size(std::size_t lanes) const override;
  void evaluate(const double* inputs, double* outputs, double* workspace) const override;
  void evaluate_lanes(std::size_t lanes, const double* inputs, double* outputs,
                      double* workspace) const override;

 private:
  /// The slots that one instruction reads and writes.
  struct Places {
    Slot target, a, b, c;
  };
  /// Instructions of equal code that follow each other.
  struct Run {
    Code code;
    std::uint32_t length;
  };
  /// An input and its slot; unused inputs have none.
  struct Load {
    std::uint32_t input;
    Slot slot;
  };

  template <std::size_t width>
  void load_constants(double* workspace) const;
  template <std::size_t width>
  void run(double* workspace) const;
  template <std::size_t width>
  void evaluate_block(std::size_t lanes, std::size_t first, const double* inputs, double* outputs,
                      double* workspace) const;

  std::size_t slot_count_ = 0;
  std::vector<double> constants_;  ///< for slots 0, 1, ...
  std::vector<Load> loads_;
  std::vector<Run> runs_;
  std::vector<Places> places_;
  std::vector<Slot> outputs_;
};

}  // namespace alembert
