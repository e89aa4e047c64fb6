#pragma once
/// The residuals of a motion's constraints and contacts beside what they may be: a part of the
/// terms that must cancel in their rows.

#include "motion/motion_sizes.hpp"

namespace alembert {

/// A residual with its bound, both in units of its row.
struct JudgedResidual {
  double value = 0;
  double bound = 0;

  /// False for NaN.
  bool holds() const { return value <= bound; }
  /// The worse of this and another one. They may have different units, so that only what they are
  /// beside their bounds compares.
  void or_worse(double other_value, double other_bound);
};

struct JudgedResiduals {
  JudgedResidual position;  ///< of all φ the one that is largest beside its bound
  JudgedResidual velocity;  ///< of all φ̇ and ψ

  bool hold() const { return position.holds() && velocity.holds(); }
};

/// Each row may miss zero by `part` of its size, and by what rounding leaves of it. Contacts count
/// where they push.
JudgedResiduals judge_residuals(const Motion& motion, const MotionSizes& sizes, double part);

/// What is left of 0 ≤ φ ⟂ λ ≥ 0 (Eq. 66) at the outputs, for all contacts.
struct JudgedContacts {
  JudgedResidual gap;      ///< −φ, or −ψ
  JudgedResidual push;     ///< −λ
  JudgedResidual product;  ///< φ λ

  bool hold() const { return gap.holds() && push.holds() && product.holds(); }
};
/// By the same parts of the terms that cancel in the gap, and of the largest push of the contact.
JudgedContacts judge_contacts(const Motion& motion, const MotionSizes& sizes, double part);

/// What is left of Coulomb's law (Eq. 77) at the outputs, for all frictions.
struct JudgedFrictions {
  JudgedResidual force;  ///< |T| − F_s where it sticks, |T| − F where it slips
  JudgedResidual along;  ///< T u: the force is against the slip

  bool hold() const { return force.holds() && along.holds(); }
};
/// By a part of the largest F of the friction, and of that times its largest slip.
JudgedFrictions judge_frictions(const Motion& motion, double part);

}  // namespace alembert
