#pragma once
/// The inverse of the normal distribution function.

namespace alembert {

/// The x below which the standard normal distribution has the part `p`, between 0 and 1; good to 1e-15 of its
/// size. One number in, one number out, so that a sample is the same wherever it is drawn.
///
/// Wichura, "Algorithm AS 241: the percentage points of the normal distribution", 1988, PPND16.
double normal_quantile(double p);

}  // namespace alembert
