// Bodies, joints, and what acts on them.

#include <fmt/format.h>

#include <map>

#include "text/build/build_parts.hpp"
#include "text/suggest.hpp"

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
      if (!couples_joints(item))
        b_.attempt_members(item.name, [&](Member member) { add_joint(item, member); });
    for (const JointSyntax& item : b_.syntax().joints)
      if (couples_joints(item))
        b_.attempt_members(item.name, [&](Member member) { add_coupling(item, member); });
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

  std::vector<Turn> turned(const std::vector<TurnSyntax>& turns) {
    std::vector<Turn> result;
    for (const TurnSyntax& turn : turns) result.push_back({axis(turn.about), constant(turn.angle)});
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
    body.inertia_turned = turned(item.inertia_turned);
    for (const SolidSyntax& part : item.solids) body.solids.push_back(solid(part));
    if (item.at != no_formula) body.at = constant_vector(item.at);
    body.turned = turned(item.turned);
    b_.formulas.declare(item.name, member, NameKind::body, 0);
    b_.document.located(item.name.span, [&] { b_.mechanism.body(body); });
  }

  static bool couples_joints(const JointSyntax& item) {
    return item.kind == JointKind::gear || item.kind == JointKind::rack;
  }

  // gears and racks name joints, wherever these stand
  void add_coupling(const JointSyntax& item, Member member) {
    Joint joint{.name = b_.name_of(item.name, member), .kind = item.kind};
    joint.first = joint_named(item.a.body);
    joint.second = joint_named(item.b.body);
    add_options(item, joint);
    b_.document.located(item.name.span, [&] { require_complete(joint); });
    b_.formulas.declare(item.name, member, NameKind::joint, 0);
    describe(joint, item);
  }

  std::string joint_named(const ItemName& item) {
    const Member member = item.is_single() ? Member() : Member(b_.formulas.integer(item.first));
    const std::string name = b_.name_of(item, member);
    if (b_.mechanism.has_joint(name)) return name;
    const std::string& spelling = b_.syntax().spelling(item.name);
    if (b_.document.mistakes.is_doubtful(spelling)) throw InDoubt{};
    const std::vector<std::string> names = b_.mechanism.joint_names();
    std::string hint = did_you_mean(name, {names.begin(), names.end()});
    if (hint.empty() && !names.empty()) hint = fmt::format("joints are {}", fmt::join(names, ", "));
    b_.document.fail(item.span, fmt::format("there is no joint '{}'", name), hint);
  }

  // the coordinate of a curve is made with its joint, and its formula uses it
  void add_curve(const JointSyntax& item, Joint& joint) {
    const ItemName& u = item.parameter;
    const Member member = u.is_single() ? Member() : Member(b_.formulas.integer(u.first));
    b_.formulas.declare(u, member, NameKind::coordinate, b_.system().coordinates().size());
    b_.document.located(u.span,
                        [&] { joint.parameter = b_.system().coordinate(b_.name_of(u, member)); });
    joint.curve = b_.formulas.vector(item.curve, purpose::curve);
  }

  void add_joint(const JointSyntax& item, Member member) {
    Joint joint{.name = b_.name_of(item.name, member), .kind = item.kind};
    joint.a = b_.formulas.body(item.a.body);
    joint.b = b_.formulas.body(item.b.body);
    require(item, joint.a == joint.b,
            fmt::format("joint '{}' joins a body with itself", joint.name),
            "a joint stands between two bodies, one of which may be ground");
    if (item.a.point != no_formula) joint.point_a = constant_vector(item.a.point);
    if (item.b.point != no_formula) joint.point_b = constant_vector(item.b.point);
    if (item.kind == JointKind::on_curve) add_curve(item, joint);
    if (item.at != no_formula) joint.at = constant_vector(item.at);
    for (const AxisSyntax& along : item.along) joint.along.push_back(axis(along));
    joint.angles = item.angles;
    if (!item.angles.empty()) b_.document.located(item.angles_span, [&] { require_angles(joint); });
    joint.closing = item.closing;
    add_options(item, joint);
    b_.document.located(item.name.span, [&] { require_complete(joint); });
    b_.formulas.declare(item.name, member, NameKind::joint, 0);
    describe(joint, item);
  }

  void add_options(const JointSyntax& item, Joint& joint) {
    joint.spring = optional(item.spring);
    joint.spring_from = optional(item.spring_from);
    joint.damping = optional(item.damping);
    joint.armature = optional(item.armature);
    joint.pitch = optional(item.pitch);
    joint.radius = optional(item.radius);
    joint.length = optional(item.length);
    if (item.plane.is_given()) joint.plane_normal = axis(item.plane);
    if (item.plane_height != no_formula) joint.plane_height = constant(item.plane_height);
    joint.ratio = optional(item.ratio);
    joint.offset = optional(item.offset);
    add_range(item, joint);
  }

  void add_range(const JointSyntax& item, Joint& joint) {
    if (item.range_from == no_formula) return;
    joint.range_from = constant(item.range_from);
    joint.range_to = constant(item.range_to);
    const double from = b_.formulas.number(*joint.range_from),
                 to = b_.formulas.number(*joint.range_to);
    const TokenSpan both{b_.document.syntax.formulas[item.range_from].span.first,
                         b_.document.syntax.formulas[item.range_to].span.last};
    b_.document.located(both, [&] { require_range(joint, from, to); });
  }

  void require(const JointSyntax& item, bool is_wrong, const std::string& what, const char* hint) {
    if (is_wrong) b_.document.fail(item.name.span, what, hint);
  }

  void assemble() {
    if (!b_.mechanism.has_bodies()) return b_.formulas.bodies_are_known();
    b_.attempt([&] {
      try {
        b_.mechanism.assemble();
      } catch (const ModelError& mistake) {
        const auto joint = span_of_joint_.find(b_.mechanism.joint_at_work());
        const TokenSpan body = b_.syntax().bodies.front().name.span;
        b_.document.located(joint == span_of_joint_.end() ? body : joint->second,
                            [&] { throw mistake; });
      }
      b_.formulas.bodies_are_known();
    });
  }

  // for mistakes that are seen only where joints meet
  void describe(const Joint& joint, const JointSyntax& item) {
    span_of_joint_[joint.name] = item.name.span;
    b_.document.located(item.name.span, [&] { b_.mechanism.joint(joint); });
  }

  Builder& b_;
  std::map<std::string, TokenSpan> span_of_joint_;
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
    b.attempt_members(item.name, [&](Member member) {
      const Expr velocity = b.formulas.scalar(item.velocity, purpose::force);
      const Expr force = b.formulas.scalar(item.force, purpose::force);
      b.document.located(item.velocity,
                         [&] { b.system().drive(velocity, force, b.name_of(item.name, member)); });
    });
}

}  // namespace alembert
