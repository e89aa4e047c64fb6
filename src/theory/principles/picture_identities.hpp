#pragma once
/// Every statement of the papers about the scaled picture, in numbers.

#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

/// The weighted Moore-Penrose conditions (18) of docs/theory.md for a candidate K of A in the
/// metric of M: four identities F15. A⁺ fails the last one, which is D'Alembert's principle.
Identities gain_identities(const Matrix& M, const Matrix& A, const Matrix& K, double bound);

/// The four conditions of Moore and Penrose for a candidate X of B⁺ (FE appendix 1).
Identities inverse_identities(const std::string& id, const std::string& name, const Matrix& B,
                              const Matrix& X, double bound);

/// The statements F6, F7, F11, F12, F15, F18-F22, N5-N9, N16, N28 and N29.
Identities picture_identities(const ScaledPicture& picture);

}  // namespace alembert::theory
