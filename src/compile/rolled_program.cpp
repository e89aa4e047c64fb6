#include "compile/rolled_program.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

#include "compile/next_uses.hpp"

namespace alembert {

namespace {

using Area = Place::Area;
using From = LoopOperand::From;

// more would leave too few registers for the rest of a repetition
constexpr std::size_t most_handed_on = 6;

/// Where the results of a loop lie that others need: `width` of them in each repetition.
struct ResultTable {
  std::vector<std::uint32_t>
      column;  ///< by place in the loop; `never` for results that stay within
  std::uint32_t width = 0;
  std::uint32_t rows_before = 0;  ///< for what stands for repetitions before the first
  std::uint32_t begin = 0;        ///< in scratch memory
  std::vector<std::uint32_t>
      handed_on;  ///< places whose results stay in registers for one repetition

  std::uint32_t index(std::uint32_t place, std::int64_t repetition) const {
    assert(column[place] != never);
    return static_cast<std::uint32_t>(begin + (repetition + rows_before) * width + column[place]);
  }
};

class Roller {
 public:
  Roller(const Tape& tape, const MachineOrder& order, const std::vector<Loop>& loops)
      : tape_(tape),
        order_(order),
        loops_(loops),
        position_(tape.value_count(), never),
        piece_at_(order.steps.size()),
        home_(tape.value_count(), never),
        local_(tape.value_count(), no_value),
        tables_(loops.size()) {
    for (std::uint32_t at = 0; at < order.steps.size(); ++at) {
      const MachineStep step = order.steps[at];
      if (!step.is_batch) {
        position_[tape.first_result() + step.index] = at;
        continue;
      }
      for (const std::vector<Value>* results :
           {&order.batches[step.index].results, &order.batches[step.index].cosines})
        for (const Value value : *results)
          if (value != no_value) position_[value] = at;
    }
    find_pieces();
    find_shared();
    give_places();
  }

  MachineProgram roll() {
    for (const Piece& piece : pieces_) {
      if (piece.loop == never) {
        append_steps(piece.first, piece.end);
      } else {
        append_first_rows(piece.loop);
        append_loop(piece.loop);
      }
    }
    append_plain_outputs();
    return std::move(program_);
  }

 private:
  /// A loop, or the steps between two of them.
  struct Piece {
    std::uint32_t first, end, loop;
  };

