#include "bodies/joint_motion.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

const Vector axis_x{1.0, 0.0, 0.0}, axis_y{0.0, 1.0, 0.0}, axis_z{0.0, 0.0, 1.0};

class Maker {
 public:
  Maker(System& system, const Joint& joint, const JointAxes& axes, bool is_planar, bool is_reversed)
      : system_(system),
        joint_(joint),
        axes_(axes),
        is_planar_(is_planar),
        is_reversed_(is_reversed),
        sense_(is_reversed ? -1.0 : 1.0) {}

  JointMotion run() {
    make();
    if (is_planar_) {
      // a planar model says nothing about what leaves the plane
      const auto leaves_plane = [](const Vector& direction) {
        return direction[2].graph() || direction[2].number() != 0;
      };
      std::erase_if(motion_.held_shifts, leaves_plane);
      std::erase_if(motion_.held_turns, std::not_fn(leaves_plane));
    }
    return std::move(motion_);
  }

 private:
  void make() {
    const Vector& n = axes_.first;
    switch (joint_.kind) {
      case JointKind::weld:
        hold_shifts({axis_x, axis_y, axis_z});
        return hold_turns({axis_x, axis_y, axis_z});
      case JointKind::revolute:
        turn(n, sense_ * coordinate(""));
        hold_shifts({axis_x, axis_y, axis_z});
        return hold_turns({e1(), e2()});
      case JointKind::prismatic:
        motion_.translation = (sense_ * coordinate("")) * n;
        hold_shifts({e1(), e2()});
        return hold_turns({axis_x, axis_y, axis_z});
      case JointKind::screw: {
        const Expr angle = sense_ * coordinate("");
        turn(n, angle);
        motion_.translation = (*joint_.pitch / (2 * std::numbers::pi) * angle) * n;
        hold_shifts({axis_x, axis_y, axis_z});
        return hold_turns({e1(), e2()});
      }
      case JointKind::cylindrical:
        turn(n, sense_ * coordinate(".turn"));
        motion_.translation = (sense_ * coordinate(".slide")) * n;
        hold_shifts({e1(), e2()});
        return hold_turns({e1(), e2()});
      case JointKind::universal: {
        const Expr one = coordinate(".1"), two = coordinate(".2");
        // the axis that is fixed in what carries comes first
        const Vector &outer = is_reversed_ ? axes_.second : n,
                     &inner = is_reversed_ ? n : axes_.second;
        const Expr last = sense_ * (is_reversed_ ? one : two);
        turn(outer, sense_ * (is_reversed_ ? two : one));
        turn(inner, last);
        hold_shifts({axis_x, axis_y, axis_z});
        hold_turns({axis_x, axis_y, axis_z});
        // the only moment that it can carry is across both of these
        motion_.only_moment =
            unit(cross(Tensor::rotation(inner, last).transposed() * outer, inner));
        return;
      }
      case JointKind::spherical:
        attitude();
        return hold_shifts({axis_x, axis_y, axis_z});
      case JointKind::planar:
        shift(e1(), ".x");
        shift(e2(), ".y");
        turn(n, sense_ * coordinate(".turn"));
        // where A stands in the axes of B, if B stands at this place in those of A
        if (is_reversed_) motion_.translation = -(motion_.rotation * motion_.translation);
        hold_shifts({n});
        return hold_turns({e1(), e2()});
      case JointKind::free:
        shift(axis_x, ".x");
        shift(axis_y, ".y");
        if (is_planar_) return turn(axis_z, coordinate(".turn"));
        shift(axis_z, ".z");
        return attitude();
      case JointKind::rod:
      case JointKind::rolling:
      case JointKind::gear:
      case JointKind::rack:
      case JointKind::on_curve:
        throw ModelError(fmt::format("joint '{}' carries no body", joint_.name));
    }
  }

  Vector e1() const { return across(system_, axes_.first).e1; }
  Vector e2() const { return across(system_, axes_.first).e2; }
  void hold_shifts(std::vector<Vector> directions) { motion_.held_shifts = std::move(directions); }
  void hold_turns(std::vector<Vector> directions) { motion_.held_turns = std::move(directions); }

  Expr coordinate(const std::string& part, double drawn = 0) {
    motion_.coordinates.push_back(system_.coordinates().size());
    motion_.drawn.push_back(drawn);
    return system_.part_coordinate(joint_.name, part);
  }

  void shift(const Vector& direction, const std::string& part) {
    motion_.translation = motion_.translation + coordinate(part) * direction;
  }

  // after the turns before it, about an axis that they have moved
  void turn(const Vector& n, const Expr& angle) {
    const Tensor next = Tensor::rotation(n, angle);
    motion_.rotation = motion_.rotation * next;
    motion_.omega = next.transposed() * motion_.omega + rate(angle) * n;
  }

  void attitude() {
    if (!joint_.angles.empty()) {
      Vector angles;
      for (std::size_t k = 0; k < joint_.angles.size(); ++k)
        angles.push_back(coordinate(fmt::format(".{}", k + 1)));
      const bool goes_back = is_reversed_ && joint_.kind == JointKind::spherical;
      for (std::size_t k = 0; k < angles.size(); ++k) {
        const std::size_t next = goes_back ? angles.size() - 1 - k : k;
        const char letter = joint_.angles[next];
        turn(letter == 'x'   ? axis_x
             : letter == 'y' ? axis_y
                             : axis_z,
             goes_back ? -angles[next] : angles[next]);
      }
      return;
    }
    Vector e;
    for (int k = 0; k < 4; ++k) e.push_back(coordinate(fmt::format(".e{}", k), k == 0 ? 1 : 0));
    motion_.quaternion = e;
    if (is_reversed_ && joint_.kind == JointKind::spherical) e = {e[0], -e[1], -e[2], -e[3]};
    motion_.rotation = Tensor::of_quaternion(e);
    // ω = 2 (e₀ ē' − e₀' ē − ē × ē')/|e|², in body axes
    const Vector axis{e[1], e[2], e[3]}, axis_rate = rate(axis);
    motion_.omega =
        (2.0 / dot(e, e)) * (e[0] * axis_rate - rate(e[0]) * axis - cross(axis, axis_rate));
  }

  System& system_;
  const Joint& joint_;
  const JointAxes& axes_;
  const bool is_planar_, is_reversed_;
  const Expr sense_;
  JointMotion motion_;
};

}  // namespace

JointMotion joint_motion(System& system, const Joint& joint, const JointAxes& axes, bool is_planar,
                         bool is_reversed) {
  return Maker(system, joint, axes, is_planar, is_reversed).run();
}

Across across(const System& system, const Vector& n) {
  std::vector<double> numbers;
  for (const Expr& component : n)
    numbers.push_back(
        component.graph()
            ? evaluate(system.graph(), {component.node()}, system.parameter_values()).front()
            : component.number());
  // the axis of the frame that n is farthest from, in cyclic order after the nearest where n is one
  // of them
  std::size_t nearest = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::fabs(numbers[k]) > std::fabs(numbers[nearest])) nearest = k;
  Vector along{0.0, 0.0, 0.0};
  along[(nearest + 1) % 3] = 1.0;
  const Vector e1 = unit(along - dot(along, n) * n);
  return {e1, cross(n, e1)};
}

}  // namespace alembert
