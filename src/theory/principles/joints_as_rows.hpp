#pragma once
/// Every joint of the tree as rows between free bodies: the accelerations of all bodies and the
/// reactions of these joints follow from A M⁻¹Aᵀ of bodies that know no coordinates (row B7, Eq. 56
/// of docs/theory.md).

#include "theory/identity.hpp"
#include "theory/principles/body_forces.hpp"

namespace alembert::theory {

struct BodiesWithRows {
  std::vector<Vector3> acceleration, alpha;  ///< of the centres, and of the turns
  std::vector<WrenchAt> on_body;             ///< by the joint that carries it
  std::string failure = {};
};

/// All that acts on the bodies is given, the reactions of joints that close loops too. `elsewhere`
/// are the bodies in the same state with other accelerations that the joints of the tree allow: it
/// tells the right sides of the rows.
BodiesWithRows solve_with_rows(const System& system, const BodyInstant& now,
                               const std::vector<BodyAt>& elsewhere);

Identities check_joints_as_rows(const System& system, const BodyInstant& now,
                                const std::vector<BodyAt>& elsewhere);

}  // namespace alembert::theory
