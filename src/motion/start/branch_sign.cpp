#include "motion/start/branch_sign.hpp"

#include <Eigen/LU>
#include <cmath>

#include "dynamics/manifold.hpp"
#include "mechanics/model_error.hpp"
#include "motion/start/start.hpp"
#include "motion/start/start_search.hpp"

namespace alembert {

using numeric::Index;
using numeric::Matrix;

std::optional<bool> BranchSign::at_start(const Equations& equations, const DynamicsOptions& options,
                                         const StartData& data, double t) {
  Dynamics dynamics(equations, options);
  Manifold manifold(dynamics, options.rank_tolerance);
  ConsistentStart start;
  try {
    start = find_start(dynamics, manifold, data, t);
  } catch (const ModelError&) {
    return {};
  }
  const numeric::Matrix A = dynamics.solver().evaluate(t, start.q, start.v).A();
  if (!minor_) {
    minor_.emplace();
    StartSearch search(dynamics, StartSearch::Of::position, data.q, data.q_guess, t);
    const std::vector<bool> is_determined = search.determined(start.q, start.v);
    for (std::size_t j = 0; j < is_determined.size(); ++j)
      if (is_determined[j]) minor_->columns.push_back(static_cast<Index>(j));
    std::vector<Index> rows;
    for (std::size_t r = 0; r < dynamics.rows(); ++r)
      if (equations.rows[r].level == Level::position) rows.push_back(static_cast<Index>(r));
    // those that determine them best
    const Eigen::FullPivLU<Matrix> factors(A(rows, minor_->columns));
    const auto order = factors.permutationP().inverse().eval().indices();
    for (Index i = 0; i < static_cast<Index>(minor_->columns.size()); ++i)
      minor_->rows.push_back(rows[static_cast<std::size_t>(order[i])]);
  }
  if (minor_->columns.empty()) return {};
  const double determinant = Matrix(A(minor_->rows, minor_->columns)).determinant();
  if (!(std::fabs(determinant) > 0) || !std::isfinite(determinant)) return {};
  return determinant > 0;
}

}  // namespace alembert
