#pragma once
/// The laws of Newton and Euler for every body alone, and what the reactions of joints have to be:
/// rows B1 to B10, Eqs (50)-(58) of docs/theory.md.
///
/// Places of bodies are differentiated along the motion; weight, springs, loads and the reported
/// reactions of all joints are added up body by body. Neither Lagrange's equations nor the openings
/// through which reactions of joints are found have a part in it; only what formulas of a model do
/// to bodies is found along openings.

#include "theory/answer.hpp"
#include "theory/principles/shared_wrenches.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

class NewtonEuler {
 public:
  /// The equations must outlive it.
  explicit NewtonEuler(const Equations& equations);

  /// All statements about bodies at an instant. `C` is the force of constraints that are not ideal
  /// there, and `elsewhere` a point with the same state and any acceleration. `A` are the rows in
  /// numbers.
  Identities check(const Answer& answer, const Vector& C, const Matrix& A, const Point& elsewhere,
                   const Vector& units);

 private:
  bool reactions_are_known(const Answer& answer) const;
  void check_places(const Answer& answer, const BodyInstant& now, Identities& found);
  void check_units(const Answer& answer, const BodyInstant& now, Identities& found) const;
  bool holds_points(std::size_t idle_row) const;
  void check_idle_rows(const Point& elsewhere, Identities& found);

  const Equations& equations_;
  BodyMotion motion_;
  BodyForces forces_;
  SharedWrenches shared_;
  Derivatives energies_;  ///< T of the bodies as the system has it
  OpenCurves idle_rows_;
  MixedDerivatives idle_rates_;
  std::vector<std::size_t> units_;  ///< rows that normalise quaternions
};

}  // namespace alembert::theory
