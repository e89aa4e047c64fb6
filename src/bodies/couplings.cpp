// Gears and racks: a row between the coordinates of two joints, j₁ = i j₂ + o. Its multiplier is a
// moment on each shaft, or a force on each slide; where the radius of a wheel is given and one body
// holds both joints, a force between teeth.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "bodies/parts.hpp"
#include "mechanics/model_error.hpp"
#include "symbol/differentiate.hpp"

namespace alembert {

namespace {

/// What a gear needs to know of a joint that it couples.
struct Shaft {
  const JointPlace* joint;
  Expr turn;              ///< the coordinate
  std::size_t wheel = 0;  ///< the link that turns or slides in the carrier
  Expr sense = 1.0;    ///< −1 where the coordinate tells how the carrier moves against the wheel
  Vector axis, point;  ///< in the axes of the carrier
};

class Coupling {
 public:
  Coupling(Parts& parts, JointPlace& place)
      : parts_(parts),
        system_(parts.system),
        place_(place),
        one_(shaft(place.joint.first)),
        two_(shaft(place.joint.second)) {
    if (one_.joint == two_.joint)
      throw ModelError(fmt::format("{} '{}' couples a joint with itself", word(), name()),
                       "name two joints");
  }

  const JointPlace* first() const { return one_.joint; }
  const JointPlace* second() const { return two_.joint; }
  Expr ratio() const {
    const Joint& joint = place_.joint;
    return joint.kind == JointKind::rack ? *joint.radius : *joint.ratio;
  }
  Expr offset() const { return place_.joint.offset.value_or(Expr(0.0)); }

  void add() {
    const bool is_rack = place_.joint.kind == JointKind::rack;
    const std::optional<std::size_t> carrier = common_body();
    if (!is_rack && place_.joint.radius) {
      require(carrier && one_.joint->carries() && two_.joint->carries(),
              "the teeth of gear '{}' need a body that holds both of its axes",
              "without radius its reaction is a moment on each shaft");
      require(turns(one_) && turns(two_), "the joints of gear '{}' have no wheels",
              "radius belongs to a gear between two revolute joints");
    }
    Expr residual = one_.turn - ratio() * two_.turn - offset();
    const bool has_teeth = is_rack ? carrier && one_.joint->carries() && two_.joint->carries()
                                   : place_.joint.radius.has_value();
    if (has_teeth) {
      hold(one_, *carrier);
      hold(two_, *carrier);
      const Link& body = parts_.links[*carrier];
      const Contact contact = is_rack ? contact_of_rack() : contact_of_gear();
      const Vector at = body.place(contact.at), force = body.R * contact.force;
      // bearings feel the force between the teeth: small displacements of the wheels do work
      // against it
      residual = residual + dot(force, displacement(one_, at) - displacement(two_, at));
      system_.constraint(name(), {residual, Expr(0.0)});
      const Expr lambda = system_.total(name());
      const Vector none{0.0, 0.0, 0.0};
      place_.ends = {{one_.wheel, at, {lambda * force, none}},
                     {two_.wheel, at, {-(lambda * force), none}}};
    } else {
      system_.constraint(name(), {residual, Expr(0.0)});
      const Expr lambda = system_.total(name());
      act(one_, lambda);
      act(two_, -(ratio() * lambda));
    }
    place_.a = one_.wheel;
    place_.b = two_.wheel;
    place_.joint.a = parts_.links[place_.a].body.name;
    place_.joint.b = parts_.links[place_.b].body.name;
    JointRecord record;
    record.constraint = system_.constraint_index(name());
    record.on = place_.joint.a;
    parts_.add_record(place_, std::move(record));
  }

 private:
  /// Where teeth meet, and the force on the first wheel for a multiplier of one; in the axes of the
  /// carrier.
  struct Contact {
    Vector at, force;
  };

  const std::string& name() const { return place_.joint.name; }
  std::string_view word() const { return choice_word(place_.joint.kind); }
  static bool turns(const Shaft& shaft) { return shaft.joint->joint.kind == JointKind::revolute; }
  void require(bool holds, const char* what, const char* hint) const {
    if (!holds) throw ModelError(fmt::format(fmt::runtime(what), name()), hint);
  }

