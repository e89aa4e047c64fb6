#include <fmt/format.h>

#include "text/keywords.hpp"
#include "text/parse/parse_items.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

Shape::What parse_shape_word(StatementParser& p) {
  for (const auto& shape : choices<Shape::What>)
    if (p.cursor.accept_word(shape.word)) return shape.value;
  std::string hint =
      p.cursor.at(TokenKind::name) ? did_you_mean(p.cursor.text(), words_of(WordKind::shape)) : "";
  if (hint.empty()) hint = fmt::format("shapes are {}", fmt::join(words_of(WordKind::shape), ", "));
  p.cursor.fail_here(fmt::format("{} is not a shape", p.cursor.description()), hint);
}

// true at a name, with its index if it has one, that no operator joins to what follows
bool at_bare_name(const Cursor& cursor) {
  if (!cursor.at(TokenKind::name)) return false;
  std::size_t ahead = 1;
  if (cursor.peek(ahead).kind == TokenKind::left_bracket) {
    while (cursor.peek(ahead).kind != TokenKind::right_bracket) {
      if (cursor.peek(ahead).kind == TokenKind::end) return false;
      ++ahead;
    }
    ++ahead;
  }
  switch (cursor.peek(ahead).kind) {
    case TokenKind::left_parenthesis:
      return cursor.peek(ahead).space_before;
    case TokenKind::name:
    case TokenKind::number:
    case TokenKind::comma:
    case TokenKind::colon:
    case TokenKind::line_end:
    case TokenKind::statement_end:
    case TokenKind::end:
      return true;
    default:
      return false;
  }
}

}  // namespace

void parse_draw(StatementParser& p) {
  p.each_item("draw point (x, y)", [&] {
    const TokenId first = p.cursor.position();
    ShapeSyntax shape{.what = parse_shape_word(p)};
    if (p.cursor.at(TokenKind::string)) {
      shape.quoted_name = unquoted(p.cursor.text(p.cursor.next()));
    } else if (at_bare_name(p.cursor)) {
      shape.name = p.formulas.item_name("the name of a shape");
      if (!shape.name.is_family()) {
        // it may turn out to be a defined vector, and then perhaps it is the first argument
        std::vector<Operand> index;
        if (!shape.name.is_single()) index.push_back({shape.name.first});
        shape.name_as_argument = p.syntax.add(
            {.kind = FormulaKind::name, .span = shape.name.span, .name = shape.name.name}, index);
      }
    }
    if (p.cursor.at(TokenKind::colon))
      p.cursor.fail_here("no ':' stands after the name of a shape", "take away ':'");
    const auto at_argument_after_comma = [&] {
      return p.cursor.at(TokenKind::comma) &&
             !(p.cursor.peek(1).kind == TokenKind::name &&
               find_keyword(p.cursor.text(p.cursor.position() + 1), WordKind::shape)) &&
             p.cursor.peek(1).kind != TokenKind::line_end;
    };
    while (!p.cursor.at_item_end() || at_argument_after_comma()) {
      p.cursor.accept(TokenKind::comma);
      shape.arguments.push_back(p.formulas.argument());
      const TokenKind next = p.cursor.peek().kind;
      if (!p.cursor.at_item_end() && next != TokenKind::name && next != TokenKind::number &&
          next != TokenKind::left_parenthesis)
        p.formulas.fail_after_formula();
    }
    shape.span = p.cursor.span_from(first);
    p.add(p.syntax.shapes, shape);
  });
}

}  // namespace alembert
