// What bodies and joints look like where a model draws nothing of its own.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bodies/parts.hpp"

namespace alembert {

namespace {

// sizes of what has none of its own, in parts of the extent of the drawing
constexpr double thin_bar = 0.009, heaviest_dot = 0.035;
constexpr double pin_radius = 0.014, pin_length = 0.055;
constexpr double rail_radius = 0.005, rail_length = 0.24;  // of a slide in the plane
constexpr double sleeve_radius = 0.021, sleeve_length = 0.09, ball_radius = 0.02;
constexpr double ground_size = 0.08, spring_radius = 0.02;
constexpr int spring_turns = 12;
// the pins of two bodies that meet stand out of both of them
constexpr double beyond_the_bar = 1.5;

class MechanismPicture {
 public:
  explicit MechanismPicture(const Parts& parts)
      : parts_(parts), system_(parts.system), links_(parts.links), joints_(parts.joints) {}

  std::vector<Shape> draw() {
    find_up();
    measure();
    for (body_ = 1; body_ < links_.size(); ++body_) {
      const Link& link = links_[body_];
      for (const Solid& solid : link.body.solids) add_solid(link, solid);
      if (link.body.solids.empty()) add_spokes(link);
    }
    body_ = 0;
    for (const JointPlace& joint : joints_) add_joint(joint);
    for (const Spring& spring : parts_.springs) add_spring(spring);
    if (!parts_.is_planar && parts_.gravity) shapes_.push_back({Shape::What::up, "", {nodes(up_)}});
    return std::move(shapes_);
  }

 private:
  using Argument = std::vector<NodeId>;
  using Numbers = std::array<double, 3>;

  // zero for what is no constant
  double number(const Expr& constant) const {
    Graph& graph = system_.graph();
    const NodeId node = system_.closed(constant).in(graph);
    const Kinds moving = Kind::coordinate | Kind::velocity | Kind::time;
    if (graph.kinds(node).has(moving)) return 0;
    return evaluate(graph, {node}, system_.parameter_values()).front();
  }
  Numbers numbers(const Vector& vector) const {
    return {number(vector[0]), number(vector[1]), number(vector[2])};
  }

  Argument nodes(const Vector& vector) {
    Argument result;
    for (const Expr& component : parts_.shown(vector))
      result.push_back(system_.closed(component).in(system_.graph()));
    return result;
  }
  Argument node(const Expr& number) { return {system_.closed(number).in(system_.graph())}; }
  Argument place(const Link& link, const Vector& point) { return nodes(link.place(point)); }
  Argument direction(const Link& link, const Vector& vector) { return nodes(link.R * vector); }

  void add(Shape::What what, const std::string& name, std::vector<Argument> arguments) {
    Shape shape{what, name, std::move(arguments)};
    if (body_ > 0) shape.body = body_ - 1;
    shapes_.push_back(std::move(shape));
  }
  void add_bar(const Link& link, const std::string& name, const Vector& from, const Vector& to,
               const Expr& radius) {
    add(Shape::What::bar, name, {place(link, from), place(link, to), node(radius)});
  }

  // gears and racks have no point in a body, and a curve has many
  static bool is_fixed_in_a(const JointPlace& joint) { return !joint.joint.couples_joints(); }
  static bool is_fixed_in_b(const JointPlace& joint) {
    return is_fixed_in_a(joint) && joint.joint.kind != JointKind::on_curve;
  }

  // against gravity, along y in the plane where there is none
  void find_up() {
    up_ = parts_.is_planar ? Vector{0.0, 1.0, 0.0} : Vector{0.0, 0.0, 1.0};
    if (!parts_.gravity) return;
    const Numbers g = numbers(*parts_.gravity);
    const double size = std::hypot(g[0], g[1], g[2]);
    if (size > 0) up_ = {-g[0] / size, -g[1] / size, -g[2] / size};
  }

