#include "compile/solve/dense_factors.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

using namespace alembert;

namespace {

/// Lower triangles of quasi-definite matrices, lanes innermost: the first unknowns have positive
/// pivots, the others negative ones, as M and the rows of A have.
std::vector<double> random_triangles(std::size_t size, std::size_t lanes, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> matrix(triangle_size(size) * lanes);
  for (double& entry : matrix) entry = number(random);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      double& diagonal = matrix[(triangle_size(i) + i) * lanes + lane];
      diagonal = (3 * i < 2 * size ? 1 : -1) * (static_cast<double>(size) + diagonal);
    }
  return matrix;
}

std::vector<double> lane_of(const std::vector<double>& numbers, std::size_t lanes,
                            std::size_t lane) {
  std::vector<double> result;
  for (std::size_t i = lane; i < numbers.size(); i += lanes) result.push_back(numbers[i]);
  return result;
}

}  // namespace

TEST_CASE("dense factors in loops solve systems of any size, in any number of lanes") {
  std::mt19937 random(11);
  for (const std::size_t lanes : {1, 3, 4})
    for (std::size_t size = 1; size <= 40; ++size) {
      const std::vector<double> matrix = random_triangles(size, lanes, random);
      std::vector<double> L = matrix, reciprocals(size * lanes), x(size * lanes);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<double>(i));
      const std::vector<double> y = x;
      factorise_dense(size, lanes, L.data(), reciprocals.data());
      solve_dense(size, lanes, L.data(), reciprocals.data(), x.data());
      double largest = 0;
      for (std::size_t lane = 0; lane < lanes; ++lane)
        for (std::size_t i = 0; i < size; ++i) {
          double rest = y[i * lanes + lane];
          for (std::size_t j = 0; j < size; ++j) {
            const std::size_t at = triangle_size(std::max(i, j)) + std::min(i, j);
            rest -= matrix[at * lanes + lane] * x[j * lanes + lane];
          }
          largest = std::max(largest, std::fabs(rest));
          CHECK((reciprocals[i * lanes + lane] > 0) == (3 * i < 2 * size));
        }
      CAPTURE(lanes, size);
      // diagonals dominate: |L| stays below 1, and each of some `size` terms is rounded once
      CHECK(largest < static_cast<double>(size + 2) * 1e-15);
    }
}

TEST_CASE("a matrix has the same factors and solutions beside others as alone, to the bit") {
  std::mt19937 random(12);
  for (const std::size_t size : {1, 2, 5, 8, 11, 30}) {
    constexpr std::size_t lanes = 4;
    const std::vector<double> matrix = random_triangles(size, lanes, random);
    std::vector<double> L = matrix, reciprocals(size * lanes), x(size * lanes, 1.0);
    factorise_dense(size, lanes, L.data(), reciprocals.data());
    solve_dense(size, lanes, L.data(), reciprocals.data(), x.data());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      std::vector<double> own = lane_of(matrix, lanes, lane), own_reciprocals(size);
      std::vector<double> own_x(size, 1.0);
      factorise_dense(size, 1, own.data(), own_reciprocals.data());
      solve_dense(size, 1, own.data(), own_reciprocals.data(), own_x.data());
      CHECK(own_reciprocals == lane_of(reciprocals, lanes, lane));
      CHECK(own_x == lane_of(x, lanes, lane));
    }
  }
}

TEST_CASE("a matrix without a solution says so in its lane alone") {
  // [[1, 1], [1, 1]] in lane 2: its second pivot is zero
  std::vector<double> matrix{1, 1, 1, 1, 0.5, 0.5, 1, 0.5, 1, 1, 1, 1};
  std::vector<double> reciprocals(8), x(8, 1.0);
  factorise_dense(2, 4, matrix.data(), reciprocals.data());
  solve_dense(2, 4, matrix.data(), reciprocals.data(), x.data());
  CHECK(std::isinf(reciprocals[4 + 2]));
  CHECK_FALSE(std::isfinite(x[2]));
  for (const std::size_t lane : {0, 1, 3}) CHECK(x[lane] == Approx(2.0 / 3).epsilon(1e-15));
}
