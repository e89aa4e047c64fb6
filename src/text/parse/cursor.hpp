#pragma once
/// A walk over the tokens of a file, with the mistakes that every part of the parser reports alike.

#include <string>
#include <string_view>
#include <vector>

#include "text/parse/mistakes.hpp"
#include "text/parse/source.hpp"
#include "text/parse/token.hpp"

namespace alembert {

class Cursor {
 public:
  /// Both must outlive the cursor; the last token must be `end`.
  Cursor(const Source& source, const std::vector<Token>& tokens)
      : source_(source), tokens_(tokens) {}

  const Token& peek(std::size_t ahead = 0) const;
  bool at(TokenKind kind) const { return peek().kind == kind; }
  /// True where the token before is of this kind.
  bool after(TokenKind kind) const { return position_ > 0 && tokens_[position_ - 1].kind == kind; }
  /// True at a name with this spelling.
  bool at_word(std::string_view word) const;
  /// True where an item ends: at a comma, a line end, a statement end.
  bool at_item_end() const;
  bool at_statement_end() const;

  /// Returns the current token and steps beyond it.
  TokenId next();
  /// Steps on if the current token is of this kind.
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);

  TokenId position() const { return position_; }
  /// Goes back to a token, or on to it.
  void go_to(TokenId token) { position_ = token; }
  /// The span from a token to the last one passed.
  TokenSpan span_from(TokenId first) const;
  std::string_view text(TokenId token) const;
  std::string_view text() const { return text(position_); }
  /// The source of a span with single blanks and no comments.
  std::string text(TokenSpan span) const;
  Place place(TokenSpan span) const;

  /// What stands here, for messages: 'x', or the end of the line.
  std::string description() const;

  /// Throws ModelError, or InDoubt at a token that has been refused.
  [[noreturn]] void fail(TokenSpan span, const std::string& what,
                         const std::string& hint = {}) const;
  /// The same at the current token; at the last one where the line has ended.
  [[noreturn]] void fail_here(const std::string& what, const std::string& hint = {}) const;

 private:
  const Source& source_;
  const std::vector<Token>& tokens_;
  TokenId position_ = 0;
};

/// The place of a span of tokens, as far as it is on one line.
Place place_of(const Source& source, const std::vector<Token>& tokens, TokenSpan span);

/// The source of a span of tokens with single blanks and no comments.
std::string text_of(const Source& source, const std::vector<Token>& tokens, TokenSpan span);

}  // namespace alembert
