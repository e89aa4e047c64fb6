#include "text/parse/parse_formula.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "text/keywords.hpp"
#include "text/limits.hpp"

namespace alembert {

/// Counts how deep formulas stand within each other, and refuses what no person writes.
class FormulaParser::Nesting {
 public:
  explicit Nesting(FormulaParser& parser) : depth_(parser.depth_) {
    if (++depth_ > max_nesting) {
      --depth_;
      parser.cursor_.fail_here(
          fmt::format("formulas are nested more than {} deep here", max_nesting),
          "give inner formulas a name with define");
    }
  }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  std::size_t& depth_;
};

FormulaId FormulaParser::add(FormulaNode node, TokenId first,
                             const std::vector<Operand>& operands) {
  node.span = cursor_.span_from(first);
  return syntax_.add(node, operands);
}

FormulaId FormulaParser::formula() {
  const TokenId first = cursor_.position();
  const FormulaId left = sum();
  const auto at_comparison = [&] {
    return cursor_.at(TokenKind::less) || cursor_.at(TokenKind::less_equal) ||
           cursor_.at(TokenKind::greater) || cursor_.at(TokenKind::greater_equal);
  };
  if (!at_comparison()) return left;
  const TokenKind sign = cursor_.peek().kind;
  cursor_.next();
  const FormulaId right = sum();
  if (at_comparison())
    cursor_.fail_here("a condition compares two formulas, not three",
                      "a < b < c is written min(b - a, c - b) > 0");
  return add({.kind = FormulaKind::comparison, .sign = sign, .span = {}}, first, {{left}, {right}});
}

FormulaId FormulaParser::argument() {
  juxtaposed_ = true;
  const FormulaId result = formula();
  juxtaposed_ = false;
  return result;
}

FormulaId FormulaParser::factor() {
  juxtaposed_ = true;
  const FormulaId result = product();
  juxtaposed_ = false;
  return result;
}

FormulaId FormulaParser::sum() {
  const TokenId first = cursor_.position();
  const FormulaId head = product();
  if (!cursor_.at(TokenKind::plus) && !cursor_.at(TokenKind::minus)) return head;
  std::vector<Operand> terms{{head}};
  while (cursor_.at(TokenKind::plus) || cursor_.at(TokenKind::minus)) {
    const bool minus = cursor_.at(TokenKind::minus);
    cursor_.next();
    terms.push_back({product(), minus});
  }
  return add({.kind = FormulaKind::sum, .span = {}}, first, terms);
}

FormulaId FormulaParser::product() {
  const TokenId first = cursor_.position();
  const FormulaId head = unary();
  if (!cursor_.at(TokenKind::times) && !cursor_.at(TokenKind::divide)) return head;
  std::vector<Operand> factors{{head}};
  while (cursor_.at(TokenKind::times) || cursor_.at(TokenKind::divide)) {
    const bool divide = cursor_.at(TokenKind::divide);
    cursor_.next();
    factors.push_back({unary(), divide});
  }
  return add({.kind = FormulaKind::product, .span = {}}, first, factors);
}

FormulaId FormulaParser::unary() {
  const TokenId first = cursor_.position();
  if (cursor_.accept(TokenKind::minus)) {
    const Nesting nesting(*this);
    const FormulaId operand = unary();
    return add({.kind = FormulaKind::negate, .span = {}}, first, {{operand}});
  }
  if (cursor_.accept(TokenKind::plus)) {
    const Nesting nesting(*this);
    return unary();
  }
  return power();
}

FormulaId FormulaParser::power() {
  const TokenId first = cursor_.position();
  const FormulaId base = postfix();
  if (!cursor_.accept(TokenKind::power)) return base;
  const Nesting nesting(*this);
  // a^b^c is a^(b^c), and a^-b needs no parentheses
  const FormulaId exponent = unary();
  return add({.kind = FormulaKind::power, .span = {}}, first, {{base}, {exponent}});
}

FormulaId FormulaParser::postfix() {
  const TokenId first = cursor_.position();
  FormulaId value = primary();
  for (std::size_t steps = 0;; ++steps) {
    if (steps > 8) cursor_.fail_here("too many primes and components in a row");
    if (cursor_.at(TokenKind::prime)) {
      double primes = 0;
      while (cursor_.accept(TokenKind::prime)) ++primes;
      value = add({.kind = FormulaKind::rate, .span = {}, .number = primes}, first, {{value}});
    } else if (cursor_.at(TokenKind::component)) {
      const std::string_view digits = cursor_.text().substr(1);
      double which = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), which);
      cursor_.next();
      value = add({.kind = FormulaKind::component, .span = {}, .number = which}, first, {{value}});
    } else if (cursor_.at(TokenKind::part)) {
      const NameId part = syntax_.name_id(cursor_.text(cursor_.next()));
      value = add({.kind = FormulaKind::part, .span = {}, .name = part}, first, {{value}});
    } else {
      break;
    }
  }
  if (cursor_.at(TokenKind::left_bracket))
    cursor_.fail_here("an index directly follows its name",
                      "the velocity of a member is written x[3]', its component r[3].1");
  return value;
}

