#include "bodies/mechanism.hpp"

#include "bodies/assembly.hpp"

namespace alembert {

Mechanism::Mechanism(System& system) : assembly_(std::make_unique<Assembly>(system)) {}
Mechanism::~Mechanism() = default;

void Mechanism::gravity(const Vector& g) { assembly_->set_gravity(g); }
bool Mechanism::is_planar() const { return assembly_->is_planar(); }
void Mechanism::body(const Body& body) { assembly_->add(body); }
void Mechanism::alias(const std::string& name, const std::string& body) {
  assembly_->add_alias(name, body);
}
void Mechanism::joint(const Joint& joint) { assembly_->add(joint); }
void Mechanism::spring(const Spring& spring) { assembly_->add(spring); }
void Mechanism::load(const Load& load) { assembly_->add(load); }

bool Mechanism::has_bodies() const { return assembly_->has_bodies(); }
bool Mechanism::has_body(const std::string& name) const {
  return assembly_->find_body(name).has_value();
}
bool Mechanism::has_joint(const std::string& name) const {
  return assembly_->find_joint(name).has_value();
}
std::vector<std::string> Mechanism::body_names() const { return assembly_->body_names(); }
std::vector<std::string> Mechanism::joint_names() const { return assembly_->joint_names(); }

void Mechanism::assemble() { assembly_->assemble(); }
std::vector<Shape> Mechanism::picture() { return assembly_->picture(); }
void Mechanism::weigh_particles() { assembly_->weigh_particles(); }
void Mechanism::watch_reactions() { assembly_->watch_reactions(); }
std::vector<StartValue> Mechanism::drawn_start() const { return assembly_->drawn_start(); }

Vector Mechanism::place(const std::string& body, const Vector& point) {
  return assembly_->shown(assembly_->place(assembly_->body(body), assembly_->in_space(point)));
}

Vector Mechanism::centre(const std::string& body) {
  const Link& link = assembly_->body(body);
  return assembly_->shown(assembly_->place(link, link.mass.centre));
}

Vector Mechanism::axis(const std::string& body, std::size_t which) {
  const Tensor& R = assembly_->body(body).R;
  return assembly_->shown({R(0, which), R(1, which), R(2, which)});
}

Vector Mechanism::omega(const std::string& body) {
  const Link& link = assembly_->body(body);
  return link.R * link.w;
}

Vector Mechanism::inside(const Vector& vector, const std::string& body) {
  const Tensor R = assembly_->body(body).R.transposed();
  return assembly_->shown(R * assembly_->in_space(vector));
}

Vector Mechanism::local(const Vector& place, const std::string& body) {
  const Link& link = assembly_->body(body);
  return assembly_->shown(link.R.transposed() * (assembly_->in_space(place) - link.p) +
                          link.origin);
}

Expr Mechanism::angle(const std::string& joint) { return assembly_->angle(joint); }

std::optional<Expr> Mechanism::coordinate(const std::string& joint, const std::string& part) {
  return assembly_->coordinate(joint, part);
}

std::vector<std::string> Mechanism::parts(const std::string& joint) {
  return assembly_->parts(joint);
}

Wrench Mechanism::reaction(const std::string& joint, const std::string& body) {
  return assembly_->reaction(joint, body);
}

Vector Mechanism::joint_point(const std::string& joint) {
  return assembly_->shown(assembly_->joint_point(joint));
}

}  // namespace alembert
