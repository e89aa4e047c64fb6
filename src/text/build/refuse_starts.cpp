// Where a run with bodies cannot begin: at singular angles, where a spring has no direction.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "text/build/build_parts.hpp"

namespace alembert {

namespace {

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

void refuse_singular_start(Builder& b, const JointSyntax& item, const std::string& name) {
  constexpr double beside = 1e-6;
  const auto x = b.mechanism.coordinate(name, ".2");
  if (!x) return;
  const std::optional<double> angle = start_of(b, *x);
  if (!angle) return;
  const double apart = item.angles[0] == item.angles[2] ? std::sin(*angle) : std::cos(*angle);
  if (std::fabs(apart) < beside)
    b.document.fail(
        item.angles_span, fmt::format("angles of {} are singular at the start", name),
        fmt::format("leave out `angles {}`, or start {}.2 elsewhere", item.angles, name));
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

void refuse_starts(Builder& b) {
  if (!b.model.run || b.document.mistakes.any()) return;
  refuse_springs_without_direction(b);
  for (const JointSyntax& item : b.syntax().joints)
    if (!item.angles.empty())
      b.attempt_members(item.name, [&](Member member) {
        refuse_singular_start(b, item, b.name_of(item.name, member));
      });
}

}  // namespace alembert
