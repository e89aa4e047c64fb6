#include "dynamics/compiled_series.hpp"

#include <algorithm>

#include "compile/jets/jet_formulas.hpp"

namespace alembert {

namespace {

using Formulas = std::vector<NodeId>;

// Solutions are refined here: more may be lost than in ExplicitFormulas and comes back.
constexpr double largest_for_series = 1e10;

}  // namespace

/// Both functions as formulas.
struct CompiledSeries::Formation {
  Formation(std::unique_ptr<solution::ExplicitFormulas> explicit_formulas, const Dynamics& dynamics,
            const ResidualForm& form, const Jets& jets)
      : formulas(std::move(explicit_formulas)),
        graph(formulas->graph()),
        n(dynamics.coordinates()),
        m(dynamics.rows()),
        jet(graph, jets) {
    // the ideal multipliers first, because C may use them
    if (form.has_ideal())
      unknowns.push_back({1 + 2 * n + n + m, integrate::StateLayout::works + n + m});
    unknowns.push_back({1 + 2 * n, integrate::StateLayout::works});
    input_count = jets.input_count();

    const solution::SaddleFormulas& saddle = formulas->saddle();
    const auto values = [&](const Formulas& inputs) { return jet.values(inputs); };
    const Formulas start = solved(formulas->inputs(), saddle, values);
    const Formulas all = jet.values(start);
    jet.set_values(all);
    begin.assign(start.begin() + first_acceleration(), start.begin() + first_multiplier());
    for (std::size_t i = 0; i < integrate::StateLayout::works; ++i)
      begin.push_back(jet.output(all, i));
    begin.push_back(formulas->acceleration().back());

    for (std::size_t i = 0; i < formulas->inputs().size(); ++i)
      next_inputs.push_back(graph.symbol("{input " + std::to_string(i) + "}", Kind::parameter));
    const solution::SaddleFormulas known =
        saddle.with([&](NodeId entry) { return jet.known(entry); });
    const auto coefficients = [&](const Formulas& inputs) { return jet.coefficients(inputs); };
    const Formulas solution = solved(next_inputs, known, coefficients);
    const Formulas added = jet.coefficients(solution);
    next.assign(solution.begin() + first_acceleration(), solution.begin() + first_multiplier());
    for (std::size_t i = 0; i < integrate::StateLayout::works; ++i)
      next.push_back(jet.output(added, i));
    const Formulas kept = jet.kept(added);
    next.insert(next.end(), kept.begin(), kept.end());
    begin.insert(begin.end(), jet.known_values().begin(), jet.known_values().end());
  }

  std::ptrdiff_t first_acceleration() const { return static_cast<std::ptrdiff_t>(1 + 2 * n); }
  std::ptrdiff_t first_multiplier() const { return static_cast<std::ptrdiff_t>(1 + 3 * n); }

  /// All inputs of the jets, with the unknowns that make the residuals zero. These are linear in
  /// them: what they are without the unknowns is the right-hand side. Rows that are left out have
  /// no multiplier.
  template <class Evaluate>
  Formulas solved(Formulas inputs, const solution::SaddleFormulas& saddle,
                  const Evaluate& evaluate) {
    inputs.resize(input_count, graph.zero());
    for (const auto& [first_input, first_residual] : unknowns) {
      const Formulas all = evaluate(inputs);
      const auto missing = [&](std::size_t residual) {
        return graph.make(Op::negate, jet.output(all, first_residual + residual));
      };
      Formulas f, g;
      for (std::size_t j = 0; j < n; ++j) f.push_back(missing(j));
      for (const std::size_t row : formulas->rows()) g.push_back(missing(n + row));
      // without rows there is no condition to speak of
      const solution::SaddleFormulas::Solution solution =
          g.empty() ? saddle.solve(f, g) : saddle.refined(f, g);
      std::copy(solution.x.begin(), solution.x.end(),
                inputs.begin() + static_cast<std::ptrdiff_t>(first_input));
      for (std::size_t k = 0; k < solution.lambda.size(); ++k)
        inputs[first_input + n + formulas->rows()[k]] = solution.lambda[k];
    }
    return inputs;
  }

  struct Unknowns {
    std::size_t first_input, first_residual;
  };

