#include "bodies/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bodies/body_records.hpp"
#include "bodies/parts.hpp"
#include "bodies/statements.hpp"
#include "mechanics/model_error.hpp"

namespace alembert {

namespace {

bool is_number(const Expr& x, double value) { return !x.graph() && x.number() == value; }

/// While it lives, what is added to the system is made by statements.
class Making {
 public:
  explicit Making(System& system) : system_(system), before_(count_terms(system)) {}
  ~Making() { system_.description().made.emplace_back(before_, count_terms(system_)); }
  Making(const Making&) = delete;
  Making& operator=(const Making&) = delete;

  const TermCounts& before() const { return before_; }

 private:
  System& system_;
  TermCounts before_;
};

}  // namespace

Mechanism::Mechanism(System& system) : parts_(new Parts{system}) {
  Link ground;
  ground.body.name = "ground";
  ground.is_reached = true;
  parts_->links.push_back(std::move(ground));
  parts_->body_of["ground"] = Parts::ground;
}
Mechanism::Mechanism(const Mechanism& described, System& copy)
    : parts_(new Parts(described.parts_->in(copy))), stage_(described.stage_) {}
Mechanism::~Mechanism() = default;

void Mechanism::require_open(std::string_view what) const {
  if (stage_ != Stage::described)
    throw ModelError(fmt::format("{} comes after the mechanism was asked for a formula", what),
                     "describe all bodies and joints first");
}

void Mechanism::gravity(const Vector& g) {
  require_open("gravity");
  if (g.size() != 2 && g.size() != 3)
    throw ModelError(fmt::format("gravity has 2 or 3 components, not {}", g.size()));
  if (parts_->gravity) throw ModelError("gravity is given twice");
  if (has_bodies() && g.size() == 2) throw ModelError("gravity comes before the bodies");
  parts_->is_planar = g.size() == 2;
  parts_->gravity = parts_->in_space(g);
  tell(gravity_statement(parts_->system.graph(), g));
}

bool Mechanism::is_planar() const { return parts_->is_planar; }

void Mechanism::body(const Body& body) {
  require_open("a body");
  Parts& parts = *parts_;
  if (has_body(body.name)) throw ModelError(fmt::format("there are two bodies '{}'", body.name));
  Link link;
  link.body = body;
  link.axes = axes_after(body.turned);
  link.body.at = parts.in_space(body.at.size() == 3 ? parts.shown(body.at) : body.at);
  if (body.centre) link.body.centre = parts.in_space(*body.centre);
  for (Solid& solid : link.body.solids) {
    if (!solid.from.empty()) solid.from = parts.in_space(solid.from);
    if (!solid.to.empty()) solid.to = parts.in_space(solid.to);
    if (solid.along.empty()) solid.along = {0.0, 0.0, 1.0};
  }
  const std::size_t moments = body.inertia.size();
  const bool fits = is_planar() ? moments <= 1 : moments == 0 || moments == 3 || moments == 6;
  if (!fits)
    throw ModelError(fmt::format("the inertia of body '{}' has {} numbers", body.name, moments),
                     is_planar() ? "in the plane it is one number, about the centre"
                                 : "three principal moments, or xx, yy, zz, xy, xz, yz");
  link.mass = mass_properties(link.body);
  if (const double mass = parts.number(link.mass.mass); !(mass >= 0))
    throw ModelError(fmt::format("the mass of body '{}' is {:g}", body.name, mass),
                     "masses are positive");
  const Tensor& J = link.mass.inertia;
  const auto element = [&](std::size_t i, std::size_t j) { return parts.number(J(i, j)); };
  if (!is_planar())
    require_possible_inertia(body.name, {element(0, 0), element(1, 1), element(2, 2), element(0, 1),
                                         element(0, 2), element(1, 2)});
  Body told = body;
  told.at = parts.shown(link.body.at);
  tell(body_statement(parts.system.graph(), told, is_planar()));
  parts.body_of[body.name] = parts.links.size();
  parts.links.push_back(std::move(link));
}

void Mechanism::alias(const std::string& name, const std::string& body) {
  require_open("a body");
  if (!parts_->body_of.try_emplace(name, body_index(body)).second)
    throw ModelError(fmt::format("there are two bodies '{}'", name));
  tell(alias_statement(name, body));
}

void Mechanism::joint(const Joint& joint) {
  require_open("a joint");
  require_complete(joint);
  JointPlace place{joint};
  if (!joint.couples_joints()) {
    place.a = body_index(joint.a);
    place.b = body_index(joint.b);
  }
  if (joint.range_from)
    require_range(joint, parts_->number(*joint.range_from), parts_->number(*joint.range_to));
  if (place.a == place.b && !joint.couples_joints())
    throw ModelError(fmt::format("joint '{}' joins a body with itself", joint.name));
  if (!parts_->joint_of.try_emplace(joint.name, parts_->joints.size()).second)
    throw ModelError(fmt::format("there are two joints '{}'", joint.name));
  tell(joint_statement(parts_->system.graph(), joint));
  if (joint.parameter) {
    // the coordinate of a curve was made for this joint
    const auto u = parts_->system.coordinate_index(*joint.parameter);
    if (u)
      parts_->system.description().made.push_back({{.coordinates = *u}, {.coordinates = *u + 1}});
  }
  parts_->joints.push_back(std::move(place));
}

void Mechanism::tell(const Statement& statement) {
  parts_->system.description().statements.push_back(statement);
}

// the formulas of an answer have words in a text
void Mechanism::say(const std::string& before, const Vector& vector, const std::string& behind,
                    const Vector& components) {
  Graph& graph = parts_->system.graph();
  Phrase phrase{before, {}, behind, {}};
  for (const Expr& x : vector) phrase.vector.push_back(x.in(graph));
  for (const Expr& x : components) phrase.components.push_back(x.in(graph));
  parts_->system.description().phrases.push_back(std::move(phrase));
}

bool Mechanism::has_bodies() const { return parts_->links.size() > 1; }
bool Mechanism::has_body(const std::string& name) const { return parts_->body_of.contains(name); }
bool Mechanism::has_joint(const std::string& name) const { return parts_->joint_of.contains(name); }

std::vector<std::string> Mechanism::body_names() const {
  std::vector<std::string> names;
  for (const auto& [name, link] : parts_->body_of) names.push_back(name);
  return names;
}

std::vector<std::string> Mechanism::joint_names() const {
  std::vector<std::string> names;
  for (const JointPlace& place : parts_->joints) names.push_back(place.joint.name);
  return names;
}

std::size_t Mechanism::body_index(const std::string& name) const {
  const auto found = parts_->body_of.find(name);
  if (found == parts_->body_of.end()) throw ModelError(fmt::format("there is no body '{}'", name));
  return found->second;
}

const Link& Mechanism::link(const std::string& body) {
  assemble();
  return parts_->links[body_index(body)];
}

JointPlace& Mechanism::joint_place(const std::string& joint) {
  assemble();
  const auto found = parts_->joint_of.find(joint);
  if (found == parts_->joint_of.end())
    throw ModelError(fmt::format("there is no joint '{}'", joint));
  return parts_->joints[found->second];
}

const std::string& Mechanism::joint_at_work() const { return parts_->at_work; }

void Mechanism::assemble() {
  if (stage_ == Stage::assembled) return;
  if (stage_ == Stage::being_assembled)
    throw ModelError("the mechanism has a mistake, and cannot be asked for formulas");
  stage_ = Stage::being_assembled;
  const Making making(parts_->system);
  grow_tree(*parts_);
  const TermCounts before = count_terms(parts_->system);
  add_energies(*parts_);
  const TermCounts after = count_terms(parts_->system);
  for (JointPlace& place : parts_->joints)
    if (!place.carries() && !place.joint.couples_joints()) close_loop(*parts_, place);
  couple_joints(*parts_);
  for (const JointPlace& place : parts_->joints) {
    end_at_singular_angles(place);
    stop_at_ends(place);
  }
  record_bodies(*parts_, before, after);
  for (const StartValue& value : parts_->drawn)
    parts_->system.description().drawn.push_back({value.symbol, value.formula});
  parts_->at_work.clear();
  stage_ = Stage::assembled;
}

// A run ends where the second of three angles brings the axes of the first and the third together:
// zxz at 0, zyx at a quarter turn. Their rates are not determined there.
void Mechanism::end_at_singular_angles(const JointPlace& place) {
  const Joint& joint = place.joint;
  if (joint.angles.empty() || !place.carries()) return;
  System& system = parts_->system;
  constexpr double beside = 1e-6;
  const std::size_t second = joint.kind == JointKind::free ? 4 : 1;
  const Expr angle(system.graph(), system.coordinates()[place.motion.coordinates[second]].q);
  const Expr apart = joint.angles[0] == joint.angles[2] ? sin(angle) : cos(angle);
  system.bound(
      {(square(apart) < beside * beside).in(system.graph()),
       fmt::format("angles of {} are singular: leave out `angles {}`", joint.name, joint.angles)});
}

// The ends of a range are contacts, `hinge_lower` and `hinge_upper`; of the member hinge[2] of a
// family hinge_lower[2].
void Mechanism::stop_at_ends(const JointPlace& place) {
  const Joint& joint = place.joint;
  if (!joint.range_from) return;
  parts_->at_work = joint.name;
  if (place.motion.coordinates.size() != 1 || joint.kind == JointKind::on_curve)
    throw ModelError("only a joint with one coordinate has a range",
                     "use contacts between its coordinates");
  System& system = parts_->system;
  const Expr x(system.graph(), system.coordinates()[place.motion.coordinates.front()].q);
  const auto named = [&](std::string_view end) {
    const std::size_t member = std::min(joint.name.find('['), joint.name.size());
    return fmt::format("{}_{}{}", joint.name.substr(0, member), end, joint.name.substr(member));
  };
  system.contact(named("lower"), x == *joint.range_from);
  system.contact(named("upper"), *joint.range_to == x);
}

void Mechanism::spring(const Spring& spring) {
  parts_->springs.push_back(spring);
  const Vector span = link(spring.b).place(parts_->in_space(spring.point_b)) -
                      link(spring.a).place(parts_->in_space(spring.point_a));
  System& system = parts_->system;
  const Making making(system);
  const Expr length = norm(span);
  // without a root the energy of a spring of length 0 is smooth where its points coincide
  if (is_number(spring.length, 0))
    system.potential(0.5 * spring.stiffness * dot(span, span));
  else
    system.potential(0.5 * spring.stiffness * square(length - spring.length));
  if (!is_number(spring.damping, 0))
    system.dissipation(0.5 * spring.damping * square(rate(length)));
  record_spring(system, spring, {body_index(spring.a), parts_->in_space(spring.point_a)},
                {body_index(spring.b), parts_->in_space(spring.point_b)}, making.before());
  tell(spring_statement(system.graph(), spring));
}

void Mechanism::load(const Load& load) {
  const Link& on = link(load.on);
  const Vector v = rate(on.place(parts_->in_space(load.at)));
  const Vector omega = on.R * on.w;
  const Vector F = load.force.empty() ? Vector(3, Expr(0.0)) : parts_->in_space(load.force);
  Vector M = load.moment.empty() ? Vector(3, Expr(0.0)) : load.moment;
  if (M.size() == 1) M = {0.0, 0.0, M[0]};
  const Making making(parts_->system);
  for (std::size_t k = 0; k < 3; ++k) {
    if (!is_number(F[k], 0)) parts_->system.drive(v[k], F[k]);
    if (!is_number(M[k], 0)) parts_->system.drive(omega[k], M[k]);
  }
  record_load(parts_->system, {body_index(load.on), parts_->in_space(load.at)}, F, M,
              making.before());
  tell(load_statement(parts_->system.graph(), load));
}

void Mechanism::weigh_particles() {
  const std::optional<Vector>& gravity = parts_->gravity;
  if (!gravity) return;
  System& system = parts_->system;
  const std::vector<OpenFormulas::MassPoint>& particles = system.open_formulas().particles;
  if (parts_->weighed == particles.size()) return;
  const Making making(system);
  for (; parts_->weighed < particles.size(); ++parts_->weighed) {
    const OpenFormulas::MassPoint particle = particles[parts_->weighed];
    Vector at;
    for (const NodeId component : particle.at) at.emplace_back(system.graph(), component);
    const Vector g = at.size() == 2 ? Vector{(*gravity)[0], (*gravity)[1]} : *gravity;
    system.potential(-(Expr(system.graph(), particle.mass) * dot(g, at)));
  }
}

std::vector<StartValue> Mechanism::start_with(std::vector<StartValue> given) const {
  const auto is_given = [&, count = given.size()](NodeId symbol) {
    return std::any_of(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const StartValue& value) { return value.symbol == symbol; });
  };
  std::vector<StartValue> start = given;
  for (const StartValue& drawn : parts_->drawn)
    if (!is_given(drawn.symbol)) start.push_back(drawn);
  return start;
}