  // the extent of joints, centres and solids where they are drawn
  void measure() {
    std::optional<std::pair<Numbers, Numbers>> box;
    const auto include = [&](const Link& link, const Vector& point, double radius) {
      const Numbers at = numbers(link.body.at + link.axes * point);
      if (!box) box.emplace(at, at);
      for (std::size_t i = 0; i < 3; ++i) {
        box->first[i] = std::min(box->first[i], at[i] - radius);
        box->second[i] = std::max(box->second[i], at[i] + radius);
      }
    };
    for (const JointPlace& joint : joints_) {
      if (is_fixed_in_a(joint)) include(links_[joint.a], joint.point_a, 0);
      if (is_fixed_in_b(joint)) include(links_[joint.b], joint.point_b, 0);
    }
    for (std::size_t k = 1; k < links_.size(); ++k) {
      const Link& link = links_[k];
      const Vector centre = link.body.centre.value_or(Vector{0.0, 0.0, 0.0});
      for (const Solid& solid : link.body.solids) {
        if (solid.what == Solid::What::rod) {
          include(link, solid.from, 0);
          include(link, solid.to, 0);
        } else if (solid.what == Solid::What::box) {
          double half = 0;
          for (const Expr& edge : solid.size) half = std::max(half, number(edge) / 2);
          include(link, centre, half);
        } else {
          include(link, centre, number(*solid.radius));
        }
      }
      if (number(link.mass.mass) > 0) include(link, link.mass.centre, 0);
      heaviest_ = std::max(heaviest_, number(link.mass.mass));
    }
    extent_ = 0;
    if (box)
      for (std::size_t i = 0; i < 3; ++i)
        extent_ = std::max(extent_, box->second[i] - box->first[i]);
    if (!(extent_ > 0)) extent_ = 1;
  }

  void add_solid(const Link& link, const Solid& solid) {
    const std::string& name = link.body.name;
    const Vector centre = link.body.centre.value_or(Vector{0.0, 0.0, 0.0});
    switch (solid.what) {
      case Solid::What::rod:
        if (solid.radius) return add_bar(link, name, solid.from, solid.to, *solid.radius);
        if (solid.width && !parts_.is_planar) return add_square_rod(link, solid);
        return add_bar(link, name, solid.from, solid.to,
                       solid.width ? 0.5 * *solid.width : Expr(thin_bar * extent_));
      case Solid::What::sphere:
        return add_sphere(link, centre, *solid.radius);
      case Solid::What::disk:
        return add_disk(link, centre, solid);
      case Solid::What::cylinder:
        return add_cylinder(link, centre, solid);
      case Solid::What::box:
        return add_box(link, centre, solid.size, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0});
    }
  }

  void add_square_rod(const Link& link, const Solid& solid) {
    const Vector span = solid.to - solid.from, n = unit(span);
    const Across sides = across(system_, n);
    add_box(link, 0.5 * (solid.from + solid.to), {norm(span), *solid.width, *solid.width}, n,
            sides.e1, sides.e2);
  }

  // of two components in the plane
  void add_box(const Link& link, const Vector& centre, const Vector& size, const Vector& x,
               const Vector& y, const Vector& z) {
    const Vector edges{size[0], size[1], size.size() == 3 ? size[2] : Expr(0.0)};
    std::vector<Argument> arguments{place(link, centre), nodes(edges)};
    for (const Vector& axis : {x, y, z})
      if (!parts_.is_planar || arguments.size() < 4) arguments.push_back(direction(link, axis));
    add(Shape::What::box, link.body.name, std::move(arguments));
  }

  // with its own axes, by which it is seen to turn
  void add_sphere(const Link& link, const Vector& centre, const Expr& radius) {
    if (parts_.is_planar)
      return add(Shape::What::disk, link.body.name,
                 {place(link, centre), node(radius), direction(link, {1.0, 0.0, 0.0})});
    std::vector<Argument> arguments{place(link, centre)};
    for (std::size_t k = 0; k < 3; ++k) {
      Vector axis{0.0, 0.0, 0.0};
      axis[k] = radius;
      arguments.push_back(direction(link, axis));
    }
    add(Shape::What::ellipsoid, link.body.name, std::move(arguments));
  }

  void add_disk(const Link& link, const Vector& centre, const Solid& solid) {
    std::vector<Argument> arguments{place(link, centre), node(*solid.radius)};
    if (!parts_.is_planar) arguments.push_back(direction(link, solid.along));
    arguments.push_back(direction(link, across(system_, unit(solid.along)).e1));
    add(Shape::What::disk, link.body.name, std::move(arguments));
  }

  // a line along the radius of each face shows that it turns
  void add_cylinder(const Link& link, const Vector& centre, const Solid& solid) {
    if (parts_.is_planar) return add_disk(link, centre, solid);
    const Vector n = unit(solid.along), half = (0.5 * *solid.height) * n;
    add_bar(link, link.body.name, centre - half, centre + half, *solid.radius);
    const Vector spoke = *solid.radius * across(system_, n).e1;
    for (const Vector& face : {centre - 1.02 * half, centre + 1.02 * half})
      add(Shape::What::line, link.body.name, {place(link, face), place(link, face + spoke)});
  }

