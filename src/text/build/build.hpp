#pragma once
/// Statements to a Model.

#include "mechanics/model.hpp"
#include "text/document.hpp"
#include "text/read.hpp"

namespace alembert {

/// Declares the names, expands the families and works out the formulas of a file.
Model build(const Document& document, const ReadOptions& options);

}  // namespace alembert
