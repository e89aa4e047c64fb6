#include "change_of_coordinates.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "changer.hpp"

namespace alembert::metamorphic {

using numeric::Index;
using numeric::Matrix;

Changer::Changer(const Model& model, const Change& change)
    : model_(model),
      old_(model.system),
      change_(change),
      inverse_(change.T.inverse()),
      system_(model.system.title()) {
  // numbers such as 1/2 in a turn by 120 degrees must not leave rounding where there is nothing
  for (double& entry : inverse_.reshaped())
    if (std::fabs(entry) < 1e-15 * inverse_.cwiseAbs().maxCoeff()) entry = 0;
}

Model Changer::run(const std::optional<State>& start) {
  declare();
  state_energies();
  state_constraints();
  state_restitutions();
  replace_force_symbols();
  state_laws();
  state_frictions();
  replace_tallies();
  state_rules();
  Model result{system_, {}, {}, {}, {}, {}};
  result.start = start ? numbers_of(*start) : start_values();
  if (model_.run) result.run = run_settings(*model_.run);
  for (const Expectation& check : model_.checks) result.checks.push_back(expectation(check));
  for (const NodeId parameter : model_.fixed) result.fixed.push_back(copy(parameter));
  return result;
}

void Changer::declare() {
  for (const Coordinate& x : old_.coordinates()) {
    const std::size_t dot = std::min(x.name.find('.'), x.name.size());
    coordinates_.push_back(system_.part_coordinate(x.name.substr(0, dot), x.name.substr(dot)));
  }
  for (const Parameter& p : old_.parameters()) {
    if (p.changes == Parameter::Changes::variable)
      system_.variable(p.name, expr(copy(p.formula)), p.unit);
    else if (!p.is_variable())
      system_.parameter(p.name, expr(copy(p.formula)), p.unit);
  }
  const double tau = change_.time;
  for (Index i = 0; i < size(); ++i) {
    Expr q = 0, v = 0, a = 0;
    for (Index j = 0; j < size(); ++j) {
      const double factor = change_.T(i, j);
      if (factor == 0) continue;
      const Expr& x = coordinates_[static_cast<std::size_t>(j)];
      q += factor * x;
      v += factor / tau * rate(x);
      a += factor / tau / tau * rate(rate(x));
    }
    const Coordinate& x = system_.coordinates()[static_cast<std::size_t>(i)];
    replacements_.push_back({x.q, q.in(graph())});
    replacements_.push_back({x.v, v.in(graph())});
    replacements_.push_back({x.a, a.in(graph())});
  }
  const NodeId t = system_.time().node();
  replacements_.push_back({t, (tau * system_.time()).in(graph())});
}

void Changer::state_energies() {
  const double kappa = change_.energy, tau = change_.time;
  for (const NodeId T : old_.kinetic_terms()) system_.kinetic(kappa * take(T));
  for (const NodeId V : old_.potential_terms()) system_.potential(kappa * take(V));
  for (const NodeId L : old_.lagrangian_terms()) system_.lagrangian(kappa * take(L));
  for (const NodeId P : old_.virtual_powers()) system_.virtual_power(kappa * tau * take(P));
  for (const NodeId D : old_.dissipations()) system_.dissipation(kappa * tau * take(D));
  // the place r stays in its unit and has the rate τ ṙ
  for (const Particle& particle : old_.particles()) {
    Particle p{particle.name, kappa / (tau * tau) * take(particle.mass), {}, {}};
    for (const Expr& r : particle.at) p.at.push_back(take(r));
    for (const Expr& F : particle.force) p.force.push_back(kappa * take(F));
    system_.particle(p);
  }
  for (const CoordinateFormula& force : old_.forces())
    for_each_share(force.coordinate, [&](const Expr& x, double share) {
      system_.force(x, share * take(force.formula));
    });
}

void Changer::state_constraints() {
  const std::vector<Constraint>& constraints = old_.constraints();
  std::vector<std::size_t> order = change_.rows.order;
  if (order.empty()) {
    order.resize(constraints.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
  }
  for (const std::size_t c : order) {
    if (constraints[c].rows.empty()) continue;  // a friction that no row carries
    state_constraint(c, constraints[c].name, 1);
    if (stands_twice(c)) state_constraint(c, again(constraints[c].name), copy_factor(c));
  }
}

void Changer::state_constraint(std::size_t c, const std::string& name, double factor) {
  const Constraint& constraint = old_.constraints()[c];
  std::vector<Equation> rows;
  for (std::size_t r = 0; r < constraint.rows.size(); ++r) {
    const double rho = factor * row_factor(c, r);
    rows.push_back({rho * take(constraint.rows[r].left), rho * take(constraint.rows[r].right)});
  }
  if (is_contact(c))
    system_.contact(name, rows.front());
  else
    system_.constraint(name, rows);
  state_weight(constraint, name, factor * row_factor(c, 0));
}

// the sum of the squared misses stays the same but for a common factor
void Changer::state_weight(const Constraint& constraint, const std::string& name, double factor) {
  const bool least_squares = model_.run && model_.run->inconsistent == Inconsistent::least_squares;
  if (!least_squares) return;
  const double miss = factor * std::pow(change_.time, 2 - order_of(constraint.rows[0].level));
  const double share = (change_.rows.doubled ? 0.5 : 1.0) / (miss * miss);
  const Expr weight = constraint.weight == no_node ? Expr(1) : take(constraint.weight);
  system_.weight(name, share * weight);
}

void Changer::replace_force_symbols() {
  std::vector<Replacement> more;
  for (const ForceSymbol& symbol : old_.force_symbols())
    if (symbol.quantity != Quantity::holding && !is_of_friction(symbol))
      more.push_back({copy(symbol.symbol), force_in_new_terms(symbol).in(graph())});
  replacements_.insert(replacements_.end(), more.begin(), more.end());
}

bool Changer::is_of_friction(const ForceSymbol& symbol) const {
  if (symbol.quantity == Quantity::energy || symbol.quantity == Quantity::holding) return false;
  // a friction that no row carries is a constraint without rows; that of a row is its last row
  const std::size_t rows = old_.constraints()[symbol.constraint].rows.size();
  const bool is_multiplier =
      symbol.quantity == Quantity::lambda || symbol.quantity == Quantity::total;
  const bool is_end = symbol.quantity == Quantity::least || symbol.quantity == Quantity::most;
  const bool has_friction =
      old_.friction_index(old_.constraints()[symbol.constraint].name).has_value();
  return symbol.quantity == Quantity::tangent || rows == 0 || (is_end && has_friction) ||
         (is_multiplier && symbol.row >= rows);
}

Expr Changer::force_in_new_terms(const ForceSymbol& symbol) {
  const double kappa = change_.energy, tau = change_.time;
  if (symbol.quantity == Quantity::energy) return 1 / kappa * system_.energy();
  const Constraint& constraint = old_.constraints()[symbol.constraint];
  std::vector<std::string> names{constraint.name};
  if (stands_twice(symbol.constraint)) names.push_back(again(constraint.name));
  Expr sum = 0;
  for (const std::string& name : names) {
    const double factor = name == constraint.name ? 1 : copy_factor(symbol.constraint);
    sum += factor_of(symbol, factor) * force_of(symbol, name);
  }
  return sum * (symbol.quantity == Quantity::power ? 1 / (kappa * tau) : 1 / kappa);
}

// what a multiplier counts in the old rows; forces need no factor
double Changer::factor_of(const ForceSymbol& symbol, double factor) const {
  const bool is_multiplier =
      symbol.quantity == Quantity::lambda || symbol.quantity == Quantity::total ||
      symbol.quantity == Quantity::least || symbol.quantity == Quantity::most;
  if (!is_multiplier) return 1;
  const ConstraintRow& row = old_.constraints()[symbol.constraint].rows[symbol.row];
  return factor * row_factor(symbol.constraint, symbol.row) /
         std::pow(change_.time, order_of(row.level));
}

Expr Changer::force_of(const ForceSymbol& symbol, const std::string& name) {
  const std::size_t c = *system_.constraint_index(name);
  const std::string& row = system_.constraints()[c].rows[symbol.row].name;
  switch (symbol.quantity) {
    case Quantity::lambda:
      return system_.lambda(row);
    case Quantity::total:
      return system_.total(row);
    case Quantity::least:
      return system_.least(name);
    case Quantity::most:
      return system_.most(name);
    case Quantity::power:
      return system_.power(name);
    case Quantity::energy:
      return system_.energy();
    default:
      break;
  }
  // R = T⁻ᵀ R̂/κ
  Expr sum = 0;
  for (Index j = 0; j < size(); ++j) {
    const double factor = inverse_(j, static_cast<Index>(symbol.coordinate));
    if (factor == 0) continue;
    const Expr& x = coordinates_[static_cast<std::size_t>(j)];
    sum += factor * (symbol.quantity == Quantity::ideal      ? system_.ideal(name, x)
                     : symbol.quantity == Quantity::nonideal ? system_.nonideal(name, x)
                                                             : system_.reaction(name, x));
  }
  return sum;
}

void Changer::state_laws() {
  for (const Constraint& constraint : old_.constraints())
    for (const CoordinateFormula& law : constraint.nonideal)
      for_each_share(law.coordinate, [&](const Expr& x, double share) {
        system_.nonideal(constraint.name, x, share * take(law.formula));
      });
}

std::vector<StartValue> Changer::start_values() {
  std::vector<StartValue> values;
  for (const StartValue& value : model_.start) {
    const bool is_velocity = old_.graph().kinds(value.symbol).has(Kind::velocity);
    const NodeId symbol = copy(value.symbol);
    Index i = 0;
    while (symbol != (is_velocity ? coordinate(i).v : coordinate(i).q)) ++i;
    assert(change_.T.row(i).cwiseAbs().sum() == std::fabs(change_.T(i, i)));
    const double unit = change_.T(i, i) / (is_velocity ? change_.time : 1);
    values.push_back({symbol, (take(value.formula) / unit).in(graph()), value.guess});
  }
  return values;
}

std::vector<StartValue> Changer::numbers_of(const State& state) {
  const numeric::Vector q = inverse_ * state.q;
  const numeric::Vector v = inverse_ * state.v * change_.time;
  std::vector<StartValue> values;
  for (Index i = 0; i < size(); ++i) {
    values.push_back({coordinate(i).q, graph().constant(q[i])});
    values.push_back({coordinate(i).v, graph().constant(v[i])});
  }
  return values;
}

Run Changer::run_settings(const Run& old) {
  const auto scaled = [&](NodeId formula, double factor) {
    return formula == no_node ? no_node : (factor * expr(copy(formula))).in(graph());
  };
  const double tau = change_.time;
  Run run = old;
  run.from = scaled(old.from, 1 / tau);
  run.until = scaled(old.until, 1 / tau);
  if (old.tolerance) run.tolerance = copy(*old.tolerance);
  if (old.every) run.every = scaled(*old.every, 1 / tau);
  if (old.rank_tolerance) run.rank_tolerance = copy(*old.rank_tolerance);
  run.baumgarte_alpha = scaled(old.baumgarte_alpha, tau);
  run.baumgarte_beta = scaled(old.baumgarte_beta, tau);
  for (Condition& condition : run.stop_when)
    condition.formula = take(condition.formula).in(graph());
  return run;
}

Expectation Changer::expectation(const Expectation& old) {
  const auto moved = [&](NodeId formula, double factor) {
    return formula == no_node ? no_node : (factor * take(formula)).in(graph());
  };
  Expectation check = old;
  check.bound = moved(old.bound, 1);
  check.count = moved(old.count, 1);
  check.time =
      old.time == no_node ? no_node : (1 / change_.time * expr(copy(old.time))).in(graph());
  const double unit =
      old.what == Expectation::What::value_at ? change_.checked : impact_factor(old);
  check.formula = moved(old.formula, unit);
  check.value = moved(old.value, unit);
  return check;
}

Change no_change(const Model& model) {
  const Index n = static_cast<Index>(model.system.coordinates().size());
  return {.T = Matrix::Identity(n, n)};
}

std::string again(const std::string& constraint) { return constraint + "_again"; }

Model changed(const Model& model, const Change& change, const std::optional<State>& start) {
  return Changer(model, change).run(start);
}

}  // namespace alembert::metamorphic