  Shaft shaft(const std::string& joint) const {
    const auto found = parts_.joint_of.find(joint);
    if (found == parts_.joint_of.end())
      throw ModelError(fmt::format("there is no joint '{}'", joint));
    const JointPlace& of = parts_.joints[found->second];
    const bool has_one = of.motion.coordinates.size() == 1 && of.joint.kind != JointKind::on_curve;
    if (!has_one)
      throw ModelError(
          fmt::format("{} '{}' couples coordinates, and joint '{}' has {}", word(), name(), joint,
                      of.motion.coordinates.empty() ? "none" : "several"),
          of.motion.coordinates.empty() && of.joint.kind != JointKind::weld
              ? "it closes a loop: write it before the joints that reach its bodies otherwise"
              : "couple revolute, prismatic and screw joints");
    const Coordinate& x = system_.coordinates()[of.motion.coordinates[0]];
    return {&of, Expr(system_.graph(), x.q), of.b, 1.0, {}, {}};
  }

  std::optional<std::size_t> common_body() const {
    const JointPlace &one = *one_.joint, &two = *two_.joint;
    for (const std::size_t link : {one.a, one.b})
      if (link == two.a || link == two.b) return link;
    return std::nullopt;
  }

  // the shaft as it is seen from the body that holds it
  void hold(Shaft& shaft, std::size_t carrier) const {
    const JointPlace& place = *shaft.joint;
    const Link& body = parts_.links[carrier];
    const Vector axis = parts_.axis_of(place.joint, 0);
    shaft.wheel = place.a == carrier ? place.b : place.a;
    shaft.sense = place.a == carrier ? 1.0 : -1.0;
    shaft.axis = place.joint.is_drawn() ? body.drawn_axis(axis) : axis;
    shaft.point = place.a == carrier ? place.point_a : place.point_b;
  }

  double length(const Vector& vector) const {
    double square = 0;
    for (const Expr& x : vector) square += parts_.number(x) * parts_.number(x);
    return std::sqrt(square);
  }

  // Velocities of the wheels agree at a₁ from the first axis and a₂ = κ a₁ from the second: a₁ =
  // D/(1 − κ) for axes that are D apart.
  Contact contact_of_gear() const {
    constexpr double rounding = 1e-9;
    require(length(cross(one_.axis, two_.axis)) < rounding,
            "the axes of gear '{}' are not parallel, and its teeth have no one place",
            "without radius its reaction is a moment on each shaft");
    const Vector& n = one_.axis;
    const Vector apart = two_.point - one_.point;
    const Vector D = apart - dot(n, apart) * n;
    const Expr kappa = one_.sense * two_.sense * ratio() * dot(n, two_.axis);
    const double r = std::fabs(parts_.number(*place_.joint.radius)), i = parts_.number(ratio()),
                 k = parts_.number(kappa), distance = length(D);
    if (!(std::fabs(distance - r * std::fabs(1 - k)) <= rounding * (distance + r)) || r == 0)
      throw ModelError(
          fmt::format("the wheels of gear '{}' do not meet: their radii are {:g} and {:g}, and "
                      "their axes {:g} apart",
                      name(), r, r * std::fabs(i), distance),
          k == 1 ? "without radius its reaction is a moment on each shaft"
                 : fmt::format("with this ratio they meet at radius {:g}",
                               distance / std::fabs(1 - k)));
    const Vector a = (1.0 / (1.0 - kappa)) * D;
    return {one_.point + a, (one_.sense / dot(a, a)) * cross(n, a)};
  }

  // the place of the pinion that moves along the rack by r for a turn of one
  Contact contact_of_rack() const {
    constexpr double rounding = 1e-9;
    require(one_.joint->joint.kind == JointKind::prismatic && turns(two_),
            "rack '{}' couples a slide and a pinion",
            "write rack j k radius r: j prismatic, k revolute");
    require(std::fabs(parts_.number(dot(one_.axis, two_.axis))) < rounding,
            "the slide of rack '{}' is not across the axis of its pinion",
            "a gear couples coordinates of any joints");
    const Vector a = (one_.sense * two_.sense * *place_.joint.radius) * cross(one_.axis, two_.axis);
    return {two_.point + a, one_.sense * one_.axis};
  }

