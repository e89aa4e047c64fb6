// Statements of bodies, joints and what acts on them.

#include <fmt/format.h>

#include <algorithm>

#include "text/keywords.hpp"
#include "text/parse/habits.hpp"
#include "text/parse/parse_items.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

constexpr std::string_view body_example = "body b: mass m, centre (c), inertia (xx, yy, zz)";
constexpr std::string_view joint_example = "joint j: revolute A B at (p) along z";

// The options of one item: words with what belongs to them, after commas, in new lines, or one
// after the other.
class OptionReader {
 public:
  OptionReader(StatementParser& parser, std::vector<std::string_view> words)
      : p_(parser), words_(std::move(words)) {}

  // true where another option of this item stands next; steps over what separates it
  bool next() {
    if (at_option(0)) return true;
    const bool separated = p_.cursor.at(TokenKind::comma) || p_.cursor.at(TokenKind::line_end);
    if (separated && at_option(1)) {
      p_.cursor.next();
      return true;
    }
    if (!p_.cursor.at_item_end()) fail_unknown();
    if (separated && begins_unknown_option()) {
      p_.cursor.next();
      fail_unknown();
    }
    return false;
  }

  // the word that stands here
  std::string_view take() {
    word_ = p_.cursor.next();
    return p_.cursor.text(word_);
  }

  // the formula of the option that was taken
  void formula(FormulaId& into) {
    if (into != no_formula)
      p_.cursor.fail({word_, word_}, fmt::format("'{}' is given twice", p_.cursor.text(word_)),
                     "take one of them away");
    into = p_.formulas.argument();
  }

 private:
  bool at_option(std::size_t ahead) const {
    Cursor at = p_.cursor;
    at.go_to(p_.cursor.position() + static_cast<TokenId>(ahead));
    // `rod: ...` and `rod = ...` are bodies of that name
    return at.at(TokenKind::name) && std::ranges::find(words_, at.text()) != words_.end() &&
           at.peek(1).kind != TokenKind::colon && at.peek(1).kind != TokenKind::equals;
  }

  // a name that is followed neither by ':' nor by '=' begins no other item
  bool begins_unknown_option() const {
    Cursor at = p_.cursor;
    at.next();
    if (!at.at(TokenKind::name)) return p_.cursor.at(TokenKind::comma) && !at.at_statement_end();
    const TokenKind sign = at.peek(tokens_of_name(at)).kind;
    if (sign == TokenKind::colon || sign == TokenKind::equals) return false;
    return p_.cursor.at(TokenKind::comma) || !find_keyword(at.text(), WordKind::statement);
  }

  [[noreturn]] void fail_unknown() const {
    // those of a solid stand within its own option
    std::vector<std::string_view> near = words_;
    if (p_.statement == "body") near.insert(near.end(), {"radius", "width", "along"});
    const std::string_view word = p_.cursor.text();
    if (p_.cursor.after(TokenKind::number) && is_unit(word))
      p_.cursor.fail_here(
          fmt::format("'{}' stands after a number of a {}", word, p_.statement),
          fmt::format("take away '{}': units are told of parameters, as m = 2 [kg]", word));
    std::string hint = did_you_mean(word, near);
    const std::string_view meant = part_meant(word);
    if (hint.empty() && std::ranges::find(near, meant) != near.end())
      hint = fmt::format("did you mean '{}'?", meant);
    if (word == "diameter" && p_.statement == "body") hint = "write radius r, half of it";
    if (hint.empty()) hint = fmt::format("there are {}", fmt::join(words_, ", "));
    p_.cursor.fail_here(fmt::format("{} is no part of a {}", p_.cursor.description(), p_.statement),
                        hint);
  }

  StatementParser& p_;
  std::vector<std::string_view> words_;
  TokenId word_ = 0;
};

bool at_letter(const Cursor& cursor) {
  return cursor.at_word("x") || cursor.at_word("y") || cursor.at_word("z");
}

