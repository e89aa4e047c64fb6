#include "motion/saddle_formulas.hpp"

#include <algorithm>

namespace alembert {

namespace {

std::vector<Entry> rows_solved_for(const ExplicitFormulas& formulas) {
  const std::vector<std::size_t>& rows = formulas.rows();
  std::vector<Entry> entries;
  for (Entry entry : formulas.A()) {
    const auto place = std::find(rows.begin(), rows.end(), entry.row);
    if (place == rows.end()) continue;
    entry.row = static_cast<decltype(entry.row)>(place - rows.begin());
    entries.push_back(entry);
  }
  return entries;
}

UnrolledFactors factorise(Graph& graph, std::size_t n, std::size_t rows,
                          const std::vector<Entry>& M, const std::vector<Entry>& A) {
  std::vector<SymmetricEntry> entries;
  for (const auto& [row, column, value] : M) entries.push_back({row, column, value});
  for (const auto& [row, column, value] : A)
    entries.push_back({static_cast<std::uint32_t>(n + row), column, value});
  return {graph, elimination_order(graph, n + rows, entries, n), entries};
}

}  // namespace

SaddleFormulas::SaddleFormulas(ExplicitFormulas& formulas)
    : graph_(formulas.graph()),
      M_(formulas.M()),
      A_(rows_solved_for(formulas)),
      n_((formulas.inputs().size() - 1) / 2),
      factors_(factorise(graph_, n_, formulas.rows().size(), M_, A_)) {}

// [[M, Aᵀ], [A, 0]] (x, −λ) = (f, g)
SaddleFormulas::Solution SaddleFormulas::solve_once(Formulas f, const Formulas& g) const {
  f.insert(f.end(), g.begin(), g.end());
  const Formulas x = factors_.solve(std::move(f));
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(n_);
  Solution solution{{x.begin(), middle}, {middle, x.end()}};
  for (NodeId& lambda : solution.lambda) lambda = graph_.make(Op::negate, lambda);
  return solution;
}

SaddleFormulas::Solution SaddleFormulas::solve(const Formulas& f, const Formulas& g) const {
  Solution solution = solve_once(f, g);
  if (A_.empty()) return solution;
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
  const Solution change = solve_once(std::move(df), dg);
  const auto add_to = [&](Formulas& sum, const Formulas& part) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = graph_.make(Op::add, sum[i], part[i]);
  };
  add_to(solution.x, change.x);
  add_to(solution.lambda, change.lambda);
  return solution;
}

}  // namespace alembert
