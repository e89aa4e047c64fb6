#include "numeric/rank.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "numeric/kkt_factors.hpp"
#include "numeric/pseudo_inverse.hpp"
#include "numeric/random_systems.hpp"

using namespace alembert::numeric;

namespace {

// two unit rows at the angle α: σ = √(1 ± cos α), so σ₂/σ₁ = tan(α/2)
Matrix rows_at_angle(double alpha) {
  Matrix A(2, 3);
  A << 1, 0, 0, std::cos(alpha), std::sin(alpha), 0;
  return A;
}

Rank rank_at_angle(double alpha, const RankOptions& options = {}) {
  return KktFactors(Matrix::Identity(3, 3), rows_at_angle(alpha), {options, true}).rank();
}

}  // namespace

TEST_CASE("rank is decided at a ratio of singular values of 1e-10", "[F4]") {
  CHECK(rank_at_angle(2e-9).value == 2);
  CHECK(rank_at_angle(2.2e-10).value == 2);
  CHECK(rank_at_angle(1.8e-10).value == 1);
  CHECK(rank_at_angle(0).value == 1);
}

TEST_CASE("a rank that was there before must be left clearly") {
  RankOptions was_two, was_one;
  was_two.previous = 2;
  was_one.previous = 1;
  // σ ratio 2e-10 and 5e-11 lie within a factor of ten of the cut: whatever was before stays
  for (const double alpha : {4e-10, 1e-10}) {
    CHECK(rank_at_angle(alpha, was_two).value == 2);
    CHECK(rank_at_angle(alpha, was_one).value == 1);
  }
  CHECK(rank_at_angle(1e-11, was_two).value == 1);
  CHECK(rank_at_angle(1e-8, was_one).value == 2);
}

TEST_CASE("singular values, gap and doubt of two rows at an angle are those of geometry") {
  const Rank clear = rank_at_angle(0.5);
  REQUIRE(clear.singular_values.size() == 2);
  CHECK(clear.singular_values(0) == Approx(std::sqrt(1 + std::cos(0.5))).epsilon(1e-14));
  CHECK(clear.singular_values(1) == Approx(std::sqrt(1 - std::cos(0.5))).epsilon(1e-14));
  CHECK(clear.gap == std::numeric_limits<double>::infinity());
  CHECK(clear.pivot_ratio == Approx(std::sin(0.5)).epsilon(1e-14));
  CHECK_FALSE(clear.doubtful);

  CHECK(rank_at_angle(1e-8).doubtful);
  CHECK(rank_at_angle(1e-12).doubtful);
  CHECK_FALSE(rank_at_angle(1e-5).doubtful);
  CHECK_FALSE(rank_at_angle(0).doubtful);
  CHECK(rank_at_angle(1e-11).gap == Approx(1 / std::tan(0.5e-11)).epsilon(1e-6));
}

TEST_CASE("singular values are listed without being asked for when they are doubtful") {
  const KktFactors doubtful(Matrix::Identity(3, 3), rows_at_angle(1e-9));
  CHECK(doubtful.rank().singular_values.size() == 2);
  const KktFactors clear(Matrix::Identity(3, 3), rows_at_angle(0.1));
  CHECK(clear.rank().singular_values.size() == 0);
}

TEST_CASE("singular values belong to the rows at unit length in the norm of M⁻¹") {
  Random random(61);
  const Matrix M = random.mass(6);
  Matrix A = random.matrix(4, 6);
  Matrix B = A * inverse(square_root(M));
  B.rowwise().normalize();
  for (Index i = 0; i < 4; ++i) A.row(i) *= std::pow(10, random.between(-5, 5));
  const KktFactors factors(M, A, {.singular_values = true});
  CHECK(distance(factors.rank().singular_values, singular_values(B)) < 1e-13);
}

TEST_CASE("rows of any size count the same", "[F4]") {
  Matrix A = rows_at_angle(1.0);
  A.row(1) *= 1e-30;
  CHECK(KktFactors(Matrix::Identity(3, 3), A).rank().value == 2);
}
