#include "numeric/pseudo_inverse.hpp"

#include <catch2/catch.hpp>

#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

TEST_CASE("the pseudo-inverse fulfils the four conditions of Moore and Penrose", "[F18]") {
  Random random(81);
  for (const auto& A :
       {random.matrix(4, 4), random.matrix(7, 3), random.matrix(3, 7), random.rows(5, 6, 2),
        Matrix(random.vector(5) * random.vector(4).transpose()), Matrix(Matrix::Zero(3, 2)),
        Matrix(Matrix::Zero(0, 4))}) {
    const Matrix X = pseudo_inverse(A);
    CHECK(X.rows() == A.cols());
    CHECK(X.cols() == A.rows());
    CHECK(certify(A, X).worst() < 1e-12);
  }
}

TEST_CASE("the pseudo-inverse of a vector is its transpose over its square, and of nothing nothing",
          "[F20]") {
  const Vector u = vector_of({1, -2, 2});
  CHECK(distance(pseudo_inverse(u), u.transpose() / 9) < 1e-15);
  CHECK(pseudo_inverse(Vector::Zero(3)).norm() == 0);
}

TEST_CASE("whatever B annihilates is orthogonal to the columns of B⁺", "[F21]") {
  Random random(82);
  const Matrix B = random.rows(4, 6, 3);
  const Matrix N = null_space(B);
  CHECK((N.transpose() * pseudo_inverse(B)).norm() < 1e-13);
}

TEST_CASE("the certificate sees a wrong inverse", "[F18]") {
  Random random(83);
  const Matrix A = random.matrix(3, 5);
  Matrix X = pseudo_inverse(A);
  X(0, 0) += 1e-6;
  CHECK(certify(A, X).worst() > 1e-8);
}
