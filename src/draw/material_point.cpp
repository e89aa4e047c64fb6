#include "draw/material_point.hpp"

#include <map>
#include <set>

#include "symbol/expr.hpp"

namespace alembert {

namespace {

Vector vector_of(Graph& graph, const std::vector<NodeId>& components) {
  Vector result;
  for (const NodeId component : components) result.push_back(Expr(graph, component));
  return result;
}

// by coordinate: ∂r/∂q
std::map<std::size_t, Vector> slopes_of(const Equations& equations, const std::vector<NodeId>& r) {
  std::map<std::size_t, Vector> slopes;
  for (const Entry& entry : moving_point(equations, r).slopes) {
    Vector& slope = slopes.try_emplace(entry.column, r.size(), Expr(0)).first->second;
    slope[entry.row] = Expr(equations.graph(), entry.value);
  }
  return slopes;
}

Vector slope_at(const std::map<std::size_t, Vector>& slopes, std::size_t coordinate,
                std::size_t dimension) {
  const auto found = slopes.find(coordinate);
  return found == slopes.end() ? Vector(dimension, Expr(0)) : found->second;
}

}  // namespace

MovingPoint material_point(const Equations& equations, const TurningBody& body,
                           const std::vector<NodeId>& at) {
  Graph& graph = equations.graph();
  const std::size_t dimension = at.size();
  const Vector s = vector_of(graph, body.spoke), n = vector_of(graph, body.normal);
  Vector arm;
  for (std::size_t i = 0; i < dimension; ++i)
    arm.push_back(Expr(graph, at[i]) - Expr(graph, body.centre[i]));
  const auto centre = slopes_of(equations, body.centre), spoke = slopes_of(equations, body.spoke),
             normal = slopes_of(equations, body.normal);

  // the two parts of a velocity stay apart: where they cancel, their sizes tell what is rounding
  MovingPoint point{at, {}};
  const auto add = [&](std::size_t j, const Vector& part) {
    for (std::size_t i = 0; i < dimension; ++i)
      if (const NodeId slope = part[i].in(graph); slope != graph.zero())
        point.slopes.push_back(
            {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), slope});
  };
  for (const auto& [j, slope] : centre) add(j, slope);
  std::set<std::size_t> turning;
  for (const auto* turned : {&spoke, &normal})
    for (const auto& [j, slope] : *turned) turning.insert(j);
  for (const std::size_t j : turning) {
    const Vector ds = slope_at(spoke, j, dimension), dn = slope_at(normal, j, dimension);
    if (dimension == 2) {
      const Expr turn = s[0] * ds[1] - s[1] * ds[0];
      add(j, {-turn * arm[1], turn * arm[0]});
    } else {
      // ω = n × ṅ + (ω·n) n, and ω·n is how fast the spoke turns about n
      Vector omega = cross(n, dn);
      const Expr spin = dot(cross(n, s), ds);
      for (std::size_t i = 0; i < 3; ++i) omega[i] += spin * n[i];
      add(j, cross(omega, arm));
    }
  }
  return point;
}

}  // namespace alembert
