#include "report/staging.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "report/default_picture.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/evaluate.hpp"

namespace alembert {

namespace {

using Point = std::vector<NodeId>;

int dimension_of(const std::vector<Shape>& shapes) {
  const auto is_spatial = [](const Point& point) { return point.size() == 3; };
  const bool spatial = std::ranges::any_of(
      shapes, [&](const Shape& s) { return std::ranges::any_of(s.arguments, is_spatial); });
  return spatial ? 3 : 2;
}

class Planner {
 public:
  Planner(const Model& model, const Equations& equations)
      : equations_(equations), graph_(equations.graph()) {
    for (const Coordinate& x : equations.system.coordinates()) coordinates_.push_back(x.q);
    staging_.is_default = model.drawing.empty();
    shapes_ = staging_.is_default ? default_picture(equations) : model.drawing;
    staging_.dimension = dimension_of(shapes_);
  }

  Staging plan() {
    if (shapes_.empty())
      staging_.notes.push_back(
          "the model has no draw block, and its coordinates do not tell where anything is: nothing "
          "is drawn");
    for (const Shape& shape : shapes_) staging_.shapes.push_back(staged(shape));
    if (!shapes_.empty()) {
      find_points();
      // the numbers of the forces stand behind those of the formulas: all formulas first
      for (std::size_t c = 0; c < equations_.system.constraints().size(); ++c) plan_arrows(c);
      place_forces();
    } else {
      staging_.width = staging_.formulas.size();
    }
    return staging_;
  }

 private:
  NumberIndex number(NodeId formula) {
    const auto [place, is_new] = number_of_.try_emplace(formula, staging_.formulas.size());
    if (is_new) {
      const Kinds moving = Kind::coordinate | Kind::velocity | Kind::time;
      staging_.formulas.push_back(formula);
      staging_.is_fixed.push_back(!graph_.kinds(formula).has(moving));
    }
    return place->second;
  }

  Point padded(Point point) const {
    point.resize(static_cast<std::size_t>(staging_.dimension), graph_.zero());
    return point;
  }
  StagePoint numbers(const Point& point) {
    StagePoint places;
    for (const NodeId component : padded(point)) places.push_back(number(component));
    return places;
  }

  StageShape staged(const Shape& shape) {
    using enum Shape::What;
    const auto& arguments = shape.arguments;
    StageShape result{.what = shape.what, .name = shape.name, .points = {numbers(arguments[0])}};
    switch (shape.what) {
      case path:
        break;
      case line:
        for (std::size_t i = 1; i < arguments.size(); ++i)
          result.points.push_back(numbers(arguments[i]));
        break;
      case point:
      case sphere:
      case disk:
        if (arguments.size() > 1) result.radius = number(arguments[1][0]);
        // a disk that says nothing lies flat
        if (shape.what == disk && staging_.dimension == 3)
          result.normal =
              numbers(arguments.size() > 2 ? arguments[2]
                                           : Point{graph_.zero(), graph_.zero(), graph_.one()});
        break;
      case box:
        result.size = numbers(arguments[1]);
        if (arguments.size() > 2) result.angle = number(arguments[2][0]);
        break;
      case frame:
        for (std::size_t i = 1; i < arguments.size(); ++i)
          result.axes.push_back(numbers(arguments[i]));
        break;
    }
    return result;
  }

  // the points at which forces may be drawn, each once, and what is by itself a component of one
  void find_points() {
    for (const Particle& particle : equations_.system.particles()) {
      Point point;
      for (const Expr& component : particle.at) point.push_back(component.in(graph_));
      add_point(point);
    }
    carriers_ = points_.size();
    for (const Shape& shape : shapes_) {
      const std::size_t vertices = shape.what == Shape::What::line ? shape.arguments.size() : 1;
      for (std::size_t i = 0; i < vertices; ++i) add_point(shape.arguments[i]);
    }
    if (carriers_ == 0) carriers_ = points_.size();
    for (std::size_t p = 0; p < points_.size(); ++p) claim_components(p);
  }

  void add_point(const Point& point) {
    if (point.size() > static_cast<std::size_t>(staging_.dimension)) return;
    const Point whole = padded(point);
    if (std::ranges::find(points_, whole) != points_.end()) return;
    points_.push_back(whole);
    slopes_.push_back(jacobian(graph_, whole, coordinates_));
  }

