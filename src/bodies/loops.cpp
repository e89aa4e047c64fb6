// Joints between bodies that are carried already: rows close the loop, and those that hold by themselves are left out.

#include <fmt/format.h>

#include <cmath>

#include "bodies/parts.hpp"
#include "mechanics/model_error.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

namespace {

/// The axes and the origin of a link in those of a link that carries it.
struct Pose {
  Tensor R = Tensor::identity();
  Vector p{0.0, 0.0, 0.0};
};

Pose pose_in(const Parts& parts, std::size_t link, std::size_t ancestor) {
  std::vector<std::size_t> path;
  for (; link != ancestor; link = parts.links[link].parent) path.push_back(link);
  Pose pose;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    pose.p = pose.p + pose.R * parts.links[*step].d;
    pose.R = pose.R * parts.links[*step].E;
  }
  return pose;
}

// rows of directions hold as well where the axes point against each other
bool can_be_flipped(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic ||
         kind == JointKind::cylindrical || kind == JointKind::planar || kind == JointKind::weld;
}

// Rows that nothing in the tree can violate, such as the force across the plane of a planar loop: their gradient vanishes
// beside its terms at states taken at random.
std::vector<bool> hold_by_themselves(System& system, const std::vector<ClosingRow>& rows) {
  Graph& graph = system.graph();
  std::vector<NodeId> residuals, symbols;
  for (const ClosingRow& row : rows) residuals.push_back(system.closed(row.residual).in(graph));
  for (const Coordinate& x : system.coordinates()) symbols.push_back(x.q);
  const std::vector<Entry> gradient = jacobian(graph, residuals, symbols);
  std::vector<NodeId> formulas;
  for (const Entry& entry : gradient) formulas.push_back(entry.value);

  std::vector<bool> idle(rows.size(), true);
  constexpr double rounding = 1e-12;
  constexpr double golden = 0.6180339887498949;
  for (int state = 1; state <= 3; ++state) {
    Assignment values = system.parameter_values();
    values[system.time().node()] = 0.3 * state;
    for (std::size_t j = 0; j < symbols.size(); ++j) {
      const double spread = std::fmod(golden * static_cast<double>(j + 1) * state, 1.0);
      values[symbols[j]] = 2 * spread - 1;
    }
    const std::vector<double> numbers = evaluate(graph, formulas, values);
    const std::vector<double> sizes = sizes_of_terms(graph, formulas, values);
    for (std::size_t k = 0; k < gradient.size(); ++k)
      if (std::fabs(numbers[k]) > rounding * sizes[k]) idle[gradient[k].row] = false;
  }
  return idle;
}

// adds the rows that can be violated, and tells what the others would carry
std::vector<std::string> add_rows(Parts& parts, JointPlace& place,
                                  const std::vector<ClosingRow>& rows, const Tensor& axes) {
  const std::string& name = place.joint.name;
  System& system = parts.system;
  const std::vector<bool> idle = hold_by_themselves(system, rows);
  std::vector<Equation> equations;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!idle[i]) equations.push_back({rows[i].residual, Expr(0.0)});
  if (!equations.empty()) system.constraint(name, equations);
  std::size_t kept = 0;
  std::vector<std::string> idle_rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // what leaves the plane is nobody's business in a planar model
    if (idle[i] && parts.is_planar) continue;
    ClosingRow row = rows[i];
    row.direction = axes * row.direction;
    if (idle[i]) idle_rows.push_back(row.words);
    if (idle[i])
      row.multiplier = system.idle_multiplier(fmt::format("{}: {}", name, row.words), row.residual);
    else
      row.multiplier =
          system.total(equations.size() == 1 ? name : fmt::format("{}.{}", name, ++kept));
    place.rows.push_back(std::move(row));
  }
  return idle_rows;
}

