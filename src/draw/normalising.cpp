#include "draw/normalising.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "draw/generic_states.hpp"

namespace alembert {

namespace {

// sums of a few terms: far more than they lose by rounding, far less than any that do not cancel
constexpr double rounding = 1e-10;

// the only row of a constraint, at position level
struct Candidate {
  std::size_t constraint;
  std::vector<Entry> slopes;
};

std::vector<Candidate> candidates_of(const Equations& equations) {
  std::vector<Candidate> rows(equations.rows.size());
  for (const Entry& entry : equations.A.entries) rows[entry.row].slopes.push_back(entry);
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r].constraint = equations.rows[r].constraint;
  std::erase_if(rows, [&](const Candidate& row) {
    const Constraint& constraint = equations.system.constraints()[row.constraint];
    // a coordinate by itself is held, not normalised
    return constraint.rows.size() != 1 || constraint.rows.front().level != Level::position ||
           !constraint.nonideal.empty() || row.slopes.size() < 2;
  });
  return rows;
}

// φ_q is along the coordinates, wherever they are
bool is_radial(const Equations& equations, const Candidate& row, GenericStates& generic) {
  std::vector<NodeId> formulas;
  for (const Entry& slope : row.slopes) formulas.push_back(slope.value);
  for (const Entry& slope : row.slopes)
    formulas.push_back(equations.system.coordinates()[slope.column].q);
  const std::vector<FormulaValues> states = generic.values(formulas);
  const std::size_t n = row.slopes.size();
  return !states.empty() && std::ranges::all_of(states, [&](const FormulaValues& values) {
    for (std::size_t i = 1; i < n; ++i) {
      const double one = values[i] * values[n], other = values[0] * values[n + i];
      if (std::fabs(one - other) > rounding * (std::fabs(one) + std::fabs(other))) return false;
    }
    return true;
  });
}

// M φ_qᵀ = 0, although each of the coordinates has inertia: a coordinate without any is a massless
// part that is held by a force
bool has_no_inertia(const Equations& equations, const Candidate& row, GenericStates& generic) {
  std::map<std::size_t, std::size_t> place;  // by coordinate
  std::vector<NodeId> formulas;
  for (const Entry& slope : row.slopes) {
    place[slope.column] = formulas.size();
    formulas.push_back(slope.value);
  }
  std::vector<Entry> inertia;
  std::vector<bool> is_heavy(row.slopes.size(), false);
  for (const Entry& entry : equations.M.entries)
    if (const auto slope = place.find(entry.column); slope != place.end()) {
      is_heavy[slope->second] = true;
      inertia.push_back(entry);
      formulas.push_back(entry.value);
    }
  if (std::ranges::count(is_heavy, false) > 0) return false;
  const std::vector<FormulaValues> states = generic.values(formulas);
  return !states.empty() && std::ranges::all_of(states, [&](const FormulaValues& values) {
    std::map<std::size_t, double> sum, size;  // by row of M
    for (std::size_t k = 0; k < inertia.size(); ++k) {
      const double term = values[row.slopes.size() + k] * values[place.at(inertia[k].column)];
      sum[inertia[k].row] += term;
      size[inertia[k].row] += std::fabs(term);
    }
    return std::ranges::all_of(
        sum, [&](const auto& s) { return std::fabs(s.second) <= rounding * size[s.first]; });
  });
}

}  // namespace

std::vector<bool> normalising_constraints(const Equations& equations) {
  std::vector<bool> normalises(equations.system.constraints().size(), false);
  GenericStates generic(equations);
  for (const Candidate& row : candidates_of(equations))
    normalises[row.constraint] =
        is_radial(equations, row, generic) && has_no_inertia(equations, row, generic);
  return normalises;
}

std::vector<std::size_t> constraints_by_meaning(const Equations& equations) {
  const std::vector<bool> normalises = normalising_constraints(equations);
  std::vector<std::size_t> order(normalises.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_partition(order, [&](std::size_t c) { return !normalises[c]; });
  return order;
}

}  // namespace alembert
