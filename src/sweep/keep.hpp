#pragma once
/// What is kept of each run.

#include <string>
#include <vector>

namespace alembert {

/// One thing that is kept. Formulas are in the model's own names; forces of constraint may occur in
/// them.
struct Kept {
  enum class What {
    final,     ///< `final(formula)`: at the end of the run, or where it stopped
    at,        ///< `formula at T`
    series,    ///< `formula every T`: the motion thinned, from the start to the end of the run
    largest,   ///< `max(formula)` over the outputs of the run
    smallest,  ///< `min(formula)`
    first,     ///< `first(condition)`: the time at which it holds for the first time, NaN if never
  };
  What what;
  std::string name;     ///< of the column: as it was written, or as `name = ...` says
  std::string formula;  ///< or condition
  double time = 0;      ///< of `at` and `every`
};

/// "final; peak = max(tension1); x2 at 5; x2 every 0.1; first(y2 > 0)". `final` alone stands for
/// all coordinates and velocities and becomes one Kept for each. Throws ModelError for anything
/// else.
std::vector<Kept> read_kept(const std::vector<std::string>& texts,
                            const std::vector<std::string>& coordinates);

/// The names of what is kept, of times and of outcomes may not meet: throws ModelError where two
/// do.
void check_names(const std::vector<std::string>& varied, const std::vector<Kept>& kept);

}  // namespace alembert
