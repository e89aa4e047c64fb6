#include "theory/scene.hpp"

#include <Eigen/QR>

#include "dynamics/dynamics.hpp"

namespace alembert::theory {

Scene look_at(Dynamics& dynamics, double t, const numeric::Vector& q, const numeric::Vector& v) {
  const Equations& derived = dynamics.equations();
  const auto n = static_cast<numeric::Index>(dynamics.coordinates());
  Scene scene;
  scene.t = t;
  scene.q = q;
  scene.v = v;
  const alembert::Instant now = dynamics.instant(t, q, v);
  dynamics.evaluate(t, q, v);
  scene.equations = {.M = dynamics.M(),
                     .Q = dynamics.Q(),
                     .A = dynamics.A(),
                     .b = dynamics.b(),
                     .C = numeric::Vector::Zero(n)};
  for (const Coordinate& x : derived.system.coordinates()) scene.coordinates.push_back(x.name);
  for (const Constraint& constraint : derived.system.constraints())
    scene.constraints.push_back({.name = constraint.name, .rows = {}});
  for (std::size_t r = 0; r < derived.rows.size(); ++r) {
    scene.rows.push_back(derived.rows[r].name);
    scene.constraints[derived.rows[r].constraint].rows.rows.push_back(
        static_cast<numeric::Index>(r));
  }
  for (std::size_t k = 0; k < dynamics.nonideal_terms().size() && now.C.size() > 0; ++k) {
    const Dynamics::NonIdealTerm& term = dynamics.nonideal_terms()[k];
    const auto coordinate = static_cast<numeric::Index>(term.coordinate);
    numeric::Vector& own = scene.constraints[term.constraint].rows.C;
    if (own.size() == 0) own = numeric::Vector::Zero(n);
    own[coordinate] += now.C[static_cast<numeric::Index>(k)];
    scene.equations.C[coordinate] += now.C[static_cast<numeric::Index>(k)];
  }
  return scene;
}

Scene look_at_what_is_met(Dynamics& dynamics, double t, const numeric::Vector& q,
                          const numeric::Vector& v) {
  Scene scene = look_at(dynamics, t, q, v);
  if (!dynamics.options().least_squares) return scene;
  // b̂ = A x for the x that minimises |W^(1/2)(A x − b)|
  const numeric::Vector root = dynamics.weights(t, q, v).cwiseSqrt();
  const numeric::Matrix weighted = root.asDiagonal() * scene.equations.A;
  scene.equations.b = scene.equations.A * weighted.completeOrthogonalDecomposition().solve(
                                              root.cwiseProduct(scene.equations.b));
  return scene;
}

}  // namespace alembert::theory
