#include "draw/force_centres.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <optional>
#include <set>

namespace alembert {

namespace {

// the coordinates whose columns of ∂P/∂q never change
std::set<std::size_t> carriers(const Graph& graph, const MovingPoint& point) {
  std::set<std::size_t> fixed, changing;
  for (const Entry& slope : point.slopes) {
    const Kinds moving = Kind::coordinate | Kind::velocity | Kind::time;
    (graph.kinds(slope.value).has(moving) ? changing : fixed).insert(slope.column);
  }
  for (const std::size_t coordinate : changing) fixed.erase(coordinate);
  return fixed;
}

bool are_independent(const Equations& equations, const ForceCentre& centre) {
  std::vector<NodeId> formulas;
  for (const Entry& slope : centre.slopes) formulas.push_back(slope.value);
  const std::vector<double> values =
      evaluate(equations.graph(), formulas, equations.system.parameter_values());
  const auto columns = static_cast<Eigen::Index>(centre.movers.size());
  Eigen::MatrixXd slopes =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(centre.at.size()), columns);
  for (std::size_t e = 0; e < values.size(); ++e) {
    const auto place = std::ranges::find(centre.movers, centre.slopes[e].column);
    slopes(centre.slopes[e].row, place - centre.movers.begin()) = values[e];
  }
  if (!slopes.allFinite() || (slopes.colwise().norm().array() == 0).any()) return false;
  slopes.colwise().normalize();
  return Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(slopes).rank() == columns;
}

std::optional<ForceCentre> centre_of(const Equations& equations, const MovingPoint& point) {
  Graph& graph = equations.graph();
  const std::set<std::size_t> carrying = carriers(graph, point);
  if (carrying.empty()) return std::nullopt;
  ForceCentre centre{point.at, {}, {carrying.begin(), carrying.end()}};
  std::set<std::size_t> carried, turned;  // components
  for (const Entry& slope : point.slopes) {
    const bool carries = carrying.contains(slope.column);
    (carries ? carried : turned).insert(slope.row);
    if (carries) centre.slopes.push_back(slope);
  }
  if (!are_independent(equations, centre)) return std::nullopt;
  const bool is_itself = std::ranges::none_of(
      carried, [&](std::size_t component) { return turned.contains(component); });
  if (is_itself) return centre;
  for (const std::size_t component : turned) centre.at[component] = graph.zero();
  for (const std::size_t component : turned) {
    // where the point only turns, this component of the centre is not known
    if (!carried.contains(component)) return std::nullopt;
    for (const Entry& slope : centre.slopes)
      if (slope.row == component)
        centre.at[component] = graph.make(
            Op::add, centre.at[component],
            graph.make(Op::multiply, slope.value, equations.system.coordinates()[slope.column].q));
  }
  return centre;
}

}  // namespace

std::vector<ForceCentre> force_centres(const Equations& equations,
                                       const std::vector<MovingPoint>& points) {
  std::vector<ForceCentre> centres;
  for (const MovingPoint& point : points)
    if (std::optional<ForceCentre> centre = centre_of(equations, point))
      if (std::ranges::none_of(centres, [&](const ForceCentre& c) { return c.at == centre->at; }))
        centres.push_back(*std::move(centre));
  const auto is_point = [&](const ForceCentre& centre) {
    return std::ranges::any_of(points, [&](const MovingPoint& p) { return p.at == centre.at; });
  };
  std::ranges::stable_partition(centres, is_point);
  return centres;
}

}  // namespace alembert
