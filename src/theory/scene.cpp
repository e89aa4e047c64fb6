#include "theory/scene.hpp"

#include <Eigen/QR>

#include "dynamics/state_solver.hpp"

namespace alembert::theory {

Scene look_at(StateSolver& solver, double t, const numeric::Vector& q, const numeric::Vector& v) {
  const Equations& derived = solver.equations();
  const auto n = static_cast<numeric::Index>(solver.state().coordinates());
  Scene scene;
  scene.t = t;
  scene.q = q;
  scene.v = v;
  const StateValues& here = solver.evaluate(t, q, v);
  scene.equations = {
      .M = here.M(), .Q = here.Q(), .A = here.A(), .b = here.b(), .C = numeric::Vector::Zero(n)};
  for (const Coordinate& x : derived.system.coordinates()) scene.coordinates.push_back(x.name);
  for (const Constraint& constraint : derived.system.constraints())
    scene.constraints.push_back({.name = constraint.name, .rows = {}});
  for (std::size_t r = 0; r < derived.rows.size(); ++r) {
    scene.rows.push_back(derived.rows[r].name);
    scene.constraints[derived.rows[r].constraint].rows.rows.push_back(
        static_cast<numeric::Index>(r));
  }
  const alembert::Instant& now = solver.instant(here);
  const std::vector<StateEquations::NonIdealTerm>& terms = solver.state().nonideal_terms();
  for (std::size_t k = 0; k < terms.size() && !now.failure; ++k) {
    const auto coordinate = static_cast<numeric::Index>(terms[k].coordinate);
    numeric::Vector& own = scene.constraints[terms[k].constraint].rows.C;
    if (own.size() == 0) own = numeric::Vector::Zero(n);
    own[coordinate] += now.C[static_cast<numeric::Index>(k)];
    scene.equations.C[coordinate] += now.C[static_cast<numeric::Index>(k)];
  }
  return scene;
}

Scene look_at_what_is_met(StateSolver& solver, double t, const numeric::Vector& q,
                          const numeric::Vector& v) {
  Scene scene = look_at(solver, t, q, v);
  if (!solver.options().least_squares) return scene;
  // b̂ = A x for the x that minimises |W^(1/2)(A x − b)|
  const numeric::Vector root = solver.state().weights(solver.evaluate(t, q, v)).cwiseSqrt();
  const numeric::Matrix weighted = root.asDiagonal() * scene.equations.A;
  scene.equations.b = scene.equations.A * weighted.completeOrthogonalDecomposition().solve(
                                              root.cwiseProduct(scene.equations.b));
  return scene;
}

}  // namespace alembert::theory
