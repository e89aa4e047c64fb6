#include "numeric/gain.hpp"

#include <catch2/catch.hpp>

#include "numeric/pseudo_inverse.hpp"
#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

TEST_CASE("K is the inverse of A weighted by M, by all four conditions", "[F15]") {
  Random random(71);
  for (int trial = 0; trial < 30; ++trial) {
    const Index n = 3 + trial % 6, m = 1 + trial % 5, k = std::min({n, m, Index{1} + trial % 3});
    const Matrix M = random.mass(n), A = random.rows(m, n, k);
    const Gain found = gain(M, A);
    CHECK(found.rank.value == k);
    CHECK(certify(A, found.K, {}, M).worst() < 1e-11);
    // M⁻¹Aᵀ(A M⁻¹Aᵀ)⁺ literally
    const Matrix G = A * inverse(M) * A.transpose();
    CHECK(distance(found.K, inverse(M) * A.transpose() * pseudo_inverse(G)) < 1e-9);
  }
}

TEST_CASE("A⁺ is not the inverse weighted by M", "[F15]") {
  Random random(72);
  const Matrix M = random.mass(5), A = random.matrix(2, 5);
  const MoorePenroseCertificate impostor = certify(A, pseudo_inverse(A), {}, M);
  CHECK(impostor.axa < 1e-13);
  CHECK(impostor.xax < 1e-13);
  CHECK(impostor.ax_symmetric < 1e-13);
  CHECK(impostor.xa_symmetric > 1e-2);
}

TEST_CASE("K does not depend on which root of M is taken", "[F15]") {
  // R⁻¹(A R⁻¹)⁺ for any R with RᵀR = M
  Random random(73);
  const Matrix M = random.mass(6), A = random.rows(4, 6, 3);
  const Matrix K = gain(M, A).K;
  for (int trial = 0; trial < 5; ++trial) {
    const Matrix R = random.orthogonal(6) * square_root(M);
    CHECK(distance(inverse(R) * pseudo_inverse(A * inverse(R)), K) < 1e-12);
  }
}

TEST_CASE("column i of K answers a unit violation of row i", "[F16]") {
  Random random(74);
  const Instant s = random.instant(6, 4, 3);
  const Solution solution = solve(s);
  const Matrix K = gain(s.M, s.A).K;
  CHECK(distance(solution.free_acceleration + K * solution.violation, solution.acceleration) <
        1e-12);
}

TEST_CASE("virtual displacements span N(A), orthonormal in the norm of M", "[F7]") {
  Random random(75);
  for (const Index k : {0, 1, 3, 5}) {
    const Matrix M = random.mass(5);
    const Matrix A = k == 0 ? Matrix::Zero(2, 5) : random.rows(k + 1, 5, k);
    const Matrix V = gain(M, A).virtual_displacements;
    REQUIRE(V.cols() == 5 - k);
    CHECK((A * V).norm() < 1e-12);
    CHECK(distance(V.transpose() * M * V, Matrix::Identity(5 - k, 5 - k)) < 1e-13);
  }
}

TEST_CASE("a singular mass matrix still measures the virtual displacements") {
  const Matrix M = diagonal({2, 3, 0});
  Matrix A(1, 3);
  A << 1, 0, -1;
  const Gain found = gain(M, A);
  CHECK((A * found.virtual_displacements).norm() < 1e-15);
  CHECK(distance(found.virtual_displacements.transpose() * M * found.virtual_displacements,
                 Matrix::Identity(2, 2)) < 1e-14);
  CHECK(certify(A, found.K, {}, M).worst() < 1e-14);
  // the massless end moves alone
  CHECK(distance(found.K, vector_of({0, 0, -1})) < 1e-14);
}
