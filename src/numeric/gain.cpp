#include "numeric/gain.hpp"

namespace alembert::numeric {

Gain gain(MatrixView M, MatrixView A, const KktOptions& options) {
  const KktFactors factors(M, A, options);
  return {factors.gain(), factors.virtual_displacements(), factors.rank()};
}

}  // namespace alembert::numeric
