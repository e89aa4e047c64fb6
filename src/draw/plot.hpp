#pragma once
/// Curves over a common axis, in panels below one another.

#include <string>
#include <vector>

#include "draw/picture.hpp"

namespace alembert {

struct PlotCurve {
  std::string name;
  std::vector<double> values;  ///< one per value of the common axis; gaps where it is not finite
  std::string unit = {};
};

struct Plot {
  std::string title;
  std::string axis_name;
  std::string axis_unit = {};
  std::vector<double> axis;  ///< of the common axis
  std::vector<std::vector<PlotCurve>> panels;
  bool logarithmic = false;         ///< the magnitudes of the values; zeros are gaps
  double width = 120, height = 80;  ///< of the paper
};

/// Throws ModelError if there is nothing to draw, such as zeros on a logarithmic axis.
Picture draw_plot(const Plot& plot);

}  // namespace alembert
