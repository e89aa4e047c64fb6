#pragma once
/// The equations of motion as residuals that vanish along the motion, with accelerations and
/// multipliers as unknowns:
///
///     d/dt ∂L/∂q̇ − ∂L/∂q − Q′ − Aᵀλ − C = 0 ,   d²φ/dt² = 0 ,   dψ/dt = 0
///
/// They are linear in the unknowns with the matrix [[M, −Aᵀ], [A, 0]], which is never written as
/// formulas: Aᵀλ is one gradient of λ·φ. Series in time go through this form.
///
/// Of systems with bodies, whose M and Q are known, the first terms are M q̈ − Q: those of their L
/// cancel only but for rounding, which moves what rests and is not in the terms of Q that natural
/// sizes are made from.

#include <vector>

#include "dynamics/dynamics.hpp"
#include "mechanics/equations.hpp"

namespace alembert {

/// Accelerations and multipliers, and the residuals that determine them.
struct ResidualSystem {
  std::vector<NodeId> accelerations;  ///< symbols, by coordinate
  std::vector<NodeId> multipliers;    ///< symbols, by row
  std::vector<NodeId> dynamic;        ///< by coordinate
  std::vector<NodeId> constraint;     ///< by row
};

struct ResidualForm {
  ResidualSystem motion;
  /// The same without C, for the ideal multipliers that a law or the split of the powers needs;
  /// without symbols where all constraints are ideal.
  ResidualSystem ideal;
  /// Into the energy: of applied, ideal and non-ideal forces and of explicit time (see Powers).
  std::vector<NodeId> powers;

  bool has_ideal() const { return !ideal.accelerations.empty(); }
};

/// `options` say how drift enters the rows.
ResidualForm residual_form(const Equations& equations, const DynamicsOptions& options);

}  // namespace alembert
