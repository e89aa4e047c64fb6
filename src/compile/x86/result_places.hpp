#pragma once
/// A program with loops in pieces, and the places in memory of results that cross from one piece to
/// another, or from one repetition of a loop to another.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compile/x86/loops.hpp"
#include "compile/x86/next_uses.hpp"
#include "compile/x86/registers.hpp"

namespace alembert::x86 {

/// A loop, or the steps between two of them.
struct ProgramPiece {
  std::uint32_t first, end;
  std::uint32_t loop;  ///< its number; `never` where it is none
};

/// Where the results of a loop that others need are kept: `width` of them for each repetition.
struct ResultTable {
  /// Columns by place in the loop; `never` for results that stay within a repetition.
  std::vector<std::uint32_t> column;
  /// Places whose results stay in registers until the next repetition.
  std::vector<std::uint32_t> handed_on;
  std::uint32_t width = 0;
  std::uint32_t rows_before = 0;  ///< rows that stand for repetitions before the first
  std::uint32_t begin = 0;        ///< in scratch memory

  std::uint32_t index(std::uint32_t place, std::int64_t repetition) const {
    return static_cast<std::uint32_t>(begin + (repetition + rows_before) * width + column[place]);
  }
  /// Whether an operand of the loop is one of those.
  bool is_handed_on(const LoopOperand& operand) const {
    return operand.from == LoopOperand::From::before && operand.back == 1 &&
           std::find(handed_on.begin(), handed_on.end(), operand.place) != handed_on.end();
  }
};

class ResultPlaces {
 public:
  ResultPlaces(const Tape& tape, const MachineOrder& order, const std::vector<Loop>& loops);

  const std::vector<ProgramPiece>& pieces() const { return pieces_; }
  bool is_result(ValueId value) const { return value >= tape_.first_result(); }
  /// Whether a result is made in the piece that this step belongs to.
  bool is_made_beside(ValueId value, std::uint32_t step) const {
    return is_result(value) && piece_at_[position_[value]] == piece_at_[step];
  }
  /// Whether a result from outside of loops is needed by another piece.
  bool is_shared(ValueId value) const { return home_[value] != never; }

  /// Of constants, inputs, and results that are shared.
  MemoryPlace place_of(ValueId value) const;
  const ResultTable& table(std::uint32_t loop) const { return tables_[loop]; }
  /// Of a result of a batch that loops take operands from (call_index).
  std::uint32_t place_of_call(std::uint32_t batch, std::uint32_t call) const {
    return calls_[batch] + call;
  }
  std::uint32_t size() const { return size_; }  ///< in scratch memory

  /// What stands for the result of a place so many repetitions before the first.
  ValueId value_before(const Loop& loop, std::uint32_t place, std::uint32_t back) const {
    return tape_.first_result() + order_.steps[loop.first + place - back * loop.period].index;
  }

 private:
  void find_positions();
  void find_pieces();
  void share_operands_of(const ProgramPiece& piece);
  void share_operand(std::uint32_t loop, const LoopOperand& operand);
  void share_calls(std::uint32_t batch);
  void share(ValueId value);
  void share(std::uint32_t loop, std::uint32_t place);
  void give_places();
  std::uint32_t loop_of(std::uint32_t position) const { return pieces_[piece_at_[position]].loop; }

  const Tape& tape_;
  const MachineOrder& order_;
  const std::vector<Loop>& loops_;
  std::vector<std::uint32_t> position_;  ///< of results in the order
  std::vector<ProgramPiece> pieces_;
  std::vector<std::uint32_t> piece_at_;  ///< by position
  std::vector<std::uint32_t> home_;      ///< of shared results outside of loops; `never` for others
  std::vector<ResultTable> tables_;      ///< by loop
  std::vector<std::uint32_t>
      calls_;  ///< by batch, where its results begin; `never` where no loop needs them
  std::uint32_t size_ = 0;
};

}  // namespace alembert::x86
