#pragma once
/// Matrices of 3 × 3 formulas: rotations and inertias. Entries that are numbers stay numbers, so
/// that zeros and ones cost nothing.

#include <array>

#include "symbol/expr.hpp"

namespace alembert {

class Tensor {
 public:
  /// Zero.
  Tensor();
  static Tensor identity();
  /// Diagonal entries.
  static Tensor diagonal(const Expr& x, const Expr& y, const Expr& z);
  /// a bᵀ.
  static Tensor product(const Vector& a, const Vector& b);
  /// [n]×, with [n]× x = n × x.
  static Tensor cross(const Vector& n);
  /// Turns by the angle about the unit vector n.
  static Tensor rotation(const Vector& n, const Expr& angle);
  /// R(e) / |e|² of a quaternion (e₀, ē), whatever its length.
  static Tensor of_quaternion(const Vector& e);

  Expr& operator()(std::size_t row, std::size_t column) { return rows_[row][column]; }
  const Expr& operator()(std::size_t row, std::size_t column) const { return rows_[row][column]; }
  Tensor transposed() const;

 private:
  std::array<Vector, 3> rows_;
};

/// E S Eᵀ of a symmetric S in axes that E turns.
Tensor turned(const Tensor& E, const Tensor& S);

Tensor operator*(const Tensor& a, const Tensor& b);
Vector operator*(const Tensor& a, const Vector& x);
Tensor operator*(const Expr& factor, const Tensor& a);
Tensor operator+(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Tensor& b);

Vector operator+(const Vector& a, const Vector& b);
Vector operator-(const Vector& a, const Vector& b);
Vector operator-(const Vector& a);
Vector operator*(const Expr& factor, const Vector& a);
/// The vector at unit length.
Vector unit(const Vector& a);

}  // namespace alembert
