// Sine and cosine of four angles at a time, by polynomials of our own.

#include <cmath>

#include "compile/x86/avx2.hpp"
#include "compile/x86/batches.hpp"

#if defined(__x86_64__)

namespace alembert::x86 {

namespace {

// beyond this the number of quarter turns times the parts of π/2 below is no longer exact enough
constexpr double largest_angle = 1 << 20;

// π/2 as a sum of three numbers; with k ≤ 2²⁰ quarter turns x − k·high is exact in one fused
// operation
constexpr double half_pi_high = 0x1.921fb54442d18p+0;
constexpr double half_pi_middle = 0x1.1a62633145c07p-54;
constexpr double half_pi_low = -0x1.f1976b7ed8fbcp-110;
constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

// sin r = r + r³ S(r²) and cos r = 1 − r²/2 + r⁴ C(r²) for |r| ≤ π/4: best approximations with
// relative errors of 2⁻⁵⁷·⁹ and 2⁻⁶³·⁹ (Remez), lowest power first
constexpr double S[] = {-0x1.5555555555548p-3, 0x1.111111110f7b0p-7,   -0x1.a01a019bf9b3dp-13,
                        0x1.71de3564073d8p-19, -0x1.ae5e578046a2bp-26, 0x1.5d8ee76583dd2p-33};
constexpr double C[] = {0x1.555555555554bp-5,   -0x1.6c16c16c14f6cp-10, 0x1.a01a019c80961p-16,
                        -0x1.27e4f7e802493p-22, 0x1.1ee9d5c905778p-29,  -0x1.8fa39581ad550p-37};

ALEMBERT_AVX2 inline __m256d polynomial(const double (&c)[6], __m256d u) {
  __m256d sum = _mm256_set1_pd(c[5]);
  for (int i = 4; i >= 0; --i) sum = _mm256_fmadd_pd(sum, u, _mm256_set1_pd(c[i]));
  return sum;
}

struct SinesAndCosines {
  __m256d sin, cos;
};

ALEMBERT_AVX2 inline SinesAndCosines of_four(__m256d x) {
  // x = k π/2 + r, |r| ≤ π/4
  const __m256d k = _mm256_round_pd(_mm256_mul_pd(x, _mm256_set1_pd(two_over_pi)),
                                    _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  __m256d r = _mm256_fnmadd_pd(k, _mm256_set1_pd(half_pi_high), x);
  r = _mm256_fnmadd_pd(k, _mm256_set1_pd(half_pi_middle), r);
  r = _mm256_fnmadd_pd(k, _mm256_set1_pd(half_pi_low), r);

  const __m256d u = _mm256_mul_pd(r, r);
  const __m256d s = _mm256_fmadd_pd(_mm256_mul_pd(r, u), polynomial(S, u), r);
  // 1 − u/2 is exact to its last place, and what that rounding loses comes back
  const __m256d one = _mm256_set1_pd(1), half_u = _mm256_mul_pd(u, _mm256_set1_pd(0.5));
  const __m256d near = _mm256_sub_pd(one, half_u);
  const __m256d lost = _mm256_sub_pd(_mm256_sub_pd(one, near), half_u);
  const __m256d c =
      _mm256_add_pd(near, _mm256_fmadd_pd(_mm256_mul_pd(u, u), polynomial(C, u), lost));

  // odd k exchanges the two; bit 1 of k is the sign of the sine, bit 1 of k + 1 that of the cosine
  const __m256i turns = _mm256_cvtepi32_epi64(_mm256_cvtpd_epi32(k));
  const __m256d odd = _mm256_castsi256_pd(_mm256_slli_epi64(turns, 63));
  const __m256i two = _mm256_set1_epi64x(2);
  const __m256d sin_sign = _mm256_castsi256_pd(_mm256_slli_epi64(_mm256_and_si256(turns, two), 62));
  const __m256d cos_sign = _mm256_castsi256_pd(
      _mm256_slli_epi64(_mm256_and_si256(_mm256_add_epi64(turns, _mm256_set1_epi64x(1)), two), 62));
  return {_mm256_xor_pd(_mm256_blendv_pd(s, c, odd), sin_sign),
          _mm256_xor_pd(_mm256_blendv_pd(c, s, odd), cos_sign)};
}

}  // namespace

ALEMBERT_AVX2 void sines_and_cosines(std::size_t count, const double* angles, double* sines,
                                     double* cosines) {
  const __m256i places = _mm256_set_epi64x(3, 2, 1, 0);
  const __m256d no_sign = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7fffffffffffffff));
  for (std::size_t i = 0; i < count; i += 4) {
    // the last few angles with zeros beside them
    const __m256i present =
        _mm256_cmpgt_epi64(_mm256_set1_epi64x(static_cast<long long>(count - i)), places);
    const __m256d x = _mm256_maskload_pd(angles + i, present);
    const SinesAndCosines result = of_four(x);
    _mm256_maskstore_pd(sines + i, present, result.sin);
    _mm256_maskstore_pd(cosines + i, present, result.cos);
    // large angles, infinite ones and NaN
    const __m256d small =
        _mm256_cmp_pd(_mm256_and_pd(x, no_sign), _mm256_set1_pd(largest_angle), _CMP_LE_OQ);
    const int large = ~_mm256_movemask_pd(small) & 15;
    if (large == 0) continue;
    for (std::size_t lane = 0; lane < 4; ++lane)
      if (large >> lane & 1) {
        sines[i + lane] = std::sin(angles[i + lane]);
        cosines[i + lane] = std::cos(angles[i + lane]);
      }
  }
}

}  // namespace alembert::x86

#else

namespace alembert::x86 {

void sines_and_cosines(std::size_t count, const double* angles, double* sines, double* cosines) {
  for (std::size_t i = 0; i < count; ++i) {
    sines[i] = std::sin(angles[i]);
    cosines[i] = std::cos(angles[i]);
  }
}

}  // namespace alembert::x86

#endif
