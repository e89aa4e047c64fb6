#pragma once
/// A joint between two bodies as it is described.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mechanics/choices.hpp"
#include "symbol/tensor.hpp"

namespace alembert {

enum class JointKind {
  weld,
  revolute,
  prismatic,
  screw,
  cylindrical,
  universal,
  spherical,
  planar,
  free,
  rod,
  rolling,
  gear,
  rack,
  on_curve,
};
template <>
inline constexpr auto choices<JointKind> = std::to_array<NamedChoice<JointKind>>({
    {JointKind::weld, "weld", "weld A B", "holds everything"},
    {JointKind::revolute, "revolute", "revolute A B at (p) along n", "turns about n: j"},
    {JointKind::prismatic, "prismatic", "prismatic A B at (p) along n", "slides along n: j"},
    {JointKind::screw, "screw", "screw A B at (p) along n pitch h",
     "turns about n and slides by h in a turn: j"},
    {JointKind::cylindrical, "cylindrical", "cylindrical A B at (p) along n",
     "turns about n and slides along it: j.turn, j.slide"},
    {JointKind::universal, "universal", "universal A B at (p) along n, m",
     "turns about n, fixed in A, and about m, fixed in B: j.1, j.2"},
    {JointKind::spherical, "spherical", "spherical A B at (p)",
     "turns freely: the quaternion j.e0 to j.e3, or j.1, j.2, j.3 with `angles zxz`"},
    {JointKind::planar, "planar", "planar A B at (p) along n",
     "slides across n and turns about it: j.x, j.y, j.turn"},
    {JointKind::free, "free", "free A B at (p)",
     "moves freely: the place j.x, j.y, j.z of the point in A, and as spherical"},
    {JointKind::rod, "rod", "rod A(p) B(q) length l", "keeps two points at a distance"},
    {JointKind::rolling, "rolling", "rolling A B at (centre) along n radius r",
     "a wheel on the plane z = 0 of B, or `plane y h`; without `along` a ball"},
    {JointKind::gear, "gear", "gear j k ratio i",
     "couples two joints: j = i*k; with `radius r` of the wheel of j by a force of their teeth"},
    {JointKind::rack, "rack", "rack j k radius r",
     "couples a slide j and a pinion k of this radius: j = r*k"},
    {JointKind::on_curve, "on_curve", "on_curve A(p) B (f(u)) u",
     "keeps a point of A on a curve of B; makes the coordinate u, which has no mass"},
});

/// The words of its options.
inline constexpr auto joint_words = std::to_array<std::string_view>(
    {"at", "along", "spring", "damping", "armature", "pitch", "radius", "length", "range", "plane",
     "angles", "closing", "ratio", "offset"});

/// Points and axes are those of the drawing, in ground axes, unless `point_a` and `point_b` give
/// them in the bodies' own.
struct Joint {
  std::string name;
  JointKind kind = JointKind::revolute;
  std::string a = {}, b = {};
  std::optional<Vector> at = {};
  std::optional<Vector> point_a = {}, point_b = {};
  std::vector<Vector> along = {};
  std::string angles = {};  ///< an Euler sequence such as zxz in place of a quaternion
  bool closing = false;     ///< rows, even where it could carry its body
  std::optional<Expr> spring = {}, spring_from = {}, damping = {}, armature = {};
  std::optional<Expr> pitch = {}, radius = {}, length = {};
  std::optional<Expr> range_from = {}, range_to = {};  ///< contacts keep its coordinate in it
  Vector plane_normal = {0.0, 0.0, 1.0};  ///< of the plane that a wheel rolls on, in the axes of b
  Expr plane_height = 0.0;
  std::string first = {},
              second = {};  ///< the joints that a gear or a rack couples, in place of a and b
  std::optional<Expr> ratio = {}, offset = {};  ///< first = ratio second + offset
  Vector curve = {};                            ///< in the axes of b, of the coordinate `parameter`
  std::optional<Expr> parameter = {};

  bool is_drawn() const { return !point_a; }
  bool couples_joints() const { return kind == JointKind::gear || kind == JointKind::rack; }
  /// Whether it can be the joint that makes a body's coordinates.
  bool can_carry() const {
    return !closing && !couples_joints() && kind != JointKind::rod && kind != JointKind::rolling &&
           kind != JointKind::on_curve;
  }
};

/// Throws ModelError where something is missing that its kind of joint needs, or given that it does
/// not have.
void require_complete(const Joint& joint);
/// The same for its angles alone.
void require_angles(const Joint& joint);
/// The same for its range, in numbers.
void require_range(const Joint& joint, double from, double to);

}  // namespace alembert