  // a body without solids: bars from its centre to its joints, and a dot as large as it is heavy
  void add_spokes(const Link& link) {
    const bool is_heavy = number(link.mass.mass) > 0;
    std::vector<Vector> ends;
    for (const JointPlace& joint : joints_) {
      if (joint.a == body_ && is_fixed_in_a(joint)) ends.push_back(joint.point_a);
      if (joint.b == body_ && is_fixed_in_b(joint)) ends.push_back(joint.point_b);
    }
    for (const Spring& spring : parts_.springs) {
      if (parts_.body_of.at(spring.a) == body_) ends.push_back(parts_.in_space(spring.point_a));
      if (parts_.body_of.at(spring.b) == body_) ends.push_back(parts_.in_space(spring.point_b));
    }
    // what weighs nothing only joins its joints
    const Vector middle = is_heavy || ends.empty() ? link.mass.centre : ends.front();
    for (const Vector& end : ends)
      if (place(link, end) != place(link, middle))
        add_bar(link, link.body.name, middle, end, thin_bar * extent_);
    if (is_heavy)
      add(Shape::What::sphere, link.body.name,
          {place(link, middle),
           node(heaviest_dot * extent_ * std::cbrt(number(link.mass.mass) / heaviest_))});
  }

  // along the axis as it stands in a body
  Vector axis_of(const JointPlace& place, std::size_t which, const Link& link) const {
    const Vector n = parts_.axis_of(place.joint, which);
    return place.joint.is_drawn() ? link.drawn_axis(n) : n;
  }

  void add_joint(const JointPlace& place) {
    const Link &A = links_[place.a], &B = links_[place.b];
    switch (place.joint.kind) {
      case JointKind::free:
      case JointKind::rolling:
        return;
      case JointKind::rod:
        add(Shape::What::bar, place.joint.name,
            {this->place(A, place.point_a), this->place(B, place.point_b),
             node(thin_bar * extent_)});
        add_ball(place, ball_radius);
        add(Shape::What::ball, place.joint.name,
            {this->place(A, place.point_a), node(ball_radius * extent_)});
        break;
      case JointKind::weld:
        break;
      case JointKind::spherical:
        add_ball(place, ball_radius);
        break;
      case JointKind::universal:
        add_pin(place, A, place.point_a, axis_of(place, 0, A), pin_radius, pin_length);
        add_pin(place, B, place.point_b, axis_of(place, 1, B), pin_radius, pin_length);
        break;
      case JointKind::revolute:
        if (parts_.is_planar)
          add_ball(place, pin_radius);
        else
          add_pin(place, A, place.point_a, axis_of(place, 0, A), pin_radius, pin_length);
        break;
      case JointKind::prismatic:
      case JointKind::cylindrical:
      case JointKind::screw:
        add_sleeve(place, A, B);
        break;
      case JointKind::planar:
        if (!parts_.is_planar)
          add(Shape::What::disk, place.joint.name,
              {this->place(A, place.point_a), node(sleeve_length * extent_),
               direction(A, axis_of(place, 0, A))});
        break;
      case JointKind::gear:
      case JointKind::rack:
        // where the teeth meet
        add(Shape::What::ball, place.joint.name,
            {nodes(joint_point(parts_, place)), node(pin_radius * extent_)});
        return;
      case JointKind::on_curve:
        add(Shape::What::ball, place.joint.name,
            {this->place(A, place.point_a), node(ball_radius * extent_)});
        return;
    }
    if (place.a == 0) add_ground(place, place.point_a, B, place.point_b);
    if (place.b == 0) add_ground(place, place.point_b, A, place.point_a);
  }

  // on the body that is no rod of its own, nor the ground
  void add_sleeve(const JointPlace& place, const Link& A, const Link& B) {
    const bool has_rod = std::ranges::any_of(
        A.body.solids, [](const Solid& solid) { return solid.what == Solid::What::rod; });
    const double radius = parts_.is_planar ? rail_radius : sleeve_radius;
    const double length = parts_.is_planar ? rail_length : sleeve_length;
    if (place.a == Parts::ground || has_rod)
      return add_pin(place, A, place.point_a, axis_of(place, 0, A), radius, length);
    add_pin(place, B, place.point_b, axis_of(place, 0, B), radius, length);
  }

  void add_ball(const JointPlace& place, double size) {
    add(Shape::What::ball, place.joint.name,
        {this->place(links_[place.b], place.point_b), node(size * extent_)});
  }

