#include "theory/contacts/impacts.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "dynamics/state_equations.hpp"
#include "motion/contacts/contact_rows.hpp"
#include "motion/motion_sizes.hpp"
#include "theory/contacts/contacts.hpp"
#include "theory/principles/row_space.hpp"

namespace alembert::theory {

namespace {

constexpr const char* momentum =
    "M(q̇⁺ − q̇⁻) is Aᵀ times the impulses, in all directions that are free";
constexpr const char* pushes_only = "impulses push";
constexpr const char* law = "0 ≤ u⁺ + e u⁻, and where it is not zero there is no impulse";
constexpr const char* energy = "the energy lost is what the velocities before and after say";
constexpr const char* carnot = "T⁻ − T⁺ = (1 − e)/(1 + e) ½Δq̇ᵀMΔq̇ (Carnot)";
constexpr const char* moreau =
    "without restitution q̇⁺ is the velocity allowed that is nearest to q̇⁻ (Moreau)";
constexpr double bound = 1e-9;

double kinetic(const Matrix& M, const Vector& v) { return 0.5 * v.dot(M * v); }

// each row at the length that it has in the norm of M⁻¹, so that none counts for its units
Vector lengths_of(const ImpactInstant& impact) {
  const Eigen::LDLT<Matrix> mass(impact.M);
  Vector lengths(impact.A.rows());
  for (Index r = 0; r < lengths.size(); ++r) {
    const Vector row = impact.A.row(r).transpose();
    lengths[r] = std::sqrt(std::max(row.dot(mass.solve(row)), 1e-300));
  }
  return lengths;
}

Identity check_moreau(const ImpactInstant& impact, const Vector& u_after, const Vector& lengths,
                      double speed) {
  for (Index r = 0; r < impact.A.rows(); ++r)
    if (impact.impulse[r] != 0 && impact.restitution[r] != 0)
      return skip("C9", moreau, "what strikes gives back some of its speed");
  const Eigen::LLT<Matrix> mass(impact.M);
  if (mass.info() != Eigen::Success) return skip("C9", moreau, "the mass matrix is singular");
  // rows that separate are free to do so a little less
  std::vector<Index> binding;
  std::vector<bool> pushes;
  for (Index r = 0; r < impact.A.rows(); ++r) {
    const bool is_contact = impact.pushes[static_cast<std::size_t>(r)];
    if (is_contact && u_after[r] > 1e-6 * speed * lengths[r]) continue;
    binding.push_back(r);
    pushes.push_back(is_contact);
  }
  // in coordinates v = L⁻ᵀ u with M = LLᵀ, in which no unit is left, and with rows of length one
  Matrix B = impact.A(binding, Eigen::all);
  mass.matrixU().solveInPlace<Eigen::OnTheRight>(B);
  B.rowwise().normalize();
  const Matrix directions = mass.matrixU().solve(allowed_directions(B, pushes));
  if (directions.cols() == 0)
    return skip("C9", moreau, "no motion separates all of these contacts at once");
  const auto distance = [&](const Vector& v) { return kinetic(impact.M, v - impact.before); };
  const double own = distance(impact.after), size = kinetic(impact.M, impact.before);
  double nearer = 0;
  for (Index k = 0; k < directions.cols(); ++k) {
    const Vector direction =
        directions.col(k) * speed / std::sqrt(2 * kinetic(impact.M, directions.col(k)));
    constexpr double step = 1e-3;
    nearer = std::max(nearer, (own - distance(impact.after + step * direction)) /
                                  (step * std::max(size, 1e-300)));
  }
  return state("C9", moreau, nearer, bound);
}

Identity check_carnot(const ImpactInstant& impact, double size) {
  double e = -1;
  for (Index r = 0; r < impact.A.rows(); ++r) {
    if (impact.moving[r] != 0) return skip("C8", carnot, "a constraint or a contact moves");
    if (impact.impulse[r] == 0) continue;
    if (e >= 0 && e != impact.restitution[r])
      return skip("C8", carnot, "the contacts have different coefficients of restitution");
    e = impact.restitution[r];
  }
  if (e < 0) return skip("C8", carnot, "no contact has an impulse");
  if (impact.one_after_another) return skip("C8", carnot, "several contacts strike in turn");
  const double lost = kinetic(impact.M, impact.before) - kinetic(impact.M, impact.after);
  const double expected = (1 - e) / (1 + e) * kinetic(impact.M, impact.after - impact.before);
  return state("C8", carnot, std::fabs(lost - expected) / size, bound);
}

bool acts_at(const Motion& motion, double t) {
  // what a rule changes is not told apart from an impact of the same instant
  const std::vector<When>& rules = motion.equations().system.rules();
  const bool moves = std::ranges::any_of(rules, [](const When& rule) {
    return std::ranges::any_of(rule.actions, [](const Action& action) {
      return action.what == Action::What::set_velocity ||
             action.what == Action::What::set_position || action.is_switch();
    });
  });
  return moves && t > motion.start_time();
}

}  // namespace

Identities impact_identities(const ImpactInstant& impact) {
  const Vector change = impact.M * (impact.after - impact.before),
               pushed = impact.A.transpose() * impact.impulse;
  const Vector u_before = impact.A * impact.before + impact.moving,
               u_after = impact.A * impact.after + impact.moving;
  std::vector<Index> constraints;
  for (Index r = 0; r < impact.A.rows(); ++r)
    if (!impact.pushes[static_cast<std::size_t>(r)]) constraints.push_back(r);
  const Vector lengths = lengths_of(impact);
  const double T = kinetic(impact.M, impact.before) + kinetic(impact.M, impact.after);
  double size = T;
  for (Index r = 0; r < impact.A.rows(); ++r)
    size = std::max(size, std::fabs(impact.impulse[r] * impact.moving[r]));
  const double speed = std::sqrt(2 * size);

  Identities found;
  const Matrix free = row_space(impact.A(constraints, Eigen::all)).null;
  found.push_back(state(
      "C4", momentum,
      residual(free.transpose() * change, free.transpose() * pushed, {change.norm()}), bound));
  double pull = 0, wrong = 0, along = 0;
  for (Index r = 0; r < impact.A.rows(); ++r) {
    const double l = lengths[r];
    if (!impact.pushes[static_cast<std::size_t>(r)]) {
      wrong = std::max(wrong, std::fabs(u_after[r]) / (l * speed));
      continue;
    }
    pull = std::max(pull, -impact.impulse[r] * l / speed);
    const double excess =
        u_after[r] + (impact.one_after_another ? 0 : impact.restitution[r] * u_before[r]);
    along = std::max(along, -excess / (l * speed));
    if (!impact.one_after_another)
      along = std::max(along, std::fabs(excess * impact.impulse[r]) / size);
  }
  found.push_back(state("C5", pushes_only, pull, bound));
  found.push_back(state("C6", "constraints hold through an impact", wrong, bound));
  found.push_back(state("C6", law, along, bound));
  double brought_in = 0;
  for (Index r = 0; r < impact.A.rows(); ++r) brought_in -= impact.impulse[r] * impact.moving[r];
  const bool constraints_move =
      std::ranges::any_of(constraints, [&](Index r) { return impact.moving[r] != 0; });
  const double less = kinetic(impact.M, impact.before) - kinetic(impact.M, impact.after);
  found.push_back(constraints_move
                      ? skip("C7", energy, "a constraint moves")
                      : state("C7", energy,
                              std::fabs(less - impact.lost + brought_in) / std::max(size, 1e-300),
                              bound));
  found.push_back(check_carnot(impact, std::max(size, 1e-300)));
  found.push_back(check_moreau(impact, u_after, lengths, speed));
  return found;
}

std::vector<ImpactInstant> impacts_of(const Motion& motion) {
  std::vector<ImpactInstant> result;
  const std::vector<ImpactRecord>& records = motion.impacts();
  if (records.empty()) return result;
  const Equations& equations = motion.equations();
  const System& system = equations.system;
  const MotionColumns& layout = motion.layout();
  const auto n = static_cast<Index>(system.coordinates().size());
  const MotionSizes sizes = sizes_of(motion);
  StateEquations all(equations);
  std::vector<double> last;  // the impact after which those that are left are not followed
  for (const Accumulation& rest : motion.accumulations()) {
    double t = motion.start_time();
    for (const ImpactRecord& impact : records)
      if (impact.t <= rest.t) t = impact.t;
    last.push_back(t);
  }
  for (std::size_t i = 0; i < records.size();) {
    const double t = records[i].t;
    std::size_t end = i;
    while (end < records.size() && records[end].t == t) ++end;
    const std::size_t first = std::exchange(i, end);
    const bool is_one = records[first].group == records[end - 1].group;
    if (t == motion.start_time() || !is_one || acts_at(motion, t) ||
        std::ranges::find(last, t) != last.end() ||
        std::ranges::any_of(records.begin() + static_cast<std::ptrdiff_t>(first),
                            records.begin() + static_cast<std::ptrdiff_t>(end),
                            [](const ImpactRecord& one) { return one.tangential != 0; }))
      continue;
    const Snapshot before = motion.before(t), after = motion.at(t);
    const auto part = [&](const Snapshot& then, std::size_t from) -> Vector {
      return Eigen::Map<const Vector>(then.row().data() + from, n);
    };
    const Vector q = part(before, layout.q);
    std::size_t next = layout.variable;
    for (std::size_t p = 0; p < system.parameters().size(); ++p)
      if (system.parameters()[p].is_variable()) all.set_parameter(p, before.row()[next++]);
    ImpactInstant impact{.t = t,
                         .M = {},
                         .before = part(before, layout.v),
                         .after = part(after, layout.v),
                         .A = {},
                         .moving = {},
                         .pushes = {},
                         .impulse = {},
                         .restitution = {}};
    const Vector rates = all.residuals(t, q, impact.before).velocity;
    const StateValues& here = all.evaluate(t, q, impact.before);
    impact.M = here.M();
    const Assignment numbers = assignment_at(equations, before.row());
    std::vector<Index> rows;
    std::vector<double> P, e;
    for (std::size_t r = 0; r < equations.rows.size(); ++r) {
      const EquationRow& row = equations.rows[r];
      const auto contact = contact_of_row(equations, r);
      if (!contact && comes_and_goes(equations, r)) continue;
      double impulse = 0, restitution = 0;
      if (contact) {
        bool struck = false;
        for (std::size_t k = first; k < end; ++k)
          if (records[k].contact == *contact) {
            struck = true;
            impulse += records[k].impulse;
          }
        const double gap = before.row()[layout.residual + r];
        const double size =
            row.level == Level::velocity ? sizes.rows[r].velocity : sizes.rows[r].position;
        constexpr double touching = 1e-9;
        if (!struck && gap > touching * size) continue;
        if (const NodeId formula = system.contacts()[*contact].restitution; formula != no_node)
          restitution = evaluate(equations.graph(), {formula}, numbers).front();
      }
      rows.push_back(static_cast<Index>(r));
      impact.pushes.push_back(contact.has_value());
      P.push_back(impulse);
      e.push_back(restitution);
    }
    impact.A = here.A()(rows, Eigen::all);
    impact.moving = rates(rows) - impact.A * impact.before;
    // of rows that do not move rounding is left
    for (Index k = 0; k < impact.moving.size(); ++k) {
      const double terms = impact.A.row(k).cwiseAbs().dot(impact.before.cwiseAbs());
      if (std::fabs(impact.moving[k]) <= 1e-13 * terms ||
          equations.rows[static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])].level ==
              Level::acceleration)
        impact.moving[k] = 0;
    }
    impact.impulse = Eigen::Map<const Vector>(P.data(), static_cast<Index>(P.size()));
    impact.restitution = Eigen::Map<const Vector>(e.data(), static_cast<Index>(e.size()));
    impact.one_after_another = end - first > 1 && motion.impact_law() == "in turn";
    for (std::size_t k = first; k < end; ++k) impact.lost += records[k].lost;
    result.push_back(std::move(impact));
  }
  return result;
}

}  // namespace alembert::theory
