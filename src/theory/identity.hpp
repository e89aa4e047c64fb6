#pragma once
/// One statement of the theory in numbers: what must vanish, and how large it is.

#include <string>
#include <vector>

namespace alembert::theory {

struct Identity {
  std::string id;         ///< the row of the table in docs/theory.md that it belongs to: "X16"
  std::string statement;  ///< "D P = P D"
  double residual = 0;    ///< relative to the size of the terms that have to cancel
  double bound = 0;       ///< what rounding can leave, from the method that found the residual
  std::string does_not_apply = {};  ///< the reason, where the statement has no meaning here

  bool applies() const { return does_not_apply.empty(); }
  bool holds() const { return !applies() || residual <= bound; }
};

using Identities = std::vector<Identity>;

}  // namespace alembert::theory
