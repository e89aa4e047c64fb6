#include "numeric/reaction.hpp"

namespace alembert::numeric {

std::vector<Reaction> split_reactions(const Matrix& A, const Solution& solution,
                                      const std::vector<ConstraintRows>& constraints) {
  std::vector<Reaction> reactions;
  reactions.reserve(constraints.size());
  for (const ConstraintRows& constraint : constraints) {
    Reaction reaction;
    reaction.ideal = Vector::Zero(A.cols());
    reaction.nonideal = constraint.C.size() > 0 ? constraint.C : Vector::Zero(A.cols());
    for (const Index row : constraint.rows) {
      reaction.ideal += solution.lambda(row) * A.row(row).transpose();
      reaction.nonideal +=
          (solution.lambda_total(row) - solution.lambda(row)) * A.row(row).transpose();
    }
    reaction.total = reaction.ideal + reaction.nonideal;
    reactions.push_back(std::move(reaction));
  }
  return reactions;
}

}  // namespace alembert::numeric
