#include "draw/default_picture.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "symbol/differentiate.hpp"

namespace alembert {

namespace {

struct NamedPoint {
  std::string name;
  std::vector<NodeId> at;
};

std::vector<NamedPoint> particle_points(const System& system) {
  std::vector<NamedPoint> points;
  for (const Particle& particle : system.particles()) {
    NamedPoint point{particle.name, {}};
    for (const Expr& component : particle.at) point.at.push_back(component.in(system.graph()));
    points.push_back(point);
  }
  return points;
}

// x and y, or x, y and z, with a common ending are the place of one point
std::vector<NamedPoint> cartesian_points(const System& system) {
  std::vector<NamedPoint> points;
  for (const Coordinate& x : system.coordinates()) {
    if (x.name.front() != 'x') continue;
    const std::string ending = x.name.substr(1);
    const auto y = system.coordinate_index("y" + ending);
    if (!y) continue;
    NamedPoint point{"P" + ending, {x.q, system.coordinates()[*y].q}};
    if (const auto z = system.coordinate_index("z" + ending))
      point.at.push_back(system.coordinates()[*z].q);
    points.push_back(point);
  }
  return points;
}

// finds lines between points whose components are coordinates themselves
class RodFinder {
 public:
  RodFinder(const System& system, const std::vector<NamedPoint>& points)
      : system_(system), graph_(system.graph()), points_(points) {
    for (const Coordinate& x : system.coordinates()) all_.push_back(x.q);
  }

  std::optional<std::vector<std::vector<NodeId>>> rod(const Constraint& constraint) const {
    if (constraint.rows.size() != 1 || constraint.rows.front().level != Level::position)
      return std::nullopt;
    const NodeId residual = constraint.rows.front().residual;
    std::set<NodeId> touched;
    for (const Entry& entry : jacobian(graph_, {residual}, all_))
      touched.insert(all_[entry.column]);
    for (const NamedPoint& point : points_)
      if (touched == std::set(point.at.begin(), point.at.end())) {
        const auto centre = fixed_end(residual, point.at);
        if (!centre) return std::nullopt;
        return std::vector{*centre, point.at};
      }
    for (std::size_t i = 0; i < points_.size(); ++i)
      for (std::size_t j = i + 1; j < points_.size(); ++j) {
        std::set<NodeId> both(points_[i].at.begin(), points_[i].at.end());
        both.insert(points_[j].at.begin(), points_[j].at.end());
        if (touched == both && depends_on_difference(residual, points_[i].at, points_[j].at))
          return std::vector{points_[i].at, points_[j].at};
      }
    return std::nullopt;
  }

 private:
  // c of φ = k Σ (x_i − c_i)² + …: the second derivatives are one number times the unit matrix, and
  // the first vanish at c
  std::optional<std::vector<NodeId>> fixed_end(NodeId residual,
                                               const std::vector<NodeId>& at) const {
    const std::vector<NodeId> slopes = gradient(graph_, residual, at);
    const std::vector<Entry> curvature = jacobian(graph_, slopes, at);
    if (curvature.size() != at.size()) return std::nullopt;
    std::vector<Replacement> origin;
    for (const NodeId x : at) origin.push_back({x, graph_.zero()});
    const std::vector<NodeId> at_origin = substitute(graph_, slopes, origin);
    std::vector<NodeId> centre;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const Entry& entry = curvature[i];
      if (entry.row != entry.column || entry.value != curvature.front().value ||
          graph_.kinds(entry.value).has(Kind::coordinate))
        return std::nullopt;
      centre.push_back(graph_.make(Op::negate, graph_.make(Op::divide, at_origin[i], entry.value)));
    }
    return centre;
  }

  // moving both points together changes nothing, at a generic state
  bool depends_on_difference(NodeId residual, const std::vector<NodeId>& first,
                             const std::vector<NodeId>& second) const {
    if (first.size() != second.size()) return false;
    Assignment values = system_.parameter_values();
    values[system_.time().node()] = 0.37;
    double next = 0.61;
    for (const NodeId q : all_) values[q] = next += 0.43;
    const std::vector<double> here = evaluate(graph_, gradient(graph_, residual, first), values);
    const std::vector<double> there = evaluate(graph_, gradient(graph_, residual, second), values);
    // sums of a few numbers of size one lose far less than a thousand roundings
    constexpr double rounding = 1e-12;
    for (std::size_t i = 0; i < here.size(); ++i)
      if (!(std::fabs(here[i] + there[i]) <= rounding * (1 + std::fabs(here[i])))) return false;
    return true;
  }

  const System& system_;
  Graph& graph_;
  const std::vector<NamedPoint>& points_;
  std::vector<NodeId> all_;
};

}  // namespace

std::vector<Shape> default_picture(const Equations& equations) {
  const System& system = equations.system;
  std::vector<NamedPoint> points = particle_points(system);
  if (points.empty()) points = cartesian_points(system);

  std::vector<Shape> shapes;
  const RodFinder rods(system, points);
  for (const Constraint& constraint : system.constraints())
    if (const auto rod = rods.rod(constraint))
      shapes.push_back({Shape::What::line, constraint.name, *rod});
  for (const NamedPoint& point : points)
    shapes.push_back({Shape::What::path, point.name, {point.at}});
  for (const NamedPoint& point : points)
    shapes.push_back({Shape::What::point, point.name, {point.at}});
  return shapes;
}

}  // namespace alembert
