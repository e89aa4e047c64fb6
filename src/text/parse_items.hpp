#pragma once
/// What the parsers of single statements share: the cursor, the formulas and the walk over items.

#include "text/cursor.hpp"
#include "text/parse_formula.hpp"
#include "text/syntax.hpp"

namespace alembert {

struct StatementParser {
  Cursor& cursor;
  Syntax& syntax;
  FormulaParser& formulas;
  TokenSpan keyword = {};  ///< of the statement being read

  /// Reads items with `read` until the statement ends; at least one must be there.
  template <typename Read>
  void each_item(std::string_view example, Read read) {
    if (cursor.at_item_end()) fail_empty(example);
    while (true) {
      read();
      formulas.expect_item_end();
      if (!next_item()) return;
    }
  }

  /// Steps over the commas and line ends before the next item; false where the statement ends.
  bool next_item();
  /// Demands a sign such as ':' and says what should be written.
  void expect(TokenKind kind, std::string_view sign, std::string_view example);
  [[noreturn]] void fail_empty(std::string_view example);
};

void parse_run(StatementParser& parser);
void parse_check(StatementParser& parser);
void parse_draw(StatementParser& parser);

/// The words of a quotation token, without quotes and escapes.
std::string unquoted(std::string_view token);

}  // namespace alembert