// the point of the joint in the axes of both bodies
void find_points(const Parts& parts, JointPlace& place) {
  const Joint& joint = place.joint;
  if (!joint.is_drawn()) {
    place.point_a = parts.in_space(*joint.point_a);
    place.point_b = parts.in_space(*joint.point_b);
    return;
  }
  const Link &A = parts.links[place.a], &B = parts.links[place.b];
  if (!joint.at && joint.kind != JointKind::weld)
    throw ModelError(
        fmt::format("joint '{}' has no point", joint.name),
        "say where it is drawn: at (0, 0, 0), or name a point of each body: A(p) B(q)");
  const Vector point = joint.at ? parts.in_space(*joint.at) : B.body.at;
  place.point_a = A.drawn_point(point);
  place.point_b = B.drawn_point(point);
}

}  // namespace

std::size_t depth_of(const Parts& parts, std::size_t link) {
  std::size_t steps = 0;
  for (; link != Parts::ground; link = parts.links[link].parent) ++steps;
  return steps;
}

std::size_t common_link(const Parts& parts, std::size_t a, std::size_t b) {
  std::size_t depth_a = depth_of(parts, a), depth_b = depth_of(parts, b);
  for (; depth_a > depth_b; --depth_a) a = parts.links[a].parent;
  for (; depth_b > depth_a; --depth_b) b = parts.links[b].parent;
  for (; a != b; a = parts.links[a].parent) b = parts.links[b].parent;
  return a;
}

JointSides sides_of(const Parts& parts, const JointPlace& place) {
  const Link &A = parts.links[place.a], &B = parts.links[place.b];
  const std::size_t seen_from = common_link(parts, place.a, place.b);
  const Pose a = pose_in(parts, place.a, seen_from), b = pose_in(parts, place.b, seen_from);
  JointSides sides;
  sides.gap = b.p + b.R * (place.point_b - B.origin) - (a.p + a.R * (place.point_a - A.origin));
  const Joint& joint = place.joint;
  Vector n = parts.axis_of(joint, 0), e1, e2;
  if (joint.kind == JointKind::universal) {
    // e₁ and f₂ are its two axes
    e1 = n;
    e2 = parts.axis_of(joint, 1);
    n = unit(cross(e1, e2));
  } else {
    const Across frame = across(parts.system, n);
    e1 = frame.e1;
    e2 = frame.e2;
  }
  const auto in = [&](const Link& link, const Vector& axis) {
    return joint.is_drawn() ? link.drawn_axis(axis) : axis;
  };
  sides.e1 = a.R * in(A, e1);
  sides.e2 = a.R * in(A, e2);
  sides.e3 = a.R * in(A, n);
  sides.f1 = b.R * in(B, e1);
  sides.f2 = b.R * in(B, e2);
  sides.f3 = b.R * in(B, n);
  return sides;
}

void close_loop(Parts& parts, JointPlace& place) {
  const Joint& joint = place.joint;
  System& system = parts.system;
  find_points(parts, place);
  add_joint_forces(parts, place);
  if (joint.kind == JointKind::rod && !(parts.number(*joint.length) > 0))
    throw ModelError(fmt::format("the rod '{}' has no length", joint.name),
                     "two points that are one are held by a spherical joint");
  JointRecord record;
  if (joint.kind == JointKind::rolling) {
    close_by_rolling(parts, place);
    record.on = joint.a;
  } else {
    // from the nearest body that carries both, so that what carries that one does not stand in the rows
    const Tensor& axes = parts.links[common_link(parts, place.a, place.b)].R;
    const JointSides sides = sides_of(parts, place);
    if (can_be_flipped(joint.kind) && !parts.is_planar)
      record.facing = system.closed(dot(sides.e3, sides.f3)).in(system.graph());
    record.idle_rows = add_rows(parts, place, closing_rows(joint, sides), axes);
  }
  record.constraint = system.constraint_index(joint.name);
  parts.add_record(place, std::move(record));
}

}  // namespace alembert
