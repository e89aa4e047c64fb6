#pragma once
/// Statics by virtual work: rest where the applied forces do no work in any displacement that the
/// constraints allow, vᵀQ = 0 for A v = 0 at q̇ = 0 and φ = 0 (textbook Eq. 4.10). Then Q + Aᵀλ = 0
/// gives the reactions.

#include <complex>
#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "numeric/matrix.hpp"

namespace alembert {
class Dynamics;
}

namespace alembert::theory {

/// What a small push does.
enum class Stability {
  stable,
  unstable,
  indifferent,  ///< the second variation vanishes in some direction, and is positive in the others
  not_decided,
};
std::string_view name_of(Stability stability);

struct StaticReaction {
  std::string constraint;
  numeric::Vector force;   ///< Aᵀλ of its rows, by coordinate
  numeric::Vector lambda;  ///< by row; of least norm where rows repeat each other
};

struct Equilibrium {
  double t = 0;
  numeric::Vector q;
  std::vector<StaticReaction> reactions;
  double virtual_work = 0;  ///< largest |vᵀQ| left, relative to the size of Q
  double residual = 0;      ///< largest |φ| left, relative to the terms of its row
  Stability stability = Stability::not_decided;
  std::string reason;  ///< of the verdict, in words
  /// Eigenvalues of the second variation of the energy on the tangent space, increasing: of V + λφ,
  /// which includes the curvature of the constraints. Empty if the forces have no potential.
  numeric::Vector curvatures;
  /// The exponents s of the linearised motion e^{st}; only if the curvatures do not decide.
  std::vector<std::complex<double>> exponents;
  std::vector<std::string> notes;  ///< what was not taken into account
};

/// The equilibrium that Newton's method finds from the guess, or from places beside it if the guess
/// leads nowhere: not always the nearest, nor a stable one. Throws ModelError if none is found, or
/// if a constraint does not allow rest.
Equilibrium find_equilibrium(Dynamics& dynamics, const numeric::Vector& guess, double t = 0);

/// The same from the start of a model, whose given values count as guesses.
Equilibrium find_equilibrium(const Model& model, double t = 0);

}  // namespace alembert::theory
