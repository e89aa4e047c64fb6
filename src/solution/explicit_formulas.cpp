#include "solution/explicit_formulas.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "symbol/collect_terms.hpp"
#include "symbol/differentiate.hpp"
#include "symbol/transplant.hpp"

namespace alembert::solution {

namespace {

// multipliers in loops that are solved for in formulas
constexpr std::size_t most_in_loops = 4;

// sliding in one sense is linear in true multipliers
bool is_linear_loop(const Equations& equations, const std::vector<NodeId>& totals) {
  Graph& graph = equations.graph();
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C) {
      const std::vector<NodeId> used = reachable(graph, {term.formula});
      const auto is_used = [&](NodeId total) { return std::ranges::binary_search(used, total); };
      if (std::ranges::none_of(totals, is_used)) continue;
      if (!force.friction) return false;
      for (const NodeId slope : gradient(graph, term.formula, totals))
        if (graph.kinds(slope).has(Kind::force)) return false;
    }
  return true;
}

// the solutions of sparse systems have at most about so many nodes for each one of the equations
constexpr std::size_t nodes_of_solutions = 5;

// More multiplications than this are left to loops: the code would no longer fit the caches. For
// each unknown there are about 12 in a chain with rods, and n²/6 where n coordinates are all
// coupled with each other: 120 with 27 of them, where loops become faster, and 300 with 42, where
// those of Eigen do, which serve where formulas are not to be rolled.
constexpr std::size_t most_multiplications = 2'000'000;
constexpr std::size_t most_where_rolled = 120, most_where_not = 300;

// loops take a system as dense, and its triangle in four lanes should stay within the caches
constexpr std::size_t most_rolled = 400;

}  // namespace

std::unique_ptr<ExplicitFormulas> ExplicitFormulas::make(const Equations& equations,
                                                         const Rows& rows,
                                                         const ExplicitOptions& options) {
  std::vector<NodeId> law;
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C) law.push_back(term.formula);
  const std::vector<NodeId> used = reachable(equations.graph(), law);
  const auto uses = [&](NodeId symbol) {
    return std::binary_search(used.begin(), used.end(), symbol);
  };
  const bool some_left_out = rows.size() < equations.rows.size();
  std::vector<NodeId> looped;
  for (const EquationRow& row : equations.rows) {
    if (some_left_out && (uses(row.total) || uses(row.lambda))) return nullptr;
    if (uses(row.total)) looped.push_back(row.total);
  }
  if (!looped.empty() && (looped.size() > most_in_loops || !is_linear_loop(equations, looped)))
    return nullptr;

  // the constructor is private
  std::unique_ptr<ExplicitFormulas> result(new ExplicitFormulas(equations, rows, options));
  if (!result->has_inertia()) return nullptr;
  if (result->tree_) return result;
  const std::vector<Entry> A = result->entries_of(rows);
  const EliminationOrder order =
      SaddleFormulas::order_for(result->graph_, result->n_, rows.size(), result->M_, A);
  const std::size_t unknowns = result->n_ + rows.size();
  const bool may_roll = options.may_roll && unknowns <= most_rolled;
  const std::size_t most = (may_roll ? most_where_rolled : most_where_not) * unknowns;
  if (order.multiplications > std::min(most_multiplications, most)) {
    if (!may_roll) return nullptr;
    result->rolled_ = std::make_unique<RolledSystems>(result->graph_);
  }
  result->saddles_.try_emplace(rows, result->graph_, result->n_, result->M_, A, order,
                               result->rolled_.get());
  return result;
}

std::unique_ptr<Evaluator> ExplicitFormulas::compiled(const Formulas& outputs,
                                                      const Formulas& inputs) const {
  return is_rolled() ? compile(graph_, outputs, inputs, *rolled_)
                     : compile(graph_, outputs, inputs);
}

