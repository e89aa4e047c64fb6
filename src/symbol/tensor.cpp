#include "symbol/tensor.hpp"

#include <cmath>
#include <utility>

namespace alembert {

namespace {

template <typename Make>
Vector vector_of(Make make) {
  return {make(0), make(1), make(2)};
}

template <typename Make>
Tensor tensor_of(Make make) {
  Tensor result;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result(i, j) = make(i, j);
  return result;
}

// cos(π/2) is zero, but π is rounded where it is a number: a quarter turn shall leave zeros in what
// it turns
Expr without_rounding(const Expr& x) {
  constexpr double rounding = 1e-15;
  const bool is_number = !x.graph() || x.graph()->is_constant(x.node());
  if (!is_number) return x;
  const double value = x.graph() ? x.graph()->value(x.node()) : x.number();
  return std::fabs(value) < rounding ? Expr(0.0) : x;
}

}  // namespace

Tensor::Tensor() : rows_{Vector(3, Expr(0.0)), Vector(3, Expr(0.0)), Vector(3, Expr(0.0))} {}

Tensor Tensor::identity() { return diagonal(1.0, 1.0, 1.0); }

Tensor Tensor::diagonal(const Expr& x, const Expr& y, const Expr& z) {
  Tensor result;
  result(0, 0) = x;
  result(1, 1) = y;
  result(2, 2) = z;
  return result;
}

Tensor Tensor::product(const Vector& a, const Vector& b) {
  return tensor_of([&](std::size_t i, std::size_t j) { return a[i] * b[j]; });
}

Tensor Tensor::cross(const Vector& n) {
  Tensor result;
  result(0, 1) = -n[2];
  result(0, 2) = n[1];
  result(1, 0) = n[2];
  result(1, 2) = -n[0];
  result(2, 0) = -n[1];
  result(2, 1) = n[0];
  return result;
}

// n nᵀ + cos (1 − n nᵀ) + sin [n]×: along an axis of the frame only 0, 1, cos and sin are left
Tensor Tensor::rotation(const Vector& n, const Expr& angle) {
  const Tensor along = product(n, n);
  return along + without_rounding(cos(angle)) * (identity() - along) +
         without_rounding(sin(angle)) * cross(n);
}

Tensor Tensor::of_quaternion(const Vector& e) {
  const Vector axis{e[1], e[2], e[3]};
  const Expr axis2 = dot(axis, axis);
  const Tensor R = (e[0] * e[0] - axis2) * identity() + Expr(2.0) * product(axis, axis) +
                   (2.0 * e[0]) * cross(axis);
  return (1.0 / (e[0] * e[0] + axis2)) * R;
}

Tensor Tensor::transposed() const {
  return tensor_of([&](std::size_t i, std::size_t j) { return (*this)(j, i); });
}

// E S Eᵀ for symmetric S. About an axis of both frames a turn mixes two directions only: with a² +
// b² = 1 their block takes six multiplications in place of twelve.
Tensor turned(const Tensor& E, const Tensor& S) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_along = is_value(E(i, k), 1) || is_value(E(i, k), -1);
      if (!is_along) continue;
      const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      const Expr sign = E(i, k), a = E(i1, k1), b = E(i1, k2), c = E(i2, k1), d = E(i2, k2);
      const Expr xx = S(k1, k1), xy = S(k1, k2), yy = S(k2, k2);
      Tensor result;
      result(i, i) = S(k, k);
      const Expr difference = a * a * (xx - yy) + 2.0 * (a * b) * xy;
      result(i1, i1) = yy + difference;
      result(i2, i2) = xx - difference;
      // the block is a turn, or a turn and a reflection: (c, d) = ±(−b, a)
      result(i1, i2) = a * c * (xx - yy) + (a * d + b * c) * xy;
      result(i1, i) = sign * (a * S(k1, k) + b * S(k2, k));
      result(i2, i) = sign * (c * S(k1, k) + d * S(k2, k));
      for (const auto& [row, column] : {std::pair(i1, i2), std::pair(i1, i), std::pair(i2, i)})
        result(column, row) = result(row, column);
      return result;
    }
  const Tensor ES = E * S;
  Tensor result;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      result(i, j) = ES(i, 0) * E(j, 0) + ES(i, 1) * E(j, 1) + ES(i, 2) * E(j, 2);
      result(j, i) = result(i, j);
    }
  return result;
}

Tensor operator*(const Tensor& a, const Tensor& b) {
  return tensor_of([&](std::size_t i, std::size_t j) {
    return a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  });
}

Vector operator*(const Tensor& a, const Vector& x) {
  return vector_of([&](std::size_t i) { return a(i, 0) * x[0] + a(i, 1) * x[1] + a(i, 2) * x[2]; });
}

Tensor operator*(const Expr& factor, const Tensor& a) {
  return tensor_of([&](std::size_t i, std::size_t j) { return factor * a(i, j); });
}

Tensor operator+(const Tensor& a, const Tensor& b) {
  return tensor_of([&](std::size_t i, std::size_t j) { return a(i, j) + b(i, j); });
}

Tensor operator-(const Tensor& a, const Tensor& b) {
  return tensor_of([&](std::size_t i, std::size_t j) { return a(i, j) - b(i, j); });
}

Vector operator+(const Vector& a, const Vector& b) {
  return vector_of([&](std::size_t i) { return a[i] + b[i]; });
}

Vector operator-(const Vector& a, const Vector& b) {
  return vector_of([&](std::size_t i) { return a[i] - b[i]; });
}

Vector operator-(const Vector& a) {
  return vector_of([&](std::size_t i) { return -a[i]; });
}

Vector operator*(const Expr& factor, const Vector& a) {
  return vector_of([&](std::size_t i) { return factor * a[i]; });
}

Vector unit(const Vector& a) { return (1.0 / norm(a)) * a; }

}  // namespace alembert
