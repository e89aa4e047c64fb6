#pragma once
/// A quantity over two others, as colours.

#include <string>
#include <vector>

#include "draw/picture.hpp"

namespace alembert {

struct MapAxis {
  std::string name;
  double from = 0, to = 0;
  std::size_t count = 1;  ///< of evenly spaced values, both ends included
};

struct Map {
  std::string title;
  MapAxis across, up;
  std::string name;            ///< of the quantity
  std::vector<double> values;  ///< [across][up]; grey where it is not finite
};

/// Maps below one another, each with its scale of colours. Throws ModelError where a map has no
/// values.
Picture draw_maps(const std::vector<Map>& maps);

}  // namespace alembert
