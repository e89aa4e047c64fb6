#pragma once
/// Rows that hold set apart from rows that push: what one-sided problems begin with.

#include <limits>

#include "numeric/kkt_factors.hpp"
#include "numeric/one_sided.hpp"

namespace alembert::numeric {

using Rows = std::vector<Index>;

constexpr double infinite = std::numeric_limits<double>::infinity();

/// What rounding leaves in rows that have no terms of their own, as part of what the whole system
/// does.
constexpr double share_of_whole = 1e-2;

inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// M q̈ = Q + … with the rows that hold alone, and the directions in which rows that push can still
/// move it.
struct Kept {
  Rows holding, pushing;
  KktFactors factors;
  Matrix A;  ///< of the rows that hold
  Vector b;
};

Kept keep(const OneSidedInstant& instant, const RankOptions& options);

/// For some of the rows that `options` speak of.
KktOptions kkt_options(const RankOptions& options, const Rows& rows);

/// Any rows' lengths in the norm of M⁻¹, for a singular M with what the rows that hold add to it.
Vector inertial_lengths(const Kept& kept, const Matrix& M, const Matrix& rows);

/// By row that pushes: its length in that norm, not far below its natural one; one for a row of
/// zeros.
Vector pushing_lengths(const Kept& kept, const OneSidedInstant& instant,
                       const RankOptions& options);

}  // namespace alembert::numeric
