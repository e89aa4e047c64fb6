#include "compile/x86/looped_program.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

#include "compile/x86/result_places.hpp"

namespace alembert::x86 {

namespace {

using Area = MemoryPlace::Area;
using From = LoopOperand::From;

/// A piece under construction: its tape has no constants, and its values are renumbered.
struct Draft {
  Tape tape;
  MachineOrder order;
  Surroundings around;

  ValueId add_input(MemoryPlace place) {
    around.inputs.push_back(place);
    return static_cast<ValueId>(tape.input_count++);
  }
  void add_output(ValueId value, MemoryPlace place) {
    tape.outputs.push_back(value);
    around.outputs.push_back(place);
  }
};

/// The streams of a loop; their places count from the beginning of the area until all are known.
struct Streams {
  std::vector<MachineLoop::Stream> list;

  MemoryPlace moving(Area area, std::uint32_t index, std::int64_t stride) {
    auto stream = std::find_if(list.begin(), list.end(), [&](const auto& known) {
      return known.area == area && known.stride == stride;
    });
    if (stream == list.end())
      stream = list.insert(list.end(), {area, static_cast<std::int32_t>(stride), index});
    stream->start = std::min(stream->start, index);
    return {area, index, static_cast<std::uint8_t>(stream - list.begin())};
  }
  void count_from_start(std::vector<MemoryPlace>& places) const {
    for (MemoryPlace& place : places)
      if (place.stream != MemoryPlace::no_stream) place.index -= list[place.stream].start;
  }
};

class LoopedProgram {
 public:
  LoopedProgram(const Tape& tape, const MachineOrder& order, const std::vector<Loop>& loops)
      : tape_(tape),
        order_(order),
        loops_(loops),
        places_(tape, order, loops),
        local_(tape.value_count(), no_value) {}

  MachineProgram build() {
    for (const ProgramPiece& piece : places_.pieces()) {
      if (piece.loop == never) {
        append_steps(piece);
      } else {
        append_first_rows(piece.loop);
        append_loop(piece.loop);
      }
    }
    append_plain_outputs();
    return std::move(program_);
  }

 private:
  const Instruction& instruction(std::uint32_t at) const {
    return tape_.instructions[order_.steps[at].index];
  }

  void append(Draft& draft) {
    draft.around.first_scratch = places_.size();
    append_piece(draft.tape, draft.order, draft.around, program_);
  }

  // ---- pieces without loops ---------------------------------------------------------------------

  void append_steps(const ProgramPiece& piece) {
    Draft draft;
    std::vector<ValueId> known;  // to be forgotten again
    const auto number = [&](ValueId value, ValueId as) {
      local_[value] = as;
      known.push_back(value);
    };
    for (std::uint32_t at = piece.first; at < piece.end; ++at)
      for_operands(tape_, order_, at, [&](ValueId value) {
        if (!places_.is_made_beside(value, at) && local_[value] == no_value)
          number(value, draft.add_input(places_.place_of(value)));
      });
    // results of calls are instructions of the tape too
    std::vector<ValueId> made;
    const auto add_result = [&](ValueId value) {
      number(value, static_cast<ValueId>(draft.tape.value_count()));
      draft.tape.instructions.push_back(tape_.instructions[value - tape_.first_result()]);
      made.push_back(value);
    };
    for (std::uint32_t at = piece.first; at < piece.end; ++at) {
      const MachineStep step = order_.steps[at];
      if (!step.is_batch) {
        draft.order.steps.push_back({static_cast<std::uint32_t>(made.size()), false});
        add_result(tape_.first_result() + step.index);
        continue;
      }
      draft.order.steps.push_back({static_cast<std::uint32_t>(draft.order.batches.size()), true});
      CallBatch& batch = draft.order.batches.emplace_back(order_.batches[step.index]);
      for (std::vector<ValueId>* arguments : {&batch.a, &batch.b})
        for (ValueId& value : *arguments) value = local_[value];
      for (std::vector<ValueId>* results : {&batch.results, &batch.cosines})
        for (ValueId& value : *results)
          if (value != no_value) {
            add_result(value);
            value = local_[value];
          }
    }
    for (Instruction& copy : draft.tape.instructions)
      for (int i = 0; i < operand_count(copy.code); ++i)
        copy.operands[i] = local_[copy.operands[i]];
    for (const ValueId value : made)
      if (places_.is_shared(value)) draft.add_output(local_[value], places_.place_of(value));
    for (std::uint32_t k = 0; k < tape_.outputs.size(); ++k)
      if (places_.is_made_beside(tape_.outputs[k], piece.first))
        draft.add_output(local_[tape_.outputs[k]], {Area::output, k});
    append(draft);
    for (const ValueId value : known) local_[value] = no_value;
  }

  // constants and inputs that are outputs themselves
  void append_plain_outputs() {
    Draft draft;
    for (std::uint32_t k = 0; k < tape_.outputs.size(); ++k)
      if (!places_.is_result(tape_.outputs[k]))
        draft.add_output(draft.add_input(places_.place_of(tape_.outputs[k])), {Area::output, k});
    append(draft);
  }

