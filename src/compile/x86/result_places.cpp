#include "compile/x86/result_places.hpp"

namespace alembert::x86 {

namespace {

using From = LoopOperand::From;

// more would leave too few registers for the rest of a repetition
constexpr std::size_t most_handed_on = 6;

}  // namespace

ResultPlaces::ResultPlaces(const Tape& tape, const MachineOrder& order,
                           const std::vector<Loop>& loops)
    : tape_(tape),
      order_(order),
      loops_(loops),
      position_(tape.value_count(), never),
      piece_at_(order.steps.size()),
      home_(tape.value_count(), never),
      tables_(loops.size()),
      calls_(order.batches.size(), never) {
  for (std::size_t l = 0; l < loops.size(); ++l) tables_[l].column.assign(loops[l].period, never);
  find_positions();
  find_pieces();
  for (const ProgramPiece& piece : pieces_) share_operands_of(piece);
  give_places();
}

void ResultPlaces::find_positions() {
  for (std::uint32_t at = 0; at < order_.steps.size(); ++at) {
    const MachineStep step = order_.steps[at];
    if (!step.is_batch) {
      position_[tape_.first_result() + step.index] = at;
      continue;
    }
    const CallBatch& batch = order_.batches[step.index];
    for (const std::vector<ValueId>* results : {&batch.results, &batch.cosines})
      for (const ValueId value : *results)
        if (value != no_value) position_[value] = at;
  }
}

void ResultPlaces::find_pieces() {
  std::uint32_t at = 0;
  const auto add = [&](std::uint32_t end, std::uint32_t loop) {
    if (at == end) return;
    std::fill(piece_at_.begin() + at, piece_at_.begin() + end,
              static_cast<std::uint32_t>(pieces_.size()));
    pieces_.push_back({at, end, loop});
    at = end;
  };
  for (std::uint32_t l = 0; l < loops_.size(); ++l) {
    add(loops_[l].first, never);
    add(loops_[l].end(), l);
  }
  add(static_cast<std::uint32_t>(order_.steps.size()), never);
}

void ResultPlaces::share_operands_of(const ProgramPiece& piece) {
  if (piece.loop != never) {
    for (const auto& operands : loops_[piece.loop].operands)
      for (const LoopOperand& operand : operands) share_operand(piece.loop, operand);
    return;
  }
  for (std::uint32_t at = piece.first; at < piece.end; ++at)
    for_operands(tape_, order_, at, [&](ValueId value) {
      if (is_result(value) && !is_made_beside(value, at)) share(value);
    });
}

void ResultPlaces::share_operand(std::uint32_t loop, const LoopOperand& operand) {
  ResultTable& table = tables_[loop];
  switch (operand.from) {
    case From::fixed:
      if (operand.value != no_value && is_result(operand.value)) share(operand.value);
      return;
    case From::results:
      return share(operand.loop, operand.place);
    case From::calls:
      return share_calls(operand.loop);
    case From::before:
      if (operand.back == 1 && !table.is_handed_on(operand) &&
          table.handed_on.size() < most_handed_on)
        table.handed_on.push_back(operand.place);
      for (std::uint32_t back = 1; back <= operand.back; ++back)
        share(value_before(loops_[loop], operand.place, back));
      if (table.is_handed_on(operand)) return;
      share(loop, operand.place);
      table.rows_before = std::max(table.rows_before, operand.back);
      return;
    default:
      return;
  }
}

// all of them, so that they stand evenly
void ResultPlaces::share_calls(std::uint32_t batch) {
  calls_[batch] = 0;
  for (const std::vector<ValueId>* results :
       {&order_.batches[batch].results, &order_.batches[batch].cosines})
    for (const ValueId value : *results)
      if (value != no_value) share(value);
}

void ResultPlaces::share(ValueId value) {
  const std::uint32_t at = position_[value], loop = loop_of(at);
  if (loop != never)
    share(loop, (at - loops_[loop].first) % loops_[loop].period);
  else
    home_[value] = 0;
}

void ResultPlaces::share(std::uint32_t loop, std::uint32_t place) {
  std::uint32_t& column = tables_[loop].column[place];
  if (column == never) column = tables_[loop].width++;
}

void ResultPlaces::give_places() {
  for (std::uint32_t& home : home_)
    if (home != never) home = size_++;
  for (std::size_t b = 0; b < calls_.size(); ++b) {
    if (calls_[b] == never) continue;
    calls_[b] = size_;
    const CallBatch& batch = order_.batches[b];
    const auto give = [&](const std::vector<ValueId>& results, bool is_cosine) {
      for (std::size_t k = 0; k < results.size(); ++k)
        if (results[k] != no_value) home_[results[k]] = size_ + call_index(k, is_cosine);
    };
    give(batch.results, false);
    give(batch.cosines, true);
    size_ += call_index(batch.a.size(), false);
  }
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    tables_[l].begin = size_;
    size_ += tables_[l].width * (tables_[l].rows_before + loops_[l].count);
  }
}

MemoryPlace ResultPlaces::place_of(ValueId value) const {
  if (value < tape_.first_input()) return {MemoryPlace::Area::constant, value};
  if (!is_result(value)) return {MemoryPlace::Area::input, value - tape_.first_input()};
  const std::uint32_t at = position_[value], loop = loop_of(at);
  if (loop == never) return {MemoryPlace::Area::scratch, home_[value]};
  const std::uint32_t step = at - loops_[loop].first, period = loops_[loop].period;
  return {MemoryPlace::Area::scratch, tables_[loop].index(step % period, step / period)};
}

}  // namespace alembert::x86