  struct Component {
    std::size_t point, component;
  };

  // a component that moves exactly as a coordinate does takes its generalised force; of several points
  // the one takes it that has most such components, so that a force is drawn in one piece
  void claim_components(std::size_t p) {
    std::vector<std::size_t> entries(points_[p].size(), 0);
    for (const Entry& slope : slopes_[p]) ++entries[slope.row];
    std::vector<Entry> own;
    for (const Entry& slope : slopes_[p])
      if (entries[slope.row] == 1 && slope.value == graph_.one()) own.push_back(slope);
    own_components_.push_back(own.size());
    for (const Entry& slope : own) {
      const auto place = component_of_.find(slope.column);
      if (place == component_of_.end())
        component_of_.insert({slope.column, {p, slope.row}});
      else if (own_components_[place->second.point] < own.size())
        place->second = {p, slope.row};
    }
  }

  std::set<std::size_t> coordinates_of(std::size_t constraint) const {
    std::set<std::size_t> touched;
    for (const Entry& entry : equations_.A.entries)
      if (equations_.rows[entry.row].constraint == constraint) touched.insert(entry.column);
    for (const NonIdealForce& force : equations_.C)
      if (force.constraint == constraint)
        for (const CoordinateFormula& term : force.C) touched.insert(term.coordinate);
    return touched;
  }

  void plan_arrows(std::size_t constraint) {
    const std::set<std::size_t> touched = coordinates_of(constraint);
    const bool is_direct =
        std::ranges::any_of(touched, [&](std::size_t j) { return component_of_.contains(j); });
    std::vector<std::size_t> missing;
    if (is_direct)
      missing = draw_directly(constraint, touched);
    else
      missing = let_points_carry(constraint, touched);
    if (missing.empty()) return;
    std::string names;
    for (const std::size_t j : missing)
      names += (names.empty() ? "" : ", ") + equations_.system.coordinates()[j].name;
    staging_.notes.push_back(fmt::format("the generalised force of `{}` on {} is not drawn",
                                         equations_.system.constraints()[constraint].name, names));
  }

  // returns the coordinates whose forces no point shows
  std::vector<std::size_t> draw_directly(std::size_t constraint,
                                         const std::set<std::size_t>& touched) {
    std::vector<std::size_t> missing;
    std::map<std::size_t, std::size_t> arrow_at;  // by point
    for (const std::size_t j : touched) {
      const auto place = component_of_.find(j);
      if (place == component_of_.end()) {
        missing.push_back(j);
        continue;
      }
      const Component& own = place->second;
      const auto [arrow, is_new] = arrow_at.try_emplace(own.point, staging_.arrows.size());
      if (is_new) add_arrow(constraint, own.point);
      direct_.push_back({constraint, j, arrow->second, own.component});
    }
    return missing;
  }

  std::vector<std::size_t> let_points_carry(std::size_t constraint,
                                            const std::set<std::size_t>& touched) {
    CarriedForce force{constraint, {}, {}, {}};
    std::vector<std::size_t> carriers, missing;
    std::set<std::size_t> moved;
    for (std::size_t p = 0; p < carriers_; ++p) {
      for (const Entry& slope : slopes_[p]) {
        force.slopes.push_back({carriers.size(), slope.row, slope.column, number(slope.value)});
        moved.insert(slope.column);
      }
      if (!slopes_[p].empty()) carriers.push_back(p);
    }
    std::ranges::set_difference(touched, moved, std::back_inserter(missing));
    if (missing.size() == touched.size()) return missing;
    if (missing.empty() && !points_move_with(constraint, carriers))
      staging_.notes.push_back(fmt::format(
          "the force of `{}` is drawn in part: no forces on points do all of its virtual "
          "work",
          equations_.system.constraints()[constraint].name));
    first_carried_arrow_.push_back(staging_.arrows.size());
    for (const std::size_t p : carriers) add_arrow(constraint, p);
    force.ideal.resize(carriers.size());
    force.nonideal.resize(carriers.size());
    staging_.carried.push_back(force);
    return missing;
  }

