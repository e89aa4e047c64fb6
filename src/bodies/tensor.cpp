#include "bodies/tensor.hpp"

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
  return along + cos(angle) * (identity() - along) + sin(angle) * cross(n);
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
