#pragma once
/// Tokens to statements.

#include "text/parse/mistakes.hpp"
#include "text/parse/source.hpp"
#include "text/parse/syntax.hpp"
#include "text/parse/token.hpp"

namespace alembert {

/// The statements of a file, without those in which the text is not in the language: these are
/// noted.
Syntax parse(const Source& source, const std::vector<Token>& tokens, Mistakes& mistakes);

}  // namespace alembert
