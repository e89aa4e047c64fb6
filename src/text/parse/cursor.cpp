#include "text/parse/cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace alembert {

const Token& Cursor::peek(std::size_t ahead) const {
  return tokens_[std::min<std::size_t>(position_ + ahead, tokens_.size() - 1)];
}

bool Cursor::at_word(std::string_view word) const { return at(TokenKind::name) && text() == word; }

bool Cursor::at_item_end() const {
  return at(TokenKind::comma) || at(TokenKind::line_end) || at_statement_end();
}

bool Cursor::at_statement_end() const { return at(TokenKind::statement_end) || at(TokenKind::end); }

TokenId Cursor::next() {
  const TokenId current = position_;
  if (position_ + 1 < tokens_.size()) ++position_;
  return current;
}

bool Cursor::accept(TokenKind kind) {
  if (!at(kind)) return false;
  next();
  return true;
}

bool Cursor::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  next();
  return true;
}

TokenSpan Cursor::span_from(TokenId first) const {
  return {first, position_ > first ? position_ - 1 : first};
}

std::string_view Cursor::text(TokenId token) const {
  return source_.text().substr(tokens_[token].offset, tokens_[token].length);
}

std::string Cursor::text(TokenSpan span) const { return text_of(source_, tokens_, span); }

Place Cursor::place(TokenSpan span) const { return place_of(source_, tokens_, span); }

std::string Cursor::description() const {
  if (at(TokenKind::line_end)) return "the end of the line";
  if (at_statement_end()) return "the end of the statement";
  return fmt::format("'{}'", text());
}

void Cursor::fail(TokenSpan span, const std::string& what, const std::string& hint) const {
  if (at(TokenKind::refused)) throw InDoubt{};
  throw ModelError(place(span), what, hint);
}

void Cursor::fail_here(const std::string& what, const std::string& hint) const {
  const bool ended = at(TokenKind::line_end) || at_statement_end();
  const TokenId token = ended && position_ > 0 ? position_ - 1 : position_;
  fail({token, token}, what, hint);
}

std::string text_of(const Source& source, const std::vector<Token>& tokens, TokenSpan span) {
  std::string joined;
  for (TokenId token = span.first; token <= span.last; ++token) {
    if (token > span.first && tokens[token].space_before) joined += ' ';
    joined += source.text().substr(tokens[token].offset, tokens[token].length);
  }
  return joined;
}

Place place_of(const Source& source, const std::vector<Token>& tokens, TokenSpan span) {
  const Token& first = tokens[span.first];
  const Token& last = tokens[span.last];
  return source.place(first.offset, last.offset + last.length - first.offset);
}

}  // namespace alembert
