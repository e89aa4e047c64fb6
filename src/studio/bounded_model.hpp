#pragma once
/// A model from a text that may come from anywhere, no larger than the studio can afford.

#include <string>
#include <utility>
#include <vector>

#include "mechanics/equations.hpp"
#include "mechanics/model.hpp"
#include "motion/run_settings.hpp"

namespace alembert::studio {

struct ModelRequest {
  std::string text;
  std::string file = "model.mech";                       ///< for messages and the title
  std::vector<std::pair<std::string, double>> set = {};  ///< values of parameters
};

struct BoundedModel {
  Model model;
  Equations equations;
  SimulateOptions options;  ///< with as many outputs as can be shown
  std::size_t outputs = 0;  ///< how many the model asks for
  RunSettings settings;
};

/// Reads and derives. Throws ModelError for a mistake, and for a model that is too large for the
/// studio: `alembert run` takes it.
BoundedModel read_bounded(const ModelRequest& request);

}  // namespace alembert::studio
