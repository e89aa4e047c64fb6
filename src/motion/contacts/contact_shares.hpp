#pragma once
/// Forces of contacts that are not unique, as those of the legs of a table: of all that push, the
/// least; and what each may be.

#include <vector>

#include "dynamics/instant.hpp"
#include "dynamics/state_equations.hpp"
#include "numeric/one_sided.hpp"

namespace alembert {

class ContactShares {
 public:
  /// Of the rows that act.
  explicit ContactShares(const Equations& equations);

  /// Whether some rows depend on each other there, contacts among them.
  bool may_share(const Instant& now) const {
    return may_share_ && !now.failure && now.rank < static_cast<numeric::Index>(pushes_.size());
  }
  /// Changes the multipliers of such an instant to those that push: the least squares may pull
  /// somewhere. Where laws are not ideal they stay.
  void share(const StateValues& here, Instant& now) const;
  /// The problem that these solve; `pushes` by row.
  numeric::OneSidedInstant problem(const StateValues& here) const;
  const std::vector<bool>& pushes() const { return pushes_; }

 private:
  std::vector<bool> pushes_;  ///< by row: is it a contact?
  bool may_share_;
};

}  // namespace alembert
