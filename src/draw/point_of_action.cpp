#include "draw/point_of_action.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace alembert {

namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXd;

// equal numbers differ by less than this after rounding, even in sums of many terms; others by far
// more
constexpr double rounding = 1e-9;

Index index(std::size_t i) { return static_cast<Index>(i); }

Index rank_of(const Matrix& matrix) {
  if (matrix.size() == 0) return 0;
  Eigen::ColPivHouseholderQR<Matrix> factors;
  factors.setThreshold(rounding);
  return factors.compute(matrix).rank();
}

// whether columns keep their directions from state to state
bool have_fixed_directions(const std::vector<Matrix>& by_state) {
  const Matrix& first = by_state.front();
  return std::ranges::all_of(by_state, [&](const Matrix& other) {
    for (Index c = 0; c < first.cols(); ++c) {
      const double along = std::fabs(first.col(c).dot(other.col(c)));
      if (along < (1 - rounding) * first.col(c).norm() * other.col(c).norm()) return false;
    }
    return true;
  });
}

}  // namespace

MovingPoint moving_point(const Equations& equations, const std::vector<NodeId>& at) {
  std::vector<NodeId> coordinates;
  for (const Coordinate& x : equations.system.coordinates()) coordinates.push_back(x.q);
  return {at, jacobian(equations.graph(), at, coordinates)};
}

// directions of the generalised force: one per row of the constraint, and one of C
struct PointsOfAction::Force {
  std::size_t constraint = 0;
  std::size_t columns = 0;
  std::vector<std::map<std::size_t, std::vector<double>>> by_state;  // coordinate, column
  std::vector<std::size_t> coordinates;  // on which it acts at some state
};

struct PointsOfAction::Lever {
  std::size_t point;
  std::optional<std::size_t> opposite;
  std::vector<Mover> movers;
  std::map<std::size_t, double> still;  // coordinates whose parts cancel, with the size of these
  std::vector<Matrix> slopes;  // by state: coordinates by moving components, divided by their sizes
};

PointsOfAction::PointsOfAction(const Equations& equations, const std::vector<MovingPoint>& points,
                               const std::vector<bool>& normalises)
    : equations_(equations),
      generic_(equations),
      points_(points),
      normalises_(normalises),
      moved_by_(equations.system.coordinates().size()) {
  std::vector<NodeId> formulas;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    first_slope_.push_back(formulas.size());
    for (const Entry& slope : points_[p].slopes) {
      formulas.push_back(slope.value);
      std::vector<std::size_t>& moved = moved_by_[slope.column];
      if (moved.empty() || moved.back() != p) moved.push_back(p);
    }
  }
  first_row_ = formulas.size();
  for (const Entry& entry : equations.A.entries) formulas.push_back(entry.value);
  first_nonideal_ = formulas.size();
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C) formulas.push_back(term.formula);
  values_ = generic_.values(formulas);
}

PointsOfAction::Force PointsOfAction::force_of(std::size_t constraint, Part part) const {
  Force force;
  force.constraint = constraint;
  force.by_state.resize(values_.size());
  std::map<std::size_t, std::size_t> column_of;  // by row
  for (const Entry& entry : equations_.A.entries)
    if (equations_.rows[entry.row].constraint == constraint)
      column_of.try_emplace(entry.row, column_of.size());
  const std::size_t nonideal = column_of.size();
  force.columns = nonideal + (part == Part::whole ? 1 : 0);
  std::set<std::size_t> touched;
  const auto put = [&](std::size_t coordinate, std::size_t column, std::size_t formula) {
    for (std::size_t s = 0; s < values_.size(); ++s) {
      const double value = values_[s][formula];
      if (value == 0) continue;
      std::vector<double>& numbers = force.by_state[s][coordinate];
      numbers.resize(force.columns, 0.0);
      numbers[column] += value;
      touched.insert(coordinate);
    }
  };
  for (std::size_t e = 0; e < equations_.A.entries.size(); ++e) {
    const Entry& entry = equations_.A.entries[e];
    if (equations_.rows[entry.row].constraint == constraint)
      put(entry.column, column_of.at(entry.row), first_row_ + e);
  }
  std::size_t next = first_nonideal_;
  for (const NonIdealForce& law : equations_.C)
    for (const CoordinateFormula& term : law.C) {
      if (law.constraint == constraint && part == Part::whole) put(term.coordinate, nonideal, next);
      ++next;
    }
  force.coordinates.assign(touched.begin(), touched.end());
  return force;
}

