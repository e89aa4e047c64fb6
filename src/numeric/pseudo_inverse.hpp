#pragma once
/// The Moore-Penrose inverse, and the proof that a matrix is one (FE appendix 1).

#include "numeric/matrix.hpp"

namespace alembert::numeric {

/// σ_1 ≥ σ_2 ≥ … ≥ 0. Up to 24 of them come from Jacobi rotations: small ones keep their relative
/// accuracy.
Vector singular_values(MatrixView A);

/// X = A⁺ by singular values; those below tolerance·σ_1 count as zero.
Matrix pseudo_inverse(MatrixView A, double tolerance = 1e-10);

/// How far X is from A⁺: the four conditions, each relative to the size of its terms.
struct MoorePenroseCertificate {
  double axa = 0;           ///< |A X A − A|
  double xax = 0;           ///< |X A X − X|
  double ax_symmetric = 0;  ///< |(N A X)ᵀ − N A X|
  double xa_symmetric = 0;  ///< |(M X A)ᵀ − M X A|
  double worst() const;
};

/// The certificate in the norms of N (rows, m×m) and M (coordinates, n×n); empty matrices mean I.
/// K of Eq. 17 of docs/theory.md passes with N = I and the mass matrix M: that is Eq. 18.
MoorePenroseCertificate certify(MatrixView A, MatrixView X, const Matrix& N = {},
                                const Matrix& M = {});

}  // namespace alembert::numeric