std::vector<Shape> Mechanism::drawing_with(std::vector<Shape> given) {
  assemble();
  const bool draws_itself = std::ranges::any_of(given, [](const Shape& shape) {
    return shape.what != Shape::What::path && shape.what != Shape::What::up;
  });
  const bool says_up =
      std::ranges::any_of(given, [](const Shape& s) { return s.what == Shape::What::up; });
  std::vector<Shape> shapes = picture_of(*parts_);
  std::erase_if(shapes, [&](const Shape& shape) {
    return shape.what == Shape::What::up ? says_up : draws_itself;
  });
  given.insert(given.begin(), shapes.begin(), shapes.end());
  // where the drawing is asked for again its shapes are among the given ones
  if (!shapes.empty()) parts_->system.description().shapes = shapes.size();
  return given;
}

Vector Mechanism::place(const std::string& body, const Vector& point) {
  const Vector place = parts_->shown(link(body).place(parts_->in_space(point)));
  say(body, point, "", place);
  return place;
}

Vector Mechanism::centre(const std::string& body) {
  const Link& of = link(body);
  const Vector centre = parts_->shown(of.place(of.mass.centre));
  say(body + ".centre", {}, "", centre);
  return centre;
}

Vector Mechanism::axis(const std::string& body, std::size_t which) {
  const Tensor& R = link(body).R;
  const Vector axis = parts_->shown({R(0, which), R(1, which), R(2, which)});
  // of a body that is free by itself `.x` is a coordinate
  say(fmt::format("{}.{}{}", body, has_joint(body) ? "axis_" : "", "xyz"[which]), {}, "", axis);
  return axis;
}