ExplicitFormulas::ExplicitFormulas(const Equations& equations, const Rows& rows,
                                   const ExplicitOptions& options)
    : n_(equations.system.coordinates().size()), rows_(rows), row_lengths_(options.row_lengths) {
  const System& system = equations.system;
  const std::size_t m = equations.rows.size();
  for (std::size_t r = 0; r < m; ++r) {
    if (!std::binary_search(rows.begin(), rows.end(), r)) left_out_.push_back(r);
    levels_.push_back(equations.rows[r].level);
    if (equations.rows[r].level == Level::velocity &&
        equations.rows[r].classification.form == VelocityForm::nonlinear)
      is_linear_ = false;
  }

  // of a deep tree M itself is never needed, but for its diagonal
  const auto& bodies = system.known_energies();
  const bool is_deep = bodies && equations.completion.rows.empty() &&
                       is_deep_tree(bodies->tree, n_, equations.M_beside_bodies, rows_.size());
  const auto is_used = [&](const Entry& entry) {
    return is_deep ? entry.row == entry.column : entry.row >= entry.column;
  };

  // everything in one list, so that sharing survives the way over
  Formulas formulas;
  for (const Entry& entry : equations.solved_M().entries)
    if (is_used(entry)) formulas.push_back(entry.value);
  for (const Entry& entry : equations.A.entries) formulas.push_back(entry.value);
  for (const Formulas* list : {&equations.solved_Q(), &equations.b})
    formulas.insert(formulas.end(), list->begin(), list->end());
  const NodeId zero = equations.graph().zero();
  for (const EquationRow& row : equations.rows) {
    formulas.push_back(row.level == Level::position ? row.residual : zero);
    formulas.push_back(row.level == Level::position   ? row.rate
                       : row.level == Level::velocity ? row.residual
                                                      : zero);
    formulas.push_back(row.lambda);
    formulas.push_back(row.total);
  }
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C) {
      formulas.push_back(term.formula);
      law_coordinates_.push_back(term.coordinate);
    }
  for (const NodeId node : {equations.energy, equations.applied_power, equations.time_power})
    formulas.push_back(node);
  if (is_deep) {
    for (const Entry& entry : equations.M_beside_bodies) formulas.push_back(entry.value);
    with_formulas(bodies->tree, [&](const Expr& x) {
      formulas.push_back(x.in(equations.graph()));
      return x;
    });
  }
  Assignment numbers = system.parameter_values();
  for (const std::size_t p : options.free_parameters) numbers.erase(system.parameters()[p].symbol);
  graph_.reserve(nodes_of_solutions * equations.graph().size());
  const Formulas images = transplant(equations.graph(), formulas, numbers, graph_);

  // and back into their places
  auto next = images.begin();
  M_diagonal_.assign(n_, graph_.zero());
  for (const Entry& entry : equations.solved_M().entries) {
    if (!is_used(entry)) continue;
    M_.push_back({entry.row, entry.column, *next++});
    if (entry.row == entry.column) M_diagonal_[entry.row] = M_.back().value;
  }
  row_begin_.assign(m + 1, 0);
  for (const Entry& entry : equations.A.entries) {
    A_.push_back({entry.row, entry.column, *next++});
    ++row_begin_[entry.row + 1];
  }
  for (std::size_t r = 0; r < m; ++r) row_begin_[r + 1] += row_begin_[r];
  for (std::size_t j = 0; j < n_; ++j) Q_.push_back(*next++);
  for (std::size_t r = 0; r < m; ++r) b_.push_back(*next++);
  for (std::size_t r = 0; r < m; ++r) {
    position_.push_back(*next++);
    velocity_.push_back(*next++);
    lambda_.push_back(*next++);
    total_.push_back(*next++);
  }
  for (std::size_t k = 0; k < law_coordinates_.size(); ++k) law_.push_back(*next++);
  energy_ = *next++;
  applied_power_ = *next++;
  time_power_ = *next++;
  if (is_deep) {
    tree_.emplace();
    for (const Entry& entry : equations.M_beside_bodies)
      tree_->beside.push_back({entry.row, entry.column, *next++});
    tree_->bodies = with_formulas(bodies->tree, [&](const Expr&) { return Expr(graph_, *next++); });
  }
  assert(next == images.end());

  const Graph& from = equations.graph();
  const auto add_input = [&](NodeId symbol) {
    inputs_.push_back(graph_.symbol(from.name(symbol), from.kind(symbol)));
  };
  add_input(system.time().node());
  for (const Coordinate& x : system.coordinates()) add_input(x.q);
  for (const Coordinate& x : system.coordinates()) add_input(x.v);
  v_.assign(inputs_.end() - static_cast<std::ptrdiff_t>(n_), inputs_.end());
  for (const std::size_t p : options.free_parameters) add_input(system.parameters()[p].symbol);
  for (std::size_t i = 1; i <= 2 * n_; ++i)
    sizes_.push_back(graph_.symbol("size of " + graph_.name(inputs_[i]), Kind::time));
  if (options.baumgarte) stabilise(*options.baumgarte);
  if (options.keeps_constraints)
    time_rate_ = derivative_along(graph_, position_, {{inputs_[0], graph_.one()}});
}

