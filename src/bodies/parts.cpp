#include "bodies/parts.hpp"

#include <fmt/format.h>

#include "mechanics/model_error.hpp"

namespace alembert {

Vector Parts::in_space(const Vector& vector) const {
  if (is_planar && vector.size() == 2) return {vector[0], vector[1], Expr(0.0)};
  if (is_planar && vector.size() == 3)
    throw ModelError("this model is planar, and a vector has 3 components",
                     "gravity with two components makes a model planar; with three it is in space");
  if (vector.size() != 3)
    throw ModelError(fmt::format("a vector in space has 3 components, not {}", vector.size()),
                     "gravity (0, -9.81) with two components makes a model planar");
  return vector;
}

Vector Parts::shown(Vector vector) const {
  if (is_planar) vector.pop_back();
  return vector;
}

double Parts::number(const Expr& constant) const {
  if (!constant.graph()) return constant.number();
  const Kinds kinds = system.graph().kinds(constant.node());
  if (kinds.has(Kind::coordinate | Kind::velocity | Kind::time))
    throw ModelError("a body or a joint is described by formulas of numbers and parameters");
  return evaluate(system.graph(), {constant.node()}, system.parameter_values()).front();
}

Vector Parts::axis_of(const Joint& joint, std::size_t which) const {
  if (which >= joint.along.size()) {
    if (is_planar || joint.kind == JointKind::weld || joint.kind == JointKind::spherical ||
        joint.kind == JointKind::free || joint.kind == JointKind::rod || which > 0)
      return {0.0, 0.0, 1.0};
    throw ModelError(fmt::format("joint '{}' has no axis", joint.name),
                     "say along which it turns or slides: along z, or along (1, 0, 1)");
  }
  const Vector axis =
      joint.along[which].size() == 2 ? in_space(joint.along[which]) : joint.along[which];
  double length2 = 0;
  for (const Expr& component : axis) length2 += number(component) * number(component);
  if (!(length2 > 0))
    throw ModelError(fmt::format("the axis of joint '{}' has no length", joint.name));
  return unit(axis);
}

void Parts::add_record(JointPlace& place, JointRecord record) {
  const Joint& joint = place.joint;
  record.name = joint.name;
  record.kind = choice_word(joint.kind);
  record.from = joint.a;
  record.to = joint.b;
  if (record.on.empty()) record.on = place.b == ground ? joint.a : joint.b;
  place.record = system.joints().size();
  system.add_joint(std::move(record));
}

}  // namespace alembert
