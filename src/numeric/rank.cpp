#include "numeric/rank.hpp"

namespace alembert::numeric {

Index count_significant(VectorView sizes, const RankOptions& options) {
  if (sizes.size() == 0 || !(sizes(0) > 0)) return 0;
  Index rank = 0;
  for (; rank < sizes.size(); ++rank) {
    double cut = options.tolerance;
    if (options.previous) {
      // to leave what was before takes a step beyond the cut, in either direction
      cut *= rank < *options.previous ? 1 / options.hysteresis : options.hysteresis;
    }
    if (!(sizes(rank) > cut * sizes(0))) break;
  }
  return rank;
}

}  // namespace alembert::numeric