FormulaId FormulaParser::primary() {
  switch (cursor_.peek().kind) {
    case TokenKind::number:
      return number();
    case TokenKind::name:
      return name_or_call();
    case TokenKind::left_parenthesis:
      return parenthesised();
    case TokenKind::right_parenthesis:
      cursor_.fail_here("a formula is missing before this ')'");
    case TokenKind::string:
      cursor_.fail_here("a formula is missing here, not a quotation");
    default:
      break;
  }
  if (cursor_.at(TokenKind::line_end) || cursor_.at_statement_end())
    cursor_.fail_here(
        fmt::format("a formula is missing after '{}'",
                    cursor_.text(cursor_.position() > 0 ? cursor_.position() - 1 : 0)),
        "a line that continues a formula is indented");
  const bool comment = cursor_.at(TokenKind::divide) && cursor_.after(TokenKind::divide);
  cursor_.fail_here(fmt::format("a formula is missing before {}", cursor_.description()),
                    comment ? "a comment starts with #" : "");
}

FormulaId FormulaParser::number() {
  const TokenId first = cursor_.next();
  const std::string_view digits = cursor_.text(first);
  double value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // subnormal numbers have lost digits already
  if (parsed.ec != std::errc() || (value != 0 && !std::isnormal(value)))
    cursor_.fail({first, first}, "this number is too large or too small to calculate with",
                 "numbers reach from 1e-307 to 1e308");
  return add({.kind = FormulaKind::number, .span = {}, .number = value}, first);
}

FormulaId FormulaParser::name_or_call() {
  const TokenId name = cursor_.next();
  const NameId id = syntax_.name_id(cursor_.text(name));
  const bool function = find_keyword(cursor_.text(name), WordKind::function) != nullptr;
  if (cursor_.at(TokenKind::left_parenthesis) &&
      (!juxtaposed_ || !cursor_.peek().space_before || function))
    return call(name);
  if (function) {
    const std::string what = fmt::format("'{}' is a function", cursor_.text(name));
    if (cursor_.at(TokenKind::name) || cursor_.at(TokenKind::number))
      cursor_.fail({name, name + 1}, what,
                   fmt::format("write {}({})", cursor_.text(name), cursor_.text()));
    cursor_.fail(
        {name, name}, what,
        fmt::format("write {}", find_keyword(cursor_.text(name), WordKind::function)->syntax));
  }
  if (!cursor_.at(TokenKind::left_bracket))
    return add({.kind = FormulaKind::name, .span = {}, .name = id}, name);
  const TokenId open = cursor_.next();
  const Nesting nesting(*this);
  const FormulaId index = formula();
  if (cursor_.at(TokenKind::range) || cursor_.at_word("in"))
    cursor_.fail({name, cursor_.position()}, "a formula uses one member of a family, not a range",
                 fmt::format("write sum(i in 1..N: {}[i]) to add members up", cursor_.text(name)));
  expect_close(open, TokenKind::right_bracket);
  if (!cursor_.at(TokenKind::left_parenthesis) || cursor_.peek().space_before)
    return add({.kind = FormulaKind::name, .span = {}, .name = id}, name, {{index}});
  const TokenId parenthesis = cursor_.next();
  std::vector<Operand> arguments = list(parenthesis);
  expect_close(parenthesis, TokenKind::right_parenthesis);
  arguments.insert(arguments.begin(), Operand{index});
  return add({.kind = FormulaKind::point, .span = {}, .name = id}, name, arguments);
}

