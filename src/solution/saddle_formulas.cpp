#include "solution/saddle_formulas.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace alembert::solution {

namespace {

// a pivot of M counts as nearly zero below this part of its diagonal entry, times that of a row of
// A
constexpr double part_of_mass = 1e-5;

// a row counts as short below this part of its natural length
constexpr double short_part = 0.1;

/// The size of the number that a formula begins with; 1 where it does not.
double leading_number(const Graph& graph, NodeId formula) {
  if (graph.op(formula) == Op::multiply) formula = graph.a(formula);
  return graph.is_constant(formula) ? std::fabs(graph.value(formula)) : 1;
}

/// By row the number that all its entries begin with, as the 2 in the gradient of a squared length:
/// divided by it, a row takes fewer multiplications.
std::vector<double> common_factors(const Graph& graph, std::size_t rows,
                                   const std::vector<Entry>& A) {
  std::vector<double> factors(rows, 0);
  for (const auto& [row, column, value] : A) {
    if (value == graph.zero()) continue;
    const double number = leading_number(graph, value);
    if (factors[row] == 0) factors[row] = number;
    if (factors[row] != number) factors[row] = 1;
  }
  for (double& factor : factors)
    if (!std::isnormal(factor) || !std::isnormal(1 / factor)) factor = 1;
  return factors;
}

std::vector<SymmetricEntry> saddle(std::size_t n, const std::vector<Entry>& M,
                                   const std::vector<Entry>& A) {
  std::vector<SymmetricEntry> entries;
  for (const auto& [row, column, value] : M) entries.push_back({row, column, value});
  for (const auto& [row, column, value] : A)
    entries.push_back({static_cast<std::uint32_t>(n + row), column, value});
  return entries;
}

}  // namespace

EliminationOrder SaddleFormulas::order_for(const Graph& graph, std::size_t n, std::size_t m,
                                           const std::vector<Entry>& M,
                                           const std::vector<Entry>& A) {
  return elimination_order(graph, n + m, saddle(n, M, A), n);
}

SaddleFormulas::SaddleFormulas(Graph& graph, std::size_t n, std::vector<Entry> M,
                               std::vector<Entry> A, const EliminationOrder& order,
                               RolledSystems* rolled)
    : graph_(graph),
      M_(std::move(M)),
      A_(std::move(A)),
      n_(n),
      row_factors_(common_factors(graph, order.unknowns.size() - n, A_)),
      factors_(factorised(order, saddle(n, M_, scaled(A_)), rolled)) {}

SaddleFormulas::SaddleFormulas(Graph& graph, std::size_t n, std::size_t m, std::vector<Entry> M,
                               std::vector<Entry> A, const BodyTree& tree,
                               const std::vector<Entry>& beside)
    : graph_(graph),
      M_(std::move(M)),
      A_(std::move(A)),
      n_(n),
      row_factors_(common_factors(graph, m, A_)),
      factors_(TreeFactors(graph, tree, n, beside, m, scaled(A_))) {}

SaddleFormulas::Factors SaddleFormulas::factorised(const EliminationOrder& order,
                                                   const std::vector<SymmetricEntry>& matrix,
                                                   RolledSystems* rolled) const {
  if (rolled != nullptr) return RolledFactors(*rolled, order, matrix);
  return UnrolledFactors(graph_, order, matrix);
}

SaddleFormulas::Formulas SaddleFormulas::solve(Formulas y) const {
  return std::visit([&](const auto& factors) { return factors.solve(std::move(y)); }, factors_);
}

const SaddleFormulas::Formulas& SaddleFormulas::reciprocals() const {
  return std::visit([](const auto& factors) -> const Formulas& { return factors.reciprocals(); },
                    factors_);
}

std::vector<Entry> SaddleFormulas::scaled(std::vector<Entry> A) const {
  for (Entry& entry : A) entry.value = scaled(entry.row, entry.value);
  return A;
}

/// Divided by the factor of the row.
NodeId SaddleFormulas::scaled(std::size_t row, NodeId formula) const {
  const double factor = row_factors_[row];
  if (factor == 1) return formula;
  // the number of an entry becomes 1 or −1, without rounding
  if (graph_.op(formula) == Op::multiply && graph_.is_constant(graph_.a(formula)))
    return graph_.make(Op::multiply, graph_.constant(graph_.value(graph_.a(formula)) / factor),
                       graph_.b(formula));
  if (graph_.is_constant(formula)) return graph_.constant(graph_.value(formula) / factor);
  return graph_.make(Op::multiply, graph_.constant(1 / factor), formula);
}

