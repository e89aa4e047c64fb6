#pragma once
/// The picture of constrained motion (NI Fig. 1) at one state: scaled accelerations, split at right
/// angles into what the constraints decide, R(Bᵀ), and what they leave free, N(B).

#include <string>
#include <vector>

#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

/// A scaled acceleration as the paper can show it.
struct FigureVector {
  double along = 0;   ///< component along the shown direction of R(Bᵀ)
  double across = 0;  ///< component along the shown direction of N(B)
  double length = 0;  ///< true length
  double hidden = 0;  ///< the part that stands out of the paper
};

struct Figure {
  std::string does_not_apply;  ///< the reason; then all the rest is empty

  FigureVector a_s, T_a_s, N_a_s;   ///< the free acceleration and its two parts
  FigureVector c_s, N_c_s;          ///< the non-ideal force, and what it can do
  FigureVector B_plus_e, B_plus_b;  ///< the ideal correction, and what the rows alone demand
  FigureVector acceleration;        ///< q̈_s
  FigureVector deviation;           ///< q̈_s − a_s

  Index rank = 0, freedoms = 0;  ///< dimensions of R(Bᵀ) and N(B)
  /// Nothing is hidden: always so when both spaces are lines, else when their vectors are
  /// collinear.
  bool exact = false;
  std::string honesty;  ///< one sentence about what the paper does not show
};

Figure figure(const ScaledPicture& picture);

}  // namespace alembert::theory