// b − 2αφ̇ − β²φ, and b − αψ for velocity rows (Eq. 39 of docs/theory.md)
void ExplicitFormulas::stabilise(const Baumgarte& terms) {
  const auto take = [&](NodeId& b, double factor, NodeId residual) {
    b = subtract(b, multiply(graph_.constant(factor), residual));
  };
  for (std::size_t r = 0; r < b_.size(); ++r) {
    take(b_[r], terms.damping(levels_[r]), velocity_[r]);
    if (levels_[r] == Level::position) take(b_[r], terms.stiffness(), position_[r]);
  }
}

bool ExplicitFormulas::has_inertia() const {
  return std::none_of(M_diagonal_.begin(), M_diagonal_.end(),
                      [&](NodeId entry) { return entry == graph_.zero(); });
}

/// The entries of A in these rows, each by the place of its row in the list.
std::vector<Entry> ExplicitFormulas::entries_of(const Rows& rows) const {
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t e = row_begin_[rows[k]]; e < row_begin_[rows[k] + 1]; ++e)
      entries.push_back({static_cast<std::uint32_t>(k), A_[e].column, A_[e].value});
  return entries;
}

const SaddleFormulas& ExplicitFormulas::saddle_of(const Rows& rows) {
  if (const auto known = saddles_.find(rows); known != saddles_.end()) return known->second;
  const std::vector<Entry> A = entries_of(rows);
  if (tree_)
    return saddles_.try_emplace(rows, graph_, n_, rows.size(), M_, A, tree_->bodies, tree_->beside)
        .first->second;
  const EliminationOrder order = SaddleFormulas::order_for(graph_, n_, rows.size(), M_, A);
  return saddles_.try_emplace(rows, graph_, n_, M_, A, order, rolled_.get()).first->second;
}

/// The terms of the non-ideal law for these multipliers.
ExplicitFormulas::Formulas ExplicitFormulas::law(const Formulas& lambda) {
  std::vector<Replacement> replacements;
  for (std::size_t k = 0; k < rows_.size(); ++k)
    replacements.push_back({lambda_[rows_[k]], lambda[k]});
  const Formulas law = substitute(graph_, law_, replacements);
  const std::vector<NodeId> used = reachable(graph_, law);
  std::vector<std::size_t> looped;
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (std::ranges::binary_search(used, total_[rows_[k]])) looped.push_back(k);
  if (looped.empty()) return law;
  const Formulas tau = true_multipliers(lambda, law, looped);
  std::vector<Replacement> found;
  for (std::size_t i = 0; i < looped.size(); ++i)
    found.push_back({total_[rows_[looped[i]]], tau[i]});
  return substitute(graph_, law, found);
}

