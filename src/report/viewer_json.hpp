#pragma once
/// A motion as the viewer in the browser reads it; the other side of this contract is
/// web/src/data.ts.

#include <string>

#include "motion/motion.hpp"
#include "report/viewer_table.hpp"

namespace alembert {

/// The text that a model was read from, and the name of its file.
struct ModelText {
  std::string file;
  std::string text;
};

/// A whole motion: what the columns mean, their numbers, the end. Long motions are thinned to what
/// a screen can show, with all extremes.
std::string viewer_json(const Motion& motion, const Model& model, const ModelText& text);

/// How many of a motion's outputs are shown.
struct ShownOutputs {
  std::size_t shown = 0, of = 0;
};

/// The beginning of a motion that is still going on: all but the numbers and the end.
std::string viewer_header_json(const ViewerTable& table, const ModelText& text,
                               const ShownOutputs& outputs);
/// How it ended, and whether it is what the model expects.
std::string viewer_end_json(const Motion& motion, const Model& model);

}  // namespace alembert