Vector Mechanism::omega(const std::string& body) {
  const Link& of = link(body);
  const Vector omega = of.R * of.w;
  say(body + ".omega", {}, "", is_planar() ? Vector{omega[2]} : omega);
  return omega;
}

Vector Mechanism::inside(const Vector& vector, const std::string& body) {
  const Vector inside = parts_->shown(link(body).R.transposed() * parts_->in_space(vector));
  say("inside(", vector, fmt::format(", {})", body), inside);
  return inside;
}

Vector Mechanism::local(const Vector& place, const std::string& body) {
  const Link& in = link(body);
  const Vector local =
      parts_->shown(in.R.transposed() * (parts_->in_space(place) - in.p) + in.origin);
  say("local(", place, fmt::format(", {})", body), local);
  return local;
}

Expr Mechanism::angle(const std::string& joint) {
  const JointPlace& place = joint_place(joint);
  constexpr JointKind with_axis[] = {JointKind::weld,  JointKind::revolute,    JointKind::prismatic,
                                     JointKind::screw, JointKind::cylindrical, JointKind::planar};
  const JointKind kind = place.joint.kind;
  if (std::ranges::count(with_axis, kind) == 0 && !(is_planar() && kind == JointKind::free))
    throw ModelError(fmt::format("joint '{}' has no axis to turn about", joint),
                     "the attitude of a body is told by its axes: A.x, A.y, A.z");
  const JointSides s = sides_of(*parts_, place);
  const Expr angle = atan2(dot(s.f1, s.e2), dot(s.f1, s.e1));
  say(fmt::format("angle({})", joint), {}, "", {angle});
  return angle;
}