// an axis of the frame by itself, not a formula that begins with such a name
bool at_axis_letter(const Cursor& cursor) {
  if (!at_letter(cursor)) return false;
  const TokenKind next = cursor.peek(1).kind;
  return next != TokenKind::left_bracket && next != TokenKind::component &&
         next != TokenKind::times && next != TokenKind::plus && next != TokenKind::minus &&
         next != TokenKind::divide;
}

AxisSyntax parse_axis(StatementParser& p) {
  AxisSyntax axis;
  if (p.cursor.at(TokenKind::minus)) {
    Cursor next = p.cursor;
    next.next();
    if (at_axis_letter(next)) {
      p.cursor.next();
      axis.is_negative = true;
    }
  }
  if (at_axis_letter(p.cursor))
    axis.letter = p.cursor.text(p.cursor.next()).front();
  else
    axis.formula = p.formulas.argument();
  return axis;
}

// `z a, y b`
void parse_turns(StatementParser& p, std::vector<TurnSyntax>& turns) {
  const auto at_turn = [&](const Cursor& at) {
    return at_letter(at) && at.peek(1).kind != TokenKind::colon &&
           at.peek(1).kind != TokenKind::equals;
  };
  const auto at_vector = [](const Cursor& at) { return at.at(TokenKind::left_parenthesis); };
  if (!at_turn(p.cursor) && !at_vector(p.cursor))
    p.cursor.fail_here("an axis and an angle stand after 'turned'", "write turned z a");
  for (;;) {
    // `turned y -0.5` has an axis and an angle
    AxisSyntax about;
    if (at_letter(p.cursor))
      about.letter = p.cursor.text(p.cursor.next()).front();
    else
      about = parse_axis(p);
    turns.push_back({about, p.formulas.argument()});
    Cursor next = p.cursor;
    if (!next.accept(TokenKind::comma) || (!at_turn(next) && !at_vector(next))) return;
    p.cursor.next();
  }
}

// `box (centre) (size)`, as a box is drawn
void refuse_centre_of_box(StatementParser& p, const SolidSyntax& solid) {
  if (solid.what != Solid::What::box || !p.cursor.at(TokenKind::left_parenthesis)) return;
  const TokenId begin = p.cursor.position();
  p.formulas.argument();
  const TokenSpan edges = p.cursor.span_from(begin);
  p.cursor.fail({solid.span.first, edges.last}, "the box of a body has its edges alone",
                fmt::format("write box {}, at {}", p.cursor.text(edges),
                            p.cursor.text({solid.span.first + 1, solid.span.last})));
}

SolidSyntax parse_solid(StatementParser& p, Solid::What what, TokenId word) {
  SolidSyntax solid{what};
  const std::size_t count = what == Solid::What::rod || what == Solid::What::cylinder ? 2 : 1;
  for (std::size_t k = 0; k < count; ++k) solid.arguments.push_back(p.formulas.argument());
  for (;;) {
    if (p.cursor.at_word("along") && solid.what != Solid::What::rod) {
      p.cursor.next();
      solid.along = parse_axis(p);
    } else if (solid.what == Solid::What::rod && p.cursor.accept_word("width")) {
      solid.width = p.formulas.argument();
    } else if (solid.what == Solid::What::rod && p.cursor.accept_word("radius")) {
      solid.radius = p.formulas.argument();
    } else {
      break;
    }
  }
  solid.span = p.cursor.span_from(word);
  refuse_centre_of_box(p, solid);
  return solid;
}

BodyPointSyntax parse_body_point(StatementParser& p) {
  BodyPointSyntax result{p.formulas.item_name("a body")};
  if (p.cursor.at(TokenKind::left_parenthesis) && !p.cursor.peek().space_before)
    result.point = p.formulas.argument();
  return result;
}

// `A(p) B (f(u)) u`, with or without a space before the curve
void parse_curve(StatementParser& p, JointSyntax& item) {
  const std::string example = "write on_curve A(p) B (f(u)) u";
  item.a = parse_body_point(p);
  item.b = parse_body_point(p);
  item.curve = item.b.point == no_formula ? p.formulas.argument() : item.b.point;
  item.b.point = no_formula;
  if (item.a.point == no_formula)
    p.cursor.fail(item.name.span, "a point of the first body moves along the curve", example);
  if (!p.cursor.at(TokenKind::name))
    p.cursor.fail_here("the coordinate of the curve stands after it", example);
  item.parameter = p.formulas.item_name("the coordinate of the curve");
}

