#pragma once
/// Tokens to formulas: precedence, function calls, vectors, indices.

#include <vector>

#include "text/parse/cursor.hpp"
#include "text/parse/syntax.hpp"

namespace alembert {

class FormulaParser {
 public:
  FormulaParser(Cursor& cursor, Syntax& syntax) : cursor_(cursor), syntax_(syntax) {}

  /// A formula, or a condition such as `x < 1`.
  FormulaId formula();
  /// A formula that is no condition, such as a side of an equation.
  FormulaId sum();
  /// A formula after which another may follow without a comma, as in `disk (x, y) r (0, 0, 1)`.
  FormulaId argument();
  /// A number, a name or something in parentheses, with sign, powers and factors but without + and
  /// -.
  FormulaId factor();

  /// The name of an item, with its index or its range.
  ItemName item_name(std::string_view what);

  /// The same for a coordinate, which may be a part of a joint: `base.x`.
  ItemName coordinate_name(std::string_view what);

  /// Complains about anything that follows a formula where its item should end.
  void expect_item_end();
  /// Complains about what stands here after a complete formula.
  [[noreturn]] void fail_after_formula();
  /// Forgets the formula that it was in, after a mistake.
  void abandon() { juxtaposed_ = false; }

 private:
  class Nesting;

  FormulaId product();
  FormulaId unary();
  FormulaId power();
  FormulaId postfix();
  FormulaId primary();
  FormulaId number();
  FormulaId name_or_call();
  FormulaId call(TokenId name);
  FormulaId series(TokenId name, TokenId open);
  FormulaId parenthesised();
  void refuse_missing_comma(TokenSpan entry);
  std::vector<Operand> list(TokenId open);
  void expect_close(TokenId open, TokenKind kind);
  bool is_closed(TokenId open) const;
  std::string last_factor() const;
  void fail_after_number();
  void expect_range();
  FormulaId add(FormulaNode node, TokenId first, const std::vector<Operand>& operands = {});

  Cursor& cursor_;
  Syntax& syntax_;
  std::size_t depth_ = 0;
  bool juxtaposed_ = false;  // a name and a parenthesis after a space are two arguments
};

}  // namespace alembert
