#pragma once
/// Tells apart the branches of the constraints on which starts of one system, with other numbers,
/// are found.

#include <optional>
#include <vector>

#include "dynamics/dynamics_options.hpp"
#include "dynamics/start_data.hpp"
#include "mechanics/equations.hpp"
#include "numeric/matrix.hpp"

namespace alembert {

/// The sign of det ∂φ/∂u at a start, u the positions that the constraints determine: starts with
/// different signs are not connected by regular ones. A four-bar linkage and its mirror image
/// differ in it. Branches with the same sign are not told apart.
class BranchSign {
 public:
  /// Whether the determinant is positive; none where there is no start, or nothing is determined.
  /// Rows and positions are chosen at the first start.
  std::optional<bool> at_start(const Equations& equations, const DynamicsOptions& options,
                               const StartData& data, double t);

 private:
  struct Minor {
    std::vector<numeric::Index> rows, columns;
  };
  std::optional<Minor> minor_;
};

}  // namespace alembert
