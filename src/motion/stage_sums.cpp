#include "motion/stage_sums.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace alembert {

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

// four components at a time
__attribute__((target("avx2,fma"))) void vector_sum(std::size_t size, const double* y, double h,
                                                    std::size_t terms, const double* w,
                                                    const double* const* k, double* out) {
  const __m256d step = _mm256_set1_pd(h);
  const __m256i places = _mm256_set_epi64x(3, 2, 1, 0);
  std::size_t i = 0;
  for (; i + 4 <= size; i += 4) {
    __m256d sum = _mm256_mul_pd(_mm256_broadcast_sd(w), _mm256_loadu_pd(k[0] + i));
    for (std::size_t j = 1; j < terms; ++j)
      sum = _mm256_fmadd_pd(_mm256_broadcast_sd(w + j), _mm256_loadu_pd(k[j] + i), sum);
    const __m256d result = y == nullptr ? _mm256_mul_pd(step, sum)
                                        : _mm256_fmadd_pd(step, sum, _mm256_loadu_pd(y + i));
    _mm256_storeu_pd(out + i, result);
  }
  if (i == size) return;
  // the last few with the same rounding
  const __m256i present =
      _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(size - i)), places);
  __m256d sum = _mm256_mul_pd(_mm256_broadcast_sd(w), _mm256_maskload_pd(k[0] + i, present));
  for (std::size_t j = 1; j < terms; ++j)
    sum = _mm256_fmadd_pd(_mm256_broadcast_sd(w + j), _mm256_maskload_pd(k[j] + i, present), sum);
  const __m256d result = y == nullptr
                             ? _mm256_mul_pd(step, sum)
                             : _mm256_fmadd_pd(step, sum, _mm256_maskload_pd(y + i, present));
  _mm256_maskstore_pd(out + i, present, result);
}

bool has_vectors() {
  static const bool result =
      __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  return result;
}

#endif

}  // namespace

void stage_sum(std::size_t size, const double* y, double h, std::size_t terms, const double* w,
               const double* const* k, double* out) {
#if defined(__x86_64__)
  if (terms > 0 && has_vectors()) return vector_sum(size, y, h, terms, w, k, out);
#endif
  plain_sum(size, y, h, terms, w, k, out);
}

}  // namespace alembert