void parse_joint_ends(StatementParser& p, JointSyntax& item) {
  const std::string_view word = p.cursor.text();
  const std::optional<JointKind> kind = choice_named<JointKind>(word);
  if (!kind) {
    const std::vector<std::string_view> words = words_of(WordKind::joint_kind);
    std::string hint = p.cursor.at(TokenKind::name) ? did_you_mean(word, words) : "";
    if (const std::string_view meant = joint_kind_meant(word); hint.empty() && !meant.empty())
      hint = fmt::format("did you mean '{}'?", meant);
    if (hint.empty()) hint = fmt::format("joints are {}", fmt::join(words, ", "));
    p.cursor.fail_here(fmt::format("{} is no kind of joint", p.cursor.description()), hint);
  }
  p.cursor.next();
  item.kind = *kind;
  if (item.kind == JointKind::gear || item.kind == JointKind::rack) {
    item.a.body = p.formulas.item_name("a joint");
    item.b.body = p.formulas.item_name("a joint");
    return;
  }
  if (item.kind == JointKind::on_curve) return parse_curve(p, item);
  item.a = parse_body_point(p);
  item.b = parse_body_point(p);
  if ((item.a.point == no_formula) != (item.b.point == no_formula))
    p.cursor.fail(item.name.span, "a joint names a point of both bodies, or of none",
                  "write A(p) B(q), or A B at (p)");
}

void parse_joint_option(StatementParser& p, OptionReader& options, JointSyntax& item) {
  const std::string_view word = options.take();
  if (word == "at") return options.formula(item.at);
  if (word == "spring") {
    options.formula(item.spring);
    if (p.cursor.accept_word("from")) item.spring_from = p.formulas.argument();
    return;
  }
  if (word == "damping") return options.formula(item.damping);
  if (word == "armature") return options.formula(item.armature);
  if (word == "pitch") return options.formula(item.pitch);
  if (word == "radius") return options.formula(item.radius);
  if (word == "length") return options.formula(item.length);
  if (word == "ratio") return options.formula(item.ratio);
  if (word == "offset") return options.formula(item.offset);
  if (word == "range") {
    options.formula(item.range_from);
    // `range 1 -2` is one formula
    if (p.cursor.at_item_end() || p.cursor.at(TokenKind::comma))
      p.cursor.fail(
          p.syntax.formulas[item.range_from].span, "a range has two ends, and this is one",
          "write range -1 1; what begins with a minus stands in parentheses: range -2 (-1)");
    item.range_to = p.formulas.argument();
    return;
  }
  if (word == "plane") {
    item.plane = parse_axis(p);
    if (!p.cursor.at_item_end()) item.plane_height = p.formulas.argument();
    return;
  }
  if (word == "angles") {
    item.angles = p.cursor.text();
    item.angles_span = {p.cursor.position(), p.cursor.position()};
    p.cursor.next();
    return;
  }
  if (word == "closing") {
    item.closing = true;
    return;
  }
  // along: one axis, or the two of a universal joint
  item.along.push_back(parse_axis(p));
  if (item.kind == JointKind::universal && p.cursor.accept(TokenKind::comma))
    item.along.push_back(parse_axis(p));
}

}  // namespace

void parse_gravity(StatementParser& p) {
  if (p.syntax.gravity != no_formula)
    p.cursor.fail(p.keyword, "gravity is given twice", "take one of them away");
  p.syntax.gravity = p.formulas.formula();
  p.formulas.expect_item_end();
}