/// τ = λ + D C(τ) for a law that is linear in τ (Eq. 26 of docs/theory.md), by elimination: on the
/// diagonal of 1 − D G stands what is left of a multiplier after its own friction, positive but for
/// Painlevé's paradox.
ExplicitFormulas::Formulas ExplicitFormulas::true_multipliers(
    const Formulas& lambda, const Formulas& law, const std::vector<std::size_t>& looped) {
  const std::size_t p = looped.size();
  Formulas totals;
  std::vector<Replacement> silent;
  for (const std::size_t k : looped) {
    totals.push_back(total_[rows_[k]]);
    silent.push_back({totals.back(), graph_.zero()});
  }
  // D C for the terms of a law: how the multipliers answer these forces
  const auto answer = [&](const Formulas& terms) {
    Formulas force(n_, graph_.zero());
    for (std::size_t i = 0; i < terms.size(); ++i)
      force[law_coordinates_[i]] = add(force[law_coordinates_[i]], terms[i]);
    const Formulas all = saddle().solve(force, Formulas(rows_.size(), graph_.zero())).lambda;
    Formulas result;
    for (const std::size_t k : looped) result.push_back(all[k]);
    return result;
  };
  const Formulas free = answer(substitute(graph_, law, silent));
  std::vector<Formulas> system(p, Formulas(p));
  Formulas tau(p);
  for (std::size_t i = 0; i < p; ++i) tau[i] = add(lambda[looped[i]], free[i]);
  std::vector<Formulas> slopes(p);
  for (const NodeId term : law) {
    const Formulas slope = gradient(graph_, term, totals);
    for (std::size_t j = 0; j < p; ++j) slopes[j].push_back(slope[j]);
  }
  for (std::size_t j = 0; j < p; ++j) {
    const Formulas column = answer(slopes[j]);
    for (std::size_t i = 0; i < p; ++i)
      system[i][j] = subtract(i == j ? graph_.one() : graph_.zero(), column[i]);
  }
  for (std::size_t k = 0; k < p; ++k)
    for (std::size_t i = k + 1; i < p; ++i) {
      const NodeId factor = make(Op::divide, system[i][k], system[k][k]);
      for (std::size_t j = k + 1; j < p; ++j)
        system[i][j] = subtract(system[i][j], multiply(factor, system[k][j]));
      tau[i] = subtract(tau[i], multiply(factor, tau[k]));
    }
  for (std::size_t k = p; k-- > 0;) {
    for (std::size_t j = k + 1; j < p; ++j)
      tau[k] = subtract(tau[k], multiply(system[k][j], tau[j]));
    tau[k] = make(Op::divide, tau[k], system[k][k]);
  }
  return tau;
}

/// Q + C
ExplicitFormulas::Formulas ExplicitFormulas::with_law(const Formulas& terms) {
  Formulas result = Q_;
  for (std::size_t k = 0; k < terms.size(); ++k)
    result[law_coordinates_[k]] = add(result[law_coordinates_[k]], terms[k]);
  return result;
}

/// Aᵀλ
ExplicitFormulas::Formulas ExplicitFormulas::reaction(const Formulas& lambda) {
  Formulas result(n_, graph_.zero());
  for (std::size_t k = 0; k < rows_.size(); ++k)
    for (std::size_t e = row_begin_[rows_[k]]; e < row_begin_[rows_[k] + 1]; ++e)
      result[A_[e].column] = add(result[A_[e].column], multiply(A_[e].value, lambda[k]));
  return result;
}

ExplicitFormulas::Formulas ExplicitFormulas::of_rows(const Formulas& all, const Rows& rows) const {
  Formulas result;
  for (const std::size_t row : rows) result.push_back(all[row]);
  return result;
}

std::vector<double> ExplicitFormulas::lengths_of(const Rows& rows) const {
  std::vector<double> result;
  for (const std::size_t row : rows)
    if (!row_lengths_.empty()) result.push_back(row_lengths_[row]);
  return result;
}

NodeId ExplicitFormulas::row_times(std::size_t row, const Formulas& x) {
  NodeId sum = graph_.zero();
  for (std::size_t e = row_begin_[row]; e < row_begin_[row + 1]; ++e)
    sum = add(sum, multiply(A_[e].value, x[A_[e].column]));
  return sum;
}

/// A_r q̇. Where φ̇ = A_r q̇ + ∂φ/∂t vanishes that is −∂φ/∂t: nothing, for most constraints.
NodeId ExplicitFormulas::speed_of(std::size_t row) {
  if (time_rate_.empty() || levels_[row] != Level::position) return row_times(row, v_);
  return make(Op::negate, time_rate_[row]);
}

