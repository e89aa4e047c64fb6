#include "motion/contacts/contact_shares.hpp"

#include <algorithm>

namespace alembert {

ContactShares::ContactShares(const Equations& equations) {
  const System& system = equations.system;
  for (const EquationRow& row : equations.rows)
    pushes_.push_back(std::ranges::find(system.contacts(), row.constraint, &Contact::constraint) !=
                      system.contacts().end());
  may_share_ = std::ranges::find(pushes_, true) != pushes_.end() && equations.C.empty();
}

numeric::OneSidedInstant ContactShares::problem(const StateValues& here) const {
  return {here.M(), here.Q(), here.A(), here.b(), pushes_};
}

void ContactShares::share(const StateValues& here, Instant& now) const {
  const numeric::OneSidedSolution solution = numeric::solve(problem(here));
  if (solution.status != numeric::Status::solved) return;
  now.lambda = now.lambda_total = solution.lambda;
  now.unique = solution.unique;
}

}  // namespace alembert
