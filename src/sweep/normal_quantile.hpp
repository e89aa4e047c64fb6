#pragma once
/// The inverse of the normal distribution function.

namespace alembert {

/// The x below which the standard normal distribution has the probability `p`, 0 < p < 1; its
/// relative error is 1e-15. One number in, one number out, so that a sample is the same wherever it
/// is drawn.
///
/// Wichura, "Algorithm AS 241: the percentage points of the normal distribution", 1988, PPND16.
double normal_quantile(double p);

}  // namespace alembert