NodeId ExplicitFormulas::largest(const Formulas& formulas) {
  NodeId result = graph_.zero();
  for (const NodeId formula : formulas) result = make(Op::max, result, make(Op::abs, formula));
  return result;
}

std::vector<NodeId> ExplicitFormulas::acceleration() {
  const SaddleFormulas& saddle = this->saddle();
  const Formulas b = of_rows(b_, rows_);
  const Solution ideal = saddle.solve(Q_, b);
  const Formulas terms = law(ideal.lambda);
  const Solution solution = terms.empty() ? ideal : saddle.solve(with_law(terms), b);

  NodeId ideal_power = graph_.zero(), nonideal_power = graph_.zero();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const NodeId speed = speed_of(rows_[k]);
    ideal_power = add(ideal_power, multiply(ideal.lambda[k], speed));
    nonideal_power =
        add(nonideal_power, multiply(subtract(solution.lambda[k], ideal.lambda[k]), speed));
  }
  for (std::size_t k = 0; k < terms.size(); ++k)
    nonideal_power = add(nonideal_power, multiply(terms[k], v_[law_coordinates_[k]]));

  Formulas outputs = solution.x;
  outputs.insert(outputs.end(), {applied_power_, ideal_power, nonideal_power, time_power_,
                                 saddle.condition(lengths_of(rows_))});
  return collect_terms(graph_, outputs);
}

std::vector<NodeId> ExplicitFormulas::projection() {
  Rows position_rows, velocity_rows;
  for (const std::size_t row : rows_) {
    if (levels_[row] == Level::position) position_rows.push_back(row);
    if (levels_[row] != Level::acceleration) velocity_rows.push_back(row);
  }
  const Formulas no_force(n_, graph_.zero());
  NodeId worst = graph_.one();
  Formulas outputs, sizes;
  const Formulas state(inputs_.begin() + 1,
                       inputs_.begin() + 1 + static_cast<std::ptrdiff_t>(2 * n_));
  const auto step = [&](const Rows& rows, Formulas target) {
    for (NodeId& entry : target) entry = make(Op::negate, entry);
    const Formulas change = saddle_of(rows).solve(no_force, target).x;
    Formulas relative;
    for (const NodeId dx : change) {
      const NodeId x = state[outputs.size()];
      const NodeId size = make(Op::max, sizes_[outputs.size()], make(Op::abs, x));
      relative.push_back(make(Op::divide, dx, size));
      outputs.push_back(add(x, dx));
    }
    sizes.push_back(largest(relative));
    worst = make(Op::max, worst, saddle_of(rows).condition(lengths_of(rows)));
  };
  // the velocities are corrected where the first correction leads to
  std::vector<Replacement> moved;
  const auto there = [&](const Formulas& residuals, const Rows& rows) {
    return substitute(graph_, of_rows(residuals, rows), moved);
  };
  step(position_rows, of_rows(position_, position_rows));
  for (std::size_t j = 0; j < n_; ++j)
    if (outputs[j] != state[j]) moved.push_back({state[j], outputs[j]});
  step(velocity_rows, there(velocity_, velocity_rows));
  for (std::size_t j = n_; j < 2 * n_; ++j)
    if (outputs[j] != state[j]) moved.push_back({state[j], outputs[j]});

  // rows left out must follow from the others: their residuals there, and their share of A q̈ = b
  NodeId miss = graph_.zero();
  const NodeId smallest = graph_.constant(std::numeric_limits<double>::min());
  if (!left_out_.empty()) {
    const Formulas a = saddle().solve(Q_, of_rows(b_, rows_)).x;
    const Formulas position = there(position_, left_out_), velocity = there(velocity_, left_out_);
    // the fastest change tells what accelerations are small
    NodeId rate = graph_.zero();
    for (std::size_t j = 0; j < n_; ++j)
      rate = make(Op::max, rate, make(Op::abs, make(Op::divide, a[j], sizes_[n_ + j])));
    for (std::size_t k = 0; k < left_out_.size(); ++k) {
      const std::size_t row = left_out_[k];
      NodeId q_terms = graph_.zero(), v_terms = graph_.zero(), a_terms = make(Op::abs, b_[row]);
      for (std::size_t e = row_begin_[row]; e < row_begin_[row + 1]; ++e) {
        const NodeId entry = make(Op::abs, A_[e].value);
        const std::uint32_t j = A_[e].column;
        q_terms = add(q_terms, multiply(entry, sizes_[j]));
        v_terms = add(v_terms, multiply(entry, sizes_[n_ + j]));
        a_terms = add(a_terms, multiply(entry, make(Op::abs, a[j])));
      }
      a_terms = add(a_terms, multiply(rate, v_terms));
      const auto compare = [&](NodeId off, NodeId terms) {
        // a row may lose its gradient where it holds
        const NodeId part = make(Op::divide, make(Op::abs, off), add(terms, smallest));
        miss = make(Op::max, miss, part);
      };
      compare(position[k], q_terms);
      compare(velocity[k], v_terms);
      compare(subtract(b_[row], row_times(row, a)), a_terms);
    }
  }
  outputs.insert(outputs.end(), {sizes[0], sizes[1], miss, worst});
  return collect_terms(graph_, outputs);
}

