// Statements of energies, particles, forces and constraints.

#include <fmt/format.h>

#include "text/parse/parse_items.hpp"

namespace alembert {

namespace {

bool at_part_word(const Cursor& cursor) {
  return cursor.at_word("mass") || cursor.at_word("at") || cursor.at_word("force");
}

void parse_particle_part(StatementParser& p, ParticleSyntax& item) {
  const TokenId word = p.cursor.next();
  FormulaId& part = p.cursor.text(word) == "mass" ? item.mass
                    : p.cursor.text(word) == "at" ? item.at
                                                  : item.force;
  if (part != no_formula)
    p.cursor.fail({word, word}, fmt::format("'{}' is given twice", p.cursor.text(word)));
  part = p.formulas.formula();
  const bool two_names = p.cursor.at(TokenKind::name) && p.cursor.after(TokenKind::name);
  if (two_names && &part != &item.mass && !at_part_word(p.cursor))
    p.cursor.fail_here(fmt::format("text after the end of a formula: {}", p.cursor.description()),
                       fmt::format("a vector is written ({}, {})",
                                   p.cursor.text(p.cursor.position() - 1), p.cursor.text()));
}

// `first`: where the item begins
void refuse_inequality(StatementParser& p, TokenId first) {
  const TokenKind sign = p.cursor.peek().kind;
  if (sign != TokenKind::less && sign != TokenKind::less_equal && sign != TokenKind::greater &&
      sign != TokenKind::greater_equal)
    return;
  // ≤ may have been refused as a sign, but <= would not help
  const TokenId here = p.cursor.position();
  const bool is_less = sign == TokenKind::less || sign == TokenKind::less_equal;
  p.mistakes.note_instead(
      ModelError(p.cursor.place({here, here}), "a constraint is an equation, not an inequality",
                 fmt::format("write contact {} {} {}; a contact can only push",
                             p.cursor.text(p.cursor.span_from(first)),
                             is_less ? "<=" : ">=", rest_of_line(p.cursor, here + 1))));
  throw InDoubt{};
}

}  // namespace

void parse_terms(StatementParser& p, TermKind kind) {
  p.each_item(fmt::format("{} formula", p.cursor.text(p.keyword)), [&] {
    p.add(p.syntax.terms, {kind, p.formulas.formula()});
  });
}

void parse_particles(StatementParser& p) {
  constexpr std::string_view example = "particle name: mass m, at (x, y)";
  const auto at_part = [&](std::size_t ahead) {
    Cursor next = p.cursor;
    next.go_to(p.cursor.position() + static_cast<TokenId>(ahead));
    if (!at_part_word(next)) return false;
    // `force: ...` is a particle of that name, `force x: ...` an indented statement
    next.next();
    return !next.at(TokenKind::colon) && !at_head(next);
  };
  p.each_item(example, [&] {
    ParticleSyntax item{p.formulas.item_name("the name of a particle")};
    p.expect(TokenKind::colon, ":", example);
    while (at_part(0)) {
      parse_particle_part(p, item);
      // the next part may follow after a comma, in a new line, or directly
      const bool separated = p.cursor.at(TokenKind::comma) || p.cursor.at(TokenKind::line_end);
      if (separated && at_part(1)) p.cursor.next();
    }
    if (item.mass == no_formula)
      p.cursor.fail(item.name.span, "this particle has no mass", fmt::format("write {}", example));
    if (item.at == no_formula)
      p.cursor.fail(item.name.span, "this particle has no position",
                    fmt::format("write {}", example));
    p.add(p.syntax.particles, item);
  });
}

void parse_forces(StatementParser& p) {
  p.each_item("force x: formula", [&] {
    if (p.cursor.at(TokenKind::left_parenthesis))
      p.cursor.fail_here("a force acts on one coordinate",
                         "write force x: formula; a vector acts on a particle: force (F)");
    NamedFormula item{p.formulas.coordinate_name("a coordinate")};
    p.expect(TokenKind::colon, ":", "force x: formula");
    item.formula = p.formulas.formula();
    p.add(p.syntax.forces, item);
  });
}

void parse_constraints(StatementParser& p) {
  constexpr std::string_view example = "constraint name: left = right";
  p.each_item(example, [&] {
    const bool has_index = p.cursor.peek(1).kind == TokenKind::left_bracket;
    if (!at_head(p.cursor) && !has_index)
      p.cursor.fail_here("a constraint needs a name and a ':'",
                         fmt::format("write {}; a name has letters, digits and _", example));
    const TokenId name = p.cursor.position();
    ConstraintSyntax item{.name = p.formulas.item_name("the name of a constraint")};
    p.expect(TokenKind::colon, ":", example);
    const TokenId first = p.cursor.position();
    item.left = p.formulas.sum();
    refuse_inequality(p, name);
    if (p.cursor.at_item_end())
      p.cursor.fail(p.cursor.span_from(first), "this constraint has no '='",
                    fmt::format("write {}", example));
    if (!p.cursor.at(TokenKind::equals)) p.formulas.fail_after_formula();
    p.cursor.next();
    item.right = p.formulas.sum();
    refuse_inequality(p, name);
    if (p.cursor.at(TokenKind::equals))
      p.cursor.fail_here("a constraint has one '='", "write two constraints");
    item.span = p.cursor.span_from(first);
    p.add(p.syntax.constraints, item);
  });
}

void parse_nonideal(StatementParser& p) {
  constexpr std::string_view example = "nonideal name: x: formula";
  ItemName constraint;
  const TokenId first = p.cursor.position();
  p.each_item(example, [&] {
    const bool is_first = p.cursor.position() == first;
    ItemName name = p.formulas.coordinate_name("the name of a constraint or a coordinate");
    p.expect(TokenKind::colon, ":", example);
    // `name: x:` begins another constraint, a single `x:` belongs to the last one
    if (at_head(p.cursor)) {
      constraint = name;
      name = p.formulas.coordinate_name("a coordinate");
      p.expect(TokenKind::colon, ":", example);
    } else if (constraint.name == no_name) {
      if (!is_first) throw InDoubt{};
      p.cursor.fail(name.span, "a constraint and a coordinate are needed before the formula",
                    fmt::format("write {}", example));
    }
    p.add(p.syntax.nonideal, {constraint, name, p.formulas.formula()});
  });
}

void parse_weights(StatementParser& p) {
  p.each_item("weight name: formula", [&] {
    NamedFormula item{p.formulas.item_name("the name of a constraint")};
    p.expect(TokenKind::colon, ":", "weight name: formula");
    item.formula = p.formulas.formula();
    p.add(p.syntax.weights, item);
  });
}

}  // namespace alembert
