#include "integrate/block_sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "compile/x86/avx2.hpp"
#include "compile/x86/executable.hpp"
#include "integrate/stage_terms.hpp"

namespace alembert::integrate {

namespace {

constexpr std::size_t row_count = 13;

template <std::size_t... i>
constexpr std::array<StageTerms, sizeof...(i)> all_terms(std::index_sequence<i...>) {
  return {terms_of(dop853::a[i])...};
}
constexpr auto row_terms = all_terms(std::make_index_sequence<row_count>());
constexpr StageTerms error_terms5 = terms_of(dop853::e5), error_terms3 = terms_of(dop853::e3);

double plain_sum(const StageTerms& terms, const StageBlocks& blocks, std::size_t at) {
  double sum = 0;
  for (std::size_t j = 0; j < terms.count; ++j)
    sum += terms.weight[j] * blocks.k[terms.stage[j] * blocks.stride + at];
  return sum;
}

template <std::size_t i>
void plain_row(const StageBlocks& blocks, const double* y, std::size_t count, double* out) {
  for (std::size_t at = 0; at < count; ++at)
    out[at] = y[at] + blocks.h[at % blocks.lanes] * plain_sum(row_terms[i], blocks, at);
}

// row 0 is the beginning of the step, which has no sum
template <std::size_t... i>
constexpr std::array<RowSum, row_count> plain_row_sums(std::index_sequence<i...>) {
  return {nullptr, plain_row<i + 1>...};
}
constexpr auto plain_rows = plain_row_sums(std::make_index_sequence<row_count - 1>());

void plain_errors(const StageBlocks& blocks, const double* sizes, const double* before,
                  const double* after, std::size_t count, double allowed, ErrorSquares* squares) {
  for (std::size_t at = 0; at < count; ++at) {
    const std::size_t lane = at % blocks.lanes;
    const double scale = 1 / (allowed * std::max(sizes[at], std::fabs(after[at] - before[at])));
    const double error5 = scale * plain_sum(error_terms5, blocks, at);
    const double error3 = scale * plain_sum(error_terms3, blocks, at);
    squares[lane].of5 = std::max(squares[lane].of5, error5 * error5);
    squares[lane].of3 = std::max(squares[lane].of3, error3 * error3);
    squares[lane].zero += 0 * after[at];
  }
}

void plain_ranges(const StageBlocks& blocks, std::size_t stages, StageRange* ranges) {
  for (std::size_t lane = 0; lane < blocks.lanes; ++lane) {
    const double first = blocks.k[lane];
    ranges[lane] = {first, first, 0 * first};
    for (std::size_t stage = 1; stage < stages; ++stage) {
      const double next = blocks.k[stage * blocks.stride + lane];
      ranges[lane].smallest = std::min(ranges[lane].smallest, next);
      ranges[lane].largest = std::max(ranges[lane].largest, next);
      ranges[lane].zero += 0 * next;
    }
  }
}

#if defined(__x86_64__)

/// Σ_j w_j k_j of the four components from k on; the terms are known to the compiler.
template <const StageTerms& terms>
ALEMBERT_AVX2 inline __m256d vector_sum(const double* k, std::size_t stride) {
  __m256d sum =
      _mm256_mul_pd(_mm256_set1_pd(terms.weight[0]), _mm256_loadu_pd(k + terms.stage[0] * stride));
#pragma GCC unroll 16
  for (std::size_t j = 1; j < terms.count; ++j)
    sum = _mm256_fmadd_pd(_mm256_set1_pd(terms.weight[j]),
                          _mm256_loadu_pd(k + terms.stage[j] * stride), sum);
  return sum;
}

ALEMBERT_AVX2 inline __m256d for_lanes(const double* numbers, std::size_t lanes) {
  return lanes == 1 ? _mm256_broadcast_sd(numbers) : _mm256_loadu_pd(numbers);
}

/// The lane of a number of a vector, where there are one or four: a division would take longer than
/// what it is for.
constexpr std::size_t lane_of(std::size_t i, std::size_t lanes) { return lanes == 1 ? 0 : i; }

template <std::size_t i>
inline constexpr StageTerms terms_of_row = row_terms[i];

/// out = y + h Σ_j w_j k_j for 4 · width components: side by side, so that they share addresses and
/// weights.
template <const StageTerms& terms, std::size_t width>
ALEMBERT_AVX2 inline void vector_sums(const double* k, std::size_t stride, __m256d h,
                                      const double* y, double* out) {
  __m256d sums[width];
#pragma GCC unroll 16
  for (std::size_t j = 0; j < terms.count; ++j) {
    const __m256d weight = _mm256_set1_pd(terms.weight[j]);
    const double* const k_j = k + terms.stage[j] * stride;
#pragma GCC unroll 4
    for (std::size_t v = 0; v < width; ++v) {
      const __m256d term = _mm256_loadu_pd(k_j + 4 * v);
      sums[v] = j == 0 ? _mm256_mul_pd(weight, term) : _mm256_fmadd_pd(weight, term, sums[v]);
    }
  }
#pragma GCC unroll 4
  for (std::size_t v = 0; v < width; ++v)
    _mm256_storeu_pd(out + 4 * v, _mm256_fmadd_pd(h, sums[v], _mm256_loadu_pd(y + 4 * v)));
}

template <std::size_t i, std::size_t width>
ALEMBERT_AVX2 void vector_row(const StageBlocks& blocks, const double* y, std::size_t count,
                              double* out) {
  const __m256d h = for_lanes(blocks.h, blocks.lanes);
  const double* const k = blocks.k;
  const std::size_t stride = blocks.stride;
  std::size_t at = 0;
  for (; at + 4 * width <= count; at += 4 * width)
    vector_sums<terms_of_row<i>, width>(k + at, stride, h, y + at, out + at);
  for (; at < count; at += 4) vector_sums<terms_of_row<i>, 1>(k + at, stride, h, y + at, out + at);
}

template <std::size_t width, std::size_t... i>
constexpr std::array<RowSum, row_count> vector_row_sums(std::index_sequence<i...>) {
  return {nullptr, vector_row<i + 1, width>...};
}
constexpr auto narrow_rows = vector_row_sums<1>(std::make_index_sequence<row_count - 1>());
constexpr auto wide_rows = vector_row_sums<4>(std::make_index_sequence<row_count - 1>());

// fewer numbers are summed before the addresses of four vectors are ready
constexpr std::size_t fewest_for_wide = 64;

/// ErrorSquares of four components side by side.
struct FourErrors {
  __m256d of5, of3, zero;

