#include "compile/x86/loops.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <unordered_map>
#include <utility>

#include "compile/x86/next_uses.hpp"

namespace alembert::x86 {

namespace {

using From = LoopOperand::From;

// a body of a chain in space takes some 200 instructions on its way in, and axes may change from
// one to the next
constexpr std::uint32_t longest_period = 1500;
// with fewer repetitions, or fewer instructions in all, code is faster without a loop
constexpr std::uint32_t fewest_repetitions = 8, fewest_steps = 100;
// results are handed on to at most this many later repetitions
constexpr std::uint32_t most_back = 4;
// a loop may begin where this many steps look like those one period later
constexpr std::uint32_t window = 16;
constexpr std::uint32_t shortly = 12;

class LoopFinder {
 public:
  LoopFinder(const Tape& tape, const MachineOrder& order)
      : tape_(tape),
        order_(order),
        position_(tape.value_count(), never),
        batch_of_(tape.value_count(), never),
        call_of_(tape.value_count(), never),
        output_(order.steps.size(), never),
        loop_at_(order.steps.size(), never) {
    std::vector<std::uint32_t> output_of(tape.value_count(), never);
    for (std::uint32_t k = 0; k < tape.outputs.size(); ++k) {
      std::uint32_t& output = output_of[tape.outputs[k]];
      output = output == never ? k : several;
    }
    for (std::uint32_t at = 0; at < order.steps.size(); ++at) {
      if (order.steps[at].is_batch) {
        find_calls(order.steps[at].index);
        continue;
      }
      const ValueId result = tape.first_result() + order.steps[at].index;
      position_[result] = at;
      output_[at] = output_of[result];
    }
    look_around();
  }

  std::vector<Loop> find() {
    const auto steps = static_cast<std::uint32_t>(order_.steps.size());
    for (std::uint32_t at = 0; at + fewest_steps <= steps;) {
      std::optional<Loop> loop = loop_from(at);
      if (!loop) {
        ++at;
        continue;
      }
      at = loop->end();
      std::fill(loop_at_.begin() + loop->first, loop_at_.begin() + loop->end(),
                static_cast<std::uint32_t>(loops_.size()));
      loops_.push_back(std::move(*loop));
    }
    return std::move(loops_);
  }

 private:
  static constexpr std::uint32_t several = never - 1;

  /// What an operand may be, as far as is known.
  struct Guess {
    bool is_fixed = true, is_input = true, is_relative = true, is_result = true, is_call = true;
    bool any() const { return is_fixed || is_input || is_relative || is_result || is_call; }
  };
  using Guesses = std::vector<std::array<Guess, 3>>;

  void find_calls(std::uint32_t batch) {
    const CallBatch& calls = order_.batches[batch];
    const auto add = [&](const std::vector<ValueId>& results, bool is_cosine) {
      for (std::size_t k = 0; k < results.size(); ++k) {
        if (results[k] == no_value) continue;
        batch_of_[results[k]] = batch;
        call_of_[results[k]] = call_index(k, is_cosine);
      }
    };
    add(calls.results, false);
    add(calls.cosines, true);
  }

  bool is_step(std::uint32_t at) const { return !order_.steps[at].is_batch; }
  const Instruction& instruction(std::uint32_t at) const {
    return tape_.instructions[order_.steps[at].index];
  }
  bool is_input(ValueId value) const {
    return value >= tape_.first_input() && value < tape_.first_result();
  }

  /// What a step has in common with its repetitions. An operand that was made shortly before is
  /// made as shortly before in each of them.
  std::uint64_t look_of(std::uint32_t at) const {
    if (!is_step(at)) return at;
    const Instruction& step = instruction(at);
    std::uint64_t look = static_cast<std::uint64_t>(step.code) + 1;
    for (int i = 0; i < operand_count(step.code); ++i) {
      const ValueId value = step.operands[i];
      const std::uint32_t distance = at - position_[value];
      const std::uint64_t kind = value < tape_.first_input()           ? 100 + value
                                 : is_input(value)                     ? 1
                                 : distance <= shortly && distance > 0 ? 10 + distance
                                                                       : 2;
      look = (look ^ kind) * 0x9e3779b97f4a7c15;
      look ^= look >> 29;
    }
    return look;
  }

  // rolling hashes over windows of this many steps: equal windows have equal hashes
  void look_around() {
    const std::size_t steps = order_.steps.size();
    std::vector<std::uint64_t> looks(steps);
    for (std::uint32_t at = 0; at < steps; ++at) looks[at] = look_of(at);
    constexpr std::uint64_t base = 0xd1342543de82ef95;
    std::uint64_t highest = 1;  // base^(window − 1)
    for (std::uint32_t i = 1; i < window; ++i) highest *= base;
    views_.assign(steps, 0);
    std::uint64_t view = 0;
    for (std::size_t at = steps; at-- > 0;) {
      if (at + window < steps) view -= looks[at + window] * highest;
      views_[at] = view = view * base + looks[at];
    }
    next_like_.assign(steps, never);
    std::unordered_map<std::uint64_t, std::uint32_t> later;
    for (std::size_t at = steps; at-- > 0;) {
      const auto [known, is_new] = later.try_emplace(views_[at], static_cast<std::uint32_t>(at));
      if (!is_new) next_like_[at] = std::exchange(known->second, static_cast<std::uint32_t>(at));
    }
  }

