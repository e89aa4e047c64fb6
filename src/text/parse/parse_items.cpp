#include "text/parse/parse_items.hpp"

#include <fmt/format.h>

#include "text/keywords.hpp"
#include "text/limits.hpp"

namespace alembert {

namespace {

// true in a line of nothing but names, as of coordinates
bool at_line_of_names(Cursor cursor) {
  while (cursor.accept(TokenKind::name) || cursor.accept(TokenKind::comma)) {
  }
  return cursor.at(TokenKind::line_end) || cursor.at_statement_end();
}

// true where the line that begins here is an indented statement: its keyword is followed by what
// cannot follow a name that is used in a formula or declared
bool at_indented_statement(const Cursor& cursor, std::string_view outer) {
  if (!cursor.at(TokenKind::name) || !find_keyword(cursor.text(), WordKind::statement))
    return false;
  if (outer == "coordinates" && at_line_of_names(cursor)) return false;
  // a part of a particle, unless it names a coordinate
  Cursor next = cursor;
  next.next();
  if (outer == "particle" && cursor.at_word("force") && !at_head(next)) return false;
  switch (cursor.peek(1).kind) {
    case TokenKind::name:
    case TokenKind::number:
    case TokenKind::string:
      return true;
    case TokenKind::left_parenthesis:
      return cursor.peek(1).space_before;
    default:
      return false;
  }
}

// true where an item of a statement begins after a comma
bool item_begins(const Cursor& cursor, std::string_view statement) {
  if (!cursor.at(TokenKind::name)) return false;
  if (statement == "run") return find_keyword(cursor.text(), WordKind::run_option);
  if (statement == "check") return find_keyword(cursor.text(), WordKind::expectation);
  if (statement == "draw") return find_keyword(cursor.text(), WordKind::shape);
  if (statement == "when" && (cursor.peek(1).kind == TokenKind::string || at_switch(cursor)))
    return true;
  const TokenKind sign = cursor.peek(tokens_of_name(cursor)).kind;
  return sign == TokenKind::colon || sign == TokenKind::equals || sign == TokenKind::tilde ||
         sign == TokenKind::prime || sign == TokenKind::becomes;
}

}  // namespace

std::size_t tokens_of_name(const Cursor& cursor) {
  std::size_t count = 1;
  const auto with_part = [&] {
    const TokenKind next = cursor.peek(count).kind;
    return count + (next == TokenKind::part || next == TokenKind::component ? 1 : 0);
  };
  if (cursor.peek(count).kind != TokenKind::left_bracket) return with_part();
  std::size_t depth = 0;
  do {
    const TokenKind kind = cursor.peek(count).kind;
    if (kind == TokenKind::left_bracket) ++depth;
    if (kind == TokenKind::right_bracket) --depth;
    if (kind == TokenKind::statement_end || kind == TokenKind::end) return count;
    if (count > max_tokens_of_name) return count;
    ++count;
  } while (depth > 0);
  return with_part();
}

bool at_head(const Cursor& cursor) {
  return cursor.at(TokenKind::name) && cursor.peek(tokens_of_name(cursor)).kind == TokenKind::colon;
}

bool at_switch(const Cursor& cursor) {
  return (cursor.at_word("on") || cursor.at_word("off")) && cursor.peek(1).kind == TokenKind::name;
}

std::string rest_of_line(const Cursor& cursor, TokenId first) {
  Cursor ahead = cursor;
  ahead.go_to(first);
  while (!ahead.at(TokenKind::line_end) && !ahead.at_statement_end()) ahead.next();
  if (ahead.position() == first) return "";
  const std::string text = ahead.text(ahead.span_from(first));
  return text.size() <= max_repeated_text ? text : "...";
}

bool StatementParser::next_item() {
  bool new_line = false;
  for (bool comma = false; cursor.at(TokenKind::comma) || cursor.at(TokenKind::line_end);) {
    if (comma && cursor.at(TokenKind::comma))
      mistakes.attempt(
          [&] { cursor.fail_here("an item is missing between two commas", "take away ','"); });
    comma = cursor.at(TokenKind::comma);
    new_line = !comma;
    cursor.next();
  }
  if (new_line && at_indented_statement(cursor, statement)) return false;
  return !cursor.at_statement_end();
}

void StatementParser::skip_sign(TokenId word) {
  if (!cursor.at(TokenKind::equals) && !cursor.at(TokenKind::colon)) return;
  const std::string rest = rest_of_line(cursor, cursor.position() + 1);
  mistakes.attempt([&] {
    cursor.fail({word, cursor.position()},
                fmt::format("no {} stands after '{}'", cursor.description(), cursor.text(word)),
                fmt::format("write {}{}{}", cursor.text(word), rest.empty() ? "" : " ", rest));
  });
  cursor.next();
}

void StatementParser::doubt_name() {
  // words of the language are not declared anywhere
  if (!is_reserved(cursor.text())) mistakes.doubt(cursor.text());
}

void StatementParser::skip_item(TokenId first) {
  formulas.abandon();
  const TokenId mistake = cursor.position();
  // the parts of a particle may stand in lines of their own
  const bool lines_are_items = statement != "particle";
  std::size_t depth = 0;
  for (cursor.go_to(first); !cursor.at_statement_end(); cursor.next()) {
    const TokenKind kind = cursor.peek().kind;
    if (kind == TokenKind::left_parenthesis || kind == TokenKind::left_bracket) ++depth;
    if (kind == TokenKind::right_parenthesis || kind == TokenKind::right_bracket)
      depth -= depth > 0;
    if (kind == TokenKind::name) doubt_name();
    const bool separates = (kind == TokenKind::comma && depth == 0) || kind == TokenKind::line_end;
    if (cursor.position() < mistake || !separates) continue;
    if (kind == TokenKind::line_end && lines_are_items) return;
    Cursor next = cursor;
    next.next();
    if (item_begins(next, statement) || at_indented_statement(next, statement)) return;
  }
}

void StatementParser::skip_statement(TokenId first) {
  formulas.abandon();
  for (cursor.go_to(first); !cursor.at_statement_end(); cursor.next())
    if (cursor.at(TokenKind::name)) doubt_name();
}

void StatementParser::expect(TokenKind kind, std::string_view sign, std::string_view example) {
  if (cursor.accept(kind)) return;
  cursor.fail_here(fmt::format("expected '{}' instead of {}", sign, cursor.description()),
                   fmt::format("write {}", example));
}

void StatementParser::fail_empty(std::string_view example) {
  // its items may stand below it at the margin, where each of them is a mistake
  Cursor next = cursor;
  next.next();
  if (next.at(TokenKind::name) && !find_keyword(next.text(), WordKind::statement)) throw InDoubt{};
  cursor.fail(keyword, fmt::format("'{}' is empty", cursor.text(keyword)),
              fmt::format("write {}", example));
}

std::string unquoted(std::string_view token) {
  std::string words;
  token = token.substr(1, token.size() - 2);
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '\\' && i + 1 < token.size() && (token[i + 1] == '"' || token[i + 1] == '\\'))
      ++i;
    words += token[i];
  }
  return words;
}

}  // namespace alembert
