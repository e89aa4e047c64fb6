#include "compile/solve/dense_factors.hpp"

#include "compile/x86/avx2.hpp"
#include "compile/x86/executable.hpp"

namespace alembert {

// Row i of L and D comes from the rows above it: with u_ij = l_ij d_j,
//
//     u_ij = a_ij − Σ_{k<j} u_ik l_jk ,   d_i = a_ii − Σ_{k<i} u_ik l_ik .
//
// Row i holds u_ij until the row is done, and l_ij then.

namespace {

constexpr std::size_t row_begin(std::size_t i) { return triangle_size(i); }

void factorise_plainly(std::size_t size, std::size_t lanes, std::size_t lane, double* matrix,
                       double* reciprocals) {
  for (std::size_t i = 0; i < size; ++i) {
    double* const row = matrix + row_begin(i) * lanes + lane;
    for (std::size_t j = 0; j < i; ++j) {
      const double* const above = matrix + row_begin(j) * lanes + lane;
      for (std::size_t k = 0; k < j; ++k) row[j * lanes] -= row[k * lanes] * above[k * lanes];
    }
    double d = row[i * lanes];
    for (std::size_t k = 0; k < i; ++k) {
      const double l = row[k * lanes] * reciprocals[k * lanes + lane];
      d -= row[k * lanes] * l;
      row[k * lanes] = l;
    }
    reciprocals[i * lanes + lane] = 1 / d;
  }
}

void solve_plainly(std::size_t size, std::size_t lanes, std::size_t lane, const double* L,
                   const double* reciprocals, double* y) {
  y += lane;
  for (std::size_t i = 1; i < size; ++i)
    for (std::size_t k = 0; k < i; ++k)
      y[i * lanes] -= L[(row_begin(i) + k) * lanes + lane] * y[k * lanes];
  for (std::size_t i = 0; i < size; ++i) y[i * lanes] *= reciprocals[i * lanes + lane];
  for (std::size_t i = size; i-- > 1;)
    for (std::size_t k = 0; k < i; ++k)
      y[k * lanes] -= L[(row_begin(i) + k) * lanes + lane] * y[i * lanes];
}

#if defined(__x86_64__)

/// Arithmetic on one number per lane, rounded alike for any number of lanes.
struct OneLane {
  static constexpr std::size_t lanes = 1;
  using Number = double;
  ALEMBERT_AVX2 static Number load(const double* x) { return *x; }
  ALEMBERT_AVX2 static void store(double* x, Number value) { *x = value; }
  ALEMBERT_AVX2 static Number add(Number a, Number b) { return a + b; }
  ALEMBERT_AVX2 static Number multiply(Number a, Number b) { return a * b; }
  ALEMBERT_AVX2 static Number reciprocal(Number a) { return 1 / a; }
  /// c − a b
  ALEMBERT_AVX2 static Number take(Number c, Number a, Number b) { return __builtin_fma(-a, b, c); }
};

struct FourLanes {
  static constexpr std::size_t lanes = 4;
  using Number = __m256d;
  ALEMBERT_AVX2 static Number load(const double* x) { return _mm256_loadu_pd(x); }
  ALEMBERT_AVX2 static void store(double* x, Number value) { _mm256_storeu_pd(x, value); }
  ALEMBERT_AVX2 static Number add(Number a, Number b) { return _mm256_add_pd(a, b); }
  ALEMBERT_AVX2 static Number multiply(Number a, Number b) { return _mm256_mul_pd(a, b); }
  ALEMBERT_AVX2 static Number reciprocal(Number a) { return _mm256_div_pd(_mm256_set1_pd(1), a); }
  ALEMBERT_AVX2 static Number take(Number c, Number a, Number b) {
    return _mm256_fnmadd_pd(a, b, c);
  }
};

/// Finds u_ij of `height` rows from i on, for the columns j < i in pairs; returns the first column
/// that is left. Rows share what they read of L, and pairs of columns what they read of the rows,
/// so that the processor multiplies rather than loads.
template <class V, std::size_t height>
ALEMBERT_AVX2 inline std::size_t find_rows(std::size_t i, double* matrix) {
  double* rows[height];
#pragma GCC unroll 4
  for (std::size_t r = 0; r < height; ++r) rows[r] = matrix + row_begin(i + r) * V::lanes;
  std::size_t j = 0;
  for (; j + 1 < i; j += 2) {
    const double* const first = matrix + row_begin(j) * V::lanes;
    const double* const second = matrix + row_begin(j + 1) * V::lanes;
    typename V::Number u[height], w[height];
#pragma GCC unroll 4
    for (std::size_t r = 0; r < height; ++r) {
      u[r] = V::load(rows[r] + j * V::lanes);
      w[r] = V::load(rows[r] + (j + 1) * V::lanes);
    }
    for (std::size_t k = 0; k < j; ++k) {
      const typename V::Number a = V::load(first + k * V::lanes);
      const typename V::Number b = V::load(second + k * V::lanes);
#pragma GCC unroll 4
      for (std::size_t r = 0; r < height; ++r) {
        const typename V::Number x = V::load(rows[r] + k * V::lanes);
        u[r] = V::take(u[r], x, a);
        w[r] = V::take(w[r], x, b);
      }
    }
    const typename V::Number between = V::load(second + j * V::lanes);
#pragma GCC unroll 4
    for (std::size_t r = 0; r < height; ++r) {
      V::store(rows[r] + j * V::lanes, u[r]);
      V::store(rows[r] + (j + 1) * V::lanes, V::take(w[r], u[r], between));
    }
  }
  return j;
}

/// u_ij of row i for the columns from j on.
template <class V>
ALEMBERT_AVX2 inline void finish_row(std::size_t i, std::size_t j, double* matrix) {
  double* const row = matrix + row_begin(i) * V::lanes;
  for (; j < i; ++j) {
    const double* const above = matrix + row_begin(j) * V::lanes;
    typename V::Number u = V::load(row + j * V::lanes);
    for (std::size_t k = 0; k < j; ++k)
      u = V::take(u, V::load(row + k * V::lanes), V::load(above + k * V::lanes));
    V::store(row + j * V::lanes, u);
  }
}

/// From u_ij to l_ij, and 1/d_i; in four independent sums, which need not wait for each other.
template <class V>
ALEMBERT_AVX2 inline void complete_row(std::size_t i, double* matrix, double* reciprocals) {
  double* const row = matrix + row_begin(i) * V::lanes;
  typename V::Number sums[4] = {};
  sums[0] = V::load(row + i * V::lanes);
  std::size_t k = 0;
  for (; k + 4 <= i; k += 4) {
#pragma GCC unroll 4
    for (std::size_t s = 0; s < 4; ++s) {
      const typename V::Number u = V::load(row + (k + s) * V::lanes);
      const typename V::Number l = V::multiply(u, V::load(reciprocals + (k + s) * V::lanes));
      sums[s] = V::take(sums[s], u, l);
      V::store(row + (k + s) * V::lanes, l);
    }
  }
  for (; k < i; ++k) {
    const typename V::Number u = V::load(row + k * V::lanes);
    const typename V::Number l = V::multiply(u, V::load(reciprocals + k * V::lanes));
    sums[0] = V::take(sums[0], u, l);
    V::store(row + k * V::lanes, l);
  }
  const typename V::Number d = V::add(V::add(sums[0], sums[1]), V::add(sums[2], sums[3]));
  V::store(reciprocals + i * V::lanes, V::reciprocal(d));
}

template <class V>
ALEMBERT_AVX2 void factorise(std::size_t size, double* matrix, double* reciprocals) {
  constexpr std::size_t height = 4;
  std::size_t i = 0;
  for (; i + height <= size; i += height) {
    const std::size_t left = find_rows<V, height>(i, matrix);
    for (std::size_t r = i; r < i + height; ++r) {
      finish_row<V>(r, left, matrix);
      complete_row<V>(r, matrix, reciprocals);
    }
  }
  for (; i < size; ++i) {
    finish_row<V>(i, find_rows<V, 1>(i, matrix), matrix);
    complete_row<V>(i, matrix, reciprocals);
  }
}

template <class V>
ALEMBERT_AVX2 void solve(std::size_t size, const double* L, const double* reciprocals, double* y) {
  for (std::size_t i = 1; i < size; ++i) {
    const double* const row = L + row_begin(i) * V::lanes;
    typename V::Number sums[4] = {};
    sums[0] = V::load(y + i * V::lanes);
    std::size_t k = 0;
    for (; k + 4 <= i; k += 4) {
#pragma GCC unroll 4
      for (std::size_t s = 0; s < 4; ++s)
        sums[s] =
            V::take(sums[s], V::load(row + (k + s) * V::lanes), V::load(y + (k + s) * V::lanes));
    }
    for (; k < i; ++k)
      sums[0] = V::take(sums[0], V::load(row + k * V::lanes), V::load(y + k * V::lanes));
    V::store(y + i * V::lanes, V::add(V::add(sums[0], sums[1]), V::add(sums[2], sums[3])));
  }
  for (std::size_t i = 0; i < size; ++i)
    V::store(y + i * V::lanes,
             V::multiply(V::load(y + i * V::lanes), V::load(reciprocals + i * V::lanes)));
  for (std::size_t i = size; i-- > 1;) {
    const double* const row = L + row_begin(i) * V::lanes;
    const typename V::Number x = V::load(y + i * V::lanes);
    for (std::size_t k = 0; k < i; ++k)
      V::store(y + k * V::lanes,
               V::take(V::load(y + k * V::lanes), V::load(row + k * V::lanes), x));
  }
}

#endif

}  // namespace

void factorise_dense(std::size_t size, std::size_t lanes, double* matrix, double* reciprocals) {
#if defined(__x86_64__)
  if (x86::runs_machine_code() && lanes == 1) return factorise<OneLane>(size, matrix, reciprocals);
  if (x86::runs_machine_code() && lanes == 4)
    return factorise<FourLanes>(size, matrix, reciprocals);
#endif
  for (std::size_t lane = 0; lane < lanes; ++lane)
    factorise_plainly(size, lanes, lane, matrix, reciprocals);
}

void solve_dense(std::size_t size, std::size_t lanes, const double* L, const double* reciprocals,
                 double* y) {
#if defined(__x86_64__)
  if (x86::runs_machine_code() && lanes == 1) return solve<OneLane>(size, L, reciprocals, y);
  if (x86::runs_machine_code() && lanes == 4) return solve<FourLanes>(size, L, reciprocals, y);
#endif
  for (std::size_t lane = 0; lane < lanes; ++lane)
    solve_plainly(size, lanes, lane, L, reciprocals, y);
}

}  // namespace alembert
