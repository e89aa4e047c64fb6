// A wheel of radius r, or a ball, on a plane of B: touching is a row of positions, not slipping are
// two of velocities.

#include <fmt/format.h>

#include "bodies/parts.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

void close_by_rolling(Parts& parts, JointPlace& place) {
  const Joint& joint = place.joint;
  if (!joint.radius)
    throw ModelError(fmt::format("the wheel '{}' has no radius", joint.name), "add radius r");
  const Link &A = parts.links[place.a], &B = parts.links[place.b];
  const Vector k = unit(joint.plane_normal);
  const Across tangents = across(parts.system, k);
  const Tensor to_B = B.R.transposed();
  const Vector centre = to_B * (A.place(place.point_a) - B.p) + B.origin;
  // towards the plane, from the side on which the wheel is drawn
  const Vector drawn = B.drawn_point(A.body.at + A.axes * place.point_a);
  double height = -parts.number(joint.plane_height);
  for (std::size_t i = 0; i < 3; ++i) height += parts.number(k[i]) * parts.number(drawn[i]);
  const Expr down = (height < 0 ? 1.0 : -1.0) * *joint.radius;
  Vector d = down * k;
  if (!joint.along.empty()) {
    const Vector axis = parts.axis_of(joint, 0);
    const Vector n = to_B * (A.R * (joint.is_drawn() ? A.drawn_axis(axis) : axis));
    d = down * unit(k - dot(k, n) * n);
  }
  const Vector spin = to_B * (A.R * A.w - B.R * B.w);
  const Vector slip = rate(centre) + cross(spin, d);
  parts.system.constraint(joint.name,
                          std::vector<Equation>{{dot(k, centre + d), joint.plane_height},
                                                {dot(tangents.e1, slip), Expr(0.0)},
                                                {dot(tangents.e2, slip), Expr(0.0)}});
  place.contact = B.R * d;
  for (const Vector& direction : {k, tangents.e1, tangents.e2})
    place.rows.push_back(
        {ClosingRow::What::force,
         Expr(0.0),
         B.R * direction,
         parts.system.total(fmt::format("{}.{}", joint.name, place.rows.size() + 1)),
         {},
         0.0});
}

}  // namespace alembert