std::optional<Expr> Mechanism::coordinate(const std::string& joint, const std::string& part) {
  const System& system = parts_->system;
  for (const std::size_t j : joint_place(joint).motion.coordinates)
    if (system.coordinates()[j].name == joint + part)
      return Expr(system.graph(), system.coordinates()[j].q);
  return std::nullopt;
}

std::vector<std::string> Mechanism::parts(const std::string& joint) {
  std::vector<std::string> names;
  for (const std::size_t j : joint_place(joint).motion.coordinates)
    names.push_back(parts_->system.coordinates()[j].name);
  return names;
}

Wrench Mechanism::reaction(const std::string& joint, const std::string& body) {
  JointPlace& place = joint_place(joint);
  const std::size_t on = body_index(body);
  const bool is_end =
      std::ranges::any_of(place.ends, [&](const CouplingEnd& end) { return end.link == on; });
  if (on != place.a && on != place.b && !is_end)
    throw ModelError(fmt::format("joint '{}' does not hold '{}'", joint, body),
                     fmt::format("it joins '{}' and '{}'", place.joint.a, place.joint.b));
  if (!place.on_b && place.ends.empty()) place.on_b = wrench_on_b(*parts_, place);
  const auto shown = [&](Wrench wrench, std::size_t on_link) {
    wrench.force = parts_->shown(wrench.force);
    if (is_planar()) wrench.moment = {wrench.moment[2]};
    const std::string behind = fmt::format("({}, {})", joint, parts_->links[on_link].body.name);
    say("reaction" + behind, {}, "", wrench.force);
    say("moment" + behind, {}, "", wrench.moment);
    return wrench;
  };
  if (!place.on_b) return shown(wrench_of_coupling(*parts_, place, on), on);
  // in formulas with one of them the other may be left, where minus signs meet
  const Wrench on_b = shown(*place.on_b, place.b);
  const Wrench on_a = shown({-place.on_b->force, -place.on_b->moment}, place.a);
  return on == place.a ? on_a : on_b;
}

