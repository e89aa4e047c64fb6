// Statements of what comes and goes: contacts, variables, and what happens where conditions come
// true.

#include <fmt/format.h>

#include <utility>

#include "text/parse/parse_items.hpp"

namespace alembert {

namespace {

constexpr std::string_view when_example = "when condition: x := formula";

bool at_comparison(const Cursor& cursor) {
  return cursor.at(TokenKind::less) || cursor.at(TokenKind::less_equal) ||
         cursor.at(TokenKind::greater) || cursor.at(TokenKind::greater_equal);
}

// a sign in place of >=; `==` may have been refused as a sign, but what is said there would not
// help
[[noreturn]] void refuse_sign(StatementParser& p, TokenSpan sign, std::string_view what,
                              std::string_view meant) {
  p.mistakes.note_instead(
      ModelError(p.cursor.place(sign), std::string(what),
                 fmt::format("write {} for {}; what holds with = is a constraint", meant,
                             p.cursor.text(sign))));
  throw InDoubt{};
}

void require_comparison(StatementParser& p, TokenId first) {
  const TokenId here = p.cursor.position();
  if (p.cursor.at_item_end())
    p.cursor.fail(p.cursor.span_from(first), "this contact has no '>='",
                  "write contact name: left >= right");
  if (p.cursor.at(TokenKind::equals)) {
    const Token& next = p.cursor.peek(1);
    const bool turned =
        !next.space_before && (next.kind == TokenKind::greater || next.kind == TokenKind::less);
    if (turned)
      refuse_sign(p, {here, here + 1}, "a contact compares with >= or <=",
                  next.kind == TokenKind::greater ? ">=" : "<=");
    refuse_sign(p, {here, here}, "a contact is an inequality, not an equation", ">=");
  }
  if (p.cursor.at(TokenKind::greater) || p.cursor.at(TokenKind::less))
    refuse_sign(p, {here, here}, "a contact rests where both sides are equal",
                p.cursor.at(TokenKind::greater) ? ">=" : "<=");
  if (!at_comparison(p.cursor)) p.formulas.fail_after_formula();
}

ConditionSyntax parse_condition(StatementParser& p) {
  const TokenId first = p.cursor.position();
  ConditionSyntax condition{p.formulas.formula(), {}};
  condition.text = p.cursor.text(p.cursor.span_from(first));
  if (p.cursor.at(TokenKind::equals)) {
    const TokenId here = p.cursor.position();
    p.mistakes.note_instead(
        ModelError(p.cursor.place({here, here}), "a condition compares with < <= > >=, not with =",
                   "what comes to 0 from above does so where x < 0 becomes true"));
    throw InDoubt{};
  }
  if (p.cursor.at_word("and"))
    p.cursor.fail_here("conditions that must all hold are separated by commas", "write , for and");
  if (p.cursor.at_word("or"))
    p.cursor.fail_here("the conditions of 'when' must all hold",
                       "write another when for the other condition");
  if (p.cursor.at(TokenKind::becomes))
    p.cursor.fail(p.cursor.span_from(first), "this 'when' has an action but no condition",
                  fmt::format("write {}", when_example));
  return condition;
}

bool at_friction_word(const Cursor& cursor) {
  return cursor.at_word("static") || cursor.at_word("slip") || cursor.at_word("normal");
}

// `limit F`, unless something of that name begins a formula
bool at_limit(const Cursor& cursor) {
  if (!cursor.at_word("limit")) return false;
  const TokenKind next = cursor.peek(1).kind;
  return next == TokenKind::name || next == TokenKind::number ||
         next == TokenKind::left_parenthesis;
}

void parse_friction_part(StatementParser& p, FrictionSyntax& item) {
  const TokenId word = p.cursor.next();
  FormulaId& part = p.cursor.text(word) == "static" ? item.sticking
                    : p.cursor.text(word) == "slip" ? item.slip
                                                    : item.normal;
  if (part != no_formula)
    p.cursor.fail({word, word}, fmt::format("'{}' is given twice", p.cursor.text(word)),
                  "take one of them away");
  part = p.formulas.formula();
}

// `stop "words"` and `note "words"`, unless something of that name is set
bool at_words(const Cursor& cursor) {
  if (!cursor.at_word("stop") && !cursor.at_word("note")) return false;
  const TokenKind next = cursor.peek(tokens_of_name(cursor)).kind;
  return next != TokenKind::becomes && next != TokenKind::prime && next != TokenKind::equals;
}

ActionSyntax parse_words(StatementParser& p) {
  const TokenId word = p.cursor.next();
  const bool stops = p.cursor.text(word) == "stop";
  if (!p.cursor.at(TokenKind::string)) {
    std::string words = rest_of_line(p.cursor, p.cursor.position());
    std::erase(words, '\'');
    p.cursor.fail(
        {word, word},
        fmt::format("the words of '{}' stand between quotation marks", p.cursor.text(word)),
        fmt::format("write {} \"{}\"", p.cursor.text(word), words.empty() ? "words" : words));
  }
  return {.what = stops ? Action::What::stop : Action::What::note,
          .words = unquoted(p.cursor.text(p.cursor.next()))};
}

ActionSyntax parse_switch(StatementParser& p) {
  const bool is_on = p.cursor.text(p.cursor.next()) == "on";
  return {.name = p.formulas.item_name("what is switched"),
          .what = is_on ? Action::What::switch_on : Action::What::switch_off};
}

ActionSyntax parse_setting(StatementParser& p) {
  constexpr std::string_view actions =
      "actions are x := formula, x' := formula, n := formula, on name, off name, stop \"words\" "
      "and "
      "note \"words\"";
  if (!p.cursor.at(TokenKind::name))
    p.cursor.fail_here(fmt::format("an action is missing before {}", p.cursor.description()),
                       std::string(actions));
  ActionSyntax action{.name = p.formulas.coordinate_name("what an action sets")};
  action.velocity = p.cursor.accept(TokenKind::prime);
  if (p.cursor.at(TokenKind::prime))
    p.cursor.fail_here("accelerations follow from the equations of motion",
                       "an action sets coordinates, velocities and variables");
  if (p.cursor.at(TokenKind::equals)) {
    const TokenId here = p.cursor.position();
    p.mistakes.note_instead(ModelError(p.cursor.place({here, here}),
                                       "an action sets with ':=', not with '='",
                                       fmt::format("write := for {}", p.cursor.text())));
    throw InDoubt{};
  }
  if (!p.cursor.accept(TokenKind::becomes))
    p.cursor.fail_here(fmt::format("expected ':=' instead of {}", p.cursor.description()),
                       std::string(actions));
  action.formula = p.formulas.formula();
  return action;
}

}  // namespace

void parse_contacts(StatementParser& p) {
  constexpr std::string_view example = "contact name: left >= right";
  p.each_item(example, [&] {
    const bool has_index = p.cursor.peek(1).kind == TokenKind::left_bracket;
    if (!at_head(p.cursor) && !has_index)
      p.cursor.fail_here("a contact needs a name and a ':'",
                         fmt::format("write {}; a name has letters, digits and _", example));
    ConstraintSyntax item{.name = p.formulas.item_name("the name of a contact"),
                          .is_contact = true};
    p.expect(TokenKind::colon, ":", example);
    const TokenId first = p.cursor.position();
    item.left = p.formulas.sum();
    require_comparison(p, first);
    const bool left_is_less = p.cursor.at(TokenKind::less_equal);
    p.cursor.next();
    item.right = p.formulas.sum();
    if (at_comparison(p.cursor) || p.cursor.at(TokenKind::equals))
      p.cursor.fail_here("a contact compares two formulas, not three",
                         "write two contacts, each with its own name");
    item.span = p.cursor.span_from(first);
    if (left_is_less) std::swap(item.left, item.right);
    p.add(p.syntax.constraints, item);
  });
}

void parse_restitutions(StatementParser& p) {
  p.each_item("restitution name: e", [&] {
    NamedFormula item{p.formulas.item_name("the name of a contact")};
    p.expect(TokenKind::colon, ":", "restitution name: e");
    item.formula = p.formulas.formula();
    p.add(p.syntax.restitutions, item);
  });
}

void parse_frictions(StatementParser& p) {
  constexpr std::string_view example = "friction name: mu, slip u";
  const auto part_after = [&](std::size_t ahead) {
    Cursor next = p.cursor;
    next.go_to(p.cursor.position() + static_cast<TokenId>(ahead));
    // `slip: 0.3` is a friction of that name
    return at_friction_word(next) && !at_head(next);
  };
  p.each_item(example, [&] {
    FrictionSyntax item{p.formulas.item_name("the name of a contact or a constraint")};
    p.expect(TokenKind::colon, ":", example);
    if (p.cursor.at_item_end() || part_after(0))
      p.cursor.fail(item.name.span,
                    fmt::format("friction '{}' has no coefficient", p.cursor.text(item.name.span)),
                    fmt::format("write friction {}: mu", p.cursor.text(item.name.span)));
    item.has_limit = at_limit(p.cursor);
    if (item.has_limit) p.cursor.next();
    item.sliding = p.formulas.formula();
    for (;;) {
      // the next part may follow after a comma, in a new line, or directly
      const bool separated = p.cursor.at(TokenKind::comma) || p.cursor.at(TokenKind::line_end);
      if (separated && part_after(1)) p.cursor.next();
      if (!part_after(0)) break;
      parse_friction_part(p, item);
    }
    p.add(p.syntax.frictions, item);
  });
}

void parse_variables(StatementParser& p) {
  p.each_item("discrete n = 0", [&] {
    NamedFormula item{p.formulas.item_name("the name of a variable")};
    if (p.cursor.at_item_end())
      p.cursor.fail(
          item.name.span,
          fmt::format("variable '{}' has no value at the start", p.cursor.text(item.name.span)),
          fmt::format("write {} = 0", p.cursor.text(item.name.span)));
    p.expect(TokenKind::equals, "=", "discrete n = 0; actions of when change it");
    item.formula = p.formulas.formula();
    item.unit = optional_unit(p);
    p.add(p.syntax.variables, item);
  });
}

void parse_when(StatementParser& p) {
  WhenSyntax rule{.name = {.name = p.syntax.name_id("when"), .span = p.keyword}};
  if (p.cursor.at(TokenKind::left_bracket)) {
    // the index of a family follows the keyword, which stands for the name
    p.cursor.go_to(p.keyword.first);
    rule.name = p.formulas.item_name("when");
  }
  if (p.cursor.at_item_end()) p.fail_empty(when_example);
  if (p.cursor.at(TokenKind::colon) || p.cursor.at(TokenKind::equals))
    p.cursor.fail(p.keyword, "this 'when' has no condition", fmt::format("write {}", when_example));
  const TokenId first = p.cursor.position();
  do {
    rule.conditions.push_back(parse_condition(p));
  } while (p.cursor.accept(TokenKind::comma));
  const bool has_colon = p.cursor.at(TokenKind::colon);
  if (!has_colon && !p.cursor.at_item_end()) p.formulas.fail_after_formula();
  p.cursor.accept(TokenKind::colon);
  if (!has_colon || p.cursor.at_item_end())
    p.cursor.fail(p.cursor.span_from(first), "this 'when' has no action",
                  fmt::format("write {}", when_example));
  do {
    p.item([&] {
      const TokenId action = p.cursor.position();
      rule.actions.push_back(at_words(p.cursor)    ? parse_words(p)
                             : at_switch(p.cursor) ? parse_switch(p)
                                                   : parse_setting(p));
      rule.actions.back().span = p.cursor.span_from(action);
      p.formulas.expect_item_end();
    });
  } while (p.next_item());
  if (!rule.actions.empty()) p.syntax.rules.push_back(std::move(rule));
}

}  // namespace alembert