  void add_pin(const JointPlace& place, const Link& link, const Vector& point, const Vector& axis,
               double radius, double length) {
    double widest = 0;
    for (const std::size_t k : {place.a, place.b})
      for (const Solid& solid : links_[k].body.solids) {
        if (solid.what != Solid::What::rod) continue;
        // a tube about the axis is the bearing itself
        if (radius == pin_radius && is_about(links_[k], solid, link, point, axis)) return;
        if (solid.radius || solid.width)
          widest = std::max(widest, number(solid.radius ? *solid.radius : 0.5 * *solid.width));
      }
    // only the ends are seen of a pin in wide bars
    const double reach = std::max(0.5 * length * extent_, beyond_the_bar * widest);
    const bool is_hidden = radius == pin_radius && widest > radius * extent_;
    const std::vector<std::pair<double, double>> pieces =
        is_hidden ? std::vector<std::pair<double, double>>{{-reach, -widest}, {widest, reach}}
                  : std::vector<std::pair<double, double>>{{-reach, reach}};
    for (const auto& [from, to] : pieces)
      add_bar(link, place.joint.name, point + Expr(from) * axis, point + Expr(to) * axis,
              radius * extent_);
  }

  // whether a rod of a body lies about an axis of another, in the drawing
  bool is_about(const Link& body, const Solid& rod, const Link& link, const Vector& point,
                const Vector& axis) const {
    const auto drawn = [](const Link& of, const Vector& place) {
      return of.body.at + of.axes * place;
    };
    const Vector n = link.axes * axis;
    for (const Vector& end : {rod.from, rod.to}) {
      const Numbers aside = numbers(cross(drawn(body, end) - drawn(link, point), n));
      if (std::hypot(aside[0], aside[1], aside[2]) > 1e-6 * extent_) return false;
    }
    return true;
  }

  // on the far side of a body that hangs, else below; once where it holds several joints
  void add_ground(const JointPlace& place, const Vector& point, const Link& held,
                  const Vector& point_of_held) {
    const Numbers arm = numbers(held.axes * (held.mass.centre - point_of_held));
    const Numbers up = numbers(up_);
    const double height = arm[0] * up[0] + arm[1] * up[1] + arm[2] * up[2];
    add_ground(place.joint.name, point,
               height < -0.5 * std::hypot(arm[0], arm[1], arm[2]) ? up_ : -up_);
  }
  void add_ground(const std::string& name, const Vector& point, const Vector& towards) {
    const Argument at = place(links_[Parts::ground], point);
    const bool is_there = std::ranges::any_of(shapes_, [&](const Shape& shape) {
      return shape.what == Shape::What::ground && shape.arguments.front() == at;
    });
    if (!is_there)
      add(Shape::What::ground, name, {at, nodes(towards), node(ground_size * extent_)});
  }

  // a line to and fro across the way from one end to the other
  void add_spring(const Spring& spring) {
    const Vector from = links_[parts_.body_of.at(spring.a)].place(parts_.in_space(spring.point_a));
    const Vector to = links_[parts_.body_of.at(spring.b)].place(parts_.in_space(spring.point_b));
    const Vector span = to - from;
    // across it, and in the plane of a planar model; a generic direction lies along no spring for
    // long
    const Vector aside = parts_.is_planar ? Vector{0.0, 0.0, 1.0} : Vector{0.31, 0.53, 0.79};
    const Vector sideways = unit(cross(span, aside));
    std::vector<Argument> points{nodes(from)};
    for (int k = 0; k <= spring_turns; ++k) {
      const double reach = k == 0 || k == spring_turns ? 0 : k % 2 == 0 ? 1 : -1;
      points.push_back(nodes(from + Expr(0.15 + 0.7 * k / spring_turns) * span +
                             Expr(reach * spring_radius * extent_) * sideways));
    }
    points.push_back(nodes(to));
    add(Shape::What::line, spring.name, std::move(points));
    for (const auto& [body, point] :
         {std::pair{spring.a, spring.point_a}, std::pair{spring.b, spring.point_b}})
      if (parts_.body_of.at(body) == Parts::ground)
        add_ground(spring.name, parts_.in_space(point), -up_);
  }

  const Parts& parts_;
  System& system_;
  const std::vector<Link>& links_;
  const std::vector<JointPlace>& joints_;
  Vector up_;
  double extent_ = 1, heaviest_ = 0;
  std::size_t body_ = 0;  ///< whose shapes are added; none of the ground
  std::vector<Shape> shapes_;
};

}  // namespace

std::vector<Shape> picture_of(const Parts& parts) { return MechanismPicture(parts).draw(); }

}  // namespace alembert
