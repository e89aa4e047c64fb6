#pragma once
/// Text to tokens. Lines are settled here: a line end is a token only where an item may end.

#include <vector>

#include "text/source.hpp"
#include "text/token.hpp"

namespace alembert {

/// The tokens of the source, the last of them `end`. Throws ModelError at characters that the language
/// does not use.
std::vector<Token> scan(const Source& source);

}  // namespace alembert
