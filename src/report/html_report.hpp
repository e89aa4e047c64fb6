#pragma once
/// A motion as one HTML file that opens from disk: equations, moving picture, forces, plots, audit.

#include <string>

#include "report/viewer_json.hpp"

namespace alembert {

/// Whether this program carries the page that shows a motion.
bool has_html_report();

/// Only if has_html_report().
std::string html_report(const Motion& motion, const Model& model, const ModelText& text);

}  // namespace alembert