std::vector<NodeId> ExplicitFormulas::audit() {
  return {largest(position_), largest(velocity_), energy_};
}

std::vector<NodeId> ExplicitFormulas::instant() {
  const SaddleFormulas& saddle = this->saddle();
  const Formulas b = of_rows(b_, rows_);
  const Solution ideal = saddle.refined(Q_, b);
  const Formulas terms = law(ideal.lambda);
  const Solution solution = terms.empty() ? ideal : saddle.refined(with_law(terms), b);

  Formulas miss;
  for (std::size_t row = 0; row < b_.size(); ++row)
    miss.push_back(subtract(b_[row], row_times(row, solution.x)));
  // Q_i alone, with A x = 0: what moves is what it does along virtual displacements
  const Formulas force = reaction(ideal.lambda);
  const Formulas x = saddle.solve(force, Formulas(rows_.size(), graph_.zero())).x;
  const Formulas virtual_force = saddle.M_times(x);
  const NodeId size = largest(force);
  const NodeId virtual_work =
      graph_.make(Op::choose, size, make(Op::divide, largest(virtual_force), size), graph_.zero());

  const SharedMultipliers shared = shared_multipliers();
  const auto by_row = [&](const Formulas& lambda) {
    const auto [kept, left_out] = shared.of_least_norm(lambda);
    return in_order(kept, left_out);
  };
  const Formulas dependence =
      in_order(shared.dependence(), Formulas(left_out_.size(), graph_.one()));
  Formulas outputs = solution.x;
  for (const Formulas& list : {by_row(ideal.lambda), by_row(solution.lambda), dependence, terms})
    outputs.insert(outputs.end(), list.begin(), list.end());
  outputs.insert(outputs.end(), {largest(miss), virtual_work, shared.independence(),
                                 saddle.condition(lengths_of(rows_))});
  return outputs;
}

SharedMultipliers ExplicitFormulas::shared_multipliers() {
  const auto whole = [&](const Rows& rows) {
    std::vector<Formulas> result(rows.size(), Formulas(n_, graph_.zero()));
    for (const Entry& entry : entries_of(rows)) result[entry.row][entry.column] = entry.value;
    return result;
  };
  return {graph_, saddle(), M_diagonal_, whole(rows_), whole(left_out_)};
}

/// By row, from what belongs to those kept and to those left out.
ExplicitFormulas::Formulas ExplicitFormulas::in_order(const Formulas& kept,
                                                      const Formulas& left_out) const {
  Formulas result(kept.size() + left_out.size());
  for (std::size_t k = 0; k < kept.size(); ++k) result[rows_[k]] = kept[k];
  for (std::size_t k = 0; k < left_out.size(); ++k) result[left_out_[k]] = left_out[k];
  return result;
}

}  // namespace alembert::solution
