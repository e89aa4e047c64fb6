#pragma once
/// What kind of constraint a row is, in the words of analytical mechanics.

#include <string>
#include <string_view>
#include <vector>

#include "mechanics/system.hpp"

namespace alembert {

/// How the velocities enter a constraint.
enum class VelocityForm { linear, affine, nonlinear };
std::string_view name_of(VelocityForm form);

/// Found from the formula; for position rows the velocity form is that of φ̇ = 0.
struct Classification {
  Level level;
  VelocityForm form;
  bool depends_on_time;  ///< explicitly: rheonomic where true, scleronomic where not
  bool rest_allowed;     ///< q̇ = 0 satisfies it at every q and t: catastatic
  bool does_real_work;   ///< the ideal force may have power: A q̇ ≠ 0 in motions that satisfy it
};

/// The words of a classification: "position, linear in the velocities, independent of time, ..."
std::string describe(const Classification& classification);

/// A row as the classifier needs it.
struct RowFormulas {
  Level level;
  NodeId residual;        ///< φ, ψ, or the acceleration residual
  NodeId velocity_form;   ///< φ̇ or ψ; for acceleration rows the residual
  std::vector<NodeId> A;  ///< the nonzeros of its row of A
  NodeId A_qdot;          ///< A q̇
};

/// Classifies all rows at once.
std::vector<Classification> classify(const System& system, const std::vector<RowFormulas>& rows);

}  // namespace alembert
