#include "integrate/stage_sums.hpp"

#include "compile/x86/avx2.hpp"
#include "compile/x86/executable.hpp"

namespace alembert::integrate {

namespace {

void plain_sum(std::size_t size, const double* y, double h, std::size_t terms, const double* w,
               const double* const* k, double* out) {
  for (std::size_t i = 0; i < size; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < terms; ++j) sum += w[j] * k[j][i];
    out[i] = y == nullptr ? h * sum : y[i] + h * sum;
  }
}

#if defined(__x86_64__)

/// `count` times four components from i on: every weight is read once for all of them.
template <int count>
ALEMBERT_AVX2 inline void vector_block(std::size_t i, const double* y, __m256d h, std::size_t terms,
                                       const double* w, const double* const* k, double* out) {
  __m256d sum[count];
  for (int b = 0; b < count; ++b) sum[b] = _mm256_setzero_pd();
  for (std::size_t j = 0; j < terms; ++j) {
    const __m256d weight = _mm256_broadcast_sd(w + j);
    const double* const stage = k[j] + i;
#pragma GCC unroll 4
    for (int b = 0; b < count; ++b)
      sum[b] = _mm256_fmadd_pd(weight, _mm256_loadu_pd(stage + 4 * b), sum[b]);
  }
#pragma GCC unroll 4
  for (int b = 0; b < count; ++b) {
    const std::size_t at = i + 4 * static_cast<std::size_t>(b);
    _mm256_storeu_pd(out + at, y == nullptr ? _mm256_mul_pd(h, sum[b])
                                            : _mm256_fmadd_pd(h, sum[b], _mm256_loadu_pd(y + at)));
  }
}

ALEMBERT_AVX2 void vector_sum(std::size_t size, const double* y, double h, std::size_t terms,
                              const double* w, const double* const* k, double* out) {
  const __m256d step = _mm256_set1_pd(h);
  std::size_t i = 0;
  for (; i + 16 <= size; i += 16) vector_block<4>(i, y, step, terms, w, k, out);
  for (; i + 4 <= size; i += 4) vector_block<1>(i, y, step, terms, w, k, out);
  if (i == size) return;
  // the last few with the same rounding
  const __m256i present = _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(size - i)),
                                             _mm256_set_epi64x(3, 2, 1, 0));
  __m256d sum = _mm256_setzero_pd();
  for (std::size_t j = 0; j < terms; ++j)
    sum = _mm256_fmadd_pd(_mm256_broadcast_sd(w + j), _mm256_maskload_pd(k[j] + i, present), sum);
  _mm256_maskstore_pd(out + i, present,
                      y == nullptr
                          ? _mm256_mul_pd(step, sum)
                          : _mm256_fmadd_pd(step, sum, _mm256_maskload_pd(y + i, present)));
}

#endif

}  // namespace

void stage_sum(std::size_t size, const double* y, double h, std::size_t terms, const double* w,
               const double* const* k, double* out) {
#if defined(__x86_64__)
  if (x86::runs_machine_code()) return vector_sum(size, y, h, terms, w, k, out);
#endif
  plain_sum(size, y, h, terms, w, k, out);
}

}  // namespace alembert::integrate
