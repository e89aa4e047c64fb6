#include "bodies/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mechanics/model_error.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

namespace {

constexpr std::size_t ground = 0;

bool is_number(const Expr& x, double value) { return !x.graph() && x.number() == value; }

}  // namespace

Assembly::Assembly(System& system) : system_(system) {
  links_.emplace_back();
  links_.back().body.name = "ground";
  links_.back().is_reached = true;
  body_of_["ground"] = ground;
}

void Assembly::require_open(std::string_view what) const {
  if (stage_ != Stage::described)
    throw ModelError(fmt::format("{} comes after the mechanism was asked for a formula", what),
                     "describe all bodies and joints first");
}

void Assembly::set_gravity(const Vector& g) {
  require_open("gravity");
  if (g.size() != 2 && g.size() != 3)
    throw ModelError(fmt::format("gravity has 2 or 3 components, not {}", g.size()));
  if (gravity_) throw ModelError("gravity is given twice");
  if (links_.size() > 1 && g.size() == 2) throw ModelError("gravity comes before the bodies");
  is_planar_ = g.size() == 2;
  gravity_ = in_space(g);
}

Vector Assembly::in_space(const Vector& vector) const {
  if (is_planar_ && vector.size() == 2) return {vector[0], vector[1], Expr(0.0)};
  if (is_planar_ && vector.size() == 3)
    throw ModelError("this model is planar, and a vector has 3 components",
                     "gravity with two components makes a model planar; with three it is in space");
  if (vector.size() != 3)
    throw ModelError(fmt::format("a vector in space has 3 components, not {}", vector.size()),
                     "gravity (0, -9.81) with two components makes a model planar");
  return vector;
}

Vector Assembly::shown(Vector vector) const {
  if (is_planar_) vector.pop_back();
  return vector;
}

std::optional<std::size_t> Assembly::find_body(const std::string& name) const {
  const auto place = body_of_.find(name);
  if (place == body_of_.end()) return std::nullopt;
  return place->second;
}

std::optional<std::size_t> Assembly::find_joint(const std::string& name) const {
  const auto place = joint_of_.find(name);
  if (place == joint_of_.end()) return std::nullopt;
  return place->second;
}

std::vector<std::string> Assembly::body_names() const {
  std::vector<std::string> names;
  for (const auto& [name, link] : body_of_) names.push_back(name);
  return names;
}

std::vector<std::string> Assembly::joint_names() const {
  std::vector<std::string> names;
  for (const JointPlace& place : joints_) names.push_back(place.joint.name);
  return names;
}

std::size_t Assembly::required_body(const std::string& name) const {
  const auto found = find_body(name);
  if (!found) throw ModelError(fmt::format("there is no body '{}'", name));
  return *found;
}

JointPlace& Assembly::required_joint(const std::string& name) {
  assemble();
  const auto found = find_joint(name);
  if (!found) throw ModelError(fmt::format("there is no joint '{}'", name));
  return joints_[*found];
}

void Assembly::add(const Body& body) {
  require_open("a body");
  if (body_of_.contains(body.name))
    throw ModelError(fmt::format("there are two bodies '{}'", body.name));
  Link link;
  link.body = body;
  link.body.at = in_space(body.at.size() == 3 ? shown(body.at) : body.at);
  if (body.centre) link.body.centre = in_space(*body.centre);
  for (Solid& solid : link.body.solids) {
    if (!solid.from.empty()) solid.from = in_space(solid.from);
    if (!solid.to.empty()) solid.to = in_space(solid.to);
    if (solid.along.empty()) solid.along = {0.0, 0.0, 1.0};
  }
  const std::size_t moments = body.inertia.size();
  const bool fits = is_planar_ ? moments <= 1 : moments == 0 || moments == 3 || moments == 6;
  if (!fits)
    throw ModelError(fmt::format("the inertia of body '{}' has {} numbers", body.name, moments),
                     is_planar_ ? "in the plane it is one number, about the centre"
                                : "three principal moments, or xx, yy, zz, xy, xz, yz");
  link.mass = mass_properties(link.body);
  if (const double mass = number(link.mass.mass); !(mass >= 0))
    throw ModelError(fmt::format("the mass of body '{}' is {:g}", body.name, mass),
                     "masses are positive");
  const Tensor& J = link.mass.inertia;
  if (!is_planar_)
    require_possible_inertia(body.name, {number(J(0, 0)), number(J(1, 1)), number(J(2, 2)),
                                         number(J(0, 1)), number(J(0, 2)), number(J(1, 2))});
  body_of_[body.name] = links_.size();
  links_.push_back(std::move(link));
}

