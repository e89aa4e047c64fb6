#pragma once
/// A rigid body as it is described: its mass, or the solids that give it one, and where it is
/// drawn.

#include <optional>
#include <string>
#include <vector>

#include "mechanics/choices.hpp"
#include "symbol/tensor.hpp"

namespace alembert {

/// A homogeneous solid that belongs to a body, in the body's axes.
struct Solid {
  enum class What { rod, box, cylinder, sphere, disk };
  What what = What::rod;
  Vector from = {}, to = {};                                 ///< the ends of a rod
  Vector size = {};                                          ///< the edges of a box
  std::optional<Expr> width = {}, radius = {}, height = {};  ///< a rod with neither is thin
  Vector along = {};                                         ///< the axis of a cylinder or a disk
};
template <>
inline constexpr auto choices<Solid::What> = std::to_array<NamedChoice<Solid::What>>({
    {Solid::What::rod, "rod", "rod (p) (q) radius r",
     "from p to q; with `width w` of square section, with neither thin"},
    {Solid::What::box, "box", "box (a, b, c)", "with these edges along the body's axes"},
    {Solid::What::cylinder, "cylinder", "cylinder r h along z", "of radius r and height h"},
    {Solid::What::sphere, "sphere", "sphere r", "of radius r"},
    {Solid::What::disk, "disk", "disk r along y", "thin, of radius r"},
});

/// A turn about an axis by an angle in radians.
struct Turn {
  Vector about;
  Expr angle;
};
/// The axes that turns make of those of the ground, one after the other, each about an axis of what
/// the ones before it have made; as columns.
Tensor axes_after(const std::vector<Turn>& turns);

/// Lengths are in the body's axes, which stand as those of the ground unless `at` and `turned` say
/// otherwise.
struct Body {
  std::string name;
  std::optional<Expr> mass = {};     ///< solids without density share it by volume
  std::optional<Expr> density = {};  ///< by volume; of disks by area, of thin rods by length
  std::optional<Vector> centre = {};
  /// About the centre: three principal moments, the six elements xx yy zz xy xz yz of the tensor
  /// (xy = −∫xy dm), or one number in the plane; empty where solids tell it, or where there is
  /// none.
  Vector inertia = {};
  std::vector<Turn> inertia_turned = {};  ///< of the axes of `inertia` against the body's
  std::vector<Solid> solids = {};
  Vector at = {0.0, 0.0, 0.0};    ///< the origin of the body's axes in the drawing
  std::vector<Turn> turned = {};  ///< the body's axes in the drawing
};

/// What the motion needs to know of a body.
struct MassProperties {
  Expr mass = 0.0;
  Vector centre = {0.0, 0.0, 0.0};
  Tensor inertia;  ///< about the centre, in the body's axes
};
/// Those of a body's own numbers where they are given, and of its solids. Throws ModelError where
/// neither tells them.
MassProperties mass_properties(const Body& body);

/// Throws ModelError where no body has these moments of inertia: each is at most the sum of the
/// other two.
void require_possible_inertia(const std::string& body,
                              const std::array<double, 6>& xx_yy_zz_xy_xz_yz);

}  // namespace alembert
