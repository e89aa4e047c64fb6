#include "solution/shared_multipliers.hpp"

namespace alembert::solution {

SharedMultipliers::SharedMultipliers(Graph& graph, const SaddleFormulas& saddle,
                                     const Formulas& inertia, const std::vector<Formulas>& kept,
                                     const std::vector<Formulas>& left_out)
    : graph_(graph), independence_(graph.zero()) {
  for (const NodeId entry : inertia) inertia_.push_back(graph.make(Op::abs, entry));
  // all that is asked of the rows kept is their length, and only where others are left out
  for (const Formulas& row : kept)
    kept_lengths_.push_back(left_out.empty() ? graph.zero() : length_of_row(row));
  const Formulas nothing(kept.size(), graph.zero());
  for (const Formulas& row : left_out) {
    // M x = rowᵀ + A_keptᵀ y with A_kept x = 0: x is what the rows kept do not make up, and y =
    // −D_rowᵀ
    SaddleFormulas::Solution solution = saddle.refined(row, nothing);
    left_out_lengths_.push_back(length_of_row(row));
    const NodeId rest =
        graph.make(Op::divide, length_of_motion(solution.x), left_out_lengths_.back());
    independence_ = graph.make(Op::max, independence_, rest);
    for (NodeId& share : solution.lambda) share = graph.make(Op::negate, share);
    D_.push_back(std::move(solution.lambda));
  }
}

NodeId SharedMultipliers::dot(const Formulas& a, const Formulas& b) const {
  NodeId sum = graph_.zero();
  for (std::size_t i = 0; i < a.size(); ++i) sum = add(sum, multiply(a[i], b[i]));
  return sum;
}

// √(Σ a_j²/|M_jj|) and √(Σ |M_jj| x_j²): sums over coordinates in any units
NodeId SharedMultipliers::length_of_row(const Formulas& row) const {
  NodeId sum = graph_.zero();
  for (std::size_t j = 0; j < row.size(); ++j)
    if (row[j] != graph_.zero())
      sum = add(sum, graph_.make(Op::divide, multiply(row[j], row[j]), inertia_[j]));
  return graph_.make(Op::sqrt, sum);
}

NodeId SharedMultipliers::length_of_motion(const Formulas& x) const {
  NodeId sum = graph_.zero();
  for (std::size_t j = 0; j < x.size(); ++j)
    sum = add(sum, multiply(inertia_[j], multiply(x[j], x[j])));
  return graph_.make(Op::sqrt, sum);
}

std::vector<SymmetricEntry> SharedMultipliers::one_plus_DDt() const {
  std::vector<SymmetricEntry> entries;
  for (std::uint32_t i = 0; i < D_.size(); ++i)
    for (std::uint32_t j = 0; j <= i; ++j) {
      const NodeId product = dot(D_[i], D_[j]);
      entries.push_back({i, j, i == j ? add(graph_.one(), product) : product});
    }
  return entries;
}

SharedMultipliers::Multipliers SharedMultipliers::of_least_norm(const Formulas& lambda) const {
  const std::size_t count = D_.size();
  const std::vector<SymmetricEntry> matrix = one_plus_DDt();
  const UnrolledFactors factors(graph_, elimination_order(graph_, count, matrix, count), matrix);
  Formulas right;
  for (const Formulas& row : D_) right.push_back(dot(row, lambda));
  Multipliers result{lambda, factors.solve(right)};
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t r = 0; r < lambda.size(); ++r)
      result.kept[r] =
          graph_.make(Op::subtract, result.kept[r], multiply(D_[k][r], result.left_out[k]));
  return result;
}

SharedMultipliers::Formulas SharedMultipliers::dependence() const {
  Formulas result(kept_lengths_.size(), graph_.zero());
  for (std::size_t k = 0; k < D_.size(); ++k)
    for (std::size_t r = 0; r < result.size(); ++r) {
      const NodeId share = graph_.make(Op::abs, multiply(D_[k][r], kept_lengths_[r]));
      result[r] =
          graph_.make(Op::max, result[r], graph_.make(Op::divide, share, left_out_lengths_[k]));
    }
  return result;
}

}  // namespace alembert::solution
