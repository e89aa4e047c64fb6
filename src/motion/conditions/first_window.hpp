#pragma once
/// The first instant of an interval at which a condition holds, also where it holds between two
/// looks only.

#include <functional>
#include <optional>
#include <vector>

namespace alembert {

/// What is seen of a condition at an instant.
struct Look {
  double t;
  double margin;  ///< by how much it holds where that is positive, or fails; NaN where this is not
                  ///< known
  bool holds;
};

/// Two instants between which a condition comes true.
struct Window {
  double before, after;
};

/// The first change from false to true, looked for at the `instants` (rising, two or more) and
/// wherever the margin may rise above zero between them: a parabola through looks tells how high it
/// goes there, further looks tell whether to believe it, and where not, the interval is halved.
/// What rises above zero by less than rounding is not found.
std::optional<Window> first_window(const std::function<Look(double)>& look,
                                   const std::vector<double>& instants);

}  // namespace alembert
