#include "compile/interpreter.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "compile/fuse.hpp"
#include "compile/schedule.hpp"

namespace alembert {

namespace {

/// Lanes that go through one instruction together, in long and in short batches.
constexpr std::size_t wide = 8;
constexpr std::size_t narrow = 4;

/// Instructions that may wait to be grouped; more make longer runs and need more slots.
constexpr std::size_t schedule_window = 256;

// Each loop reads all lanes of its operands before it writes any, because the target may be the
// slot of an operand; the compiler turns the lanes into vector instructions.

template <std::size_t width, class Places, class Function>
void unary(const Places* places, std::size_t length, double* w, Function function) {
  for (std::size_t i = 0; i < length; ++i) {
    const double* a = w + std::size_t{places[i].a} * width;
    double* target = w + std::size_t{places[i].target} * width;
    double result[width];
    for (std::size_t lane = 0; lane < width; ++lane) result[lane] = function(a[lane]);
    for (std::size_t lane = 0; lane < width; ++lane) target[lane] = result[lane];
  }
}

template <std::size_t width, class Places, class Function>
void binary(const Places* places, std::size_t length, double* w, Function function) {
  for (std::size_t i = 0; i < length; ++i) {
    const double* a = w + std::size_t{places[i].a} * width;
    const double* b = w + std::size_t{places[i].b} * width;
    double* target = w + std::size_t{places[i].target} * width;
    double result[width];
    for (std::size_t lane = 0; lane < width; ++lane) result[lane] = function(a[lane], b[lane]);
    for (std::size_t lane = 0; lane < width; ++lane) target[lane] = result[lane];
  }
}

template <std::size_t width, class Places, class Function>
void ternary(const Places* places, std::size_t length, double* w, Function function) {
  for (std::size_t i = 0; i < length; ++i) {
    const double* a = w + std::size_t{places[i].a} * width;
    const double* b = w + std::size_t{places[i].b} * width;
    const double* c = w + std::size_t{places[i].c} * width;
    double* target = w + std::size_t{places[i].target} * width;
    double result[width];
    for (std::size_t lane = 0; lane < width; ++lane)
      result[lane] = function(a[lane], b[lane], c[lane]);
    for (std::size_t lane = 0; lane < width; ++lane) target[lane] = result[lane];
  }
}

}  // namespace

Interpreter::Interpreter(const Tape& source)
    : Evaluator(source.input_count, source.outputs.size()) {
  const Tape tape = group_by_code(fuse_products(source), schedule_window);
  const Slots slots = assign_slots(tape);
  slot_count_ = slots.count;
  constants_ = tape.constants;
  for (std::uint32_t input = 0; input < tape.input_count; ++input) {
    const Slot slot = slots.of_value[tape.first_input() + input];
    if (slot != no_slot) loads_.push_back({input, slot});
  }
  places_.reserve(tape.instructions.size());
  for (std::size_t i = 0; i < tape.instructions.size(); ++i) {
    const auto& [code, operands] = tape.instructions[i];
    if (runs_.empty() || runs_.back().code != code) runs_.push_back({code, 0});
    ++runs_.back().length;
    Places places{slots.of_value[tape.first_result() + i], 0, 0, 0};
    places.a = slots.of_value[operands[0]];
    if (operand_count(code) >= 2) places.b = slots.of_value[operands[1]];
    if (operand_count(code) >= 3) places.c = slots.of_value[operands[2]];
    places_.push_back(places);
  }
  for (const ValueId output : tape.outputs) outputs_.push_back(slots.of_value[output]);
}

std::size_t Interpreter::workspace_size(std::size_t lanes) const {
  return slot_count_ * (lanes > narrow ? wide : lanes > 1 ? narrow : 1);
}

void Interpreter::evaluate(const double* inputs, double* outputs, double* workspace) const {
  load_constants<1>(workspace);
  evaluate_block<1>(1, 0, inputs, outputs, workspace);
}

void Interpreter::evaluate_lanes(std::size_t lanes, const double* inputs, double* outputs,
                                 double* workspace) const {
  assert(lanes >= 1);
  if (lanes == 1) return evaluate(inputs, outputs, workspace);
  std::size_t first = 0;
  if (lanes > narrow) {
    load_constants<wide>(workspace);
    for (; first + narrow < lanes; first += wide)
      evaluate_block<wide>(lanes, first, inputs, outputs, workspace);
  }
  if (first < lanes) {
    load_constants<narrow>(workspace);
    evaluate_block<narrow>(lanes, first, inputs, outputs, workspace);
  }
}

template <std::size_t width>
void Interpreter::load_constants(double* workspace) const {
  for (const double constant : constants_) workspace = std::fill_n(workspace, width, constant);
}

/// The lanes from `first` on, up to the width. A block that is not full repeats its last lane,
/// which costs the same and raises no floating-point exception that the lane itself does not.
template <std::size_t width>
void Interpreter::evaluate_block(std::size_t lanes, std::size_t first, const double* inputs,
                                 double* outputs, double* workspace) const {
  const std::size_t present = std::min(width, lanes - first);
  for (const auto& [input, slot] : loads_) {
    const double* source = inputs + input * lanes + first;
    double* target = workspace + std::size_t{slot} * width;
    for (std::size_t lane = 0; lane < width; ++lane)
      target[lane] = source[std::min(lane, present - 1)];
  }
  run<width>(workspace);
  for (std::size_t k = 0; k < outputs_.size(); ++k)
    std::copy_n(workspace + std::size_t{outputs_[k]} * width, present, outputs + k * lanes + first);
}

template <std::size_t width>
void Interpreter::run(double* w) const {
  const Places* places = places_.data();
  for (const auto& [code, length] : runs_) {
    // cheap operations are written out here; the rest call `apply`, which defines them all
    switch (code) {
      case Code::add:
        binary<width>(places, length, w, [](double a, double b) { return a + b; });
        break;
      case Code::subtract:
        binary<width>(places, length, w, [](double a, double b) { return a - b; });
        break;
      case Code::multiply:
        binary<width>(places, length, w, [](double a, double b) { return a * b; });
        break;
      case Code::divide:
        binary<width>(places, length, w, [](double a, double b) { return a / b; });
        break;
      case Code::multiply_add:
        ternary<width>(places, length, w, [](double a, double b, double c) { return a * b + c; });
        break;
      case Code::multiply_subtract:
        ternary<width>(places, length, w, [](double a, double b, double c) { return a * b - c; });
        break;
      case Code::subtract_multiply:
        ternary<width>(places, length, w, [](double a, double b, double c) { return c - a * b; });
        break;
      case Code::negate:
        unary<width>(places, length, w, [](double a) { return -a; });
        break;
      case Code::sqrt:
        unary<width>(places, length, w, [](double a) { return std::sqrt(a); });
        break;
      case Code::abs:
        unary<width>(places, length, w, [](double a) { return std::fabs(a); });
        break;
      case Code::less:
        binary<width>(places, length, w, [](double a, double b) { return a < b ? 1.0 : 0.0; });
        break;
      case Code::less_equal:
        binary<width>(places, length, w, [](double a, double b) { return a <= b ? 1.0 : 0.0; });
        break;
      case Code::choose:
        ternary<width>(places, length, w,
                       [](double a, double b, double c) { return a != 0 ? b : c; });
        break;
      default:
        if (operand_count(code) == 1)
          unary<width>(places, length, w, [op = op_of(code)](double a) { return apply(op, a); });
        else
          binary<width>(places, length, w,
                        [op = op_of(code)](double a, double b) { return apply(op, a, b); });
    }
    places += length;
  }
}

}  // namespace alembert
