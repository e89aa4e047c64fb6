// Joints between bodies that are carried already: rows close the loop, and those that hold by
// themselves are left out.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/parts.hpp"
#include "mechanics/model_error.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

namespace {

// rows of directions hold as well where the axes point against each other
bool can_be_flipped(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic ||
         kind == JointKind::cylindrical || kind == JointKind::planar || kind == JointKind::weld ||
         kind == JointKind::screw;
}

// The joints of a loop without the one that closes it, and how fast the coordinates of each turn
// and shift the body that it carries, in its own axes.
class Path {
 public:
  Path(Parts& parts, const JointPlace& closing) : system_(parts.system) {
    const std::size_t common = common_link(parts, closing.a, closing.b);
    for (const auto& [end, point] :
         {std::pair{closing.a, closing.point_a}, {closing.b, closing.point_b}}) {
      add(arms_, {point - parts.links[end].origin});
      for (std::size_t link = end; link != common; link = parts.links[link].parent) {
        const Tensor& E = parts.links[link].E;
        std::vector<Vector> pose{parts.links[link].d};
        add(arms_, pose);
        for (std::size_t i = 0; i < 3; ++i) pose.push_back({E(i, 0), E(i, 1), E(i, 2)});
        add(poses_, pose);
      }
    }
    std::vector<NodeId> symbols;
    for (const Coordinate& x : system_.coordinates()) symbols.push_back(x.q);
    entries_ = jacobian(system_.graph(), poses_, symbols);
  }

  /// By coordinate, the largest slope that a row of forces and one of moments can have; nothing for
  /// coordinates that move no body of the loop.
  struct Slopes {
    std::vector<double> force, moment;
  };
  Slopes largest_slopes(const Assignment& values) const {
    const std::size_t n = system_.coordinates().size();
    Slopes slopes{std::vector<double>(n, 0), std::vector<double>(n, 0)};
    const auto evaluated = [&](const std::vector<NodeId>& formulas) {
      return evaluate(system_.graph(), formulas, values);
    };
    double reach = 0;
    for (const double x : evaluated(arms_)) reach += std::fabs(x);
    std::vector<NodeId> formulas;
    for (const Entry& entry : entries_) formulas.push_back(entry.value);
    const std::vector<double> numbers = evaluated(formulas);
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const bool is_shift = entries_[k].row % numbers_of_pose < 3;
      const double slope = std::fabs(numbers[k]);
      slopes.force[entries_[k].column] += is_shift ? slope : slope * reach;
      if (!is_shift) slopes.moment[entries_[k].column] += slope;
    }
    return slopes;
  }

 private:
  static constexpr std::size_t numbers_of_pose = 12;

  void add(std::vector<NodeId>& formulas, const std::vector<Vector>& vectors) {
    for (const Vector& vector : vectors)
      for (const Expr& x : vector) formulas.push_back(system_.closed(x).in(system_.graph()));
  }

  System& system_;
  std::vector<NodeId> arms_, poses_;
  std::vector<Entry> entries_;
};

// Rows that nothing in the tree can violate, such as the force across the plane of a planar loop:
// their gradient vanishes at states taken at random, beside what it can be at most, or beside its
// terms where that is not known, as of a curve. The terms of long products of rotations grow
// without bound.
std::vector<bool> hold_by_themselves(Parts& parts, const JointPlace& place,
                                     const std::vector<ClosingRow>& rows) {
  System& system = parts.system;
  Graph& graph = system.graph();
  const Path path(parts, place);
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
    const Path::Slopes largest = path.largest_slopes(values);
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const bool is_force = rows[gradient[k].row].what == ClosingRow::What::force;
      const double slope = (is_force ? largest.force : largest.moment)[gradient[k].column];
      // where constants are rounding, such as the cosine of a quarter of a turn, all terms may be
      const double size = slope > 0 ? slope : sizes[k];
      if (std::fabs(numbers[k]) > rounding * size) idle[gradient[k].row] = false;
    }
  }
  return idle;
}

