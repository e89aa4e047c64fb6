#pragma once
/// Seeded random systems and independent routes to the same answers, for the tests of this folder.

#include <random>

#include "numeric/fundamental_equation.hpp"

namespace alembert::numeric {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double number() { return normal_(engine_); }
  double between(double low, double high);
  Matrix matrix(Index rows, Index columns);
  Vector vector(Index size) { return matrix(size, 1); }
  Matrix orthogonal(Index n);
  /// Eigenvalues between 0.5 and 5: rounding does not mask what a test looks for.
  Matrix mass(Index n);
  /// m rows of rank k; the last m − k are combinations of the first k.
  Matrix rows(Index m, Index n, Index k);
  /// m rows of rank k with a b that they can all meet.
  Instant instant(Index n, Index m, Index k);

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

/// |x − y| relative to |y|; infinite when the shapes differ.
double distance(const Matrix& x, const Matrix& y);

/// M^(1/2) by eigenvectors: the definition, which the library never uses.
Matrix square_root(const Matrix& M);
Matrix inverse(const Matrix& M);
/// By complete pivoting.
Vector solve_linear(const Matrix& S, const Vector& right);
Vector eigenvalues(const Matrix& symmetric);

/// q̈ of equation (16) as it is printed: M^(-1/2)(B⁺b + (I − B⁺B)M^(-1/2)Q) with B = A M^(-1/2).
Vector definition(const Instant& system);

/// An orthonormal basis of N(A) by singular values.
Matrix null_space(const Matrix& A);

/// The matrix with these values on its diagonal.
Matrix diagonal(std::initializer_list<double> values);
Vector vector_of(std::initializer_list<double> values);

}  // namespace alembert::numeric