PointsOfAction::Lever PointsOfAction::lever(std::size_t point,
                                            std::optional<std::size_t> opposite) const {
  const std::size_t dimension = points_[point].at.size();
  Lever lever{point, opposite, {}, {}, {}};
  // coordinate to components, and to the size of what was added up there
  std::vector<std::map<std::size_t, std::vector<double>>> sums(values_.size()), terms(sums);
  const auto add = [&](std::size_t p, double sign) {
    for (std::size_t s = 0; s < values_.size(); ++s)
      for (std::size_t e = 0; e < points_[p].slopes.size(); ++e) {
        const Entry& slope = points_[p].slopes[e];
        const double value = values_[s][first_slope_[p] + e];
        for (auto* table : {&sums, &terms}) (*table)[s][slope.column].resize(dimension, 0.0);
        sums[s][slope.column][slope.row] += sign * value;
        terms[s][slope.column][slope.row] += std::fabs(value);
      }
  };
  add(point, 1);
  if (opposite) add(*opposite, -1);

  std::map<std::size_t, double> sizes;
  std::set<std::size_t> moving;  // components
  for (std::size_t s = 0; s < values_.size(); ++s)
    for (auto& [coordinate, components] : sums[s]) {
      const double size = std::ranges::max(terms[s][coordinate]);
      lever.still[coordinate] = std::max(lever.still[coordinate], size);
      for (std::size_t i = 0; i < dimension; ++i) {
        // points that a coordinate moves alike, and what a turn across leaves along its axis
        if (std::fabs(components[i]) <= rounding * size) components[i] = 0;
        if (components[i] == 0) continue;
        sizes[coordinate] = std::max(sizes[coordinate], std::fabs(components[i]));
        moving.insert(i);
      }
    }
  for (const auto& [coordinate, size] : sizes) {
    lever.movers.push_back({coordinate, size});
    lever.still.erase(coordinate);
  }
  const std::vector<std::size_t> components(moving.begin(), moving.end());
  for (std::size_t s = 0; s < values_.size(); ++s) {
    Matrix slopes = Matrix::Zero(index(lever.movers.size()), index(components.size()));
    for (std::size_t j = 0; j < lever.movers.size(); ++j)
      for (std::size_t i = 0; i < components.size(); ++i)
        slopes(index(j), index(i)) =
            sums[s][lever.movers[j].coordinate][components[i]] / lever.movers[j].size;
    lever.slopes.push_back(std::move(slopes));
  }
  return lever;
}

std::optional<PointOfAction> PointsOfAction::find(std::size_t constraint, Part part) {
  const Force force = force_of(constraint, part);
  if (force.coordinates.empty()) return std::nullopt;
  if (const auto point = first_that_acts(single_points(force), force)) return point;
  return first_that_acts(pairs(force), force);
}

std::optional<PointOfAction> PointsOfAction::between(std::size_t constraint, Part part,
                                                     std::size_t point, std::size_t opposite) {
  const Force force = force_of(constraint, part);
  if (force.coordinates.empty()) return std::nullopt;
  return first_that_acts({lever(point, opposite)}, force);
}

std::vector<PointsOfAction::Lever> PointsOfAction::single_points(const Force& force) const {
  std::vector<Lever> levers;
  for (const std::size_t p : moved_by_[force.coordinates.front()]) levers.push_back(lever(p, {}));
  return levers;
}

