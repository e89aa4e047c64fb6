#pragma once
/// The sums of StagedStep: stage j of a component lies `stride` numbers behind stage j − 1.

#include <cstddef>

namespace alembert::integrate {

/// Where the stages k lie, and the length of the step in each lane; component i belongs to lane i %
/// lanes.
struct StageBlocks {
  const double* k;
  std::size_t stride;
  const double* h;
  std::size_t lanes;
  bool in_vectors;  ///< four numbers at once: sums then read and write up to the next multiple of
                    ///< four
};

/// Whether four numbers can be summed at once.
bool can_sum_in_vectors(std::size_t lanes);

/// out = y + h Σ_j a_ij k_j with a row of the tableau, for `count` numbers.
using RowSum = void (*)(const StageBlocks& blocks, const double* y, std::size_t count, double* out);
/// The sums for rows 1 … 12, by row, for about so many numbers.
const RowSum* row_sums(bool in_vectors, std::size_t count);

/// The largest squares of Σ e_j k_j, relative to what may be wrong, for both estimates of the
/// error.
struct ErrorSquares {
  double of5 = 0, of3 = 0;
  double zero = 0;  ///< not a number where the step leads to something that is not finite
};
/// Takes `count` components of each lane into `squares`, one for each lane. The step goes from
/// `before` to `after`; wrong may be `allowed` times the natural size of a component, or times its
/// change.
void add_errors(const StageBlocks& blocks, const double* sizes, const double* before,
                const double* after, std::size_t count, double allowed, ErrorSquares* squares);

/// Of a number that each stage has once: the smallest and the largest in each lane, and zero, or
/// what is not a number where one of them is not.
struct StageRange {
  double smallest = 0, largest = 0, zero = 0;
};
void find_ranges(const StageBlocks& blocks, std::size_t stages, StageRange* ranges);

}  // namespace alembert::integrate