void Assembly::add_alias(const std::string& name, const std::string& body) {
  require_open("a body");
  if (!body_of_.try_emplace(name, required_body(body)).second)
    throw ModelError(fmt::format("there are two bodies '{}'", name));
}

void Assembly::add(const Joint& joint) {
  require_open("a joint");
  JointPlace place{joint, required_body(joint.a), required_body(joint.b)};
  if (place.a == place.b)
    throw ModelError(fmt::format("joint '{}' joins a body with itself", joint.name));
  if (!joint_of_.try_emplace(joint.name, joints_.size()).second)
    throw ModelError(fmt::format("there are two joints '{}'", joint.name));
  joints_.push_back(std::move(place));
}

double Assembly::number(const Expr& constant) const {
  if (!constant.graph()) return constant.number();
  const Kinds kinds = system_.graph().kinds(constant.node());
  if (kinds.has(Kind::coordinate | Kind::velocity | Kind::time))
    throw ModelError("a body or a joint is described by formulas of numbers and parameters");
  return evaluate(system_.graph(), {constant.node()}, system_.parameter_values()).front();
}

Vector Assembly::axis_of(const Joint& joint, std::size_t which) const {
  if (which >= joint.along.size()) {
    if (is_planar_ || joint.kind == JointKind::weld || joint.kind == JointKind::spherical ||
        joint.kind == JointKind::free || joint.kind == JointKind::rod || which > 0)
      return {0.0, 0.0, 1.0};
    throw ModelError(fmt::format("joint '{}' has no axis", joint.name),
                     "say along which it turns or slides: along z, or along (1, 0, 1)");
  }
  const Vector axis =
      joint.along[which].size() == 2 ? in_space(joint.along[which]) : joint.along[which];
  double length2 = 0;
  for (const Expr& component : axis) length2 += number(component) * number(component);
  if (!(length2 > 0))
    throw ModelError(fmt::format("the axis of joint '{}' has no length", joint.name));
  return unit(axis);
}

void Assembly::assemble() {
  if (stage_ == Stage::assembled) return;
  if (stage_ == Stage::being_assembled)
    throw ModelError("the mechanism has a mistake, and cannot be asked for formulas");
  stage_ = Stage::being_assembled;
  choose_tree();
  add_energies();
  for (JointPlace& place : joints_)
    if (!place.carries()) close(place);
  stage_ = Stage::assembled;
}

// The first joint in the order of the model that has one end reached and one not carries the other; where there is none
// left, the first body that is not reached is free.
void Assembly::choose_tree() {
  const auto can_carry = [&](const JointPlace& place) {
    return !place.joint.closing && place.joint.kind != JointKind::rod &&
           place.joint.kind != JointKind::rolling &&
           links_[place.a].is_reached != links_[place.b].is_reached;
  };
  for (;;) {
    const auto next = std::ranges::find_if(joints_, can_carry);
    if (next != joints_.end()) {
      carry(*next);
      continue;
    }
    const auto lost =
        std::ranges::find_if(links_, [](const Link& link) { return !link.is_reached; });
    if (lost == links_.end()) return;
    Joint joint{
        .name = lost->body.name, .kind = JointKind::free, .a = "ground", .b = lost->body.name};
    if (!joint_of_.try_emplace(joint.name, joints_.size()).second)
      throw ModelError(fmt::format("body '{0}' is free, and a joint has its name", joint.name),
                       "the coordinates of a free body have its name: give the joint another");
    joints_.push_back({joint, ground, static_cast<std::size_t>(lost - links_.begin())});
    carry(joints_.back());
  }
}