std::vector<PointsOfAction::Lever> PointsOfAction::pairs(const Force& force) const {
  const auto is_moved = [&](std::size_t p, std::size_t coordinate) {
    return std::ranges::binary_search(moved_by_[coordinate], p);
  };
  std::vector<Lever> levers;
  std::set<std::pair<std::size_t, std::size_t>> tried;
  for (const std::size_t p : moved_by_[force.coordinates.front()]) {
    // the other moves with the coordinates that are missing here; if none is, it must at least
    // share one
    std::set<std::size_t> partners;
    const auto missing = std::ranges::find_if(
        force.coordinates, [&](std::size_t coordinate) { return !is_moved(p, coordinate); });
    if (missing != force.coordinates.end())
      partners.insert(moved_by_[*missing].begin(), moved_by_[*missing].end());
    else
      for (const Entry& slope : points_[p].slopes)
        partners.insert(moved_by_[slope.column].begin(), moved_by_[slope.column].end());
    for (const std::size_t partner : partners)
      if (partner != p && tried.insert(std::minmax(p, partner)).second &&
          std::ranges::all_of(force.coordinates, [&](std::size_t coordinate) {
            return is_moved(p, coordinate) || is_moved(partner, coordinate);
          }))
        levers.push_back(lever(std::min(p, partner), std::max(p, partner)));
  }
  return levers;
}

std::optional<PointOfAction> PointsOfAction::first_that_acts(std::vector<Lever> levers,
                                                             const Force& force) {
  if (values_.empty()) return std::nullopt;
  std::ranges::stable_sort(levers, [](const Lever& one, const Lever& other) {
    const auto size = [](const Lever& lever) {
      return std::pair(lever.movers.size(), lever.slopes.front().cols());
    };
    return size(one) < size(other);
  });
  for (const Lever& lever : levers)
    if (acts(lever, force)) return PointOfAction{lever.point, lever.opposite, lever.movers};
  return std::nullopt;
}

bool PointsOfAction::acts(const Lever& lever, const Force& force) {
  const auto movers = lever.movers.size();
  if (movers == 0) return false;
  std::map<std::size_t, std::size_t> place;  // by coordinate
  for (std::size_t j = 0; j < movers; ++j) place[lever.movers[j].coordinate] = j;
  if (!std::ranges::all_of(force.coordinates, [&](std::size_t coordinate) {
        return place.contains(coordinate) || lever.still.contains(coordinate);
      }))
    return false;
  std::vector<Matrix> forces;
  Index freedoms = 0;
  for (std::size_t s = 0; s < values_.size(); ++s) {
    Matrix generalised = Matrix::Zero(index(movers), index(force.columns));
    Eigen::VectorXd elsewhere = Eigen::VectorXd::Zero(index(force.columns));
    for (const auto& [coordinate, columns] : force.by_state[s])
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (const auto still = lever.still.find(coordinate); still != lever.still.end())
          elsewhere[index(c)] =
              std::max(elsewhere[index(c)], std::fabs(columns[c]) / still->second);
        else
          generalised(index(place[coordinate]), index(c)) =
              columns[c] / lever.movers[place[coordinate]].size;
    // a component along which the point cannot move would be arbitrary
    const Matrix fixed = lengths(lever, s);
    Matrix all(index(movers), lever.slopes[s].cols() + fixed.cols());
    all << lever.slopes[s], fixed;
    if (rank_of(all) < all.cols()) return false;
    freedoms = index(movers) - fixed.cols();
    forces.push_back(Eigen::ColPivHouseholderQR<Matrix>(lever.slopes[s]).solve(generalised));
    const Matrix miss = lever.slopes[s] * forces.back() - generalised;
    for (Index c = 0; c < miss.cols(); ++c)
      if (!(std::max(miss.col(c).cwiseAbs().maxCoeff(), elsewhere[c]) <=
            rounding * forces.back().col(c).norm()))
        return false;
  }
  if (lever.slopes.front().cols() < freedoms) return true;
  return have_fixed_directions(forces) || is_formula_of(lever, force) || has_all_inertia(lever);
}