  std::unique_ptr<solution::ExplicitFormulas> formulas;
  Graph& graph;
  std::size_t n, m, input_count;
  JetFormulas jet;
  std::vector<Unknowns> unknowns;
  Formulas begin;  ///< q̈, powers, condition, what is known to every order
  Formulas next;   ///< q̈, powers, what sums are formed from
  Formulas next_inputs;
};

std::unique_ptr<CompiledSeries> CompiledSeries::make(const Dynamics& dynamics,
                                                     const std::vector<std::size_t>& rows,
                                                     const ResidualForm& form, const Jets& jets) {
  auto formulas = solution::ExplicitFormulas::make(dynamics.equations(), rows,
                                                   {.baumgarte = dynamics.options().baumgarte});
  if (!formulas) return nullptr;
  const Formation formation(std::move(formulas), dynamics, form, jets);
  // the constructor is private
  return std::unique_ptr<CompiledSeries>(new CompiledSeries(formation, jets));
}

CompiledSeries::CompiledSeries(const Formation& formation, const Jets& jets)
    : rows_(formation.formulas->rows()),
      n_(formation.n),
      convolutions_(formation.jet.forward().size(), formation.jet.backward().size(),
                    formation.jet.convolutions(), jets.highest_order()),
      state_(1 + 2 * n_),
      results_(formation.next.size()) {
  const auto compiled = [&](const Formulas& outputs, const Formulas& inputs) {
    Function function{compile(formation.graph, outputs, inputs), {}};
    function.workspace.resize(function.evaluator->workspace_size(1));
    return function;
  };
  begin_ = compiled(formation.begin, formation.formulas->inputs());
  Formulas inputs = formation.jet.known_symbols();
  known_at_ = integrate::StateLayout{n_}.right_hand_side();
  order_at_ = known_at_ + inputs.size();
  inputs_at_ = order_at_ + 2;
  sums_at_ = inputs_at_ + formation.next_inputs.size();
  for (const Formulas* part :
       {&formation.jet.orders(), &formation.next_inputs, &formation.jet.sums()})
    inputs.insert(inputs.end(), part->begin(), part->end());
  next_ = compiled(formation.next, inputs);
  numbers_.resize(sums_at_ + convolutions_.padded_count());
}

bool CompiledSeries::begin(double t, const numeric::Vector& q, const numeric::Vector& v) {
  state_[0] = t;
  std::copy(q.begin(), q.end(), state_.begin() + 1);
  std::copy(v.begin(), v.end(), state_.begin() + 1 + static_cast<std::ptrdiff_t>(n_));
  begin_.evaluator->evaluate(state_.data(), numbers_.data(), begin_.workspace.data());
  double sum = 0;  // not finite as soon as one number is not
  const std::size_t condition_at = integrate::StateLayout{n_}.condition_at();
  for (std::size_t i = 0; i < condition_at; ++i) sum += numbers_[i] * 0;
  return numbers_[condition_at] < largest_for_series && sum == 0;
}

int CompiledSeries::expand(int order, numeric::Matrix& coefficients) {
  using Index = numeric::Index;
  const Index n = static_cast<Index>(n_);
  const double* added = numbers_.data();  // q̈ and powers of order k
  const std::size_t added_count = n_ + integrate::StateLayout::works;
  for (int k = 0; k < order; ++k) {
    if (k > 0) {
      numbers_[order_at_] = k;
      numbers_[order_at_ + 1] = 1.0 / k;
      double* const inputs = numbers_.data() + inputs_at_;
      inputs[0] = k == 1 ? 1 : 0;
      std::copy_n(coefficients.col(k).data(), 2 * n, inputs + 1);
      convolutions_.form(k, numbers_.data() + sums_at_);
      next_.evaluator->evaluate(numbers_.data() + known_at_, results_.data(),
                                next_.workspace.data());
      convolutions_.keep(k, results_.data() + added_count);
      added = results_.data();
    }
    const double share = 1.0 / (k + 1);
    double* const next = coefficients.col(k + 1).data();
    const double* const last = coefficients.col(k).data();
    double sum = 0;
    for (Index j = 0; j < n; ++j) next[j] = last[n + j] * share;
    for (Index i = 0; i < static_cast<Index>(added_count); ++i) {
      next[n + i] = added[i] * share;
      sum += next[n + i] * 0;
    }
    if (sum != 0) {
      convolutions_.clear();
      return k;
    }
  }
  return order;
}

}  // namespace alembert
