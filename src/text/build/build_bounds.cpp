// Where a run with bodies cannot be: beyond the ranges of joints, at singular angles, where a
// spring has no direction.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "text/build/build_parts.hpp"

namespace alembert {

namespace {

void check_range(const Builder& b, const JointSyntax& item, const Expr& least, const Expr& most) {
  const double from = b.formulas.number(least), to = b.formulas.number(most);
  const TokenSpan both{b.document.syntax.formulas[item.range_from].span.first,
                       b.document.syntax.formulas[item.range_to].span.last};
  if (from >= to)
    b.document.fail(both, fmt::format("there is nothing between {:g} and {:g}", from, to),
                    "the lower end comes first: range -1 1");
  // a screw turns often; of a hinge so many turns are hardly meant
  constexpr double turns = 10 * 2 * std::numbers::pi;
  if (item.kind == JointKind::revolute && std::max(-from, to) > turns)
    b.document.fail(
        both,
        fmt::format("from {:g} to {:g} are more than ten turns: is this in degrees?", from, to),
        fmt::format("angles are in radians: write range {:g}*pi/180 {:g}*pi/180; many "
                    "turns are bounded by stop when",
                    from, to));
}

// the number of a coordinate in `start`, given or guessed, where it is not a formula of others
std::optional<double> start_of(const Builder& b, const Expr& x) {
  for (const StartValue& value : b.model.start) {
    if (value.symbol != x.node()) continue;
    const Kinds kinds = b.system().graph().kinds(value.formula);
    if (kinds.has(Kind::coordinate | Kind::velocity | Kind::time)) return std::nullopt;
    return b.formulas.number(Expr(*x.graph(), value.formula));
  }
  return std::nullopt;
}

// Where the second angle brings the axes of the first and the third together, their rates are not
// determined: zxz for one at 0, zyx at a quarter turn.
void stop_at_singular_angles(Builder& b, const JointSyntax& item, const std::string& name) {
  constexpr double beside = 1e-6;
  const auto x = b.mechanism.coordinate(name, ".2");
  if (!x) return;
  const auto apart = [&](const Expr& angle) {
    return item.angles[0] == item.angles[2] ? sin(angle) : cos(angle);
  };
  // the run stays on the side on which it starts
  const std::optional<double> angle = start_of(b, *x);
  const double start = angle ? apart(*angle).number() : 1;
  if (std::fabs(start) < beside)
    b.document.fail(
        item.angles_span, fmt::format("angles of {} are singular at the start", name),
        fmt::format("leave out `angles {}`, or start {}.2 elsewhere", item.angles, name));
  const double side = start < 0 ? -1 : 1;
  b.model.run->stop_when.push_back(
      {(side * apart(*x) < beside).in(b.graph()),
       fmt::format("angles of {} are singular: leave out `angles {}`", name, item.angles)});
}

// The length of a spring has a corner where its points coincide. One of length 0 is written without
// it.
void refuse_springs_without_direction(Builder& b) {
  Assignment values = b.system().parameter_values();
  values[b.system().time().node()] = 0;
  for (const Coordinate& x : b.system().coordinates())
    values[x.q] = start_of(b, Expr(b.graph(), x.q)).value_or(std::nan(""));
  for (const SpringSyntax& item : b.syntax().springs) {
    if (item.length == no_formula) continue;
    b.attempt_members(item.name, [&](Member member) {
      const auto end = [&](const BodyPointSyntax& point) {
        return b.mechanism.place(b.formulas.body(point.body),
                                 b.formulas.vector(point.point, purpose::body));
      };
      const Vector from = end(item.a), to = end(item.b);
      Expr apart = 0.0;
      for (std::size_t k = 0; k < from.size(); ++k) apart += abs(to[k] - from[k]);
      const Expr length = b.formulas.scalar(item.length, purpose::force);
      const bool is_smooth = !length.graph() && length.number() == 0;
      if (!is_smooth && evaluate(b.graph(), {apart.in(b.graph())}, values).front() == 0)
        b.document.fail(item.name.span,
                        fmt::format("the points of spring '{}' coincide at the start, where it "
                                    "has no direction",
                                    b.name_of(item.name, member)),
                        "start beside that");
    });
  }
}

}  // namespace

void build_ranges(Builder& b) {
  if (!b.model.run || b.document.mistakes.any()) return;
  refuse_springs_without_direction(b);
  for (const JointSyntax& item : b.syntax().joints) {
    if (!item.angles.empty())
      b.attempt_members(item.name, [&](Member member) {
        stop_at_singular_angles(b, item, b.name_of(item.name, member));
      });
    if (item.range_from == no_formula) continue;
    b.attempt_members(item.name, [&](Member member) {
      const std::string name = b.name_of(item.name, member);
      const auto x = b.mechanism.coordinate(name, "");
      if (!x)
        b.document.fail(item.name.span, "only a joint with one coordinate has a range",
                        "use stop when with its coordinates");
      const Expr least = b.formulas.scalar(item.range_from, purpose::body);
      const Expr most = b.formulas.scalar(item.range_to, purpose::body);
      check_range(b, item, least, most);
      b.model.run->stop_when.push_back(
          {(*x < least).in(b.graph()), name + " at the lower end of its range"});
      b.model.run->stop_when.push_back(
          {(*x > most).in(b.graph()), name + " at the upper end of its range"});
    });
  }
}

}  // namespace alembert