  // whether Aᵀλ of a constraint is always some Σ J_kᵀF_k, seen at a state that nothing makes special
  bool points_move_with(std::size_t constraint, const std::vector<std::size_t>& carriers) const {
    std::vector<NodeId> formulas;
    std::vector<std::pair<std::size_t, std::size_t>> places;  // row or column, coordinate
    std::size_t width = 0;
    for (const std::size_t p : carriers) {
      for (const Entry& slope : slopes_[p]) {
        formulas.push_back(slope.value);
        places.emplace_back(width + slope.row, slope.column);
      }
      width += points_[p].size();
    }
    const std::size_t slopes = formulas.size();
    for (const Entry& entry : equations_.A.entries)
      if (equations_.rows[entry.row].constraint == constraint) {
        formulas.push_back(entry.value);
        places.emplace_back(entry.row, entry.column);
      }

    const std::vector<double> values = evaluate(graph_, formulas, generic_state());
    using Matrix = Eigen::MatrixXd;
    Matrix J = Matrix::Zero(index(coordinates_.size()), index(width));
    Matrix A = Matrix::Zero(index(coordinates_.size()), index(equations_.rows.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) return true;  // no such state: nothing is known
      (i < slopes ? J : A)(index(places[i].second), index(places[i].first)) = values[i];
    }
    const Matrix forces = Eigen::CompleteOrthogonalDecomposition<Matrix>(J).solve(A);
    // rounding leaves some 1e-15 of A, a direction that no point has leaves a good part of it
    return (J * forces - A).norm() <= 1e-8 * A.norm();
  }
  static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  Assignment generic_state() const {
    Assignment values = equations_.system.parameter_values();
    values[equations_.system.time().node()] = 0.37;
    double next = 0.61;
    for (const Coordinate& x : equations_.system.coordinates())
      for (const NodeId symbol : {x.q, x.v}) values[symbol] = std::fmod(next += 0.43, 1.7) - 0.4;
    return values;
  }

  void add_arrow(std::size_t constraint, std::size_t point) {
    staging_.arrows.push_back(
        {equations_.system.constraints()[constraint].name, numbers(points_[point]), {}, {}});
  }

  void place_forces() {
    staging_.width = staging_.formulas.size();
    const auto vector_of_numbers = [&] {
      StagePoint places;
      for (int i = 0; i < staging_.dimension; ++i) places.push_back(staging_.width++);
      return places;
    };
    for (StageArrow& arrow : staging_.arrows) {
      arrow.ideal = vector_of_numbers();
      arrow.nonideal = vector_of_numbers();
    }
    for (const DirectComponent& force : direct_) {
      const StageArrow& arrow = staging_.arrows[force.arrow];
      staging_.direct.push_back({force.constraint, force.coordinate, arrow.ideal[force.component],
                                 arrow.nonideal[force.component]});
    }
    for (std::size_t f = 0; f < staging_.carried.size(); ++f) {
      CarriedForce& force = staging_.carried[f];
      for (std::size_t k = 0; k < force.ideal.size(); ++k) {
        const StageArrow& arrow = staging_.arrows[first_carried_arrow_[f] + k];
        force.ideal[k] = arrow.ideal;
        force.nonideal[k] = arrow.nonideal;
      }
    }
  }

  struct DirectComponent {
    std::size_t constraint, coordinate, arrow, component;
  };

  const Equations& equations_;
  Graph& graph_;
  std::vector<NodeId> coordinates_;
  std::vector<Shape> shapes_;
  Staging staging_;
  std::unordered_map<NodeId, NumberIndex> number_of_;
  std::vector<Point> points_;                ///< particles first
  std::vector<std::vector<Entry>> slopes_;   ///< ∂P/∂q by point
  std::size_t carriers_ = 0;                 ///< the first so many points carry what none has alone
  std::vector<std::size_t> own_components_;  ///< by point: how many are coordinates by themselves
  std::unordered_map<std::size_t, Component> component_of_;  ///< by coordinate
  std::vector<DirectComponent> direct_;
  std::vector<std::size_t> first_carried_arrow_;  ///< by carried force
};

}  // namespace

Staging plan_staging(const Model& model, const Equations& equations) {
  return Planner(model, equations).plan();
}

}  // namespace alembert