// [[M, Aᵀ], [A, 0]] (x, −λ) = (f, g), with the rows of A and g divided by their factors and λ
// multiplied by them
SaddleFormulas::Solution SaddleFormulas::solve(Formulas f, const Formulas& g) const {
  for (std::size_t row = 0; row < g.size(); ++row) f.push_back(scaled(row, g[row]));
  const Formulas x = solve(std::move(f));
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(n_);
  Solution solution{{x.begin(), middle}, {middle, x.end()}};
  for (std::size_t row = 0; row < g.size(); ++row) {
    NodeId& lambda = solution.lambda[row];
    lambda = graph_.make(Op::multiply, graph_.constant(-1 / row_factors_[row]), lambda);
  }
  return solution;
}

/// A pivot is at most the entry on the diagonal that it comes from, M_jj or G_rr = (A M⁻¹Aᵀ)_rr,
/// and falls to zero with the rank: 1 + Σ (x² − 1) over x = entry/pivot, which costs little where
/// the reciprocals of the pivots are known.
NodeId SaddleFormulas::condition(const std::vector<double>& lengths) const {
  const auto multiply = [&](NodeId a, NodeId b) { return graph_.make(Op::multiply, a, b); };
  const auto add = [&](NodeId a, NodeId b) { return graph_.make(Op::add, a, b); };
  const std::size_t rows = row_factors_.size();
  NodeId sum = graph_.constant(1 - static_cast<double>(rows));
  Formulas inverse(n_, graph_.zero());
  for (const auto& [row, column, value] : M_) {
    if (row != column) continue;
    inverse[row] = graph_.make(Op::divide, graph_.one(), value);
    // articulated inertias do not come from M by differences, and may be as small beside it as they
    // like
    NodeId x = std::holds_alternative<TreeFactors>(factors_)
                   ? graph_.zero()
                   : multiply(graph_.constant(part_of_mass), multiply(value, reciprocals()[row]));
    // an indefinite M has negative pivots
    x = graph_.make(Op::choose, graph_.make(Op::less, graph_.zero(), reciprocals()[row]), x,
                    graph_.constant(std::numeric_limits<double>::infinity()));
    if (!graph_.is_constant(x) || graph_.value(x) > 1) sum = add(sum, multiply(x, x));
  }
  Formulas G(rows, graph_.zero());
  for (const auto& [row, column, value] : A_) {
    const NodeId entry = scaled(row, value);
    G[row] = add(G[row], multiply(entry, multiply(entry, inverse[column])));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const NodeId x = multiply(G[row], reciprocals()[n_ + row]);
    sum = add(sum, multiply(x, x));
    if (lengths.empty() || !(lengths[row] > 0)) continue;
    const double length = short_part * lengths[row] / row_factors_[row];
    const NodeId part = graph_.make(Op::divide, graph_.constant(length * length), G[row]);
    sum = add(sum, multiply(part, part));
  }
  return sum;
}

SaddleFormulas::Formulas SaddleFormulas::M_times(const Formulas& x) const {
  if (const auto* tree = std::get_if<TreeFactors>(&factors_)) return tree->M_times(x);
  Formulas sum(n_, graph_.zero());
  const auto add_product = [&](NodeId& to, NodeId a, NodeId b) {
    to = graph_.make(Op::add, to, graph_.make(Op::multiply, a, b));
  };
  for (const auto& [row, column, value] : M_) {
    add_product(sum[row], value, x[column]);
    if (row != column) add_product(sum[column], value, x[row]);
  }
  return sum;
}

SaddleFormulas::Solution SaddleFormulas::refined(const Formulas& f, const Formulas& g) const {
  Solution solution = solve(f, g);
  Formulas df = f, dg = g;
  const auto add_product = [&](Op op, NodeId& sum, NodeId a, NodeId b) {
    sum = graph_.make(op, sum, graph_.make(Op::multiply, a, b));
  };
  if (std::holds_alternative<TreeFactors>(factors_)) {
    const Formulas Mx = M_times(solution.x);
    for (std::size_t j = 0; j < n_; ++j) df[j] = graph_.make(Op::subtract, df[j], Mx[j]);
  } else {
    for (const auto& [row, column, value] : M_) {
      add_product(Op::subtract, df[row], value, solution.x[column]);
      if (row != column) add_product(Op::subtract, df[column], value, solution.x[row]);
    }
  }
  for (const auto& [row, column, value] : A_) {
    add_product(Op::add, df[column], value, solution.lambda[row]);
    add_product(Op::subtract, dg[row], value, solution.x[column]);
  }
  const Solution change = solve(std::move(df), dg);
  const auto add_to = [&](Formulas& sum, const Formulas& part) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = graph_.make(Op::add, sum[i], part[i]);
  };
  add_to(solution.x, change.x);
  add_to(solution.lambda, change.lambda);
  return solution;
}

}  // namespace alembert::solution
