#include "theory/principles/formula_forces.hpp"

#include <algorithm>
#include <cmath>

namespace alembert::theory {

namespace {

using Change = OpenCurves::Change;

// the terms that no record of bodies stands for
std::vector<NodeId> others(const std::vector<NodeId>& terms, const std::vector<std::size_t>& own) {
  std::vector<NodeId> found;
  for (std::size_t k = 0; k < terms.size(); ++k)
    if (std::ranges::find(own, k) == own.end()) found.push_back(terms[k]);
  return found;
}

std::vector<NodeId> given_forces(const System& system) {
  std::vector<NodeId> formulas;
  for (const CoordinateFormula& force : system.forces()) formulas.push_back(force.formula);
  return formulas;
}

std::vector<NodeId> inertia_of(const System& system) {
  std::vector<NodeId> terms = others(system.kinetic_terms(), system.body_records().kinetic);
  terms.insert(terms.end(), system.lagrangian_terms().begin(), system.lagrangian_terms().end());
  return terms;
}

std::vector<NodeId> formulas_of(const System& system) {
  const OpenFormulas& open = system.open_formulas();
  const BodyRecords& records = system.body_records();
  std::vector<NodeId> formulas = others(open.potential, records.potential);
  const auto append = [&](const auto& more) {
    formulas.insert(formulas.end(), more.begin(), more.end());
  };
  append(others(open.dissipations, records.dissipations));
  append(open.virtual_powers);
  for (const Drive& drive : open.drives) formulas.push_back(drive.velocity);
  for (const Drive& drive : open.drives) formulas.push_back(drive.force);
  for (const OpenFormulas::MassPoint& particle : open.particles) {
    formulas.push_back(particle.mass);
    append(particle.at);
    append(particle.force);
  }
  return formulas;
}

}  // namespace

FormulaForces::FormulaForces(const System& system)
    : system_(system),
      formulas_(system, formulas_of(system)),
      residuals_(system, system.open_formulas().residuals),
      inertia_(system, inertia_of(system)),
      given_(system, given_forces(system)) {
  const OpenFormulas& open = system.open_formulas();
  const BodyRecords& records = system.body_records();
  potentials_ = static_cast<Index>(open.potential.size() - records.potential.size());
  dissipations_ = static_cast<Index>(open.dissipations.size() - records.dissipations.size());
  powers_ = static_cast<Index>(open.virtual_powers.size());
  for (std::size_t k = 0; k < open.drives.size(); ++k)
    is_record_.push_back(std::ranges::find(records.drives, k) != records.drives.end());

  for (std::size_t c = 0; c < system.constraints().size(); ++c) {
    const bool is_unit = std::ranges::any_of(system.joints(), [&](const JointRecord& joint) {
      return system.constraint_index(joint.name + "_unit") == c;
    });
    const bool is_joint = std::ranges::any_of(
        system.joints(), [&](const JointRecord& joint) { return joint.constraint == c; });
    for (const ConstraintRow& row : system.constraints()[c].rows) {
      is_unit_.push_back(is_unit);
      is_own_.push_back(!is_unit && !is_joint);
      level_.push_back(row.level);
    }
  }

  const Graph& graph = system.graph();
  std::vector<NodeId> openings;
  for (const Coordinate& opening : system.openings())
    for (const NodeId symbol : {opening.q, opening.v}) openings.push_back(symbol);
  const auto sees_openings = [&](const std::vector<NodeId>& formulas) {
    const std::vector<NodeId> used = reachable(graph, formulas);
    return std::ranges::any_of(
        openings, [&](NodeId symbol) { return std::ranges::binary_search(used, symbol); });
  };
  if (sees_openings(others(open.kinetic, records.open_kinetic)) || sees_openings(open.lagrangian))
    why_not_ = "a formula of the model gives inertia to places or velocities of bodies";
  for (const OpenFormulas::MassPoint& particle : open.particles)
    if (graph.kinds(particle.mass).has(Kind::coordinate | Kind::time))
      why_not_ = "a mass is not constant";
}

// what E = d/dt ∂L/∂q̇ − ∂L/∂q of inertia that belongs to coordinates, such as the armature of a
// joint, takes
void FormulaForces::add_inertia(const Point& point, VariableForces& sum) {
  const Point motion = along_motion(point);
  for (Index j = 0; j < point.q.size(); ++j) {
    const Vector unit = Vector::Unit(point.q.size(), j);
    const Derivative rate = inertia_.mixed(point, motion, along_velocities(unit));
    const Vector by_q = inertia_.first(point, along_positions(unit));
    sum.force[j] -= (rate.value - by_q).sum();
    sum.size[j] += (rate.size + by_q.cwiseAbs()).sum();
  }
}

VariableForces FormulaForces::at(const Point& point, const Vector& lambda_total, const Vector& C) {
  const Index n = point.q.size(), variables = formulas_.variables();
  VariableForces sum{Vector::Zero(variables), Vector::Zero(variables)};
  const auto add = [&sum](Index variable, double force) {
    sum.force[variable] += force;
    sum.size[variable] += std::fabs(force);
  };
  const Vector given = given_.value(point);
  for (std::size_t k = 0; k < system_.forces().size(); ++k)
    add(static_cast<Index>(system_.forces()[k].coordinate), given[static_cast<Index>(k)]);
  for (Index j = 0; j < C.size(); ++j) add(j, C[j]);
  if (inertia_.formulas() > 0) add_inertia(point, sum);

  const Matrix rates = formulas_.rates(point);
  residuals_.rates(point);
  const auto drives = static_cast<Index>(is_record_.size());
  const Index first_drive = potentials_ + dissipations_ + powers_;
  for (Index x = 0; x < variables; ++x) {
    const Vector by_place = formulas_.by(Change::place, x),
                 by_velocity = formulas_.by(Change::velocity, x);
    Index at = 0;
    for (Index k = 0; k < potentials_; ++k) add(x, -by_place[at++]);
    for (Index k = 0; k < dissipations_; ++k) add(x, -by_velocity[at++]);
    for (Index k = 0; k < powers_; ++k) add(x, by_velocity[at++]);
    for (Index k = 0; k < drives; ++k) {
      const double force = rates(first_drive + drives + k, 0) * by_velocity[first_drive + k];
      // the forces given to coordinates contain those of all drives
      if (is_record_[static_cast<std::size_t>(k)]) {
        if (x < n) add(x, -force);
      } else if (x >= n) {
        add(x, force);
      }
    }
    at = first_drive + 2 * drives;
    for (const OpenFormulas::MassPoint& particle : system_.open_formulas().particles) {
      const double mass = rates(at++, 0);
      const auto dimensions = static_cast<Index>(particle.at.size());
      for (Index i = 0; i < dimensions; ++i) {
        const double applied = particle.force.empty() ? 0 : rates(at + dimensions + i, 0);
        add(x, -mass * rates(at + i, 2) * by_place[at + i]);
        add(x, applied * by_place[at + i]);
      }
      at += particle.force.empty() ? dimensions : 2 * dimensions;
    }
    for (const Change change : {Change::place, Change::velocity, Change::acceleration}) {
      bool any = false;
      for (std::size_t r = 0; r < level_.size(); ++r)
        any = any || (is_own_[r] && static_cast<Change>(level_[r]) == change);
      if (!any) continue;
      const Vector gradient = residuals_.by(change, x);
      for (std::size_t r = 0; r < level_.size(); ++r)
        if (is_own_[r] && static_cast<Change>(level_[r]) == change)
          add(x, lambda_total[static_cast<Index>(r)] * gradient[static_cast<Index>(r)]);
    }
  }
  return sum;
}

Vector FormulaForces::of_row(Index row) {
  Vector force = Vector::Zero(residuals_.variables());
  if (!is_own(row)) return force;
  const auto change = static_cast<Change>(level_[static_cast<std::size_t>(row)]);
  for (Index x = 0; x < force.size(); ++x) force[x] = residuals_.by(change, x)[row];
  return force;
}

}  // namespace alembert::theory