void Assembly::carry(JointPlace& place) {
  Joint& joint = place.joint;
  const bool is_reversed = links_[place.b].is_reached;
  place.carried = is_reversed ? place.a : place.b;
  const std::size_t carrier = is_reversed ? place.b : place.a;
  Link& link = links_[place.carried];
  const Link& parent = links_[carrier];

  // the point and the axes of the joint, in the axes of both
  Tensor R0 = Tensor::identity();
  Vector in_parent, in_link;
  JointAxes axes{axis_of(joint, 0), axis_of(joint, 1)};
  if (joint.is_drawn()) {
    const Tensor to_link = link.body.axes.transposed(), to_parent = parent.body.axes.transposed();
    Vector point;
    if (joint.at)
      point = in_space(*joint.at);
    else
      point = link.body.at +
              link.body.axes * (joint.kind == JointKind::free ? link.mass.centre : link.origin);
    R0 = to_parent * link.body.axes;
    in_link = to_link * (point - link.body.at);
    in_parent = to_parent * (point - parent.body.at);
    axes = {to_link * axes.first, to_link * axes.second};
  } else {
    in_parent = in_space(is_reversed ? *joint.point_b : *joint.point_a);
    in_link = in_space(is_reversed ? *joint.point_a : *joint.point_b);
  }
  (is_reversed ? place.point_b : place.point_a) = in_parent;
  (is_reversed ? place.point_a : place.point_b) = in_link;
  // the coordinates tell how B moves against A, whichever of them is carried
  place.motion = joint_motion(system_, joint, axes, is_planar_, is_reversed);
  link.parent = carrier;
  link.is_reached = true;
  link.origin = in_link;
  link.E = R0 * place.motion.rotation;
  if (joint.kind == JointKind::free) {
    // places are told as they are, not from where the body is drawn
    link.d = place.motion.translation - parent.origin;
    for (std::size_t k = 0; k < (is_planar_ ? 2u : 3u); ++k) place.motion.drawn[k] = in_parent[k];
  } else {
    link.d = in_parent - parent.origin + R0 * place.motion.translation;
  }
  move(place, link);

  JointRecord record{.name = joint.name,
                     .kind = std::string(choice_word(joint.kind)),
                     .from = joint.a,
                     .to = joint.b,
                     .on = place.b == ground ? joint.a : joint.b,
                     .coordinates = place.motion.coordinates};
  place.record = system_.joints().size();
  system_.add_joint(std::move(record));
  for (std::size_t k = 0; k < place.motion.coordinates.size(); ++k) {
    const Coordinate& x = system_.coordinates()[place.motion.coordinates[k]];
    drawn_.push_back({x.q, place.motion.drawn[k].in(system_.graph()), true});
    drawn_.push_back({x.v, system_.graph().zero(), true});
  }
  add_joint_forces(place);
}

// The pose and the velocity of a carried body: ω and u in its own axes follow from those of what carries it, the motion of the
// joint, and its openings, small displacements θ and δ of the body that the joint keeps at zero.
void Assembly::move(JointPlace& place, Link& link) {
  const Link& parent = links_[link.parent];
  const Tensor back = link.E.transposed();
  Vector w = back * parent.w + place.motion.omega;
  Vector u = back * (parent.u + cross(parent.w, link.d) + rate(link.d));

  Vector shift{0.0, 0.0, 0.0}, turn{0.0, 0.0, 0.0};
  const auto opening = [&](std::vector<Expr>& list, Vector& sum, const Vector& along) {
    const std::string name =
        fmt::format("{}:{}", place.joint.name, place.shifts.size() + place.turns.size() + 1);
    list.push_back(system_.opening(name));
    sum = sum + list.back() * along;
  };
  for (const Vector& along : place.motion.held_shifts) opening(place.shifts, shift, along);
  for (const Vector& along : place.motion.held_turns) opening(place.turns, turn, along);
  w = w - cross(turn, w) + rate(turn);
  const Vector before = u + cross(back * parent.w + place.motion.omega, shift);
  u = before - cross(turn, before) + rate(shift);
  link.d = link.d + link.E * shift;
  Tensor small = Tensor::identity();
  small(0, 1) = -turn[2];
  small(0, 2) = turn[1];
  small(1, 0) = turn[2];
  small(1, 2) = -turn[0];
  small(2, 0) = -turn[1];
  small(2, 1) = turn[0];
  link.E = link.E * small;

  link.w = w;
  link.u = u;
  link.R = parent.R * link.E;
  link.p = parent.p + parent.R * link.d;
}

// T = ½ m |u + ω × c|² + ½ ω·J ω and V = −m g·r of each body
void Assembly::add_energies() {
  for (const Link& link : links_) {
    if (&link == &links_.front()) continue;
    const Vector c = link.mass.centre - link.origin;
    const Vector v = link.u + cross(link.w, c);
    const Vector h = link.mass.inertia * link.w;
    system_.kinetic(0.5 * link.mass.mass * dot(v, v) + 0.5 * dot(link.w, h));
    if (gravity_)
      system_.potential(-(link.mass.mass * dot(*gravity_, place(link, link.mass.centre))));
  }
}