  void find_pieces() {
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

  const Instruction& instruction(std::uint32_t at) const {
    return tape_.instructions[order_.steps[at].index];
  }
  Value result_at(std::uint32_t at) const { return tape_.first_result() + order_.steps[at].index; }
  std::uint32_t loop_of(std::uint32_t position) const { return pieces_[piece_at_[position]].loop; }
  bool is_result(Value value) const { return value >= tape_.first_result(); }

  template <class Use>
  void for_operands(std::uint32_t at, Use use) const {
    if (order_.steps[at].is_batch) {
      const CallBatch& batch = order_.batches[order_.steps[at].index];
      for (const Value value : batch.a) use(value);
      for (const Value value : batch.b) use(value);
      return;
    }
    for (int i = 0; i < operand_count(instruction(at).code); ++i) use(instruction(at).operands[i]);
  }

  template <class Use>
  void for_operands(const Loop& loop, Use use) const {
    for (std::uint32_t place = 0; place < loop.period; ++place)
      for (int i = 0; i < operand_count(instruction(loop.first + place).code); ++i)
        use(place, i, loop.operands[place][static_cast<std::size_t>(i)]);
  }

  /// What stands for the result of a place before the first repetition.
  Value value_before(const Loop& loop, std::uint32_t place, std::uint32_t back) const {
    return result_at(loop.first + place - back * loop.period);
  }

  // ---- memory ---------------------------------------------------------------------------------------

  void find_shared() {
    for (std::uint32_t l = 0; l < loops_.size(); ++l)
      tables_[l].column.assign(loops_[l].period, never);
    for (const Piece& piece : pieces_) {
      if (piece.loop == never) {
        for (std::uint32_t at = piece.first; at < piece.end; ++at)
          for_operands(at, [&](Value value) {
            if (is_result(value) && piece_at_[position_[value]] != piece_at_[at]) share(value);
          });
        continue;
      }
      const Loop& loop = loops_[piece.loop];
      for_operands(loop, [&](std::uint32_t, int, const LoopOperand& operand) {
        if (operand.from == From::fixed && is_result(operand.value)) share(operand.value);
        if (operand.from == From::results) share(operand.loop, operand.place);
        if (operand.from != From::before) return;
        ResultTable& table = tables_[piece.loop];
        if (may_hand_on(table, operand)) {
          share(value_before(loop, operand.place, 1));
          return;
        }
        share(piece.loop, operand.place);
        table.rows_before = std::max(table.rows_before, operand.back);
        for (std::uint32_t back = 1; back <= operand.back; ++back)
          share(value_before(loop, operand.place, back));
      });
    }
  }

  /// Whether the result of the repetition before stays in a register.
  static bool is_handed_on(const ResultTable& table, const LoopOperand& operand) {
    return operand.from == From::before && operand.back == 1 &&
           std::find(table.handed_on.begin(), table.handed_on.end(), operand.place) !=
               table.handed_on.end();
  }
  static bool may_hand_on(ResultTable& table, const LoopOperand& operand) {
    if (operand.back == 1 && !is_handed_on(table, operand) &&
        table.handed_on.size() < most_handed_on)
      table.handed_on.push_back(operand.place);
    return is_handed_on(table, operand);
  }

  void share(Value value) {
    const std::uint32_t at = position_[value], loop = loop_of(at);
    if (loop != never)
      share(loop, (at - loops_[loop].first) % loops_[loop].period);
    else
      home_[value] = 0;
  }
  void share(std::uint32_t loop, std::uint32_t place) {
    std::uint32_t& column = tables_[loop].column[place];
    if (column == never) column = tables_[loop].width++;
  }

  void give_places() {
    for (std::uint32_t& home : home_)
      if (home != never) home = shared_++;
    for (std::uint32_t l = 0; l < loops_.size(); ++l) {
      tables_[l].begin = shared_;
      shared_ += tables_[l].width * (tables_[l].rows_before + loops_[l].count);
    }
    program_.scratch = shared_;
  }

  Place place_of(Value value) const {
    if (value < tape_.first_input()) return {Area::constant, value};
    if (!is_result(value)) return {Area::input, value - tape_.first_input()};
    const std::uint32_t at = position_[value], loop = loop_of(at);
    if (loop == never) return {Area::scratch, home_[value]};
    const std::uint32_t step = at - loops_[loop].first, period = loops_[loop].period;
    return {Area::scratch, tables_[loop].index(step % period, step / period)};
  }

  // ---- pieces without loops -------------------------------------------------------------------------

  /// A piece in the making: its tape has no constants, and its values are numbered anew.
  struct Draft {
    Tape tape;
    MachineOrder order;
    Surroundings around;

    Value add_input(Place place) {
      around.inputs.push_back(place);
      return static_cast<Value>(tape.input_count++);
    }
    void add_output(Value value, Place place) {
      tape.outputs.push_back(value);
      around.outputs.push_back(place);
    }
  };

  void append(Draft& draft) {
    draft.around.first_scratch = shared_;
    append_piece(draft.tape, draft.order, draft.around, program_);
  }

  void append_steps(std::uint32_t first, std::uint32_t end) {
    Draft draft;
    std::vector<Value> known;  // to be forgotten again
    const auto number = [&](Value value, Value as) {
      local_[value] = as;
      known.push_back(value);
    };
    for (std::uint32_t at = first; at < end; ++at)
      for_operands(at, [&](Value value) {
        const bool is_outside = !is_result(value) || piece_at_[position_[value]] != piece_at_[at];
        if (is_outside && local_[value] == no_value)
          number(value, draft.add_input(place_of(value)));
      });
    // results: those of instructions and of calls, which are instructions of the tape too
    for (std::uint32_t at = first; at < end; ++at) {
      const MachineStep step = order_.steps[at];
      const auto add_result = [&](Value value) {
        number(value, static_cast<Value>(draft.tape.value_count()));
        draft.tape.instructions.push_back(tape_.instructions[value - tape_.first_result()]);
        return static_cast<std::uint32_t>(draft.tape.instructions.size() - 1);
      };
      if (!step.is_batch) {
        draft.order.steps.push_back({add_result(result_at(at)), false});
        continue;
      }
      draft.order.steps.push_back({static_cast<std::uint32_t>(draft.order.batches.size()), true});
      CallBatch& batch = draft.order.batches.emplace_back(order_.batches[step.index]);
      for (std::vector<Value>* results : {&batch.results, &batch.cosines})
        for (Value& value : *results)
          if (value != no_value) {
            add_result(value);
            value = local_[value];
          }
      for (std::vector<Value>* arguments : {&batch.a, &batch.b})
        for (Value& value : *arguments) value = local_[value];
    }
    for (Instruction& made : draft.tape.instructions)
      for (int i = 0; i < operand_count(made.code); ++i)
        made.operands[i] = local_[made.operands[i]];
    for (const Value value : known) {
      if (!is_result(value) || piece_at_[position_[value]] != piece_at_[first]) continue;
      if (home_[value] != never) draft.add_output(local_[value], place_of(value));
    }
    for (std::uint32_t k = 0; k < tape_.outputs.size(); ++k)
      if (const Value value = tape_.outputs[k];
          is_result(value) && piece_at_[position_[value]] == piece_at_[first])
        draft.add_output(local_[value], {Area::output, k});
    append(draft);
    for (const Value value : known) local_[value] = no_value;
  }

  // what stands for repetitions before the first
  void append_first_rows(std::uint32_t l) {
    const ResultTable& table = tables_[l];
    std::map<std::uint32_t, Value> rows;  // by index in scratch memory
    for_operands(loops_[l], [&](std::uint32_t, int, const LoopOperand& operand) {
      if (operand.from != From::before || is_handed_on(table, operand)) return;
      for (std::uint32_t back = 1; back <= operand.back; ++back)
        rows[table.index(operand.place, -std::int64_t{back})] =
            value_before(loops_[l], operand.place, back);
    });
    Draft draft;
    for (const auto& [index, value] : rows)
      draft.add_output(draft.add_input(place_of(value)), {Area::scratch, index});
    append(draft);
  }

  // constants and inputs that are outputs themselves
  void append_plain_outputs() {
    Draft draft;
    for (std::uint32_t k = 0; k < tape_.outputs.size(); ++k)
      if (!is_result(tape_.outputs[k]))
        draft.add_output(draft.add_input(place_of(tape_.outputs[k])), {Area::output, k});
    append(draft);
  }

  // ---- loops ----------------------------------------------------------------------------------------

  /// The streams of a loop; their places count from the beginning of the area until all are known.
  struct Streams {
    std::vector<MachineLoop::Stream> list;

    Place moving(Area area, std::uint32_t index, std::int64_t stride) {
      auto stream = std::find_if(list.begin(), list.end(), [&](const auto& known) {
        return known.area == area && known.stride == stride;
      });
      if (stream == list.end())
        stream = list.insert(list.end(), {area, static_cast<std::int32_t>(stride), index});
      stream->start = std::min(stream->start, index);
      return {area, index, static_cast<std::uint8_t>(stream - list.begin())};
    }
    void count_from_start(std::vector<Place>& places) const {
      for (Place& place : places)
        if (place.stream != Place::no_stream) place.index -= list[place.stream].start;
    }
  };

  Place place_of(std::uint32_t l, const LoopOperand& operand, Streams& streams) const {
    switch (operand.from) {
      case From::input:
        return streams.moving(Area::input, operand.value - tape_.first_input(), operand.stride);
      case From::results: {
        const ResultTable& table = tables_[operand.loop];
        return streams.moving(Area::scratch, table.index(operand.place, operand.first),
                              std::int64_t{operand.stride} * table.width);
      }
      case From::before:
        return streams.moving(Area::scratch,
                              tables_[l].index(operand.place, -std::int64_t{operand.back}),
                              tables_[l].width);
      default:
        return place_of(operand.value);
    }
  }

  void append_loop(std::uint32_t l) {
    const Loop& loop = loops_[l];
    const ResultTable& table = tables_[l];
    Draft draft;
    Streams streams;
    // one input for each place in memory that is read, and for each result that is handed on
    std::map<std::tuple<Area, std::uint32_t, std::uint8_t>, Value> inputs;
    for (std::size_t i = 0; i < table.handed_on.size(); ++i) draft.add_input({});
    std::vector<std::array<Value, 3>> operands(loop.period);
    for_operands(loop, [&](std::uint32_t place, int i, const LoopOperand& operand) {
      Value& value = operands[place][static_cast<std::size_t>(i)];
      if (operand.from == From::same) return;
      if (is_handed_on(table, operand)) {
        const auto at = std::find(table.handed_on.begin(), table.handed_on.end(), operand.place);
        value = static_cast<Value>(at - table.handed_on.begin());
        return;
      }
      const Place from = place_of(l, operand, streams);
      const auto [known, is_new] = inputs.try_emplace({from.area, from.index, from.stream}, 0);
      if (is_new) known->second = draft.add_input(from);
      value = known->second;
    });
    for_operands(loop, [&](std::uint32_t place, int i, const LoopOperand& operand) {
      if (operand.from == From::same)
        operands[place][static_cast<std::size_t>(i)] = draft.tape.first_result() + operand.place;
    });
    for (std::uint32_t place = 0; place < loop.period; ++place) {
      const Value result = draft.tape.first_result() + place;
      draft.order.steps.push_back({place, false});
      draft.tape.instructions.push_back({instruction(loop.first + place).code, operands[place]});
      if (table.column[place] != never)
        draft.add_output(result, streams.moving(Area::scratch, table.index(place, 0), table.width));
      if (const Loop::Outputs& outputs = loop.outputs[place]; outputs.first != never)
        draft.add_output(result, streams.moving(Area::output, outputs.first, outputs.stride));
    }
    for (Value input = 0; input < table.handed_on.size(); ++input) {
      const std::uint32_t place = table.handed_on[input];
      draft.around.handed_on.push_back(
          {input, draft.tape.first_result() + place, place_of(value_before(loop, place, 1))});
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
  std::vector<std::uint32_t> position_;  ///< of results in the order
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> piece_at_;  ///< by position
  std::vector<std::uint32_t> home_;      ///< of results outside of loops that other pieces need
  std::vector<Value> local_;             ///< the numbers of values in the piece at hand
  std::vector<ResultTable> tables_;      ///< by loop
  std::uint32_t shared_ = 0;             ///< places in scratch memory that pieces share
  MachineProgram program_;
};

}  // namespace

MachineProgram rolled_program(const Tape& tape, const MachineOrder& order,
                              const std::vector<Loop>& loops) {
  return Roller(tape, order, loops).roll();
}

}  // namespace alembert
