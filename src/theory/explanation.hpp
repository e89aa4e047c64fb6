#pragma once
/// One instant in the terms of the fundamental equation: the free acceleration, how much it
/// violates each constraint, what each constraint adds, and the forces by name.

#include <string>
#include <vector>

#include "motion/motion.hpp"
#include "theory/scene.hpp"

namespace alembert::theory {

/// One row of A q̈ = b and its share in the correction of the free acceleration.
struct RowShare {
  std::string name;
  double b = 0;             ///< what the row asks of A q̈
  double violation = 0;     ///< e = b − A a
  numeric::Vector gain;     ///< the column of K: the answer to a unit violation
  numeric::Vector answer;   ///< gain · violation; their sum over the rows is K e
  double lambda = 0;        ///< ideal multiplier
  double lambda_total = 0;  ///< true multiplier
  bool unique = true;       ///< is λ the only one, or the one of least norm?
};

/// The force of one constraint and its power q̇·force.
struct ConstraintForce {
  std::string name;
  numeric::Vector ideal, nonideal;
  double ideal_power = 0, nonideal_power = 0;
};

/// Rows that depend on each other.
struct DependentNames {
  std::vector<std::string> rows;
  int surplus = 0;  ///< how many of them could be left out
};

struct Explanation {
  Scene scene;
  numeric::Vector acceleration;       ///< q̈
  numeric::Vector free_acceleration;  ///< a; empty when M is singular by itself
  std::vector<RowShare> rows;
  numeric::Vector nonideal_share;  ///< (I − K A) M⁻¹C, what the non-ideal parts add to q̈
  std::vector<ConstraintForce> forces;
  numeric::Vector ineffective;  ///< C − C_eff, the part of C that its constraints take back

  int rank = 0;
  std::vector<double> singular_values;  ///< of the rows at unit length, largest first
  std::vector<DependentNames> dependent;
  /// A basis of the v with A v = 0; each has a 1 where the others have 0.
  numeric::Matrix virtual_displacements;
  std::vector<double>
      virtual_work;  ///< vᵀC of each of them: its sign says whether energy is taken or given
  double ideal_virtual_work = 0;   ///< largest |vᵀQ_i| relative to |v||Q_i|: rounding
  std::vector<std::string> notes;  ///< what the reader should know before trusting a number
};

/// Explains a state on the constraints. Throws ModelError if there is no acceleration.
Explanation explain(StateSolver& solver, double t, const numeric::Vector& q,
                    const numeric::Vector& v);

/// Explains any instant of a motion.
Explanation explain(const Motion& motion, double t);

}  // namespace alembert::theory