  // of a point of the wheel against the carrier, by the openings of the joint between them
  Vector displacement(const Shaft& shaft, const Vector& at) const {
    const JointPlace& place = *shaft.joint;
    const Link& carried = parts_.links[place.carried];
    Vector shift{0.0, 0.0, 0.0}, turn{0.0, 0.0, 0.0};
    for (std::size_t k = 0; k < place.shifts.size(); ++k)
      shift = shift + place.shifts[k] * place.motion.held_shifts[k];
    for (std::size_t k = 0; k < place.turns.size(); ++k)
      turn = turn + place.turns[k] * place.motion.held_turns[k];
    const Vector moved = carried.R * shift + cross(carried.R * turn, at - carried.p);
    return place.carried == shaft.wheel ? moved : -moved;
  }

  // a moment between the bodies of a shaft, or a force between those of a slide
  void act(const Shaft& shaft, const Expr& on_b) {
    const JointPlace& place = *shaft.joint;
    const Link& B = parts_.links[place.b];
    const Vector axis = parts_.axis_of(place.joint, 0);
    const Vector n = on_b * (B.R * (place.joint.is_drawn() ? B.drawn_axis(axis) : axis));
    const Vector at = B.place(place.point_b), none{0.0, 0.0, 0.0};
    const bool slides = place.joint.kind == JointKind::prismatic;
    place_.ends.push_back({place.b, at, slides ? Wrench{n, none} : Wrench{none, n}});
    place_.ends.push_back({place.a, at, slides ? Wrench{-n, none} : Wrench{none, -n}});
  }

  Parts& parts_;
  System& system_;
  JointPlace& place_;
  Shaft one_, two_;
};

/// Each coupled joint by the first of its train: x = factor root + offset. Trains that run back
/// into themselves repeat or contradict.
class Trains {
 public:
  explicit Trains(const Parts& parts) : parts_(parts) {}

  void add(const Coupling& coupling, const std::string& name) {
    Step one = of(coupling.first()), two = of(coupling.second());
    const double i = parts_.number(coupling.ratio()), o = parts_.number(coupling.offset());
    if (i == 0)
      throw ModelError(fmt::format("the ratio of '{}' is 0", name), "a weld holds a joint still");
    if (one.root != two.root) {
      // x₁ = i x₂ + o makes the root of the first follow that of the second
      const double factor = i * two.factor / one.factor;
      const double offset = (i * two.offset + o - one.offset) / one.factor;
      for (auto& [joint, step] : steps_)
        if (step.root == one.root)
          step = {two.root, step.factor * factor, step.offset + step.factor * offset};
      return;
    }
    const double others = one.factor / two.factor;
    const double shift = one.offset - others * two.offset;
    constexpr double rounding = 1e-9;
    if (std::fabs(others - i) > rounding * std::fabs(i) ||
        std::fabs(shift - o) > rounding * (1 + std::fabs(o)))
      throw ModelError(
          fmt::format("'{0}' closes a train of gears that contradicts it: by the others "
                      "{1} = {3:g}*{2}, by '{0}' {1} = {4:g}*{2}",
                      name, coupling.first()->joint.name, coupling.second()->joint.name, others, i),
          "leave it out, or mend the ratios");
  }

 private:
  struct Step {
    const JointPlace* root;
    double factor = 1, offset = 0;
  };

  Step of(const JointPlace* joint) { return steps_.try_emplace(joint, Step{joint}).first->second; }

  const Parts& parts_;
  std::map<const JointPlace*, Step> steps_;
};

}  // namespace

void couple_joints(Parts& parts) {
  Trains trains(parts);
  for (JointPlace& place : parts.joints) {
    if (!place.joint.couples_joints()) continue;
    parts.at_work = place.joint.name;
    Coupling coupling(parts, place);
    trains.add(coupling, place.joint.name);
    coupling.add();
  }
}

}  // namespace alembert