void Assembly::weigh_particles() {
  if (!gravity_) return;
  for (const OpenFormulas::MassPoint& particle : system_.open_formulas().particles) {
    Vector at;
    for (const NodeId component : particle.at) at.emplace_back(system_.graph(), component);
    const Vector g = at.size() == 2 ? Vector{(*gravity_)[0], (*gravity_)[1]} : *gravity_;
    system_.potential(-(Expr(system_.graph(), particle.mass) * dot(g, at)));
  }
}

void Assembly::add_joint_forces(const JointPlace& place) {
  const Joint& joint = place.joint;
  const auto coordinate = [&](std::size_t k) {
    return Expr(system_.graph(), system_.coordinates()[place.motion.coordinates[k]].q);
  };
  if (const Vector& e = place.motion.quaternion; !e.empty()) {
    // nothing but these two sees |e|, so that the row carries no force and M is regular
    const Link& link = links_[place.carried];
    const Tensor& J = link.mass.inertia;
    const Vector c = link.mass.centre - link.origin;
    const Expr J0 = (J(0, 0) + J(1, 1) + J(2, 2)) / 3.0 + link.mass.mass * dot(c, c);
    system_.kinetic(0.5 * J0 * square(2.0 * dot(e, rate(e)) / dot(e, e)));
    system_.constraint(fmt::format("{}_unit", joint.name), {dot(e, e), Expr(1.0)});
  }
  const bool has_any = joint.spring || joint.damping || joint.armature;
  if (!has_any) return;
  if (!place.carries())
    throw ModelError(
        fmt::format("joint '{}' closes a loop, and has no coordinate for its spring, damping or "
                    "armature",
                    joint.name),
        "write it before the joints that reach its bodies otherwise");
  if (place.motion.coordinates.size() != 1)
    throw ModelError(
        fmt::format("spring, damping and armature belong to one freedom, and joint '{}' has {}",
                    joint.name,
                    place.motion.coordinates.size() - (place.motion.quaternion.empty() ? 0 : 1)),
        "write potential and dissipation with its coordinates");
  const Expr q = coordinate(0);
  if (joint.spring)
    system_.potential(0.5 * *joint.spring * square(q - joint.spring_from.value_or(Expr(0.0))));
  if (joint.damping) system_.dissipation(0.5 * *joint.damping * square(rate(q)));
  if (joint.armature) system_.kinetic(0.5 * *joint.armature * square(rate(q)));
}

std::size_t Assembly::common_link(std::size_t a, std::size_t b) const {
  const auto depth = [&](std::size_t link) {
    std::size_t steps = 0;
    for (; link != ground; link = links_[link].parent) ++steps;
    return steps;
  };
  std::size_t depth_a = depth(a), depth_b = depth(b);
  for (; depth_a > depth_b; --depth_a) a = links_[a].parent;
  for (; depth_b > depth_a; --depth_b) b = links_[b].parent;
  for (; a != b; a = links_[a].parent) b = links_[b].parent;
  return a;
}

Assembly::Pose Assembly::pose_in(std::size_t link, std::size_t ancestor) const {
  std::vector<std::size_t> path;
  for (; link != ancestor; link = links_[link].parent) path.push_back(link);
  Pose pose;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    pose.p = pose.p + pose.R * links_[*step].d;
    pose.R = pose.R * links_[*step].E;
  }
  return pose;
}

JointSides Assembly::sides_of(const JointPlace& place, std::size_t seen_from) const {
  const Link &A = links_[place.a], &B = links_[place.b];
  const Pose a = pose_in(place.a, seen_from), b = pose_in(place.b, seen_from);
  JointSides sides;
  sides.gap = b.p + b.R * (place.point_b - B.origin) - (a.p + a.R * (place.point_a - A.origin));
  const Joint& joint = place.joint;
  Vector n = axis_of(joint, 0), e1, e2;
  if (joint.kind == JointKind::universal) {
    // e₁ and f₂ are its two axes
    e1 = n;
    e2 = axis_of(joint, 1);
    n = unit(cross(e1, e2));
  } else {
    const Across frame = across(system_, n);
    e1 = frame.e1;
    e2 = frame.e2;
  }
  const auto in = [&](const Body& body, const Vector& axis) {
    return joint.is_drawn() ? body.axes.transposed() * axis : axis;
  };
  sides.e1 = a.R * in(A.body, e1);
  sides.e2 = a.R * in(A.body, e2);
  sides.e3 = a.R * in(A.body, n);
  sides.f1 = b.R * in(B.body, e1);
  sides.f2 = b.R * in(B.body, e2);
  sides.f3 = b.R * in(B.body, n);
  return sides;
}

