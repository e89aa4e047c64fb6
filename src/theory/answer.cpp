#include "theory/answer.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/shared_reactions.hpp"
#include "symbol/evaluate.hpp"
#include "theory/principles/row_space.hpp"

namespace alembert::theory {

Answer answer_at(const Motion& motion, double t) {
  const Snapshot then = motion.at(t);
  const MotionColumns& layout = motion.layout();
  const Equations& equations = motion.equations();
  const auto n = static_cast<Index>(equations.system.coordinates().size());
  const auto m = static_cast<Index>(equations.rows.size());
  const auto constraints = static_cast<Index>(layout.forces.size());
  const auto part = [&](std::size_t first, Index size) -> Vector {
    return Eigen::Map<const Vector>(then.row().data() + first, size);
  };
  Answer answer;
  answer.point = {t, part(layout.q, n), part(layout.v, n), part(layout.a, n)};
  answer.lambda = part(layout.lambda, m);
  answer.lambda_total = part(layout.total, m);
  for (Index r = 0; r < m; ++r)
    answer.unique.push_back(then.row()[layout.unique + static_cast<std::size_t>(r)] != 0);
  answer.ideal = answer.nonideal = Matrix::Zero(constraints, n);
  for (Index c = 0; c < constraints; ++c)
    for (const ForceColumn& column : layout.forces[static_cast<std::size_t>(c)]) {
      answer.ideal(c, static_cast<Index>(column.coordinate)) = then.row()[column.ideal];
      answer.nonideal(c, static_cast<Index>(column.coordinate)) = then.row()[column.nonideal];
    }
  answer.power = part(layout.power, constraints);
  answer.energy = then.row()[layout.energy];
  answer.shares_reactions = SharedReactions::may_share(equations);
  answer.rank = static_cast<Index>(then.row()[layout.rank]);
  answer.watches = part(layout.watch, static_cast<Index>(equations.watches.size()));
  return answer;
}

Identities check_answer(const NaturalInstant& instant, const ScaledPicture& picture,
                        const Answer& answer) {
  const numeric::Instant& given = instant.given;
  const Vector a = instant.acceleration(answer.point.a);
  const Vector ideal = instant.force(answer.ideal.colwise().sum()),
               nonideal = instant.force(answer.nonideal.colwise().sum());
  const Vector reaction = ideal + nonideal;
  const double force_size =
      std::max({instant.size, (given.M * a).norm(), given.Q.norm(), ideal.norm(), nonideal.norm()});
  const RowSpace rows = row_space(given.A);
  const double bound =
      picture.applies() ? picture.bound() : rounding(a.size() + given.b.size(), rows.condition);

  Identities found;
  const auto add = [&](const char* id, const char* statement, double difference, double limit) {
    found.push_back(state(id, statement, difference, limit));
  };
  // in units of each row: its length times that of q̈, or of the terms that cancel in q̈, and its b
  double worst_row = 0;
  for (Index r = 0; r < given.b.size(); ++r) {
    const double size =
        given.A.row(r).norm() * std::max(instant.size, a.norm()) + std::fabs(given.b[r]);
    const double apart = std::fabs(given.A.row(r).dot(a) - given.b[r]);
    if (apart > 0) worst_row = std::max(worst_row, apart / size);
  }
  add("F8", "A q̈ = b, row by row", worst_row, std::max(bound, 1e-12));
  add("F9", "M q̈ = Q + the sum of all reported forces of constraint",
      residual(given.M * a, given.Q + reaction, {force_size}), bound);
  add("F10", "the reported ideal forces do no work in any virtual displacement",
      residual(rows.null.transpose() * ideal, Vector::Zero(rows.null.cols()), {force_size}), bound);
  add("N20", "all reported forces together do the virtual work of C",
      residual(rows.null.transpose() * reaction, rows.null.transpose() * nonideal_force(given),
               {force_size}),
      bound);
  double worst_power = 0;
  for (Index c = 0; c < answer.power.size(); ++c) {
    const Vector force = answer.ideal.row(c) + answer.nonideal.row(c);
    const double size = force.cwiseAbs().dot(answer.point.v.cwiseAbs());
    const double apart = std::fabs(force.dot(answer.point.v) - answer.power[c]);
    if (apart > 0) worst_power = std::max(worst_power, apart / size);
  }
  add("N26", "the reported power of each constraint is q̇ · force", worst_power, 1e-12);
  add("F4", "the reported rank is that of the singular values",
      static_cast<double>(std::abs(answer.rank - rows.rank)), 0);
  double wrong_flags = 0;
  for (Index r = 0; r < given.b.size(); ++r) {
    const bool depends = rows.combinations.cols() > 0 && rows.combinations.row(r).norm() > 1e-6;
    wrong_flags += answer.unique[static_cast<std::size_t>(r)] == depends;
  }
  add("X22", "multipliers are called unique where no combination of rows vanishes", wrong_flags, 0);

  if (!picture.applies()) {
    found.push_back(skip("F13", "q̈ is that of the fundamental equation as printed, with M^(1/2)",
                         picture.does_not_apply));
    return found;
  }
  add("F13", "q̈ is that of the fundamental equation as printed, with M^(1/2)",
      residual(picture.scale(a), picture.acceleration, {picture.size}), bound);
  add("N14", "the reported ideal force is M^(1/2) B⁺ e",
      residual(ideal, picture.scale(picture.B_plus_e), {force_size}), bound);
  add("N22", "the reported non-ideal force is M^(1/2) N M^(-1/2) C",
      residual(nonideal, picture.scale(picture.N_c_s), {force_size}), bound);
  // λ = (A M⁻¹Aᵀ)⁺ e is the one of least norm, in the units of the rows as written, with Aᵀλ =
  // M^(1/2)B⁺e
  const RowSpace written = row_space(instant.d.asDiagonal() * given.A);
  const Matrix inverse = instant.d.asDiagonal() * written.inverse.transpose();
  const Vector lambda = inverse * picture.scale(picture.B_plus_e);
  const Vector total = inverse * picture.scale(picture.B_plus_e - picture.T * picture.c_s);
  const double lambda_size = std::max({lambda.norm(), total.norm(), inverse.norm() * picture.size});
  // of reactions that joints share, those are told that are least as forces and moments: other
  // multipliers with the same Aᵀλ, whose part in the range of A is compared
  const auto compared = [&](const Vector& multipliers) -> Vector {
    const Vector natural = instant.multipliers(multipliers);
    if (!answer.shares_reactions) return natural;
    const Vector as_written = natural.cwiseQuotient(instant.d);
    return instant.d.cwiseProduct(instant.d.asDiagonal() * given.A *
                                  (written.inverse * as_written));
  };
  add("F16", "the reported multipliers are the least (A M⁻¹Aᵀ)⁺ e",
      residual(compared(answer.lambda), lambda, {lambda_size}), bound * picture.rows.condition);
  add("N21", "the reported true multipliers are (A M⁻¹Aᵀ)⁺ (e − A M⁻¹C)",
      residual(compared(answer.lambda_total), total, {lambda_size}),
      bound * picture.rows.condition);
  return found;
}

Identities check_laws(const Equations& equations, const NaturalInstant& instant,
                      const Answer& answer) {
  constexpr const char* statement = "C is what the laws say with the reported multipliers";
  if (equations.C.empty()) return {skip("N24", statement, "all constraints are ideal")};
  Assignment values = values_at(equations.system, answer.point);
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    values[equations.rows[r].lambda] = answer.lambda[static_cast<Index>(r)];
    values[equations.rows[r].total] = answer.lambda_total[static_cast<Index>(r)];
  }
  Vector C = Vector::Zero(answer.point.q.size());
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C)
      C[static_cast<Index>(term.coordinate)] +=
          evaluate(equations.graph(), {term.formula}, values).front();
  // a law that uses λ_tot is solved by iteration, to 1e-13 of the multipliers of all forces
  return {state("N24", statement,
                residual(instant.force(C), nonideal_force(instant.given), {instant.size}), 1e-10)};
}

}  // namespace alembert::theory