  /// Takes in those from `at` on whose bits are set in `present`.
  ALEMBERT_AVX2 inline void add(const StageBlocks& blocks, std::size_t at, const double* sizes,
                                const double* before, const double* after, __m256d allowed,
                                __m256d present) {
    const __m256d one = _mm256_set1_pd(1), sign = _mm256_set1_pd(-0.0);
    const __m256d next = _mm256_and_pd(present, _mm256_loadu_pd(after + at));
    const __m256d change = _mm256_sub_pd(next, _mm256_loadu_pd(before + at));
    const __m256d size = _mm256_max_pd(_mm256_loadu_pd(sizes + at), _mm256_andnot_pd(sign, change));
    const __m256d scale = _mm256_div_pd(one, _mm256_mul_pd(allowed, size));
    const __m256d sum5 = vector_sum<error_terms5>(blocks.k + at, blocks.stride);
    const __m256d sum3 = vector_sum<error_terms3>(blocks.k + at, blocks.stride);
    const __m256d error5 = _mm256_and_pd(present, _mm256_mul_pd(scale, sum5));
    const __m256d error3 = _mm256_and_pd(present, _mm256_mul_pd(scale, sum3));
    of5 = _mm256_max_pd(of5, _mm256_mul_pd(error5, error5));
    of3 = _mm256_max_pd(of3, _mm256_mul_pd(error3, error3));
    zero = _mm256_fmadd_pd(_mm256_setzero_pd(), next, zero);
  }
};

ALEMBERT_AVX2 void vector_errors(const StageBlocks& blocks, const double* sizes,
                                 const double* before, const double* after, std::size_t count,
                                 double allowed, ErrorSquares* squares) {
  const __m256d part = _mm256_set1_pd(allowed);
  const __m256d all = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
  FourErrors errors{_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd()};
  std::size_t at = 0;
  for (; at + 4 <= count; at += 4) errors.add(blocks, at, sizes, before, after, part, all);
  if (at < count) {
    const __m256i left = _mm256_set1_epi64x(static_cast<long long>(count - at));
    const __m256i present = _mm256_cmpgt_epi64(left, _mm256_set_epi64x(3, 2, 1, 0));
    errors.add(blocks, at, sizes, before, after, part, _mm256_castsi256_pd(present));
  }
  alignas(32) double of5[4], of3[4], zeros[4];
  _mm256_store_pd(of5, errors.of5);
  _mm256_store_pd(of3, errors.of3);
  _mm256_store_pd(zeros, errors.zero);
  for (std::size_t i = 0; i < 4; ++i) {
    ErrorSquares& lane = squares[lane_of(i, blocks.lanes)];
    lane.of5 = std::max(lane.of5, of5[i]);
    lane.of3 = std::max(lane.of3, of3[i]);
    lane.zero += zeros[i];
  }
}

/// In four lanes.
ALEMBERT_AVX2 void vector_ranges(const double* x, std::size_t stride, std::size_t stages,
                                 StageRange* ranges) {
  __m256d smallest = _mm256_loadu_pd(x), largest = smallest;
  __m256d zero = _mm256_mul_pd(_mm256_setzero_pd(), smallest);
  for (std::size_t stage = 1; stage < stages; ++stage) {
    const __m256d next = _mm256_loadu_pd(x + stage * stride);
    smallest = _mm256_min_pd(smallest, next);
    largest = _mm256_max_pd(largest, next);
    zero = _mm256_fmadd_pd(_mm256_setzero_pd(), next, zero);
  }
  alignas(32) double four[3][4];
  _mm256_store_pd(four[0], smallest);
  _mm256_store_pd(four[1], largest);
  _mm256_store_pd(four[2], zero);
  for (std::size_t lane = 0; lane < 4; ++lane)
    ranges[lane] = {four[0][lane], four[1][lane], four[2][lane]};
}

#endif

}  // namespace

bool can_sum_in_vectors(std::size_t lanes) {
  return x86::runs_machine_code() && (lanes == 1 || lanes == 4);
}

const RowSum* row_sums(bool in_vectors, std::size_t count) {
#if defined(__x86_64__)
  if (in_vectors) return count < fewest_for_wide ? narrow_rows.data() : wide_rows.data();
#endif
  return plain_rows.data();
}

void add_errors(const StageBlocks& blocks, const double* sizes, const double* before,
                const double* after, std::size_t count, double allowed, ErrorSquares* squares) {
#if defined(__x86_64__)
  if (blocks.in_vectors)
    return vector_errors(blocks, sizes, before, after, count, allowed, squares);
#endif
  plain_errors(blocks, sizes, before, after, count, allowed, squares);
}

void find_ranges(const StageBlocks& blocks, std::size_t stages, StageRange* ranges) {
#if defined(__x86_64__)
  if (blocks.in_vectors && blocks.lanes == 4)
    return vector_ranges(blocks.k, blocks.stride, stages, ranges);
#endif
  plain_ranges(blocks, stages, ranges);
}

}  // namespace alembert::integrate
