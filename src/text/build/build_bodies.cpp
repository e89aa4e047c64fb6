// Bodies, joints, and what acts on them.

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "text/build/build_parts.hpp"

namespace alembert {

namespace {

class BodyBuilder {
 public:
  explicit BodyBuilder(Builder& b) : b_(b) {}

  void build() {
    if (b_.syntax().gravity != no_formula)
      b_.attempt([&] {
        const Vector g = b_.formulas.vector(b_.syntax().gravity, purpose::gravity);
        if (g.size() > 3)
          b_.document.fail(b_.syntax().gravity,
                           fmt::format("gravity has 2 or 3 components, not {}", g.size()),
                           "write gravity (0, 0, -9.81), or gravity (0, -9.81) in the plane");
        b_.document.located(b_.syntax().gravity, [&] { b_.mechanism.gravity(g); });
      });
    for (const BodySyntax& item : b_.syntax().bodies)
      b_.attempt_members(item.name, [&](Member member) { add_body(item, member); });
    for (const JointSyntax& item : b_.syntax().joints)
      b_.attempt_members(item.name, [&](Member member) { add_joint(item, member); });
    if (b_.document.mistakes.any()) return;
    assemble();
  }

  // the point of a body, in its axes
  Vector point(FormulaId formula, const Purpose& purpose) {
    return b_.formulas.vector(formula, purpose);
  }

 private:
  Expr constant(FormulaId formula) { return b_.formulas.scalar(formula, purpose::body); }
  Vector constant_vector(FormulaId formula) { return b_.formulas.vector(formula, purpose::body); }
  std::optional<Expr> optional(FormulaId formula) {
    if (formula == no_formula) return std::nullopt;
    return constant(formula);
  }

  Vector axis(const AxisSyntax& item) {
    Vector result = item.letter == 'x'   ? Vector{1.0, 0.0, 0.0}
                    : item.letter == 'y' ? Vector{0.0, 1.0, 0.0}
                    : item.letter == 'z' ? Vector{0.0, 0.0, 1.0}
                                         : constant_vector(item.formula);
    if (result.size() == 2) result.push_back(0.0);
    return item.is_negative ? -result : result;
  }

  Tensor turned(const std::vector<TurnSyntax>& turns) {
    Tensor result = Tensor::identity();
    for (const TurnSyntax& turn : turns)
      result = result * Tensor::rotation(unit(axis(turn.about)), constant(turn.angle));
    return result;
  }

  Solid solid(const SolidSyntax& item) {
    Solid result{.what = item.what};
    switch (item.what) {
      case Solid::What::rod:
        result.from = constant_vector(item.arguments[0]);
        result.to = constant_vector(item.arguments[1]);
        result.width = optional(item.width);
        result.radius = optional(item.radius);
        break;
      case Solid::What::box:
        result.size = constant_vector(item.arguments[0]);
        break;
      case Solid::What::cylinder:
        result.radius = constant(item.arguments[0]);
        result.height = constant(item.arguments[1]);
        break;
      case Solid::What::sphere:
      case Solid::What::disk:
        result.radius = constant(item.arguments[0]);
        break;
    }
    const bool has_axis = item.what == Solid::What::cylinder || item.what == Solid::What::disk;
    if (item.along.is_given())
      result.along = axis(item.along);
    else if (has_axis && !b_.mechanism.is_planar())
      b_.document.fail(item.span, "this solid has no axis", "add along z");
    return result;
  }

  void add_body(const BodySyntax& item, Member member) {
    const std::string name = b_.name_of(item.name, member);
    if (item.same_as.name != no_name) {
      const std::string same = b_.formulas.body(item.same_as);
      b_.formulas.declare(item.name, member, NameKind::body, 0);
      return b_.document.located(item.name.span, [&] { b_.mechanism.alias(name, same); });
    }
    Body body{.name = name};
    body.mass = optional(item.mass);
    body.density = optional(item.density);
    if (item.centre != no_formula) body.centre = constant_vector(item.centre);
    if (item.inertia != no_formula) {
      const Value inertia = b_.formulas.value(item.inertia, purpose::body);
      body.inertia = inertia.is_scalar() ? Vector{inertia.scalar} : inertia.components;
    }
    body.inertia_axes = turned(item.inertia_turned);
    for (const SolidSyntax& part : item.solids) body.solids.push_back(solid(part));
    if (item.at != no_formula) body.at = constant_vector(item.at);
    body.axes = turned(item.turned);
    b_.formulas.declare(item.name, member, NameKind::body, 0);
    b_.document.located(item.name.span, [&] { b_.mechanism.body(body); });
  }

