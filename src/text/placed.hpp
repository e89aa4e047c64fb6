#pragma once
/// Mistakes that show only where a run begins, with their places in the model's text.

#include <string>
#include <string_view>

#include "mechanics/start_error.hpp"

namespace alembert {

/// The same mistake at the values of `start` that it is about, or else at the constraint or joint;
/// without a place where the text has none of them. The text is that of a model that was read.
ModelError placed(const StartError& error, std::string_view text, const std::string& file_name);

}  // namespace alembert
