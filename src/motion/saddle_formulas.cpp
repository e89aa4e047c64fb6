#include "motion/saddle_formulas.hpp"

#include <utility>

namespace alembert {

namespace {

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
                               std::vector<Entry> A, const EliminationOrder& order)
    : graph_(graph),
      M_(std::move(M)),
      A_(std::move(A)),
      n_(n),
      factors_(graph, order, saddle(n, M_, A_)) {}

// [[M, Aᵀ], [A, 0]] (x, −λ) = (f, g)
SaddleFormulas::Solution SaddleFormulas::solve(Formulas f, const Formulas& g) const {
  f.insert(f.end(), g.begin(), g.end());
  const Formulas x = factors_.solve(std::move(f));
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(n_);
  Solution solution{{x.begin(), middle}, {middle, x.end()}};
  for (NodeId& lambda : solution.lambda) lambda = graph_.make(Op::negate, lambda);
  return solution;
}

SaddleFormulas::Solution SaddleFormulas::refined(const Formulas& f, const Formulas& g) const {
  Solution solution = solve(f, g);
  Formulas df = f, dg = g;
  const auto add_product = [&](Op op, NodeId& sum, NodeId a, NodeId b) {
    sum = graph_.make(op, sum, graph_.make(Op::multiply, a, b));
  };
  for (const auto& [row, column, value] : M_) {
    add_product(Op::subtract, df[row], value, solution.x[column]);
    if (row != column) add_product(Op::subtract, df[column], value, solution.x[row]);
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

}  // namespace alembert
