#pragma once
/// Text to tokens. Lines are settled here: a line end is a token only where an item may end.

#include <vector>

#include "text/parse/mistakes.hpp"
#include "text/parse/source.hpp"
#include "text/parse/token.hpp"

namespace alembert {

/// The tokens of the source, the last of them `end`. Characters that the language does not use are
/// noted, and stand for the sign that they mean or for one that is refused.
std::vector<Token> scan(const Source& source, Mistakes& mistakes);

}  // namespace alembert
