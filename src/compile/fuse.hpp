#pragma once
/// Products that are used once join the sum that uses them, and may be multiplied out in another
/// order.

#include "compile/tape.hpp"

namespace alembert {

enum class FactorOrder {
  as_written,
  /// The factors that are ready first are multiplied first, so that only one multiplication follows
  /// the last of them. In a recurrence such as p_i = 2 d_i p_{i-1} − … that is all that lies
  /// between p_{i-1} and p_i.
  as_ready,
};

/// The same tape with each product that only one sum or difference uses computed there: a b + c in
/// one instruction. Of two products the later one joins.
Tape fuse_products(const Tape& tape, FactorOrder order = FactorOrder::as_written);

}  // namespace alembert