  void add_joint(const JointSyntax& item, Member member) {
    Joint joint{.name = b_.name_of(item.name, member), .kind = item.kind};
    joint.a = b_.formulas.body(item.a.body);
    joint.b = b_.formulas.body(item.b.body);
    require(item, joint.a == joint.b,
            fmt::format("joint '{}' joins a body with itself", joint.name),
            "a joint stands between two bodies, one of which may be ground");
    if (item.a.point != no_formula) {
      joint.point_a = constant_vector(item.a.point);
      joint.point_b = constant_vector(item.b.point);
    }
    if (item.at != no_formula) joint.at = constant_vector(item.at);
    for (const AxisSyntax& along : item.along) joint.along.push_back(axis(along));
    check_angles(item);
    joint.angles = item.angles;
    joint.closing = item.closing;
    joint.spring = optional(item.spring);
    joint.spring_from = optional(item.spring_from);
    joint.damping = optional(item.damping);
    joint.armature = optional(item.armature);
    joint.pitch = optional(item.pitch);
    joint.radius = optional(item.radius);
    joint.length = optional(item.length);
    if (item.plane.is_given()) joint.plane_normal = axis(item.plane);
    if (item.plane_height != no_formula) joint.plane_height = constant(item.plane_height);
    require(item, item.kind == JointKind::screw && !joint.pitch, "this screw has no pitch",
            "add pitch h, how far a turn leads");
    require(item, item.kind == JointKind::rod && !joint.length, "this rod has no length",
            "write rod A(p) B(q) length l");
    require(item, item.kind == JointKind::rod && !joint.point_a,
            "a rod ends at points of two bodies", "write rod A(p) B(q) length l");
    require(item, item.kind == JointKind::rolling && !joint.radius, "this wheel has no radius",
            "add radius r");
    require(item, item.kind == JointKind::universal && joint.along.size() != 2,
            "a universal joint has two axes", "write along n, m: n fixed in the first body");
    b_.formulas.declare(item.name, member, NameKind::joint, 0);
    b_.document.located(item.name.span, [&] { b_.mechanism.joint(joint); });
  }

  void require(const JointSyntax& item, bool is_wrong, const std::string& what, const char* hint) {
    if (is_wrong) b_.document.fail(item.name.span, what, hint);
  }

  void check_angles(const JointSyntax& item) {
    const std::string& s = item.angles;
    if (s.empty()) return;
    const bool fits = s.size() == 3 && s.find_first_not_of("xyz") == std::string::npos &&
                      s[0] != s[1] && s[1] != s[2];
    if (!fits)
      b_.document.fail(item.angles_span, fmt::format("'{}' is no sequence of angles", s),
                       "write three axes of which no neighbours are equal: zxz, zyx");
    if (item.kind != JointKind::spherical && item.kind != JointKind::free)
      b_.document.fail(item.angles_span, "only spherical and free joints have angles",
                       "take it away");
  }

  void assemble() {
    if (!b_.mechanism.has_bodies()) return b_.formulas.bodies_are_known();
    b_.attempt([&] {
      b_.document.located(b_.syntax().bodies.front().name.span, [&] { b_.mechanism.assemble(); });
      b_.formulas.bodies_are_known();
    });
  }

  Builder& b_;
};

}  // namespace

void build_bodies(Builder& b) { BodyBuilder(b).build(); }

void build_actions(Builder& b) {
  if (b.document.mistakes.any()) return;
  const auto number = [&](FormulaId formula) {
    return formula == no_formula ? Expr(0.0) : b.formulas.scalar(formula, purpose::force);
  };
  for (const SpringSyntax& item : b.syntax().springs)
    b.attempt_members(item.name, [&](Member member) {
      const Spring spring{.name = b.name_of(item.name, member),
                          .a = b.formulas.body(item.a.body),
                          .b = b.formulas.body(item.b.body),
                          .point_a = b.formulas.vector(item.a.point, purpose::body),
                          .point_b = b.formulas.vector(item.b.point, purpose::body),
                          .stiffness = number(item.stiffness),
                          .length = number(item.length),
                          .damping = number(item.damping)};
      b.document.located(item.name.span, [&] { b.mechanism.spring(spring); });
    });
  for (const LoadSyntax& item : b.syntax().loads)
    b.attempt_members(item.name, [&](Member member) {
      Load load{.name = b.name_of(item.name, member), .on = b.formulas.body(item.on)};
      load.at = item.at == no_formula ? Vector(b.mechanism.is_planar() ? 2 : 3, Expr(0.0))
                                      : b.formulas.vector(item.at, purpose::body);
      if (item.force != no_formula) load.force = b.formulas.vector(item.force, purpose::force);
      if (item.moment != no_formula) {
        const Value moment = b.formulas.value(item.moment, purpose::force);
        load.moment = moment.is_scalar() ? Vector{moment.scalar} : moment.components;
      }
      b.document.located(item.name.span, [&] { b.mechanism.load(load); });
    });
  for (const ActuatorSyntax& item : b.syntax().actuators)
    b.attempt_members(item.name, [&](Member) {
      const Expr velocity = b.formulas.scalar(item.velocity, purpose::force);
      const Expr force = b.formulas.scalar(item.force, purpose::force);
      b.document.located(item.velocity, [&] { b.system().drive(velocity, force); });
    });
}

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

}  // namespace

void build_ranges(Builder& b) {
  if (!b.model.run || b.document.mistakes.any()) return;
  for (const JointSyntax& item : b.syntax().joints) {
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
