#include "bodies/statements.hpp"

#include <fmt/format.h>

#include <string_view>

namespace alembert {

namespace {

using What = Statement::What;

/// A statement that grows from left to right.
class Line {
 public:
  Line(Graph& graph, What what, const std::string& name) : graph_(graph), line_{what, name, {}} {}

  void add(const std::string& words, const Vector& formulas = {}) {
    // the first option follows a colon, all others a comma
    const bool is_first =
        words.starts_with(',') && !line_.pieces.empty() && line_.pieces.back().words.ends_with(':');
    Statement::Piece piece{words.substr(is_first ? 1 : 0)};
    for (const Expr& formula : formulas) piece.formulas.push_back(formula.in(graph_));
    line_.pieces.push_back(std::move(piece));
  }
  void add(const std::string& words, const Expr& formula) { add(words, Vector{formula}); }
  template <class Value>
  void add(const std::string& words, const std::optional<Value>& value) {
    if (value) add(words, *value);
  }

  void add_axis(const std::string& words, const Vector& axis) {
    const std::string_view letters = "xyz";
    for (std::size_t k = 0; k < axis.size(); ++k)
      for (const double sign : {1.0, -1.0}) {
        bool is_letter = true;
        for (std::size_t i = 0; i < axis.size(); ++i)
          is_letter = is_letter && is_value(axis[i], i == k ? sign : 0);
        if (is_letter) return add(fmt::format("{}{}{}", words, sign < 0 ? "-" : "", letters[k]));
      }
    add(words, axis);
  }
  void add_turns(const std::vector<Turn>& turns) {
    for (const Turn& turn : turns) {
      add_axis(&turn == &turns.front() ? " turned " : ", ", turn.about);
      add(" ", turn.angle);
    }
  }

  Statement done() { return std::move(line_); }

 private:
  Graph& graph_;
  Statement line_;
};

bool is_zero(const Vector& vector) {
  return std::ranges::all_of(vector, [](const Expr& component) { return is_value(component, 0); });
}

void add_solid(Line& line, const Solid& solid, bool is_planar) {
  line.add(fmt::format(", {}", choice_word(solid.what)));
  switch (solid.what) {
    case Solid::What::rod:
      line.add(" ", solid.from);
      line.add(" ", solid.to);
      line.add(" width ", solid.width);
      line.add(" radius ", solid.radius);
      return;
    case Solid::What::box:
      return line.add(" ", solid.size);
    case Solid::What::cylinder:
    case Solid::What::sphere:
    case Solid::What::disk:
      line.add(" ", solid.radius);
      line.add(" ", solid.height);
  }
  if (!solid.along.empty())
    line.add_axis(" along ", solid.along);
  else if (solid.what != Solid::What::sphere && !is_planar)
    line.add(" along z");
}

void add_ends(Line& line, const Joint& joint) {
  if (joint.couples_joints()) return line.add(fmt::format(" {} {}", joint.first, joint.second));
  if (joint.kind == JointKind::on_curve) {
    line.add(" " + joint.a, joint.point_a);
    line.add(fmt::format(" {} ", joint.b), joint.curve);
    return line.add(" ", joint.parameter);
  }
  if (joint.is_drawn()) return line.add(fmt::format(" {} {}", joint.a, joint.b));
  line.add(" " + joint.a, joint.point_a);
  line.add(" " + joint.b, joint.point_b);
}

}  // namespace

Statement gravity_statement(Graph& graph, const Vector& g) {
  Line line(graph, What::gravity, "");
  line.add("gravity ", g);
  return line.done();
}

Statement body_statement(Graph& graph, const Body& body, bool is_planar) {
  Line line(graph, What::body, body.name);
  line.add(fmt::format("body {}:", body.name));
  line.add(", mass ", body.mass);
  line.add(", density ", body.density);
  line.add(", centre ", body.centre);
  if (!body.inertia.empty()) {
    line.add(", inertia ", body.inertia);
    line.add_turns(body.inertia_turned);
  }
  for (const Solid& solid : body.solids) add_solid(line, solid, is_planar);
  if (!is_zero(body.at)) line.add(", at ", body.at);
  if (!body.turned.empty()) line.add(",");
  line.add_turns(body.turned);
  return line.done();
}

Statement alias_statement(const std::string& name, const std::string& body) {
  return {Statement::What::body, name, {{fmt::format("body {} = {}", name, body)}}};
}

Statement joint_statement(Graph& graph, const Joint& joint) {
  Line line(graph, joint.couples_joints() ? What::coupling : What::joint, joint.name);
  line.add(fmt::format("joint {}: {}", joint.name, choice_word(joint.kind)));
  add_ends(line, joint);
  line.add(", at ", joint.at);
  for (const Vector& axis : joint.along)
    line.add_axis(&axis == &joint.along.front() ? ", along " : ", ", axis);
  if (!joint.angles.empty()) line.add(", angles " + joint.angles);
  if (joint.closing) line.add(", closing");
  line.add(", spring ", joint.spring);
  if (joint.spring) line.add(" from ", joint.spring_from);
  line.add(", damping ", joint.damping);
  line.add(", armature ", joint.armature);
  line.add(", pitch ", joint.pitch);
  line.add(", radius ", joint.radius);
  line.add(", length ", joint.length);
  line.add(", range ", joint.range_from);
  line.add(" ", joint.range_to);
  if (joint.kind == JointKind::rolling) {
    line.add_axis(", plane ", joint.plane_normal);
    line.add(" ", joint.plane_height);
  }
  line.add(", ratio ", joint.ratio);
  line.add(", offset ", joint.offset);
  return line.done();
}

Statement spring_statement(Graph& graph, const Spring& spring) {
  Line line(graph, What::spring, spring.name);
  line.add(fmt::format("spring {}: {}", spring.name, spring.a), spring.point_a);
  line.add(" " + spring.b, spring.point_b);
  line.add(", stiffness ", spring.stiffness);
  if (!is_value(spring.length, 0)) line.add(", length ", spring.length);
  if (!is_value(spring.damping, 0)) line.add(", damping ", spring.damping);
  return line.done();
}

Statement load_statement(Graph& graph, const Load& load) {
  Line line(graph, What::load, load.name);
  line.add(fmt::format("load {}: on {}", load.name, load.on));
  line.add(", at ", load.at);
  if (!load.force.empty()) line.add(", force ", load.force);
  if (!load.moment.empty()) line.add(", moment ", load.moment);
  return line.done();
}

}  // namespace alembert