// adds the rows that can be violated, and tells what the others would carry
std::vector<std::string> add_rows(Parts& parts, JointPlace& place,
                                  const std::vector<ClosingRow>& rows, const Tensor& axes) {
  const std::string& name = place.joint.name;
  System& system = parts.system;
  const std::vector<bool> idle = hold_by_themselves(parts, place, rows);
  std::vector<Equation> equations;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!idle[i]) equations.push_back({rows[i].residual, Expr(0.0)});
  if (!equations.empty()) system.constraint(name, equations);
  std::size_t kept = 0;
  std::vector<std::string> idle_rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // a planar model says nothing about what leaves the plane
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

// A curve of B has one coordinate of its own, which the joint does not share with others.
void require_curve(const Parts& parts, const Joint& joint) {
  System& system = parts.system;
  if (!joint.parameter || !system.coordinate_index(*joint.parameter))
    throw ModelError(fmt::format("the curve of joint '{}' has no coordinate", joint.name),
                     "write on_curve A(p) B (f(u)) u");
  std::vector<NodeId> components, symbols;
  for (const Expr& component : joint.curve) components.push_back(component.in(system.graph()));
  for (const Coordinate& x : system.coordinates()) symbols.push_back(x.q);
  const std::size_t u = *system.coordinate_index(*joint.parameter);
  bool is_curve = false;
  for (const Entry& entry : jacobian(system.graph(), components, symbols)) {
    if (entry.column != u)
      throw ModelError(fmt::format("the curve of joint '{}' depends on '{}'", joint.name,
                                   system.coordinates()[entry.column].name),
                       fmt::format("it is fixed in its body: a formula of '{}' and parameters",
                                   system.coordinates()[u].name));
    is_curve = true;
  }
  if (!is_curve)
    throw ModelError(fmt::format("the curve of joint '{}' does not depend on '{}'", joint.name,
                                 system.coordinates()[u].name),
                     "a point of one body on a point of another is a spherical joint");
}

// the point of the joint in the axes of both bodies
void find_points(const Parts& parts, JointPlace& place) {
  const Joint& joint = place.joint;
  if (joint.kind == JointKind::on_curve) {
    require_curve(parts, joint);
    place.point_a = parts.in_space(*joint.point_a);
    place.point_b = parts.in_space(joint.curve);
    place.motion.coordinates = {*parts.system.coordinate_index(*joint.parameter)};
    return;
  }
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

void close_loop(Parts& parts, JointPlace& place) {
  parts.at_work = place.joint.name;
  const Joint& joint = place.joint;
  System& system = parts.system;
  find_points(parts, place);
  if (joint.kind == JointKind::screw) {
    place.motion.coordinates = {system.coordinates().size()};
    const Expr turn = system.part_coordinate(joint.name, "");
    const NodeId zero = system.graph().zero();
    parts.drawn.push_back({turn.node(), zero, true});
    parts.drawn.push_back({rate(turn).node(), zero, true});
  }
  add_joint_forces(parts, place);
  if (joint.kind == JointKind::rod && !(parts.number(*joint.length) > 0))
    throw ModelError(fmt::format("the rod '{}' has no length", joint.name),
                     "two points that are one are held by a spherical joint");
  JointRecord record;
  if (joint.kind == JointKind::rolling) {
    close_by_rolling(parts, place);
    record.on = joint.a;
  } else {
    // from the nearest body that carries both, so that what carries that one does not stand in the
    // rows
    const Tensor& axes = parts.links[common_link(parts, place.a, place.b)].R;
    const JointSides sides = sides_of(parts, place);
    if (can_be_flipped(joint.kind) && !parts.is_planar) {
      Expr facing = dot(sides.e3, sides.f3);
      // θ may not be half a turn away from the turn of its body either
      if (sides.turn)
        facing =
            min(facing, dot(cos(*sides.turn) * sides.e1 + sin(*sides.turn) * sides.e2, sides.f1));
      record.facing = system.closed(facing).in(system.graph());
    }
    record.coordinates = place.motion.coordinates;
    record.idle_rows = add_rows(parts, place, closing_rows(joint, sides), axes);
  }
  record.constraint = system.constraint_index(joint.name);
  parts.add_record(place, std::move(record));
}

}  // namespace alembert