void parse_bodies(StatementParser& p) {
  std::vector<std::string_view> words{"mass", "density", "centre", "inertia", "at", "turned"};
  for (const std::string_view solid : words_of(WordKind::solid)) words.push_back(solid);
  p.each_item(body_example, [&] {
    BodySyntax item{p.formulas.item_name("the name of a body")};
    if (p.cursor.accept(TokenKind::equals)) {
      item.same_as = p.formulas.item_name("a body");
      return p.add(p.syntax.bodies, item);
    }
    p.expect(TokenKind::colon, ":", body_example);
    OptionReader options(p, words);
    while (options.next()) {
      const TokenId here = p.cursor.position();
      const std::string_view word = options.take();
      if (const std::optional<Solid::What> solid = choice_named<Solid::What>(word))
        item.solids.push_back(parse_solid(p, *solid, here));
      else if (word == "turned")
        parse_turns(p, item.turned);
      else
        options.formula(word == "mass"      ? item.mass
                        : word == "density" ? item.density
                        : word == "centre"  ? item.centre
                        : word == "inertia" ? item.inertia
                                            : item.at);
      if (word == "inertia" && p.cursor.accept_word("turned")) parse_turns(p, item.inertia_turned);
    }
    p.add(p.syntax.bodies, item);
  });
}

void parse_joints(StatementParser& p) {
  const std::vector<std::string_view> words(joint_words.begin(), joint_words.end());
  p.each_item(joint_example, [&] {
    JointSyntax item{p.formulas.item_name("the name of a joint")};
    p.expect(TokenKind::colon, ":", joint_example);
    parse_joint_ends(p, item);
    OptionReader options(p, words);
    while (options.next()) parse_joint_option(p, options, item);
    p.add(p.syntax.joints, item);
  });
}

void parse_springs(StatementParser& p) {
  constexpr std::string_view example = "spring s: A(p) B(q), stiffness k, length l";
  p.each_item(example, [&] {
    SpringSyntax item{p.formulas.item_name("the name of a spring")};
    p.expect(TokenKind::colon, ":", example);
    item.a = parse_body_point(p);
    item.b = parse_body_point(p);
    if (item.a.point == no_formula || item.b.point == no_formula)
      p.cursor.fail(item.name.span, "a spring needs a point of both bodies",
                    fmt::format("write {}", example));
    OptionReader options(p, {"stiffness", "length", "damping"});
    while (options.next()) {
      const std::string_view word = options.take();
      options.formula(word == "stiffness" ? item.stiffness
                      : word == "length"  ? item.length
                                          : item.damping);
    }
    if (item.stiffness == no_formula && item.damping == no_formula)
      p.cursor.fail(item.name.span, "this spring has no stiffness",
                    fmt::format("write {}", example));
    p.add(p.syntax.springs, item);
  });
}

void parse_loads(StatementParser& p) {
  constexpr std::string_view example = "load l: on A at (p) force (F)";
  p.each_item(example, [&] {
    LoadSyntax item{p.formulas.item_name("the name of a load")};
    p.expect(TokenKind::colon, ":", example);
    OptionReader options(p, {"on", "at", "force", "moment"});
    while (options.next()) {
      const std::string_view word = options.take();
      if (word == "on")
        item.on = p.formulas.item_name("a body");
      else
        options.formula(word == "at" ? item.at : word == "force" ? item.force : item.moment);
    }
    if (item.on.name == no_name)
      p.cursor.fail(item.name.span, "this load is on no body", fmt::format("write {}", example));
    if (item.force == no_formula && item.moment == no_formula)
      p.cursor.fail(item.name.span, "this load has neither force nor moment",
                    fmt::format("write {}", example));
    p.add(p.syntax.loads, item);
  });
}

void parse_actuators(StatementParser& p) {
  constexpr std::string_view example = "actuator m: j', force formula";
  p.each_item(example, [&] {
    ActuatorSyntax item{p.formulas.item_name("the name of an actuator")};
    p.expect(TokenKind::colon, ":", example);
    item.velocity = p.formulas.argument();
    OptionReader options(p, {"force"});
    while (options.next()) {
      options.take();
      options.formula(item.force);
    }
    if (item.force == no_formula)
      p.cursor.fail(item.name.span, "this actuator has no force", fmt::format("write {}", example));
    p.add(p.syntax.actuators, item);
  });
}

}  // namespace alembert
