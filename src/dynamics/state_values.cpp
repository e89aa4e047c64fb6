#include "dynamics/state_values.hpp"

namespace alembert {

using numeric::Index;

std::vector<NodeId> StateValues::formulas(const Equations& equations) {
  std::vector<NodeId> result;
  for (const Entry& entry : equations.solved_M().entries) result.push_back(entry.value);
  result.insert(result.end(), equations.solved_Q().begin(), equations.solved_Q().end());
  for (const Entry& entry : equations.A.entries) result.push_back(entry.value);
  result.insert(result.end(), equations.b.begin(), equations.b.end());
  result.insert(result.end(), {equations.applied_power, equations.time_power});
  return result;
}

StateValues::StateValues(const Equations& equations)
    : equations_(&equations),
      A_at_(equations.solved_M().entries.size() + equations.solved_Q().size()),
      row_begin_(equations.rows.size() + 1, 0),
      entries_(A_at_ + equations.A.entries.size() + equations.rows.size() + 2),
      Q_(Vector::Zero(static_cast<Index>(equations.solved_Q().size()))),
      b_(Vector::Zero(static_cast<Index>(equations.rows.size()))) {
  for (const Entry& entry : equations.A.entries) ++row_begin_[entry.row + 1];
  for (std::size_t r = 0; r < equations.rows.size(); ++r) row_begin_[r + 1] += row_begin_[r];
}

void StateValues::read_entries() {
  dense_.is_filled = false;
  const double* next = entries_.data() + equations_->solved_M().entries.size();
  for (double& entry : Q_) entry = *next++;
  next += equations_->A.entries.size();
  for (double& entry : b_) entry = *next++;
  applied_power_ = *next++;
  time_power_ = *next++;
  double sum = 0;  // not finite as soon as one entry is not
  for (const double value : entries_) sum += value * 0;
  is_finite_ = sum == 0;
}

const StateValues::Dense& StateValues::dense() const {
  if (dense_.is_filled) return dense_;
  if (dense_.M.size() == 0) {
    dense_.M = Matrix::Zero(Q_.size(), Q_.size());
    dense_.A = Matrix::Zero(b_.size(), Q_.size());
  }
  const double* next = entries_.data();
  for (const Entry& entry : equations_->solved_M().entries)
    dense_.M(entry.row, entry.column) = *next++;
  next += Q_.size();
  for (const Entry& entry : equations_->A.entries) dense_.A(entry.row, entry.column) = *next++;
  dense_.is_filled = true;
  return dense_;
}

StateValues::Matrix StateValues::derived_M() const {
  Matrix result = M();
  for (const auto& [row, weight] : equations_->completion.rows) {
    const auto a = A().row(static_cast<Index>(row));
    // the product first: it is symmetric to the last digit
    result -= weight * Matrix(a.transpose() * a);
  }
  return result;
}

StateValues::Vector StateValues::derived_Q() const {
  Vector result = Q_;
  for (const auto& [row, weight] : equations_->completion.rows)
    result -= weight * b_[static_cast<Index>(row)] * A().row(static_cast<Index>(row)).transpose();
  return result;
}

std::vector<std::size_t> StateValues::negative_inertias() const {
  const std::vector<Entry>& M = equations_->solved_M().entries;
  std::vector<std::size_t> found;
  for (std::size_t e = 0; e < M.size(); ++e)
    if (M[e].row == M[e].column && entries_[e] < 0) found.push_back(M[e].row);
  return found;
}

double StateValues::row_size(Index row, const Vector& sizes) const {
  double size = 0;
  for_row(static_cast<std::size_t>(row), [&](std::size_t j, double entry) {
    size += std::fabs(entry) * sizes[static_cast<Index>(j)];
  });
  return size;
}

}  // namespace alembert
