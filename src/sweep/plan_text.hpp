#pragma once
/// Plans as the command line and files state them. Every mistake is a ModelError that shows how to
/// write it.

#include <optional>
#include <string>
#include <vector>

#include "sweep/plan.hpp"

namespace alembert {

/// "m=0.1:2:100" for each axis: from, to, how many numbers.
Grid read_grid(const std::vector<std::string>& axes);

/// "m=normal(1,0.1), l=uniform(0.9,1.1)", for `count` runs.
Samples read_samples(const std::string& text, std::optional<std::size_t> count, std::uint64_t seed);

/// The samples at each point of the grid; no name may be in both.
SampledGrid sample_at_each(const Grid& grid, const Samples& samples);

/// A CSV file: a line of names, then a line of numbers for each run.
ChosenRuns read_chosen_runs(const std::string& path);

}  // namespace alembert