void Assembly::close(JointPlace& place) {
  const Joint& joint = place.joint;
  if (joint.is_drawn()) {
    const Link &A = links_[place.a], &B = links_[place.b];
    if (!joint.at && joint.kind != JointKind::weld)
      throw ModelError(
          fmt::format("joint '{}' has no point", joint.name),
          "say where it is drawn: at (0, 0, 0), or name a point of each body: A(p) B(q)");
    const Vector point = joint.at ? in_space(*joint.at) : B.body.at;
    place.point_a = A.body.axes.transposed() * (point - A.body.at);
    place.point_b = B.body.axes.transposed() * (point - B.body.at);
  } else {
    place.point_a = in_space(*joint.point_a);
    place.point_b = in_space(*joint.point_b);
  }
  add_joint_forces(place);
  JointRecord record{.name = joint.name,
                     .kind = std::string(choice_word(joint.kind)),
                     .from = joint.a,
                     .to = joint.b,
                     .on = place.b == ground ? joint.a : joint.b};
  if (joint.kind == JointKind::rod && !(number(*joint.length) > 0))
    throw ModelError(fmt::format("the rod '{}' has no length", joint.name),
                     "two points that are one are held by a spherical joint");
  if (joint.kind == JointKind::rolling) {
    roll(place);
    record.on = joint.a;
    record.constraint = system_.constraint_index(joint.name);
  } else {
    // from the nearest body that carries both, so that what carries that one does not stand in the rows
    const std::size_t from = common_link(place.a, place.b);
    const JointSides sides = sides_of(place, from);
    // rows of directions hold as well where the axes point against each other
    const bool has_axis = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic ||
                          joint.kind == JointKind::cylindrical || joint.kind == JointKind::planar ||
                          joint.kind == JointKind::weld;
    if (has_axis && !is_planar_)
      record.facing = system_.closed(dot(sides.e3, sides.f3)).in(system_.graph());
    std::vector<std::string> idle_rows =
        add_rows(place, closing_rows(joint, sides), links_[from].R);
    record.constraint = system_.constraint_index(joint.name);
    record.idle_rows = std::move(idle_rows);
  }
  place.record = system_.joints().size();
  system_.add_joint(std::move(record));
}

// adds the rows that can be violated, and tells what the others would carry
std::vector<std::string> Assembly::add_rows(JointPlace& place, const std::vector<ClosingRow>& rows,
                                            const Tensor& axes) {
  const std::string& name = place.joint.name;
  const std::vector<bool> idle = hold_by_themselves(rows);
  std::vector<Equation> equations;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!idle[i]) equations.push_back({rows[i].residual, Expr(0.0)});
  if (!equations.empty()) system_.constraint(name, equations);
  std::size_t kept = 0;
  std::vector<std::string> idle_rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // what leaves the plane is nobody's business in a planar model
    if (idle[i] && is_planar_) continue;
    ClosingRow row = rows[i];
    row.direction = axes * row.direction;
    if (idle[i]) idle_rows.push_back(row.words);
    if (idle[i])
      row.multiplier =
          system_.idle_multiplier(fmt::format("{}: {}", name, row.words), row.residual);
    else
      row.multiplier =
          system_.total(equations.size() == 1 ? name : fmt::format("{}.{}", name, ++kept));
    place.rows.push_back(std::move(row));
  }
  return idle_rows;
}

