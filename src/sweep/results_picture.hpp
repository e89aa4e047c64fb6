#pragma once
/// The results of a sweep as a picture: curves over one parameter, maps over two, histograms of
/// samples.

#include "draw/picture.hpp"
#include "sweep/results.hpp"

namespace alembert {

/// Throws ModelError for a grid of more than two axes.
void check_drawable(const SweepPlan& plan);

/// Each column of `kept` that is no series gets a panel, up to four. Throws ModelError if there is
/// nothing to draw: only series, or columns without numbers.
Picture draw_results(const Results& results, const Overview& overview);

}  // namespace alembert
