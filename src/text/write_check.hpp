#pragma once
/// Quotations and expectations in the words of the model language.

#include <functional>
#include <string>

#include "mechanics/model.hpp"

namespace alembert {

/// Words in quotation marks.
std::string quoted(const std::string& words);

/// What a line of `check` says; `formula` and `condition` print one.
std::string expectation_text(const Expectation& check,
                             const std::function<std::string(NodeId)>& formula,
                             const std::function<std::string(NodeId)>& condition);

}  // namespace alembert
