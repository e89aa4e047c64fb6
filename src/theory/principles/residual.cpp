#include "theory/principles/residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace alembert::theory {

namespace {

// above it fewer than four digits are left to compare
constexpr double largest_bound = 1e-4;

}  // namespace

double residual(const Matrix& left, const Matrix& right, std::initializer_list<double> sizes) {
  if (left.rows() != right.rows() || left.cols() != right.cols()) return INFINITY;
  if (left.size() == 0) return 0;
  double size = std::max(left.norm(), right.norm());
  for (const double other : sizes) size = std::max(size, other);
  const double difference = (left - right).norm();
  return size > 0 ? difference / size : difference;
}

double rounding(Index operations, double condition) {
  return 100 * static_cast<double>(operations) * std::numeric_limits<double>::epsilon() * condition;
}

Identity state(std::string id, std::string statement, double residual, double bound) {
  if (!(bound <= largest_bound)) {
    return skip(std::move(id), std::move(statement),
                "the matrices are so near to singular that rounding leaves fewer than four digits");
  }
  // NaN compares as false with every bound, but would print as no number
  if (std::isnan(residual)) residual = INFINITY;
  return {std::move(id), std::move(statement), residual, bound, {}};
}

Identity skip(std::string id, std::string statement, std::string reason) {
  return {std::move(id), std::move(statement), 0, 0, std::move(reason)};
}

Matrix any_matrix(Index rows, Index columns, unsigned seed) {
  std::mt19937_64 engine(seed);
  return Matrix::NullaryExpr(rows, columns, [&engine] {
    return std::ldexp(static_cast<double>(engine() >> 11), -52) - 1;
  });
}

Vector any_vector(Index size, unsigned seed) { return any_matrix(size, 1, seed); }

}  // namespace alembert::theory