FormulaId FormulaParser::call(TokenId name) {
  const TokenId open = cursor_.next();
  const Nesting nesting(*this);
  if (cursor_.text(name) == "sum") return series(name, open);
  const NameId id = syntax_.name_id(cursor_.text(name));
  std::vector<Operand> arguments;
  if (!cursor_.at(TokenKind::right_parenthesis)) arguments = list(open);
  expect_close(open, TokenKind::right_parenthesis);
  return add({.kind = FormulaKind::call, .span = {}, .name = id}, name, arguments);
}

FormulaId FormulaParser::series(TokenId name, TokenId open) {
  const bool has_index = cursor_.at(TokenKind::name) && cursor_.peek(1).kind == TokenKind::name;
  if (!has_index)
    cursor_.fail_here("a sum needs an index and its range", "write sum(i in 1..N: formula)");
  const bool outer = std::exchange(juxtaposed_, false);
  const NameId index = syntax_.name_id(cursor_.text(cursor_.next()));
  if (!cursor_.accept_word("in"))
    cursor_.fail_here(fmt::format("expected 'in' instead of {}", cursor_.description()),
                      "write sum(i in 1..N: formula)");
  const FormulaId from = formula();
  expect_range();
  const FormulaId to = formula();
  if (!cursor_.accept(TokenKind::colon))
    cursor_.fail_here(fmt::format("expected ':' instead of {}", cursor_.description()),
                      "write sum(i in 1..N: formula)");
  const FormulaId term = formula();
  juxtaposed_ = outer;
  expect_close(open, TokenKind::right_parenthesis);
  return add({.kind = FormulaKind::series, .span = {}, .name = index}, name,
             {{from}, {to}, {term}});
}

FormulaId FormulaParser::parenthesised() {
  const TokenId open = cursor_.next();
  const Nesting nesting(*this);
  const std::vector<Operand> inside = list(open);
  expect_close(open, TokenKind::right_parenthesis);
  if (inside.size() == 1) return inside.front().formula;
  for (const Operand& entry : inside) refuse_missing_comma(syntax_.formulas[entry.formula].span);
  return add({.kind = FormulaKind::vector, .span = {}}, open, inside);
}

// `(0, 0 -9.81)` has two entries, and hardly anybody who writes a number beside another means their
// difference; `(a, b -c)` is left alone
void FormulaParser::refuse_missing_comma(TokenSpan entry) {
  Cursor at = cursor_;
  at.go_to(entry.first);
  if (entry.last < entry.first + 2 || !at.at(TokenKind::number)) return;
  const bool beside =
      at.peek(1).kind == TokenKind::minus && at.peek(1).space_before && !at.peek(2).space_before;
  const bool is_difference =
      at.text() != "0" && (at.peek(2).kind != TokenKind::number || entry.last > entry.first + 2);
  if (!beside || is_difference) return;
  const std::string left = cursor_.text({entry.first, entry.first}),
                    right = cursor_.text({entry.first + 1, entry.last});
  cursor_.fail(entry, fmt::format("'{} {}' is a difference, one entry of this vector", left, right),
               fmt::format("write {}, {} for two entries", left, right));
}

