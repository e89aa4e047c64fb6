// What bodies and joints look like where a model draws nothing of its own.

#include <fmt/format.h>

#include "bodies/parts.hpp"

namespace alembert {

namespace {

class MechanismPicture {
 public:
  explicit MechanismPicture(const Parts& parts) : parts_(parts), system_(parts.system) {}

  std::vector<Shape> draw() {
    const std::vector<Link>& links = parts_.links;
    for (std::size_t k = 1; k < links.size(); ++k) {
      const Link& link = links[k];
      for (const Solid& solid : link.body.solids) add_solid(link, solid);
      if (link.body.solids.empty()) add_spokes(k, link);
    }
    for (const JointPlace& joint : parts_.joints) {
      if (joint.joint.kind == JointKind::free) continue;
      add(Shape::What::point, joint.joint.name,
          {joint.ends.empty() ? place(links[joint.b], joint.point_b)
                              : nodes(joint_point(parts_, joint))});
    }
    return std::move(shapes_);
  }

 private:
  using Argument = std::vector<NodeId>;

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
    shapes_.push_back({what, name, std::move(arguments)});
  }

  void add_solid(const Link& link, const Solid& solid) {
    const std::string& name = link.body.name;
    const Vector centre = link.body.centre.value_or(Vector{0.0, 0.0, 0.0});
    switch (solid.what) {
      case Solid::What::rod:
        return add(Shape::What::line, name, {place(link, solid.from), place(link, solid.to)});
      case Solid::What::sphere:
        return add(Shape::What::sphere, name, {place(link, centre), node(*solid.radius)});
      case Solid::What::disk:
        return add_disk(link, centre, solid);
      case Solid::What::cylinder: {
        const Vector half = (0.5 * *solid.height) * unit(solid.along);
        add_disk(link, centre - half, solid);
        add_disk(link, centre + half, solid);
        return add(Shape::What::line, name,
                   {place(link, centre - half), place(link, centre + half)});
      }
      case Solid::What::box:
        return add_box(link, centre, solid.size);
    }
  }

  void add_disk(const Link& link, const Vector& centre, const Solid& solid) {
    std::vector<Argument> arguments{place(link, centre), node(*solid.radius)};
    const Vector spoke = across(system_, unit(solid.along)).e1;
    if (!parts_.is_planar) {
      arguments.push_back(direction(link, solid.along));
      arguments.push_back(direction(link, spoke));
    }
    add(Shape::What::disk, link.body.name, std::move(arguments));
    // a wheel in the plane is seen to turn by a spoke
    if (parts_.is_planar)
      add(Shape::What::line, link.body.name,
          {place(link, centre), place(link, centre + *solid.radius * spoke)});
  }

  // one line along all edges, some of them twice
  void add_box(const Link& link, const Vector& centre, const Vector& size) {
    const auto corner = [&](int x, int y, int z) {
      const Expr depth = size.size() == 3 ? size[2] : Expr(0.0);
      return place(link, centre + Vector{0.5 * x * size[0], 0.5 * y * size[1], 0.5 * z * depth});
    };
    std::vector<Argument> points{corner(1, 1, 1), corner(-1, 1, 1), corner(-1, -1, 1),
                                 corner(1, -1, 1), corner(1, 1, 1)};
    if (size.size() == 3)
      for (const auto& [x, y, z] : std::initializer_list<std::array<int, 3>>{{1, 1, -1},
                                                                             {-1, 1, -1},
                                                                             {-1, 1, 1},
                                                                             {-1, 1, -1},
                                                                             {-1, -1, -1},
                                                                             {-1, -1, 1},
                                                                             {-1, -1, -1},
                                                                             {1, -1, -1},
                                                                             {1, -1, 1},
                                                                             {1, -1, -1},
                                                                             {1, 1, -1}})
        points.push_back(corner(x, y, z));
    add(Shape::What::line, link.body.name, std::move(points));
  }

  // a body without solids: lines from its centre to its joints
  void add_spokes(std::size_t k, const Link& link) {
    const Argument centre = place(link, link.mass.centre);
    for (const JointPlace& joint : parts_.joints) {
      if (joint.a != k && joint.b != k) continue;
      const Argument end = place(link, joint.a == k ? joint.point_a : joint.point_b);
      if (end != centre) add(Shape::What::line, link.body.name, {centre, end});
    }
    add(Shape::What::point, link.body.name, {centre});
  }

  const Parts& parts_;
  System& system_;
  std::vector<Shape> shapes_;
};

}  // namespace

std::vector<Shape> picture_of(const Parts& parts) { return MechanismPicture(parts).draw(); }

}  // namespace alembert