  std::optional<Loop> loop_from(std::uint32_t first) {
    std::uint32_t hopeless = 0;  // the shortest period here that looks right but is not
    for (std::uint32_t next = next_like_[first]; next != never && next - first <= longest_period;
         next = next_like_[next]) {
      const std::uint32_t period = next - first;
      if (first < hopeless_until_[period]) {
        if (hopeless == 0) hopeless = period;
        continue;
      }
      Guesses guesses;
      Loop loop = repeated(first, period, guesses);
      if (!is_worth_it(loop)) {
        // a step that is not repeated ends later loops of this period, too
        hopeless_until_[period] = loop.end() + 1;
        if (hopeless == 0) hopeless = period;
        continue;
      }
      describe(loop, guesses);
      if (streams_of(loop) > loop_streams) {
        hopeless_until_[period] = loop.end();
        continue;
      }
      // two or more repetitions at a time make a loop that begins a little earlier, but is longer
      if (hopeless != 0 && period % hopeless == 0) {
        const std::uint32_t later = std::max(hopeless_until_[hopeless], first + 1);
        const Loop shorter = repeated(later, hopeless, guesses);
        if (is_worth_it(shorter) && shorter.end() + period > loop.end()) return std::nullopt;
      }
      return loop;
    }
    return std::nullopt;
  }

  static bool is_worth_it(const Loop& loop) {
    return loop.count >= fewest_repetitions && loop.count * loop.period >= fewest_steps;
  }

  /// Counts the repetitions and finds what their operands may be.
  Loop repeated(std::uint32_t first, std::uint32_t period, Guesses& guesses) const {
    Loop loop{first, period, 1, {}, {}};
    if (loop.end() > order_.steps.size()) return loop;
    guesses = first_guesses(loop);
    for (Guesses left = guesses; is_repeated(loop, left); ++loop.count) guesses = left;
    return loop;
  }

  Guesses first_guesses(const Loop& loop) const {
    Guesses guesses(loop.period);
    for (std::uint32_t place = 0; place < loop.period; ++place) {
      const std::uint32_t at = loop.first + place;
      if (!is_step(at)) continue;
      for (int i = 0; i < operand_count(instruction(at).code); ++i) {
        const ValueId value = instruction(at).operands[i];
        Guess& guess = guesses[place][i];
        guess.is_input = is_input(value);
        const std::uint32_t position = position_[value];
        guess.is_relative = position != never && at - position < (most_back + 1) * loop.period &&
                            back_of(loop, place, at - position) <= most_back;
        guess.is_result = position != never && position < loop.first && loop_at_[position] != never;
        guess.is_call = batch_of_[value] != never;
      }
    }
    return guesses;
  }

  /// How many repetitions lie between `place` and the step `distance` before it.
  static std::uint32_t back_of(const Loop& loop, std::uint32_t place, std::uint32_t distance) {
    return distance <= place ? 0 : (distance - place + loop.period - 1) / loop.period;
  }

  /// Whether the loop has one more repetition; narrows what its operands may be.
  bool is_repeated(const Loop& loop, Guesses& guesses) const {
    const std::uint32_t k = loop.count, begin = loop.first + k * loop.period;
    if (begin + loop.period > order_.steps.size()) return false;
    for (std::uint32_t place = 0; place < loop.period; ++place) {
      const std::uint32_t at = begin + place, at0 = loop.first + place;
      if (!is_step(at0) || !is_step(at)) return false;
      if (instruction(at).code != instruction(at0).code) return false;
      if (!moves_on(output_[at0], output_[at0 + loop.period], output_[at], k)) return false;
      for (int i = 0; i < operand_count(instruction(at).code); ++i) {
        Guess& guess = guesses[place][i];
        narrow(loop, place, i, k, guess);
        if (!guess.any()) return false;
      }
    }
    return true;
  }

  // outputs: none at all, or one each and evenly
  static bool moves_on(std::uint32_t x0, std::uint32_t x1, std::uint32_t x, std::uint32_t k) {
    if (x0 == several || x1 == several || x == several) return false;
    if (x0 == never || x == never || x1 == never) return x0 == x && x0 == x1;
    return std::int64_t{x} == std::int64_t{x0} + std::int64_t{k} * (std::int64_t{x1} - x0);
  }

