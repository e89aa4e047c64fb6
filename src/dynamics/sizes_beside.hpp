#pragma once
/// How far other states lie from one that is all that is known of a motion.

#include <algorithm>
#include <cmath>
#include <random>

#include "mechanics/equations.hpp"
#include "numeric/matrix.hpp"

namespace alembert {

/// |q_j|; where that is nothing but for rounding, as much as the largest of the others is in units
/// in which all inertias are one, or of those that share a row with it where it has no inertia;
/// `unknown` where they are nothing too.
numeric::Vector sizes_beside(const FormulaMatrix& M, const FormulaMatrix& A,
                             const numeric::Vector& q, const numeric::Vector& inertia,
                             double unknown = 1);

/// The largest inertias M_jj at q and at some states beside it, so that none of them vanishes by
/// chance; `inertia_at(q)` gives them at one state.
template <class Function>
numeric::Vector inertia_around(const FormulaMatrix& M, const FormulaMatrix& A,
                               const numeric::Vector& q, const Function& inertia_at) {
  constexpr int looks = 3;
  constexpr double beside = 0.3;
  const numeric::Vector at_q = inertia_at(q);
  const numeric::Vector sizes =
      sizes_beside(M, A, q, at_q.unaryExpr([](double x) { return std::isfinite(x) ? x : 0.0; }));
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> part(-beside, beside);
  numeric::Vector result = numeric::Vector::Zero(q.size());
  const auto look_at = [&](const numeric::Vector& there) {
    const numeric::Vector inertia = inertia_at(there);
    for (numeric::Index j = 0; j < q.size(); ++j)
      if (std::isfinite(inertia[j])) result[j] = std::max(result[j], std::fabs(inertia[j]));
  };
  look_at(q);
  for (int look = 0; look < looks; ++look) {
    numeric::Vector there = q;
    for (numeric::Index j = 0; j < q.size(); ++j) there[j] += part(random) * sizes[j];
    look_at(there);
  }
  return result;
}

}  // namespace alembert
