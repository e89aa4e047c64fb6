#include "bodies/joint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "mechanics/model_error.hpp"

namespace alembert {

void require_angles(const Joint& joint) {
  const std::string& s = joint.angles;
  if (s.empty()) return;
  const bool fits = s.size() == 3 && s.find_first_not_of("xyz") == std::string::npos &&
                    s[0] != s[1] && s[1] != s[2];
  if (!fits)
    throw ModelError(fmt::format("'{}' is no sequence of angles", s),
                     "write three axes of which no neighbours are equal: zxz, zyx");
  if (joint.kind != JointKind::spherical && joint.kind != JointKind::free)
    throw ModelError("only spherical and free joints have angles", "take it away");
}

void require_range(const Joint& joint, double from, double to) {
  if (from >= to)
    throw ModelError(fmt::format("there is nothing between {:g} and {:g}", from, to),
                     "the lower end comes first: range -1 1");
  // a screw turns often; of a hinge so many turns are hardly meant
  constexpr double turns = 10 * 2 * std::numbers::pi;
  if (joint.kind == JointKind::revolute && std::max(-from, to) > turns)
    throw ModelError(
        fmt::format("from {:g} to {:g} are more than ten turns: is this in degrees?", from, to),
        fmt::format("angles are in radians: write range {:g}*pi/180 {:g}*pi/180; many turns are "
                    "bounded by stop when",
                    from, to));
}

void require_complete(const Joint& joint) {
  const JointKind kind = joint.kind;
  const auto refuse_if = [](bool is_wrong, const char* what, const char* hint) {
    if (is_wrong) throw ModelError(what, hint);
  };
  require_angles(joint);
  refuse_if(kind != JointKind::on_curve && joint.point_a.has_value() != joint.point_b.has_value(),
            "a joint names a point of both bodies, or of none", "write A(p) B(q), or A B at (p)");
  refuse_if(kind == JointKind::on_curve && !joint.point_a,
            "a point of the first body moves along the curve", "write on_curve A(p) B (f(u)) u");
  refuse_if(kind == JointKind::screw && !joint.pitch, "this screw has no pitch",
            "add pitch h, how far a turn leads");
  refuse_if(kind == JointKind::rod && !joint.length, "this rod has no length",
            "write rod A(p) B(q) length l");
  refuse_if(kind == JointKind::rod && !joint.point_a, "a rod ends at points of two bodies",
            "write rod A(p) B(q) length l");
  refuse_if(kind == JointKind::rolling && !joint.radius, "this wheel has no radius",
            "add radius r");
  refuse_if(kind == JointKind::universal && joint.along.size() != 2,
            "a universal joint has two axes", "write along n, m: n fixed in the first body");
  refuse_if(kind == JointKind::gear && !joint.ratio, "this gear has no ratio",
            "write gear j k ratio i: j = i*k");
  refuse_if(kind == JointKind::rack && !joint.radius, "this rack has no radius",
            "write rack j k radius r: j = r*k");
  refuse_if(kind == JointKind::rack && joint.ratio, "the ratio of a rack is its radius",
            "write rack j k radius r: j = r*k");
  refuse_if(joint.range_from.has_value() != joint.range_to.has_value(),
            "a range has two ends, and this is one", "write range -1 1");
  refuse_if(joint.couples_joints() &&
                (joint.spring || joint.damping || joint.armature || joint.range_from),
            "a gear or a rack has no coordinate for spring, damping, armature or range",
            "give it to one of the joints that it couples");
  refuse_if(!joint.couples_joints() && (joint.ratio || joint.offset),
            "only a gear has a ratio, and an offset", "take it away");
}

}  // namespace alembert