// Rows that nothing in the tree can violate, such as the force across the plane of a planar loop: their gradient vanishes
// beside its terms at states taken at random.
std::vector<bool> Assembly::hold_by_themselves(const std::vector<ClosingRow>& rows) const {
  Graph& graph = system_.graph();
  std::vector<NodeId> residuals, symbols;
  for (const ClosingRow& row : rows) residuals.push_back(system_.closed(row.residual).in(graph));
  for (const Coordinate& x : system_.coordinates()) symbols.push_back(x.q);
  const std::vector<Entry> gradient = jacobian(graph, residuals, symbols);
  std::vector<NodeId> formulas;
  for (const Entry& entry : gradient) formulas.push_back(entry.value);

  std::vector<bool> idle(rows.size(), true);
  constexpr double rounding = 1e-12;
  constexpr double golden = 0.6180339887498949;
  for (int state = 1; state <= 3; ++state) {
    Assignment values = system_.parameter_values();
    values[system_.time().node()] = 0.3 * state;
    for (std::size_t j = 0; j < symbols.size(); ++j) {
      const double spread = std::fmod(golden * static_cast<double>(j + 1) * state, 1.0);
      values[symbols[j]] = 2 * spread - 1;
    }
    const std::vector<double> numbers = evaluate(graph, formulas, values);
    const std::vector<double> sizes = sizes_of_terms(graph, formulas, values);
    for (std::size_t k = 0; k < gradient.size(); ++k)
      if (std::fabs(numbers[k]) > rounding * sizes[k]) idle[gradient[k].row] = false;
  }
  return idle;
}

// A wheel of radius r, or a ball, on a plane of B: touching is a row of positions, not slipping are two of velocities.
void Assembly::roll(JointPlace& place) {
  const Joint& joint = place.joint;
  if (!joint.radius)
    throw ModelError(fmt::format("the wheel '{}' has no radius", joint.name), "add radius r");
  const Link &A = links_[place.a], &B = links_[place.b];
  const Vector k = unit(joint.plane_normal);
  const Across tangents = across(system_, k);
  const Tensor to_B = B.R.transposed();
  const auto seen_from_B = [&](const Vector& place_in_space) {
    return to_B * (place_in_space - B.p) + B.origin;
  };
  const Vector centre = seen_from_B(this->place(A, place.point_a));
  // towards the plane, from the side on which the wheel is drawn
  const Vector drawn =
      B.body.axes.transposed() * (A.body.at + A.body.axes * place.point_a - B.body.at);
  double height = -number(joint.plane_height);
  for (std::size_t i = 0; i < 3; ++i) height += number(k[i]) * number(drawn[i]);
  const Expr down = (height < 0 ? 1.0 : -1.0) * *joint.radius;
  Vector d = down * k;
  if (!joint.along.empty()) {
    const Vector n = to_B * (A.R * (joint.is_drawn() ? A.body.axes.transposed() * axis_of(joint, 0)
                                                     : axis_of(joint, 0)));
    d = down * unit(k - dot(k, n) * n);
  }
  const Vector spin = to_B * (A.R * A.w - B.R * B.w);
  const Vector slip = rate(centre) + cross(spin, d);
  system_.constraint(joint.name, std::vector<Equation>{{dot(k, centre + d), joint.plane_height},
                                                       {dot(tangents.e1, slip), Expr(0.0)},
                                                       {dot(tangents.e2, slip), Expr(0.0)}});
  place.contact = B.R * d;
  for (const Vector& direction : {k, tangents.e1, tangents.e2})
    place.rows.push_back({ClosingRow::What::force,
                          Expr(0.0),
                          B.R * direction,
                          system_.total(fmt::format("{}.{}", joint.name, place.rows.size() + 1)),
                          {}});
}

void Assembly::add(const Spring& spring) {
  const Vector span = place(body(spring.b), in_space(spring.point_b)) -
                      place(body(spring.a), in_space(spring.point_a));
  const Expr length = norm(span);
  system_.potential(0.5 * spring.stiffness * square(length - spring.length));
  if (!is_number(spring.damping, 0))
    system_.dissipation(0.5 * spring.damping * square(rate(length)));
}

void Assembly::add(const Load& load) {
  const Link& link = body(load.on);
  const Vector v = rate(place(link, in_space(load.at)));
  const Vector omega = link.R * link.w;
  const Vector F = load.force.empty() ? Vector(3, Expr(0.0)) : in_space(load.force);
  Vector M = load.moment.empty() ? Vector(3, Expr(0.0)) : load.moment;
  if (M.size() == 1) M = {0.0, 0.0, M[0]};
  for (std::size_t k = 0; k < 3; ++k) {
    if (!is_number(F[k], 0)) system_.drive(v[k], F[k]);
    if (!is_number(M[k], 0)) system_.drive(omega[k], M[k]);
  }
}

const Link& Assembly::body(const std::string& name) {
  assemble();
  return links_[required_body(name)];
}