  void narrow(const Loop& loop, std::uint32_t place, int i, std::uint32_t k, Guess& guess) const {
    const std::uint32_t at0 = loop.first + place, at1 = at0 + loop.period,
                        at = at0 + k * loop.period;
    const ValueId v0 = instruction(at0).operands[i], v1 = instruction(at1).operands[i],
                  v = instruction(at).operands[i];
    guess.is_fixed &= v == v0;
    const auto evenly = [k](std::int64_t x0, std::int64_t x1, std::int64_t x) {
      return x == x0 + k * (x1 - x0);
    };
    guess.is_input &= is_input(v) && is_input(v1) && evenly(v0, v1, v);
    guess.is_call &= batch_of_[v] == batch_of_[v0] && batch_of_[v1] == batch_of_[v0] &&
                     evenly(call_of_[v0], call_of_[v1], call_of_[v]);
    const std::uint32_t p0 = position_[v0], p1 = position_[v1], p = position_[v];
    guess.is_relative &= p != never && at - p == at0 - p0;
    if (!guess.is_result) return;
    guess.is_result = p != never && p1 != never && p < loop.first && p1 < loop.first &&
                      loop_at_[p] == loop_at_[p0] && loop_at_[p1] == loop_at_[p0];
    if (!guess.is_result) return;
    const Loop& other = loops_[loop_at_[p0]];
    guess.is_result =
        place_in(other, p) == place_in(other, p0) && place_in(other, p1) == place_in(other, p0) &&
        evenly(repetition_in(other, p0), repetition_in(other, p1), repetition_in(other, p));
  }

  static std::uint32_t place_in(const Loop& loop, std::uint32_t position) {
    return (position - loop.first) % loop.period;
  }
  static std::int32_t repetition_in(const Loop& loop, std::uint32_t position) {
    return static_cast<std::int32_t>((position - loop.first) / loop.period);
  }

  void describe(Loop& loop, const Guesses& guesses) const {
    loop.operands.resize(loop.period);
    for (std::uint32_t place = 0; place < loop.period; ++place) {
      const std::uint32_t at = loop.first + place, next = at + loop.period;
      const std::uint32_t output = output_[at];
      loop.outputs.push_back(
          {output, output == never ? 0 : static_cast<std::int32_t>(output_[next] - output)});
      for (int i = 0; i < operand_count(instruction(at).code); ++i) {
        const Guess& guess = guesses[place][i];
        LoopOperand& operand = loop.operands[place][i];
        const ValueId value = instruction(at).operands[i], after = instruction(next).operands[i];
        if (guess.is_fixed) {
          operand = {.from = From::fixed, .value = value};
        } else if (guess.is_input) {
          operand = {.from = From::input,
                     .value = value,
                     .stride = static_cast<std::int32_t>(after - value)};
        } else if (guess.is_call) {
          operand = {.from = From::calls,
                     .loop = batch_of_[value],
                     .first = static_cast<std::int32_t>(call_of_[value])};
          operand.stride = static_cast<std::int32_t>(call_of_[after]) - operand.first;
        } else if (guess.is_result) {
          const std::uint32_t position = position_[value];
          const Loop& other = loops_[loop_at_[position]];
          operand = {.from = From::results,
                     .place = place_in(other, position),
                     .loop = loop_at_[position],
                     .first = repetition_in(other, position)};
          operand.stride = repetition_in(other, position_[after]) - operand.first;
        } else {
          const std::uint32_t distance = at - position_[value];
          const std::uint32_t back = back_of(loop, place, distance);
          operand = {.from = back == 0 ? From::same : From::before,
                     .place = place + back * loop.period - distance,
                     .back = back};
        }
      }
    }
  }

  /// Number of different speeds at which addresses move.
  static std::size_t streams_of(const Loop& loop) {
    std::vector<std::array<std::int64_t, 3>> speeds{{0, 0, 0}};  // its own results
    for (std::uint32_t place = 0; place < loop.period; ++place) {
      if (loop.outputs[place].first != never) speeds.push_back({1, loop.outputs[place].stride, 0});
      for (const LoopOperand& operand : loop.operands[place]) {
        if (operand.from == From::input) speeds.push_back({2, operand.stride, 0});
        if (operand.from == From::results) speeds.push_back({3, operand.stride, operand.loop});
        if (operand.from == From::calls) speeds.push_back({4, operand.stride, 0});
      }
    }
    std::sort(speeds.begin(), speeds.end());
    return static_cast<std::size_t>(std::unique(speeds.begin(), speeds.end()) - speeds.begin());
  }

  const Tape& tape_;
  const MachineOrder& order_;
  std::vector<std::uint32_t> position_;  ///< of results in the order
  std::vector<std::uint32_t> batch_of_;  ///< of results of calls; `never` for others
  std::vector<std::uint32_t> call_of_;   ///< which of its results
  std::vector<std::uint32_t> output_;    ///< that a step makes; `never` for none
  std::vector<std::uint32_t> loop_at_;   ///< by position; `never` outside of all
  std::vector<std::uint64_t> views_;     ///< by position, of the steps from there on
  std::vector<std::uint32_t>
      next_like_;  ///< by position, the next one with the same view; `never` for none
  std::array<std::uint32_t, longest_period + 1> hopeless_until_{};  ///< by period, to begin there
  std::vector<Loop> loops_;
};

}  // namespace

std::vector<Loop> find_loops(const Tape& tape, const MachineOrder& order) {
  return LoopFinder(tape, order).find();
}

}  // namespace alembert::x86
