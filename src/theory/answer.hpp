#pragma once
/// What a motion reports at one instant, and whether the theory agrees with it: accelerations,
/// multipliers and forces by name against D'Alembert's principle, with N(A) and B⁺ found by
/// singular values.

#include "motion/motion.hpp"
#include "theory/natural_instant.hpp"
#include "theory/principles/along_curves.hpp"
#include "theory/principles/scaled_picture.hpp"

namespace alembert::theory {

struct Answer {
  Point point;  ///< the state and its reported acceleration
  Vector lambda, lambda_total;
  std::vector<bool> unique;
  bool shares_reactions = false;  ///< of multipliers that are not unique, those with the least
                                  ///< forces at joints are told
  Matrix ideal, nonideal;         ///< a row per constraint, a column per coordinate
  Vector power;                   ///< by constraint
  double energy = 0;
  Index rank = 0;
  Vector watches;  ///< the values of all outputs, the reactions of joints among them
};

/// The instant of a motion.
Answer answer_at(const Motion& motion, double t);

/// The statements F4, F9, F10, F13, N14, N18, N20 and the multipliers, at an instant where the rows
/// do not contradict each other. `picture` is that of the completed instant.
Identities check_answer(const NaturalInstant& instant, const ScaledPicture& picture,
                        const Answer& answer);

/// Statement N20: C is what the laws of the model say with the reported multipliers.
Identities check_laws(const Equations& equations, const NaturalInstant& instant,
                      const Answer& answer);

}  // namespace alembert::theory
