#pragma once
/// Tokens to statements.

#include "text/source.hpp"
#include "text/syntax.hpp"
#include "text/token.hpp"

namespace alembert {

/// The statements of a file. Throws ModelError where the text is not in the language.
Syntax parse(const Source& source, const std::vector<Token>& tokens);

}  // namespace alembert
