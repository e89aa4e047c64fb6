#pragma once
/// Where the numbers of a state y = (q, q̇, works) stand, and those of its right-hand side.

#include <cstddef>

#include "numeric/matrix.hpp"

namespace alembert::integrate {

/// For n coordinates. Errors are controlled in q and q̇; the works of the applied, ideal, non-ideal
/// and time-dependent parts are integrals that come along.
struct StateLayout {
  using Index = numeric::Index;

  static constexpr std::size_t works = 4;

  std::size_t n = 0;

  std::size_t controlled() const { return 2 * n; }
  std::size_t size() const { return controlled() + works; }

  auto q(const numeric::Vector& y) const { return y.head(static_cast<Index>(n)); }
  auto v(const numeric::Vector& y) const {
    return y.segment(static_cast<Index>(n), static_cast<Index>(n));
  }
  static auto works_of(const numeric::Vector& y) { return y.tail<works>(); }

  /// The right-hand side as formulas has q̈, the powers, and behind them the condition of the rows.
  std::size_t condition_at() const { return n + works; }
  std::size_t right_hand_side() const { return condition_at() + 1; }
};

}  // namespace alembert::integrate
