#include "motion/contacts/contact_forces.hpp"

#include <algorithm>

#include "motion/contacts/contact_rows.hpp"
#include "motion/contacts/contact_shares.hpp"

namespace alembert {

std::vector<ContactForce> contact_forces(const Motion& motion, double t) {
  const Equations equations = motion.equations_at(t);
  const ContactShares shares(equations);
  std::vector<ContactForce> forces;
  if (std::ranges::find(shares.pushes(), true) == shares.pushes().end()) return forces;
  const Snapshot then = motion.at(t);
  const auto part = [&](std::size_t first) -> numeric::Vector {
    return Eigen::Map<const numeric::Vector>(
        then.row().data() + first,
        static_cast<numeric::Index>(equations.system.coordinates().size()));
  };
  StateEquations state(equations);
  const numeric::OneSidedSolution solution = numeric::solve(
      shares.problem(state.evaluate(t, part(motion.layout().q), part(motion.layout().v))));
  if (solution.status != numeric::Status::solved) return forces;
  for (std::size_t r = 0; r < shares.pushes().size(); ++r) {
    const auto contact = contact_of_row(equations, r);
    if (!contact) continue;
    const auto i = static_cast<numeric::Index>(r);
    forces.push_back({*contact, solution.least[i], solution.most[i], solution.unique[r]});
  }
  return forces;
}

}  // namespace alembert
