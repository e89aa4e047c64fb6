#pragma once
/// How editors colour model files.

#include <string>

namespace alembert {

/// A TextMate grammar of the model language as JSON, made from the keyword table.
std::string textmate_grammar();

}  // namespace alembert
