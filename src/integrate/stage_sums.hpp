#pragma once
/// Sums of the stages of a Runge-Kutta method: most of its arithmetic apart from f itself.

#include <cstddef>

namespace alembert::integrate {

/// out = y + h Σ_j w_j k_j for vectors of `size` numbers and `terms` stages; without y, the sum
/// times h alone. `out` may be y, but none of the stages.
void stage_sum(std::size_t size, const double* y, double h, std::size_t terms, const double* w,
               const double* const* k, double* out);

}  // namespace alembert::integrate
