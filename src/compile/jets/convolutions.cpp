#include "compile/jets/convolutions.hpp"

#include <algorithm>

#include "compile/x86/executable.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace alembert {

namespace {

constexpr std::size_t at_a_time = 4;

std::size_t rounded_up(std::size_t count) {
  return (count + at_a_time - 1) / at_a_time * at_a_time;
}

}  // namespace

// A backward series of highest order J has coefficient j at J − j. What lies beyond j = 1 is never
// written and stays zero, so that the last vector of a sum may reach past its end.
Convolutions::Convolutions(std::size_t forward, std::size_t backward,
                           const std::vector<JetFormulas::Convolution>& pairs, int highest_order)
    : forward_(forward),
      backward_(backward),
      highest_order_(highest_order),
      stride_(rounded_up(static_cast<std::size_t>(highest_order) + 1 + at_a_time)),
      rows_((forward + backward) * stride_, 0.0),
      in_vectors_(x86::runs_machine_code()) {
  for (const JetFormulas::Convolution& pair : pairs)
    pairs_.push_back({pair.a * stride_, (forward + pair.b) * stride_});
  if (!pairs_.empty()) pairs_.resize(rounded_up(pairs_.size()), pairs_.back());
}

void Convolutions::keep(int k, const double* coefficients) {
  double* place = rows_.data() + k;
  for (std::size_t i = 0; i < forward_; ++i, place += stride_) *place = *coefficients++;
  place += highest_order_ - 2 * k;
  for (std::size_t i = 0; i < backward_; ++i, place += stride_) *place = *coefficients++;
}

void Convolutions::clear() { std::fill(rows_.begin(), rows_.end(), 0.0); }

void Convolutions::form(int k, double* sums) const {
  if (in_vectors_) return form_in_vectors(k, sums);
  for (const Pair& pair : pairs_) {
    const double* const a = rows_.data() + pair.a + 1;
    const double* const b = rows_.data() + pair.b + highest_order_ - k + 1;
    double sum = 0;
    for (int i = 0; i < k - 1; ++i) sum += a[i] * b[i];
    *sums++ = sum;
  }
}

#if defined(__x86_64__)

// four sums at a time
__attribute__((target("avx2,fma"))) void Convolutions::form_in_vectors(int k, double* sums) const {
  const double* const first = rows_.data() + 1;
  const double* const last = rows_.data() + highest_order_ - k + 1;
  for (std::size_t p = 0; p < pairs_.size(); p += at_a_time, sums += at_a_time) {
    const Pair* const pair = pairs_.data() + p;
    __m256d s0 = _mm256_setzero_pd(), s1 = s0, s2 = s0, s3 = s0;
    for (int i = 0; i < k - 1; i += 4) {
      const auto times = [&](const Pair& x, __m256d& s) __attribute__((target("avx2,fma"))) {
        s = _mm256_fmadd_pd(_mm256_loadu_pd(first + x.a + i), _mm256_loadu_pd(last + x.b + i), s);
      };
      times(pair[0], s0);
      times(pair[1], s1);
      times(pair[2], s2);
      times(pair[3], s3);
    }
    const __m256d s01 = _mm256_hadd_pd(s0, s1), s23 = _mm256_hadd_pd(s2, s3);
    const __m256d low = _mm256_permute2f128_pd(s01, s23, 0x20);
    const __m256d high = _mm256_permute2f128_pd(s01, s23, 0x31);
    _mm256_storeu_pd(sums, _mm256_add_pd(low, high));
  }
}

#else

void Convolutions::form_in_vectors(int, double*) const {}

#endif

}  // namespace alembert
