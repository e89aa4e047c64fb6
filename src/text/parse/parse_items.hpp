#pragma once
/// What the parsers of single statements share: the cursor, the formulas and the walk over items.

#include "text/parse/cursor.hpp"
#include "text/parse/parse_formula.hpp"
#include "text/parse/syntax.hpp"

namespace alembert {

struct StatementParser {
  Cursor& cursor;
  Syntax& syntax;
  FormulaParser& formulas;
  Mistakes& mistakes;
  TokenSpan keyword = {};           ///< of the statement being read
  std::string_view statement = {};  ///< what it is, where its keyword is misspelt as well

  /// Reads items with `read` until the statement ends; at least one is required.
  template <typename Read>
  void each_item(std::string_view example, Read read) {
    if (cursor.at_item_end()) fail_empty(example);
    do {
      item(read);
    } while (next_item());
  }

  /// Adds an item to its list, if nothing stands after it.
  template <typename Item>
  void add(std::vector<Item>& list, const Item& item) {
    formulas.expect_item_end();
    list.push_back(item);
  }

  /// Reads one item; after a mistake goes on where the next one begins.
  template <typename Read>
  void item(Read read) {
    const TokenId first = cursor.position();
    if (!mistakes.attempt(read)) skip_item(first);
  }

  /// Steps over the commas and line ends before the next item; false where the statement ends.
  bool next_item();
  /// Skips from the first token of an item with a mistake to its end; the names in it are in doubt.
  void skip_item(TokenId first);
  /// The same to the end of the statement.
  void skip_statement(TokenId first);
  /// The name that stands here is in doubt: perhaps it is declared by this item.
  void doubt_name();
  /// Complains about a sign between a word of the language and what follows, as in `run = 10`, and
  /// steps over it.
  void skip_sign(TokenId word);
  /// Requires a sign such as ':' and says what should be written.
  void expect(TokenKind kind, std::string_view sign, std::string_view example);
  [[noreturn]] void fail_empty(std::string_view example);
};

void parse_system(StatementParser& parser);
void parse_coordinates(StatementParser& parser);
void parse_parameters(StatementParser& parser);
void parse_definitions(StatementParser& parser);
void parse_terms(StatementParser& parser, TermKind kind);
void parse_particles(StatementParser& parser);
void parse_gravity(StatementParser& parser);
void parse_bodies(StatementParser& parser);
void parse_joints(StatementParser& parser);
void parse_springs(StatementParser& parser);
void parse_loads(StatementParser& parser);
void parse_actuators(StatementParser& parser);
void parse_forces(StatementParser& parser);
void parse_constraints(StatementParser& parser);
void parse_nonideal(StatementParser& parser);
void parse_weights(StatementParser& parser);
void parse_contacts(StatementParser& parser);
void parse_restitutions(StatementParser& parser);
void parse_frictions(StatementParser& parser);
void parse_variables(StatementParser& parser);
void parse_when(StatementParser& parser);
void parse_start(StatementParser& parser);
void parse_run(StatementParser& parser);
void parse_watches(StatementParser& parser);
void parse_check(StatementParser& parser);
void parse_draw(StatementParser& parser);

/// The number of tokens of the name that stands here, with its index if it has one.
std::size_t tokens_of_name(const Cursor& cursor);
/// True where the name of an item and a ':' stand next.
bool at_head(const Cursor& cursor);
/// `on name` or `off name`.
bool at_switch(const Cursor& cursor);
/// The rest of the line from a token on, for hints; dots where it is long.
std::string rest_of_line(const Cursor& cursor, TokenId first);

/// The unit in brackets that stands here, without them; empty where none does.
std::string optional_unit(StatementParser& parser);

/// The words of a quotation token, without quotes and escapes.
std::string unquoted(std::string_view token);

}  // namespace alembert
