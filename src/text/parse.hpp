#pragma once
/// Tokens to statements.

#include "text/mistakes.hpp"
#include "text/source.hpp"
#include "text/syntax.hpp"
#include "text/token.hpp"

namespace alembert {

/// The statements of a file, without those in which the text is not in the language: these are noted.
Syntax parse(const Source& source, const std::vector<Token>& tokens, Mistakes& mistakes);

}  // namespace alembert
