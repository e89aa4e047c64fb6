#include "theory/kinks.hpp"

#include <cmath>

#include "symbol/term_sizes.hpp"
#include "theory/sizes.hpp"

namespace alembert::theory {

namespace {

// two routes to one condition differ by rounding: within it they may stand on different sides
constexpr double on_the_corner = 1e-12;

std::vector<NodeId> differentiated(const System& system) {
  std::vector<NodeId> formulas;
  for (const auto* list :
       {&system.kinetic_terms(), &system.potential_terms(), &system.lagrangian_terms(),
        &system.virtual_powers(), &system.dissipations()})
    formulas.insert(formulas.end(), list->begin(), list->end());
  for (const Particle& particle : system.particles()) {
    formulas.push_back(particle.mass.in(system.graph()));
    for (const Expr& component : particle.at) formulas.push_back(component.in(system.graph()));
  }
  for (const Constraint& constraint : system.constraints())
    for (const ConstraintRow& row : constraint.rows) formulas.push_back(row.residual);
  return formulas;
}

}  // namespace

Kinks::Kinks(const System& system) : system_(&system) {
  const Graph& graph = system.graph();
  for (const NodeId node : reachable(graph, differentiated(system))) switch (graph.op(node)) {
      case Op::abs:
      case Op::sign:
      case Op::sqrt:
        switches_.push_back({graph.a(node), no_node});
        break;
      case Op::min:
      case Op::max:
      case Op::less:
      case Op::less_equal:
        switches_.push_back({graph.a(node), graph.b(node)});
        break;
      case Op::hypot:
        switches_.push_back({node, no_node});
        break;
      default:
        break;
    }
}

std::string Kinks::at(const Point& point) const {
  if (switches_.empty()) return {};
  std::vector<NodeId> sides;
  for (const Switch& corner : switches_) {
    sides.push_back(corner.left);
    sides.push_back(corner.right == no_node ? corner.left : corner.right);
  }
  const Assignment values = values_at(*system_, point);
  const std::vector<double> value = evaluate(system_->graph(), sides, values),
                            size = sizes_of_terms(system_->graph(), sides, values);
  for (std::size_t i = 0; i < switches_.size(); ++i) {
    const bool alone = switches_[i].right == no_node;
    const double apart = std::fabs(value[2 * i] - (alone ? 0 : value[2 * i + 1]));
    const double terms = size[2 * i] + (alone ? 0 : size[2 * i + 1]);
    if (apart <= on_the_corner * terms)
      return "a formula has a kink at this instant, and no derivative";
  }
  return {};
}

}  // namespace alembert::theory
