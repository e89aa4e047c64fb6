#include "compile/x86/batches.hpp"

#include <cassert>

namespace alembert::x86 {

namespace {

template <Op op>
void batch(std::size_t count, const double* a, const double* b, double* result) {
  if constexpr (operand_count(op) == 1)
    for (std::size_t i = 0; i < count; ++i) result[i] = apply(op, a[i]);
  else
    for (std::size_t i = 0; i < count; ++i) result[i] = apply(op, a[i], b[i]);
}

}  // namespace

bool needs_batch(Code code) {
  switch (code) {
    case Code::power:
    case Code::sin:
    case Code::cos:
    case Code::tan:
    case Code::asin:
    case Code::acos:
    case Code::atan:
    case Code::sinh:
    case Code::cosh:
    case Code::tanh:
    case Code::exp:
    case Code::log:
    case Code::atan2:
    case Code::hypot:
      return true;
    default:
      return false;
  }
}

BatchFunction batch_function(Code code) {
  switch (code) {
    case Code::power:
      return batch<Op::power>;
    case Code::tan:
      return batch<Op::tan>;
    case Code::asin:
      return batch<Op::asin>;
    case Code::acos:
      return batch<Op::acos>;
    case Code::atan:
      return batch<Op::atan>;
    case Code::sinh:
      return batch<Op::sinh>;
    case Code::cosh:
      return batch<Op::cosh>;
    case Code::tanh:
      return batch<Op::tanh>;
    case Code::exp:
      return batch<Op::exp>;
    case Code::log:
      return batch<Op::log>;
    case Code::atan2:
      return batch<Op::atan2>;
    case Code::hypot:
      return batch<Op::hypot>;
    default:
      assert(!"sines and cosines have a batch of their own, and other codes none");
      return nullptr;
  }
}

}  // namespace alembert::x86
