#pragma once
/// Everything there is to know about the forces at one instant.

#include <vector>

#include "dynamics/failure.hpp"
#include "numeric/matrix.hpp"

namespace alembert {

struct Instant {
  numeric::Vector acceleration;
  numeric::Vector lambda, lambda_total;  ///< by row
  std::vector<bool> unique;              ///< by row: is its λ the only one?
  numeric::Vector idle;                  ///< multipliers of rows that hold by themselves
  numeric::Vector ends;                  ///< by symbol of System::ends_of_forces()
  numeric::Vector C;                     ///< by term of StateEquations::nonideal_terms()
  numeric::Index rank = 0;
  double acceleration_residual = 0;  ///< largest |b − A q̈|
  double virtual_work = 0;           ///< of Q_i along virtual displacements, relative
  std::optional<Failure> failure;    ///< where there are none, and nothing above holds
};

}  // namespace alembert