// gradients of the lengths that are normalised, one per column
Matrix PointsOfAction::lengths(const Lever& lever, std::size_t state) const {
  std::map<std::size_t, Eigen::VectorXd> columns;  // by row
  for (std::size_t e = 0; e < equations_.A.entries.size(); ++e) {
    const Entry& entry = equations_.A.entries[e];
    if (!normalises_[equations_.rows[entry.row].constraint]) continue;
    for (std::size_t j = 0; j < lever.movers.size(); ++j)
      if (lever.movers[j].coordinate == entry.column) {
        auto [column, is_new] = columns.try_emplace(entry.row);
        if (is_new) column->second = Eigen::VectorXd::Zero(index(lever.movers.size()));
        column->second[index(j)] = values_[state][first_row_ + e] / lever.movers[j].size;
      }
  }
  Matrix result(index(lever.movers.size()), index(columns.size()));
  Index next = 0;
  for (const auto& [row, column] : columns) result.col(next++) = column;
  return result;
}

// whether all rows see the coordinates through the points alone
bool PointsOfAction::is_formula_of(const Lever& lever, const Force& force) const {
  Graph& graph = equations_.graph();
  std::set<NodeId> seen;
  for (const std::size_t p : {lever.point, lever.opposite.value_or(lever.point)}) {
    seen.insert(points_[p].at.begin(), points_[p].at.end());
    const std::vector<NodeId> velocity = time_derivative(graph, points_[p].at);
    seen.insert(velocity.begin(), velocity.end());
  }
  std::vector<NodeId> next;
  const auto visit = [&](NodeId node) {
    if (graph.kinds(node).has(Kind::coordinate | Kind::velocity) && seen.insert(node).second)
      next.push_back(node);
  };
  for (const EquationRow& row : equations_.rows)
    if (row.constraint == force.constraint) visit(row.residual);
  while (!next.empty()) {
    const NodeId node = next.back();
    next.pop_back();
    const int operands = operand_count(graph.op(node));
    if (operands == 0) return false;
    visit(graph.a(node));
    if (operands >= 2) visit(graph.b(node));
    if (operands >= 3) visit(graph.c(node));
  }
  return true;
}

// M = m JᵀJ on the coordinates that move the point, with one mass m at all states
bool PointsOfAction::has_all_inertia(const Lever& lever) {
  std::map<std::size_t, std::size_t> place;
  for (std::size_t j = 0; j < lever.movers.size(); ++j) place[lever.movers[j].coordinate] = j;
  std::vector<Entry> entries;
  std::vector<NodeId> formulas;
  const auto add_slopes = [&](std::size_t p) {
    for (const Entry& slope : points_[p].slopes) formulas.push_back(slope.value);
  };
  for (const Entry& entry : equations_.M.entries)
    if (place.contains(entry.row) && place.contains(entry.column)) {
      entries.push_back(entry);
      formulas.push_back(entry.value);
    }
  // both at the same states
  add_slopes(lever.point);
  if (lever.opposite) add_slopes(*lever.opposite);
  const auto n = index(lever.movers.size());
  std::optional<double> mass;
  const std::vector<FormulaValues> states = generic_.values(formulas);
  for (const FormulaValues& values : states) {
    Matrix M = Matrix::Zero(n, n), J = Matrix::Zero(index(points_[lever.point].at.size()), n);
    std::size_t next = 0;
    for (const Entry& entry : entries)
      M(index(place[entry.row]), index(place[entry.column])) =
          values[next++] / lever.movers[place[entry.row]].size /
          lever.movers[place[entry.column]].size;
    const auto put_slopes = [&](std::size_t p, double sign) {
      for (const Entry& slope : points_[p].slopes) {
        const double value = values[next++];
        if (place.contains(slope.column))
          J(slope.row, index(place[slope.column])) +=
              sign * value / lever.movers[place[slope.column]].size;
      }
    };
    put_slopes(lever.point, 1);
    if (lever.opposite) put_slopes(*lever.opposite, -1);
    const Matrix JJ = J.transpose() * J;
    const double m = M.cwiseProduct(JJ).sum() / JJ.squaredNorm();
    if (!(m > 0) || !((M - m * JJ).norm() <= rounding * M.norm())) return false;
    if (!mass) mass = m;
    if (!(std::fabs(m - *mass) <= rounding * std::fabs(m))) return false;
  }
  return !states.empty();
}

}  // namespace alembert
