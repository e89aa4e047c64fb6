#pragma once
/// Formulas written elsewhere, such as on the command line, read as if they stood in the model.

#include <string>
#include <string_view>
#include <vector>

#include "text/read.hpp"

namespace alembert {

/// A statement after the end of a model's text: "watch peak = " with the formula "abs(x)".
struct AddedLine {
  std::string before;      ///< the formula
  std::string formula;     ///< as it was written
  std::string after = {};  ///< the formula
  std::string origin;      ///< where it was written, for messages: "--keep"
  std::string label = {};  ///< what stood before it there, for messages: "alpha="
};

/// The model with these statements; its text stays without them. A mistake in one of them is shown
/// as it was written.
Model read_with_lines(std::string_view text, const std::string& file_name,
                      const std::vector<AddedLine>& lines, const ReadOptions& options = {});

}  // namespace alembert
