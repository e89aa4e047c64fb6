#include "theory/principles/integrable.hpp"

#include <fmt/format.h>

#include "mechanics/model_error.hpp"

namespace alembert::theory {

namespace {

// a direction (dt, dq) as a movement of the point
Point moved(const Vector& direction) {
  Point u = along_positions(direction.tail(direction.size() - 1));
  u.t = direction[0];
  return u;
}

}  // namespace

Integrability integrability_at(const Equations& equations, const Point& point) {
  std::vector<NodeId> formulas;
  std::vector<std::string> names;
  for (const EquationRow& row : equations.rows) {
    if (row.level == Level::acceleration || row.classification.form == VelocityForm::nonlinear)
      throw ModelError(fmt::format("constraint '{}' is not linear in the velocities", row.name),
                       "whether it can be integrated is asked of rows a q' + g = 0 only");
    // φ̇ for position rows: their dω vanishes, but the others are examined within φ = constant
    formulas.push_back(row.residual_at(Level::velocity));
    names.push_back(row.name);
  }
  const Index n = point.q.size(), m = static_cast<Index>(formulas.size());
  Derivatives rows(equations.system, formulas);
  Point rest = point;
  rest.v = Vector::Zero(n);
  const Matrix alpha = rows.by_velocities(rest);
  const Vector g = rows.value(rest);
  Matrix omega(m, n + 1);
  omega << g, alpha;
  const Matrix free = virtual_basis(omega);

  // ω(w) = α w_q + g w_t; how it changes along u while w is held
  const auto change = [&](const Vector& u, const Vector& w) {
    Derivative by_u = rows.mixed(rest, moved(u), along_velocities(Vector(w.tail(n))));
    const Vector g_u = w[0] * rows.first(rest, moved(u));
    by_u.value += g_u;
    by_u.size += g_u.cwiseAbs();
    return by_u;
  };
  Integrability found;
  for (Index a = 0; a < free.cols(); ++a)
    for (Index b = 0; b < a; ++b) {
      const Derivative forth = change(free.col(a), free.col(b)),
                       back = change(free.col(b), free.col(a));
      for (Index i = 0; i < m; ++i) {
        const double d_omega = std::fabs(forth.value[i] - back.value[i]);
        // a curl that is only rounding beside the row itself is no curl
        const double size = forth.size[i] + back.size[i] + omega.row(i).norm();
        if (d_omega <= found.curl * size) continue;
        found.curl = d_omega / size;
        found.row = names[static_cast<std::size_t>(i)];
      }
    }
  return found;
}

}  // namespace alembert::theory
