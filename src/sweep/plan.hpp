#pragma once
/// What varies in a sweep, and its numbers in each run: a grid, random samples, samples at each
/// point of a grid, or a table.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace alembert {

/// `count` numbers from `from` to `to`, both included, evenly spaced.
struct GridAxis {
  std::string name;
  double from = 0, to = 0;
  std::size_t count = 1;
  std::vector<double> numbers = {};  ///< where they are not evenly spaced: `count` of them

  /// An axis of these numbers.
  static GridAxis of(const std::string& name, const std::vector<double>& numbers);
};

/// Every combination of the axes; the last one changes fastest.
struct Grid {
  std::vector<GridAxis> axes;
};

enum class Distribution { uniform, normal };

/// A random number for each run.
struct Sampled {
  std::string name;
  Distribution distribution = Distribution::uniform;
  double first = 0, second = 0;  ///< the ends of the interval; mean and standard deviation
};

struct Samples {
  std::vector<Sampled> numbers;
  std::size_t count = 0;
  std::uint64_t seed = 0;
};

/// Samples at each point of a grid, the same ones at each: points then differ by what the grid says
/// and not by chance. The samples of a point follow each other.
struct SampledGrid {
  Grid grid;
  Samples samples;
};

/// Numbers chosen elsewhere, row by row.
struct ChosenRuns {
  std::vector<std::string> names;
  std::vector<double> numbers;
};

/// Each run's numbers are a function of its index, so that any worker can do any run.
struct SweepPlan {
  std::variant<Grid, Samples, SampledGrid, ChosenRuns> source;

  /// What varies: parameters, coordinates (x) and velocities (x').
  std::vector<std::string> names() const;
  std::size_t runs() const;
  /// The numbers of one run, in the order of the names.
  std::vector<double> row(std::size_t run) const;
  /// A fingerprint: equal plans have equal words, different plans different ones.
  std::string words() const;
};

}  // namespace alembert