  // ---- loops ------------------------------------------------------------------------------------

  template <class Use>
  void for_loop_operands(const Loop& loop, Use use) const {
    for (std::uint32_t place = 0; place < loop.period; ++place)
      for (int i = 0; i < operand_count(instruction(loop.first + place).code); ++i)
        use(place, i, loop.operands[place][static_cast<std::size_t>(i)]);
  }

  // what stands for repetitions before the first
  void append_first_rows(std::uint32_t l) {
    const ResultTable& table = places_.table(l);
    std::map<std::uint32_t, ValueId> rows;  // by index in scratch memory
    for_loop_operands(loops_[l], [&](std::uint32_t, int, const LoopOperand& operand) {
      if (operand.from != From::before || table.is_handed_on(operand)) return;
      for (std::uint32_t back = 1; back <= operand.back; ++back)
        rows[table.index(operand.place, -std::int64_t{back})] =
            places_.value_before(loops_[l], operand.place, back);
    });
    Draft draft;
    for (const auto& [index, value] : rows)
      draft.add_output(draft.add_input(places_.place_of(value)), {Area::scratch, index});
    append(draft);
  }

  MemoryPlace place_of(std::uint32_t l, const LoopOperand& operand, Streams& streams) const {
    switch (operand.from) {
      case From::input:
        return streams.moving(Area::input, operand.value - tape_.first_input(), operand.stride);
      case From::results: {
        const ResultTable& table = places_.table(operand.loop);
        return streams.moving(Area::scratch, table.index(operand.place, operand.first),
                              std::int64_t{operand.stride} * table.width);
      }
      case From::calls:
        return streams.moving(
            Area::scratch,
            places_.place_of_call(operand.loop, static_cast<std::uint32_t>(operand.first)),
            operand.stride);
      case From::before: {
        const ResultTable& table = places_.table(l);
        return streams.moving(Area::scratch,
                              table.index(operand.place, -std::int64_t{operand.back}), table.width);
      }
      default:
        return places_.place_of(operand.value);
    }
  }

  void append_loop(std::uint32_t l) {
    const Loop& loop = loops_[l];
    const ResultTable& table = places_.table(l);
    Draft draft;
    Streams streams;
    // one input for each result that is handed on, and for each place in memory that is read
    for (std::size_t i = 0; i < table.handed_on.size(); ++i) draft.add_input({});
    std::map<std::tuple<Area, std::uint32_t, std::uint8_t>, ValueId> inputs;
    std::vector<std::array<ValueId, 3>> operands(loop.period);
    for_loop_operands(loop, [&](std::uint32_t place, int i, const LoopOperand& operand) {
      ValueId& value = operands[place][static_cast<std::size_t>(i)];
      if (operand.from == From::same) return;
      if (table.is_handed_on(operand)) {
        const auto at = std::find(table.handed_on.begin(), table.handed_on.end(), operand.place);
        value = static_cast<ValueId>(at - table.handed_on.begin());
        return;
      }
      const MemoryPlace from = place_of(l, operand, streams);
      const auto [known, is_new] = inputs.try_emplace({from.area, from.index, from.stream}, 0);
      if (is_new) known->second = draft.add_input(from);
      value = known->second;
    });
    const ValueId first_result = draft.tape.first_result();
    for_loop_operands(loop, [&](std::uint32_t place, int i, const LoopOperand& operand) {
      if (operand.from == From::same)
        operands[place][static_cast<std::size_t>(i)] = first_result + operand.place;
    });

    for (std::uint32_t place = 0; place < loop.period; ++place) {
      const ValueId result = first_result + place;
      draft.order.steps.push_back({place, false});
      draft.tape.instructions.push_back({instruction(loop.first + place).code, operands[place]});
      if (table.column[place] != never)
        draft.add_output(result, streams.moving(Area::scratch, table.index(place, 0), table.width));
      if (const Loop::Outputs& outputs = loop.outputs[place]; outputs.first != never)
        draft.add_output(result, streams.moving(Area::output, outputs.first, outputs.stride));
    }
    for (ValueId input = 0; input < table.handed_on.size(); ++input) {
      const std::uint32_t place = table.handed_on[input];
      draft.around.handed_on.push_back(
          {input, first_result + place, places_.place_of(places_.value_before(loop, place, 1))});
    }
    streams.count_from_start(draft.around.inputs);
    streams.count_from_start(draft.around.outputs);
    assert(streams.list.size() <= loop_streams);
    draft.around.loop = MachineLoop{loop.count, streams.list};
    append(draft);
  }

  const Tape& tape_;
  const MachineOrder& order_;
  const std::vector<Loop>& loops_;
  const ResultPlaces places_;
  std::vector<ValueId> local_;  ///< the numbers of values in the piece at hand
  MachineProgram program_;
};

}  // namespace

MachineProgram looped_program(const Tape& tape, const MachineOrder& order,
                              const std::vector<Loop>& loops) {
  return LoopedProgram(tape, order, loops).build();
}

}  // namespace alembert::x86
