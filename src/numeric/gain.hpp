#pragma once
/// K = M⁻¹Aᵀ(A M⁻¹Aᵀ)⁺ written out, and the virtual displacements, for showing and for checking.

#include "numeric/kkt_factors.hpp"

namespace alembert::numeric {

struct Gain {
  Matrix
      K;  ///< n×m (Eq. 17 of docs/theory.md): column i is the answer to a unit violation of row i
  Matrix virtual_displacements;  ///< n×(n−k), A V = 0, VᵀMV = I
  Rank rank;
};

/// Of a mass matrix that the constraints make determinate.
Gain gain(MatrixView M, MatrixView A, const KktOptions& options = {});

}  // namespace alembert::numeric
