#pragma once
/// The tables of words of the language page, from the table that the parser uses.

#include <string>

namespace alembert {

/// As Markdown, one table per kind.
std::string keyword_tables_markdown();

}  // namespace alembert