std::optional<Expr> Assembly::coordinate(const std::string& joint, const std::string& part) {
  const JointPlace& place = required_joint(joint);
  for (const std::size_t j : place.motion.coordinates)
    if (system_.coordinates()[j].name == joint + part)
      return Expr(system_.graph(), system_.coordinates()[j].q);
  return std::nullopt;
}

std::vector<std::string> Assembly::parts(const std::string& joint) {
  std::vector<std::string> names;
  for (const std::size_t j : required_joint(joint).motion.coordinates)
    names.push_back(system_.coordinates()[j].name);
  return names;
}

Expr Assembly::angle(const std::string& joint) {
  const JointPlace& place = required_joint(joint);
  const JointSides s = sides_of(place, common_link(place.a, place.b));
  return atan2(dot(s.f1, s.e2), dot(s.f1, s.e1));
}

Vector Assembly::joint_point(const std::string& joint) {
  const JointPlace& place = required_joint(joint);
  const Vector point = this->place(links_[place.b], place.point_b);
  return place.contact.empty() ? point
                               : this->place(links_[place.a], place.point_a) + place.contact;
}

Wrench Assembly::wrench_on_b(const JointPlace& place) {
  Wrench wrench{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  if (!place.carries()) {
    for (const ClosingRow& row : place.rows) {
      Vector& sum = row.what == ClosingRow::What::force ? wrench.force : wrench.moment;
      sum = sum + row.multiplier * row.direction;
    }
    // a wheel is the first of its bodies, and the plane the second
    if (place.joint.kind == JointKind::rolling) wrench.force = -wrench.force;
    return wrench;
  }
  const Link& link = links_[place.carried];
  Vector F{0.0, 0.0, 0.0}, M{0.0, 0.0, 0.0};
  for (std::size_t k = 0; k < place.shifts.size(); ++k)
    F = F + system_.holding(place.shifts[k]) * place.motion.held_shifts[k];
  for (std::size_t k = 0; k < place.turns.size(); ++k)
    M = M + system_.holding(place.turns[k]) * place.motion.held_turns[k];
  if (!place.motion.only_moment.empty())
    M = dot(place.motion.only_moment, M) * place.motion.only_moment;
  if (place.joint.kind == JointKind::screw) {
    // no power in the motion of the screw: M·n + h/2π F·n = 0
    const Vector n = cross(place.motion.held_turns[0], place.motion.held_turns[1]);
    M = M - (*place.joint.pitch / (2 * std::numbers::pi) * dot(F, n)) * n;
  }
  wrench.force = link.R * F;
  wrench.moment = link.R * M;
  if (place.carried == place.b) return wrench;
  // of a joint that slides, the point of B counts, whichever of its bodies is carried
  const Vector arm = link.p - this->place(links_[place.b], place.point_b);
  return {-wrench.force, -(wrench.moment + cross(arm, wrench.force))};
}

Wrench Assembly::reaction(const std::string& joint, const std::string& body) {
  const JointPlace& place = required_joint(joint);
  const std::size_t on = required_body(body);
  if (on != place.a && on != place.b)
    throw ModelError(fmt::format("joint '{}' does not hold '{}'", joint, body),
                     fmt::format("it joins '{}' and '{}'", place.joint.a, place.joint.b));
  Wrench wrench = wrench_on_b(place);
  if (on == place.a) wrench = {-wrench.force, -wrench.moment};
  wrench.force = shown(wrench.force);
  if (is_planar_) wrench.moment = {wrench.moment[2]};
  return wrench;
}

void Assembly::watch_reactions() {
  assemble();
  for (const JointPlace& place : joints_) {
    if (place.joint.kind == JointKind::free) continue;
    JointRecord record = system_.joints()[place.record];
    const Wrench wrench = reaction(record.name, record.on);
    const auto watch = [&](const char* what, const Vector& values, std::vector<std::size_t>& list) {
      for (std::size_t k = 0; k < values.size(); ++k) {
        list.push_back(system_.watches().size());
        system_.watch(values.size() == 1
                          ? fmt::format("{}({}, {})", what, record.name, record.on)
                          : fmt::format("{}({}, {}).{}", what, record.name, record.on, k + 1),
                      values[k]);
      }
    };
    for (const Expr& component : joint_point(record.name))
      record.point.push_back(system_.closed(component).in(system_.graph()));
    watch("reaction", wrench.force, record.force);
    watch("moment", wrench.moment, record.moment);
    system_.set_joint(place.record, std::move(record));
  }
}

}  // namespace alembert