std::vector<Operand> FormulaParser::list(TokenId open) {
  const bool outer = std::exchange(juxtaposed_, false);
  std::vector<Operand> members;
  do {
    if (cursor_.at_statement_end()) expect_close(open, TokenKind::right_parenthesis);
    members.push_back({formula()});
  } while (cursor_.accept(TokenKind::comma));
  juxtaposed_ = outer;
  return members;
}

void FormulaParser::expect_range() {
  if (!cursor_.accept(TokenKind::range))
    cursor_.fail_here(fmt::format("expected '..' instead of {}", cursor_.description()),
                      "a range is written 1..N");
}

void FormulaParser::expect_close(TokenId open, TokenKind kind) {
  if (cursor_.accept(kind)) return;
  if (cursor_.at(TokenKind::line_end) || cursor_.at_statement_end() || !is_closed(open))
    cursor_.fail({open, open}, fmt::format("this '{}' is never closed", cursor_.text(open)),
                 fmt::format("put a '{}' where it ends; lines that continue a formula are indented",
                             kind == TokenKind::right_bracket ? ']' : ')'));
  if (cursor_.at(TokenKind::right_parenthesis) || cursor_.at(TokenKind::right_bracket))
    cursor_.fail_here(fmt::format("{} does not close the '{}' of column {}", cursor_.description(),
                                  cursor_.text(open), cursor_.place({open, open}).column),
                      fmt::format("write {}", kind == TokenKind::right_bracket ? ']' : ')'));
  fail_after_formula();
}

// true where the statement has a partner for this parenthesis or bracket, the right one or not
bool FormulaParser::is_closed(TokenId open) const {
  Cursor ahead = cursor_;
  ahead.go_to(open);
  std::size_t depth = 0;
  for (; !ahead.at_statement_end(); ahead.next()) {
    if (ahead.at(TokenKind::left_parenthesis) || ahead.at(TokenKind::left_bracket)) ++depth;
    const bool closes =
        ahead.at(TokenKind::right_parenthesis) || ahead.at(TokenKind::right_bracket);
    if (closes && --depth == 0) return true;
  }
  return false;
}

ItemName FormulaParser::item_name(std::string_view what) {
  if (!cursor_.at(TokenKind::name))
    cursor_.fail_here(fmt::format("{} is missing before {}", what, cursor_.description()),
                      cursor_.at(TokenKind::string)   ? "names have no quotation marks"
                      : cursor_.at(TokenKind::number) ? "names start with a letter or _"
                                                      : "");
  ItemName item;
  const TokenId first = cursor_.next();
  item.name = syntax_.name_id(cursor_.text(first));
  if (cursor_.at(TokenKind::left_bracket)) {
    const TokenId open = cursor_.next();
    if (cursor_.at(TokenKind::name) && cursor_.peek(1).kind == TokenKind::name) {
      const TokenId index = cursor_.next();
      item.index = syntax_.name_id(cursor_.text(index));
      item.index_span = {index, index};
      if (!cursor_.accept_word("in"))
        cursor_.fail_here(fmt::format("expected 'in' instead of {}", cursor_.description()),
                          "a family is written x[i in 1..N]");
    }
    item.first = formula();
    if (cursor_.at(TokenKind::range) || item.index != no_name) {
      expect_range();
      item.last = formula();
    }
    if (cursor_.at(TokenKind::comma))
      cursor_.fail_here("a family has one index", "give each row its own family: x1[i], x2[i]");
    expect_close(open, TokenKind::right_bracket);
  }
  item.span = cursor_.span_from(first);
  return item;
}

ItemName FormulaParser::coordinate_name(std::string_view what) {
  const TokenId first = cursor_.position();
  ItemName item = item_name(what);
  if (cursor_.at(TokenKind::part) || cursor_.at(TokenKind::component))
    item.part = syntax_.name_id(cursor_.text(cursor_.next()));
  item.span = cursor_.span_from(first);
  return item;
}

}  // namespace alembert
