#include "draw/scene_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "draw/default_picture.hpp"
#include "draw/force_centres.hpp"
#include "draw/material_point.hpp"
#include "draw/normalising.hpp"

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
    shapes_ = model.drawing;
    std::erase_if(shapes_, [](const Shape& shape) { return shape.what == Shape::What::up; });
    plan_.is_default = shapes_.empty();
    for (const JointRecord& joint : equations.system.joints()) {
      if (joint.constraint) of_joint_.insert(*joint.constraint);
      // the row that keeps its quaternion of unit length
      if (const auto unit = equations.system.constraint_index(joint.name + "_unit"))
        of_joint_.insert(*unit);
    }
    if (plan_.is_default) shapes_ = default_picture(equations);
    plan_.dimension = dimension_of(shapes_);
    if (plan_.dimension == 3) {
      std::vector<Point> drawn;
      for (const Shape& shape : shapes_) drawn.push_back(padded(shape.arguments.front()));
      plan_.up = upward(model, equations, drawn);
    }
  }

  ScenePlan plan() {
    if (shapes_.empty())
      plan_.notes.push_back(
          "the model has no draw block, and its coordinates do not tell where anything is: nothing "
          "is drawn");
    for (const Shape& shape : shapes_) plan_.shapes.push_back(scene(shape));
    if (!shapes_.empty()) {
      for (const JointRecord& joint : equations_.system.joints()) plan_joint(joint);
      // where the others act has to be searched for
      if (of_joint_.size() < equations_.system.constraints().size()) {
        find_points();
        plan_all_arrows();
      }
      place_forces();
    } else {
      plan_.width = plan_.formulas.size();
    }
    return plan_;
  }

 private:
  NumberIndex number(NodeId formula) {
    const auto [place, is_new] = number_of_.try_emplace(formula, plan_.formulas.size());
    if (is_new) {
      const Kinds moving = Kind::coordinate | Kind::velocity | Kind::time;
      plan_.formulas.push_back(formula);
      plan_.is_fixed.push_back(!graph_.kinds(formula).has(moving));
    }
    return place->second;
  }

  Point padded(Point point) const {
    point.resize(static_cast<std::size_t>(plan_.dimension), graph_.zero());
    return point;
  }
  ScenePoint numbers(const Point& point) {
    ScenePoint places;
    for (const NodeId component : padded(point)) places.push_back(number(component));
    return places;
  }

  SceneShape scene(const Shape& shape) {
    using enum Shape::What;
    const auto& arguments = shape.arguments;
    SceneShape result{.what = shape.what,
                      .name = shape.name,
                      .points = {numbers(arguments[0])},
                      .body = shape.body};
    switch (shape.what) {
      case path:
      case up:
        break;
      case line:
        for (std::size_t i = 1; i < arguments.size(); ++i)
          result.points.push_back(numbers(arguments[i]));
        break;
      case bar:
        result.points.push_back(numbers(arguments[1]));
        result.radius = number(arguments[2][0]);
        break;
      case ground:
        result.normal = numbers(arguments[1]);
        result.radius = number(arguments[2][0]);
        break;
      case point:
      case sphere:
      case ball:
      case disk:
        if (arguments.size() > 1) result.radius = number(arguments[1][0]);
        // a disk without a normal lies flat
        if (shape.what == disk && plan_.dimension == 3) result.normal = numbers(normal_of(shape));
        if (const auto spoke = spoke_of(shape)) result.spoke = numbers(*spoke);
        break;
      case box:
        result.size = numbers(arguments[1]);
        if (arguments.size() == 3)
          result.angle = number(arguments[2][0]);
        else
          for (std::size_t i = 2; i < arguments.size(); ++i)
            result.axes.push_back(numbers(arguments[i]));
        break;
      case ellipsoid:
      case frame:
        for (std::size_t i = 1; i < arguments.size(); ++i)
          result.axes.push_back(numbers(arguments[i]));
        break;
    }
    return result;
  }

  // in the plane there is no need for a normal: a vector of two components is the spoke
  static bool has_normal(const Shape& disk) {
    return disk.arguments.size() > 2 &&
           (disk.arguments[0].size() == 3 || disk.arguments[2].size() == 3);
  }
  Point normal_of(const Shape& disk) const {
    return has_normal(disk) ? padded(disk.arguments[2])
                            : Point{graph_.zero(), graph_.zero(), graph_.one()};
  }
  std::optional<Point> spoke_of(const Shape& disk) const {
    const std::size_t place = has_normal(disk) ? 3 : 2;
    if (disk.what != Shape::What::disk || disk.arguments.size() <= place) return std::nullopt;
    return padded(disk.arguments[place]);
  }

  void find_points() {
    for (const Particle& particle : equations_.system.particles()) {
      Point point;
      for (const Expr& component : particle.at) point.push_back(component.in(graph_));
      // a picture in the plane has no place for it
      if (point.size() <= static_cast<std::size_t>(plan_.dimension)) add_point(point);
    }
    for (const Shape& shape : shapes_) {
      const std::size_t vertices = shape.what == Shape::What::line  ? shape.arguments.size()
                                   : shape.what == Shape::What::bar ? 2
                                                                    : 1;
      for (std::size_t i = 0; i < vertices; ++i) add_point(shape.arguments[i]);
    }
    centres_ = force_centres(equations_, points_);
    for (std::size_t c = 0; c < centres_.size(); ++c)
      for (const std::size_t coordinate : centres_[c].movers) {
        const auto [place, is_new] = centre_of_.try_emplace(coordinate, c);
        // of several centres, the one whose force is drawn in the fewest pieces
        if (!is_new && centres_[place->second].movers.size() < centres_[c].movers.size())
          place->second = c;
      }
    add_joined_points();
    add_material_points();
  }

  // where wheels are touched: their material points at drawn points that move along with them
  void add_material_points() {
    const std::size_t places = points_.size();
    for (const Shape& shape : shapes_) {
      const std::optional<Point> spoke = spoke_of(shape);
      if (!spoke) continue;
      const Point centre = padded(shape.arguments[0]);
      const Point normal = plan_.dimension == 3 ? normal_of(shape) : Point();
      const std::set<std::size_t> carrying = movers_of(points_[*point_at(centre)]);
      for (std::size_t p = 0; p < places; ++p)
        if (points_[p].at != centre && has_common(movers_of(points_[p]), carrying))
          points_.push_back(
              material_point(equations_, {centre, normal, *spoke}, Point(points_[p].at)));
    }
  }

  static bool has_common(const std::set<std::size_t>& one, const std::set<std::size_t>& other) {
    return std::ranges::any_of(one, [&](std::size_t j) { return other.contains(j); });
  }

  static std::set<std::size_t> movers_of(const MovingPoint& point) {
    std::set<std::size_t> movers;
    for (const Entry& slope : point.slopes) movers.insert(slope.column);
    return movers;
  }

  std::optional<std::size_t> point_at(const Point& at) const {
    const auto place =
        std::ranges::find_if(points_, [&](const MovingPoint& p) { return p.at == at; });
    if (place == points_.end()) return std::nullopt;
    return static_cast<std::size_t>(place - points_.begin());
  }

  std::size_t add_point(const Point& point) {
    const Point whole = padded(point);
    if (const auto known = point_at(whole)) return *known;
    points_.push_back(moving_point(equations_, whole));
    return points_.size() - 1;
  }

  // a constraint that equates a drawn point with something joins it with the other side
  void add_joined_points() {
    const std::size_t seen = points_.size();
    for (const Constraint& constraint : equations_.system.constraints()) {
      joined_.emplace_back();
      if (constraint.rows.size() != static_cast<std::size_t>(plan_.dimension)) continue;
      Point left, right;
      for (const ConstraintRow& row : constraint.rows) {
        if (row.level != Level::position) break;
        left.push_back(row.left);
        right.push_back(row.right);
      }
      const auto is_seen = [&](const Point& at) { return point_at(at).value_or(seen) < seen; };
      if (left.size() == constraint.rows.size() && (is_seen(left) || is_seen(right)))
        joined_.back() = {add_point(left), add_point(right)};
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

  void plan_all_arrows() {
    const std::vector<bool> normalises = normalising_constraints(equations_);
    PointsOfAction search(equations_, points_, normalises);
    std::vector<std::string> without_force;
    for (std::size_t c = 0; c < normalises.size(); ++c)
      if (of_joint_.contains(c))
        continue;
      else if (normalises[c])
        without_force.push_back("`" + name_of_constraint(c) + "`");
      else
        plan_arrows(c, search);
    if (!without_force.empty())
      plan_.notes.push_back(fmt::format("{} only normalise{} coordinates: no force is drawn",
                                        fmt::join(without_force, ", "),
                                        without_force.size() == 1 ? "s" : ""));
  }

  // its reaction is known as a force and a moment at its point
  void plan_joint(const JointRecord& joint) {
    // none of a free joint; a picture in the plane has no place for one in space
    if (joint.force.size() != static_cast<std::size_t>(plan_.dimension)) return;
    arrows_of_.push_back({});
    plan_.arrows.push_back({joint.name,
                            numbers(joint.point),
                            {},
                            numbers({}),
                            joint.on,
                            ScenePoint(joint.moment.size())});
    for (std::size_t i = 0; i < joint.force.size(); ++i)
      watched_.push_back({joint.force[i], plan_.arrows.size() - 1, i});
    for (std::size_t i = 0; i < joint.moment.size(); ++i)
      watched_.push_back({joint.moment[i], plan_.arrows.size() - 1, joint.force.size() + i});
  }

  void plan_arrows(std::size_t constraint, PointsOfAction& search) {
    const std::set<std::size_t> touched = coordinates_of(constraint);
    // a body that moves freely in all directions needs no search; one on a rail may be pulled
    // sideways
    const bool is_free = std::ranges::all_of(touched, [&](std::size_t j) {
      const auto centre = centre_of_.find(j);
      return centre != centre_of_.end() &&
             centres_[centre->second].movers.size() == static_cast<std::size_t>(plan_.dimension);
    });
    if (is_free) {
      draw_resultant(constraint, touched, Parts{});
      return;
    }
    using enum PointsOfAction::Part;
    if (const auto place = point_of_action(constraint, whole, search)) {
      draw_where_it_acts(constraint, *place, Parts{});
      return;
    }
    const bool is_ideal = equations_.system.constraints()[constraint].nonideal.empty();
    if (const auto place = is_ideal ? std::nullopt : point_of_action(constraint, ideal, search)) {
      draw_where_it_acts(constraint, *place, Parts{.nonideal = false});
      draw_resultant(constraint, touched, Parts{.ideal = false});
      return;
    }
    draw_resultant(constraint, touched, Parts{});
  }

  std::optional<PointOfAction> point_of_action(std::size_t constraint, PointsOfAction::Part part,
                                               PointsOfAction& search) const {
    // the ground that a point is pinned to shows no force
    if (const auto& pair = joined_[constraint];
        pair && !points_[pair->first].slopes.empty() && !points_[pair->second].slopes.empty())
      if (const auto place = search.between(constraint, part, pair->first, pair->second))
        return place;
    return search.find(constraint, part);
  }

  // which parts of a reaction arrows show
  struct Parts {
    bool ideal = true, nonideal = true;
  };

  void draw_where_it_acts(std::size_t constraint, const PointOfAction& place, Parts parts) {
    SceneForce force{constraint, {}, place.movers, {}};
    add_slopes(force, points_[place.point].slopes, 1);
    std::vector<Point> at{points_[place.point].at};
    if (place.opposite) {
      add_slopes(force, points_[*place.opposite].slopes, -1);
      at.push_back(points_[*place.opposite].at);
    }
    add_force(force, at, parts);
  }

  void draw_at_centres(std::size_t constraint, const std::set<std::size_t>& touched, Parts parts) {
    std::map<std::size_t, std::vector<Mover>> movers;  // by centre
    for (const std::size_t j : touched)
      if (const auto centre = centre_of_.find(j); centre != centre_of_.end())
        for (const std::size_t mover : centres_[centre->second].movers)
          if (centre_of_.at(mover) == centre->second &&
              std::ranges::none_of(movers[centre->second],
                                   [&](const Mover& m) { return m.coordinate == mover; }))
            movers[centre->second].push_back({mover, slope_size(centres_[centre->second], mover)});
    for (const auto& [centre, moved] : movers) {
      SceneForce force{constraint, {}, moved, {}};
      add_slopes(force, centres_[centre].slopes, 1);
      add_force(force, {centres_[centre].at}, parts);
    }
  }

  double slope_size(const ForceCentre& centre, std::size_t mover) const {
    double size = 0;
    for (const Entry& slope : centre.slopes)
      if (slope.column == mover)
        size = std::max(
            size,
            std::fabs(
                evaluate(graph_, {slope.value}, equations_.system.parameter_values()).front()));
    return size;
  }

  void draw_resultant(std::size_t constraint, const std::set<std::size_t>& touched, Parts parts) {
    draw_at_centres(constraint, touched, parts);
    std::string missing;
    bool is_drawn = false;
    for (const std::size_t j : touched)
      if (centre_of_.contains(j))
        is_drawn = true;
      else
        missing += (missing.empty() ? "" : ", ") + equations_.system.coordinates()[j].name;
    if (missing.empty()) return;
    const std::string what = parts.ideal ? "force" : "non-ideal force";
    plan_.notes.push_back(
        is_drawn ? fmt::format("the {} of `{}` is drawn at the centre; its generalised force on {} "
                               "(on angles: its moment) is not drawn",
                               what, name_of_constraint(constraint), missing)
                 : fmt::format("the generalised {} of `{}` on {} is not drawn: it acts at no point "
                               "of the picture",
                               what, name_of_constraint(constraint), missing));
  }

  const std::string& name_of_constraint(std::size_t constraint) const {
    return equations_.system.constraints()[constraint].name;
  }

  void add_slopes(SceneForce& force, const std::vector<Entry>& slopes, double sign) {
    for (const Entry& slope : slopes)
      for (std::size_t j = 0; j < force.movers.size(); ++j)
        if (force.movers[j].coordinate == slope.column)
          force.slopes.push_back({slope.row, j, sign, number(slope.value)});
  }

  // the second of two points gets the opposite force
  void add_force(SceneForce force, const std::vector<Point>& at, Parts parts) {
    for (const Point& point : at) {
      arrows_of_.push_back({plan_.forces.size(), force.targets.size(), parts});
      force.targets.push_back({{}, {}, force.targets.empty() ? 1.0 : -1.0});
      plan_.arrows.push_back({name_of_constraint(force.constraint), numbers(point), {}, {}});
    }
    plan_.forces.push_back(std::move(force));
  }

  // the numbers of the forces stand behind those of the formulas
  void place_forces() {
    plan_.width = plan_.formulas.size();
    const auto vector_of_numbers = [&] {
      ScenePoint places;
      for (int i = 0; i < plan_.dimension; ++i) places.push_back(plan_.width++);
      return places;
    };
    for (std::size_t a = 0; a < plan_.arrows.size(); ++a) {
      SceneArrow& arrow = plan_.arrows[a];
      arrow.ideal = vector_of_numbers();
      if (!arrow.on.empty()) {
        for (NumberIndex& component : arrow.moment) component = plan_.width++;
        continue;
      }
      arrow.nonideal = vector_of_numbers();
      SceneForce::Target& target = plan_.forces[arrows_of_[a].force].targets[arrows_of_[a].target];
      if (arrows_of_[a].parts.ideal) target.ideal = arrow.ideal;
      if (arrows_of_[a].parts.nonideal) target.nonideal = arrow.nonideal;
    }
    for (const WatchOf& watch : watched_) {
      const SceneArrow& arrow = plan_.arrows[watch.arrow];
      const std::size_t dimension = arrow.ideal.size(), i = watch.component;
      plan_.watched.push_back(
          {watch.watch, i < dimension ? arrow.ideal[i] : arrow.moment[i - dimension]});
    }
  }

  struct ArrowOf {
    std::size_t force = 0, target = 0;
    Parts parts = {};
  };
  // a watch that is a component of the force of a joint, or of the moment behind it
  struct WatchOf {
    std::size_t watch, arrow, component;
  };

  const Equations& equations_;
  Graph& graph_;
  std::vector<Shape> shapes_;
  ScenePlan plan_;
  std::unordered_map<NodeId, NumberIndex> number_of_;
  std::vector<MovingPoint> points_;  ///< particles, what is drawn, what constraints join with these
  std::vector<ForceCentre> centres_;
  std::unordered_map<std::size_t, std::size_t> centre_of_;                  ///< by coordinate
  std::vector<std::optional<std::pair<std::size_t, std::size_t>>> joined_;  ///< by constraint
  std::set<std::size_t> of_joint_;  ///< constraints whose forces are those of joints
  std::vector<WatchOf> watched_;
  std::vector<ArrowOf> arrows_of_;  ///< by arrow
};

}  // namespace

ScenePlan plan_scene(const Model& model, const Equations& equations) {
  return Planner(model, equations).plan();
}

}  // namespace alembert
