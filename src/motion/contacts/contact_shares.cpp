#include "motion/contacts/contact_shares.hpp"

#include <algorithm>

#include "motion/contacts/contact_rows.hpp"

namespace alembert {

ContactShares::ContactShares(const Equations& equations) {
  for (std::size_t r = 0; r < equations.rows.size(); ++r)
    pushes_.push_back(contact_of_row(equations, r).has_value());
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