Vector Mechanism::joint_point(const std::string& joint) {
  const JointPlace& place = joint_place(joint);
  const Vector point = parts_->shown(alembert::joint_point(*parts_, place));
  // a point of contact is none of a body, nor is one of teeth
  if (place.contact.empty() && place.ends.empty())
    say(parts_->links[place.b].body.name, parts_->shown(place.point_b), "", point);
  return point;
}

Vector Mechanism::moment_about(const Vector& place, const std::string& joint,
                               const std::string& body) {
  const Wrench wrench = reaction(joint, body);
  const Vector point = joint_point(joint);
  if (place.size() != point.size()) throw ModelError("this place does not fit the model");
  const Vector arm = point - place;
  const Vector moment =
      is_planar() ? Vector{wrench.moment[0] + arm[0] * wrench.force[1] - arm[1] * wrench.force[0]}
                  : wrench.moment + cross(arm, wrench.force);
  say(fmt::format("moment({}, {}, ", joint, body), place, ")", moment);
  return moment;
}

void Mechanism::watch_reactions() {
  assemble();
  System& system = parts_->system;
  const Making making(system);
  for (const JointPlace& place : parts_->joints) {
    if (place.joint.kind == JointKind::free) continue;
    JointRecord record = system.joints()[place.record];
    if (!record.force.empty()) continue;
    const Wrench wrench = reaction(record.name, record.on);
    const auto watch = [&](const char* what, const Vector& values, std::vector<std::size_t>& list) {
      for (std::size_t k = 0; k < values.size(); ++k) {
        list.push_back(system.watches().size());
        system.watch(values.size() == 1
                         ? fmt::format("{}({}, {})", what, record.name, record.on)
                         : fmt::format("{}({}, {}).{}", what, record.name, record.on, k + 1),
                     values[k]);
      }
    };
    for (const Expr& component : alembert::joint_point(*parts_, place))
      record.point.push_back(system.closed(component).in(system.graph()));
    watch("reaction", wrench.force, record.force);
    watch("moment", wrench.moment, record.moment);
    system.set_joint(place.record, std::move(record));
  }
}

}  // namespace alembert
