#include "motion/contacts/contact_forces.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/shared_pushes.hpp"
#include "motion/contacts/contact_rows.hpp"

namespace alembert {

using numeric::Index;

std::vector<ContactForce> contact_forces(const Motion& motion, double t) {
  const Equations equations = motion.equations_at(t);
  std::vector<ContactForce> forces;
  if (equations.system.contacts().empty()) return forces;
  const Snapshot then = motion.at(t);
  const MotionColumns& layout = motion.layout();
  const auto part = [&](std::size_t first) -> numeric::Vector {
    return Eigen::Map<const numeric::Vector>(
        then.row().data() + first, static_cast<Index>(equations.system.coordinates().size()));
  };
  StateEquations state(equations);
  std::size_t column = layout.variable;
  for (std::size_t p = 0; p < equations.system.parameters().size(); ++p)
    if (equations.system.parameters()[p].is_variable())
      state.set_parameter(p, then.row()[column++]);

  Instant now;
  const auto rows = static_cast<Index>(equations.rows.size());
  now.lambda = now.lambda_total = numeric::Vector::Zero(rows);
  for (Index r = 0; r < rows; ++r) {
    const std::string& name = equations.rows[static_cast<std::size_t>(r)].name;
    now.lambda[r] = then["lambda(" + name + ")"];
    now.lambda_total[r] = then["total(" + name + ")"];
  }
  now.rank = static_cast<Index>(then["rank"]);
  const StateValues& here = state.evaluate(t, part(layout.q), part(layout.v));
  const std::vector<double>& law = state.law(here, now.lambda, now.lambda_total);
  now.C = Eigen::Map<const numeric::Vector>(law.data(), static_cast<Index>(law.size()));
  const SharedPushes::Ends ends = SharedPushes(state).ends(here, now);
  double largest = 0;
  for (const double most : ends.most)
    if (std::isfinite(most)) largest = std::max(largest, most);
  constexpr double rounding = 1e-12;
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    const auto contact = contact_of_row(equations, r);
    if (!contact) continue;
    const auto i = static_cast<Index>(r);
    const bool unique = ends.most[i] - ends.least[i] <= rounding * largest;
    forces.push_back({*contact, ends.least[i], ends.most[i], unique});
  }
  return forces;
}

}  // namespace alembert
