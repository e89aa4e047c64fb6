// The tree of bodies: which joint carries which body, and the poses and velocities that follow.

#include <fmt/format.h>

#include <algorithm>

#include "bodies/parts.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

class TreeMaker {
 public:
  explicit TreeMaker(Parts& parts) : parts_(parts), system_(parts.system) {}

  // The first joint in the order of the model that has one end reached and one not carries the
  // other; where there is none left, the first body that is not reached is free.
  void run() {
    const auto can_carry = [&](const JointPlace& place) {
      return place.joint.can_carry() &&
             parts_.links[place.a].is_reached != parts_.links[place.b].is_reached;
    };
    for (;;) {
      const auto next = std::ranges::find_if(parts_.joints, can_carry);
      if (next != parts_.joints.end()) {
        carry(*next);
        continue;
      }
      const auto lost =
          std::ranges::find_if(parts_.links, [](const Link& link) { return !link.is_reached; });
      if (lost == parts_.links.end()) return;
      carry(free_joint_of(*lost));
    }
  }

 private:
  JointPlace& free_joint_of(const Link& link) {
    Joint joint{
        .name = link.body.name, .kind = JointKind::free, .a = "ground", .b = link.body.name};
    if (!parts_.joint_of.try_emplace(joint.name, parts_.joints.size()).second)
      throw ModelError(fmt::format("body '{0}' is free, and a joint has its name", joint.name),
                       "the coordinates of a free body have its name: give the joint another");
    const std::size_t body = static_cast<std::size_t>(&link - parts_.links.data());
    return parts_.joints.emplace_back(JointPlace{joint, Parts::ground, body});
  }

  void carry(JointPlace& place) {
    parts_.at_work = place.joint.name;
    const bool is_reversed = parts_.links[place.b].is_reached;
    place.carried = is_reversed ? place.a : place.b;
    Link& link = parts_.links[place.carried];
    link.parent = is_reversed ? place.b : place.a;
    link.is_reached = true;
    pose(place, link, is_reversed);
    move(place, link);

    if (!place.motion.quaternion.empty()) normalise(place, link);
    JointRecord record;
    record.coordinates = place.motion.coordinates;
    parts_.add_record(place, std::move(record));
    for (std::size_t k = 0; k < place.motion.coordinates.size(); ++k) {
      const Coordinate& x = system_.coordinates()[place.motion.coordinates[k]];
      parts_.drawn.push_back({x.q, place.motion.drawn[k].in(system_.graph()), true});
      parts_.drawn.push_back({x.v, system_.graph().zero(), true});
    }
    add_joint_forces(parts_, place);
  }

  // the point and the axes of the joint in the axes of both bodies, and the pose that its motion
  // makes of them
  void pose(JointPlace& place, Link& link, bool is_reversed) {
    const Joint& joint = place.joint;
    const Link& parent = parts_.links[link.parent];
    Tensor R0 = Tensor::identity();
    Vector in_parent, in_link;
    JointAxes axes{parts_.axis_of(joint, 0), parts_.axis_of(joint, 1)};
    if (joint.is_drawn()) {
      Vector point;
      if (joint.at)
        point = parts_.in_space(*joint.at);
      else
        point = link.body.at +
                link.axes * (joint.kind == JointKind::free ? link.mass.centre : link.origin);
      R0 = parent.axes.transposed() * link.axes;
      in_link = link.drawn_point(point);
      in_parent = parent.drawn_point(point);
      axes = {link.drawn_axis(axes.first), link.drawn_axis(axes.second)};
    } else {
      in_parent = parts_.in_space(is_reversed ? *joint.point_b : *joint.point_a);
      in_link = parts_.in_space(is_reversed ? *joint.point_a : *joint.point_b);
    }
    (is_reversed ? place.point_b : place.point_a) = in_parent;
    (is_reversed ? place.point_a : place.point_b) = in_link;
    // the coordinates tell how B moves against A, whichever of them is carried
    place.motion = joint_motion(system_, joint, axes, parts_.is_planar, is_reversed);
    link.origin = in_link;
    link.E = R0 * place.motion.rotation;
    if (joint.kind == JointKind::free) {
      // places are told as they are, not from where the body is drawn
      link.d = place.motion.translation - parent.origin;
      for (std::size_t k = 0; k < (parts_.is_planar ? 2u : 3u); ++k)
        place.motion.drawn[k] = in_parent[k];
    } else {
      link.d = in_parent - parent.origin + R0 * place.motion.translation;
    }
  }

  // The velocity of a carried body and its pose in space: ω and u in its own axes follow from those
  // of what carries it, the motion of the joint, and its openings, small displacements θ and δ of
  // the body that the joint keeps at zero.
  void move(JointPlace& place, Link& link) {
    const Link& parent = parts_.links[link.parent];
    const Tensor back = link.E.transposed();
    Vector w = back * parent.w + place.motion.omega;
    Vector u = back * (parent.u + cross(parent.w, link.d) + rate(link.d));

    Vector shift{0.0, 0.0, 0.0}, turn{0.0, 0.0, 0.0};
    const auto opening = [&](std::vector<Expr>& list, Vector& sum, const Vector& along) {
      const std::string name =
          fmt::format("{}:{}", place.joint.name, place.shifts.size() + place.turns.size() + 1);
      list.push_back(system_.opening(name));
      sum = sum + list.back() * along;
    };
    for (const Vector& along : place.motion.held_shifts) opening(place.shifts, shift, along);
    for (const Vector& along : place.motion.held_turns) opening(place.turns, turn, along);
    w = w - cross(turn, w) + rate(turn);
    const Vector before = u + cross(back * parent.w + place.motion.omega, shift);
    u = before - cross(turn, before) + rate(shift);
    link.d = link.d + link.E * shift;
    link.E = link.E * (Tensor::identity() + Tensor::cross(turn));

    link.w = w;
    link.u = u;
    link.R = parent.R * link.E;
    link.p = parent.p + parent.R * link.d;
  }

  // The row e·e = 1, and an inertia of |e|: nothing but these two sees |e|, so that the row carries
  // no force and M is regular.
  void normalise(const JointPlace& place, const Link& link) {
    const Vector& e = place.motion.quaternion;
    const Tensor& J = link.mass.inertia;
    const Vector c = link.mass.centre - link.origin;
    const Expr J0 = (J(0, 0) + J(1, 1) + J(2, 2)) / 3.0 + link.mass.mass * dot(c, c);
    system_.kinetic(0.5 * J0 * square(2.0 * dot(e, rate(e)) / dot(e, e)));
    system_.constraint(fmt::format("{}_unit", place.joint.name), {dot(e, e), Expr(1.0)});
  }

  Parts& parts_;
  System& system_;
};

}  // namespace

void grow_tree(Parts& parts) { TreeMaker(parts).run(); }

}  // namespace alembert
