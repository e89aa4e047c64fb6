#pragma once
/// The words, numbers and signs that a model file consists of.

#include <cstdint>
#include <string_view>

namespace alembert {

enum class TokenKind : std::uint8_t {
  name,
  number,
  string,     ///< with its quotes
  unit,       ///< `[kg]`, with its brackets
  component,  ///< `.2` directly after a name or a closing bracket
  part,       ///< `.x` in the same place
  plus,
  minus,
  times,
  divide,
  power,
  left_parenthesis,
  right_parenthesis,
  left_bracket,
  right_bracket,
  comma,
  colon,
  becomes,  ///< `:=`
  equals,
  tilde,
  less,
  less_equal,
  greater,
  greater_equal,
  range,  ///< `..`
  prime,
  refused,        ///< what is no part of the language; the mistake has been noted
  line_end,       ///< a new item of the same statement follows
  statement_end,  ///< the next line starts at the margin, or the file ends
  end,
};

/// A token by its place in the text.
struct Token {
  std::uint32_t offset;
  std::uint32_t length;
  TokenKind kind;
  bool space_before;
};

/// The place of a token in the list of tokens.
using TokenId = std::uint32_t;

/// From a first to a last token, both included.
struct TokenSpan {
  TokenId first = 0;
  TokenId last = 0;
};

}  // namespace alembert
