// What a check of the motion needs to know of the bodies.

#include "bodies/body_records.hpp"

#include <algorithm>

namespace alembert {

namespace {

Nodes3 nodes_of(System& system, const Vector& v) {
  Graph& graph = system.graph();
  return {v[0].in(graph), v[1].in(graph), v[2].in(graph)};
}

Nodes9 nodes_of(System& system, const Tensor& X) {
  Nodes9 nodes;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) nodes[3 * i + j] = X(i, j).in(system.graph());
  return nodes;
}

// bodies are counted without the ground, which is the first link
std::optional<std::size_t> body_of(std::size_t link) {
  return link == Parts::ground ? std::nullopt : std::optional(link - 1);
}

std::vector<std::size_t> from_to(std::size_t from, std::size_t to) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = from; k < to; ++k) numbers.push_back(k);
  return numbers;
}

}  // namespace

void record_bodies(const Parts& parts, const TermCounts& before, const TermCounts& after) {
  System& system = parts.system;
  BodyRecords records{.is_planar = parts.is_planar};
  for (std::size_t k = 1; k < parts.links.size(); ++k) {
    const Link& link = parts.links[k];
    records.bodies.push_back({.name = link.body.name,
                              .mass = link.mass.mass.in(system.graph()),
                              .centre = nodes_of(system, link.mass.centre - link.origin),
                              .inertia = nodes_of(system, link.mass.inertia),
                              .axes = nodes_of(system, link.R),
                              .origin = nodes_of(system, link.p),
                              .zero = nodes_of(system, -link.origin),
                              .parent = body_of(link.parent)});
  }
  records.joined.resize(system.joints().size());
  for (const JointPlace& place : parts.joints) {
    records.joined[place.record] = {body_of(place.a), body_of(place.b)};
    if (!place.carries()) continue;
    BodyRecord& body = records.bodies[place.carried - 1];
    body.joint = place.record;
    const std::vector<Expr>& first = place.shifts.empty() ? place.turns : place.shifts;
    if (first.empty()) continue;
    const auto opening = std::ranges::find(system.openings(), first.front().node(), &Coordinate::q);
    body.first_opening = static_cast<std::size_t>(opening - system.openings().begin());
    body.openings_end = body.first_opening + place.shifts.size() + place.turns.size();
  }
  if (parts.gravity) records.gravity = nodes_of(system, *parts.gravity);
  records.kinetic = from_to(before.kinetic, after.kinetic);
  records.open_kinetic = from_to(before.open_kinetic, after.open_kinetic);
  records.potential = from_to(before.potential, after.potential);
  system.set_body_records(std::move(records));
}

void record_spring(System& system, const Spring& spring, const PointOfLink& a, const PointOfLink& b,
                   const TermCounts& before) {
  BodyRecords records = system.body_records();
  Graph& graph = system.graph();
  records.springs.push_back({.a = {body_of(a.link), nodes_of(system, a.point)},
                             .b = {body_of(b.link), nodes_of(system, b.point)},
                             .stiffness = system.closed(spring.stiffness).in(graph),
                             .length = system.closed(spring.length).in(graph),
                             .damping = system.closed(spring.damping).in(graph)});
  for (const std::size_t k : from_to(before.potential, system.open_formulas().potential.size()))
    records.potential.push_back(k);
  for (const std::size_t k : from_to(before.dissipations, system.dissipations().size()))
    records.dissipations.push_back(k);
  system.set_body_records(std::move(records));
}

void record_load(System& system, const PointOfLink& on, const Vector& force, const Vector& moment,
                 const TermCounts& before) {
  BodyRecords records = system.body_records();
  records.loads.push_back({.on = {body_of(on.link), nodes_of(system, on.point)},
                           .force = nodes_of(system, force),
                           .moment = nodes_of(system, moment)});
  for (const std::size_t k : from_to(before.drives, system.open_formulas().drives.size()))
    records.drives.push_back(k);
  system.set_body_records(std::move(records));
}

TermCounts count_terms(const System& system) {
  const OpenFormulas& open = system.open_formulas();
  return {.coordinates = system.coordinates().size(),
          .kinetic = system.kinetic_terms().size(),
          .open_kinetic = open.kinetic.size(),
          .potential = open.potential.size(),
          .dissipations = open.dissipations.size(),
          .drives = open.drives.size(),
          .constraints = system.constraints().size(),
          .watches = system.watches().size()};
}

}  // namespace alembert
