#include "dynamics/series.hpp"

#include <numeric>

namespace alembert {

namespace {

// pivots above this need no singular values to be believed
constexpr double clear_pivot = 0.05;

Assignment parameter_values(const System& system) {
  Assignment values;
  for (const Parameter& parameter : system.parameters()) values[parameter.symbol] = parameter.value;
  return values;
}

}  // namespace

Series::Series(Dynamics& dynamics, int order, double rank_tolerance)
    : dynamics_(dynamics),
      order_(order),
      rank_tolerance_(rank_tolerance),
      n_(dynamics.coordinates()),
      m_(dynamics.rows()),
      form_(residual_form(dynamics.equations(), dynamics.options())),
      jets_(dynamics.equations().graph(), jet_outputs(), jet_inputs(),
            parameter_values(dynamics.equations().system), order) {
  const std::size_t count = n_ + m_;
  const auto add_unknowns = [&](std::size_t first_input, std::size_t first_residual) {
    std::vector<std::size_t> inputs(count);
    std::iota(inputs.begin(), inputs.end(), first_input);
    unknowns_.push_back({first_residual, jets_.dependents_of(inputs)});
  };
  if (form_.has_ideal()) add_unknowns(1 + 2 * n_ + count, integrate::StateLayout::works + count);
  add_unknowns(1 + 2 * n_, integrate::StateLayout::works);
  prepare();
  f_ = Vector::Zero(static_cast<Index>(n_));
  g_ = Vector::Zero(static_cast<Index>(m_));
  solution_ = Vector::Zero(static_cast<Index>(count));
}

// t, q, q̇, then the unknowns of the motion and those of the ideal system
std::vector<NodeId> Series::jet_inputs() const {
  const System& system = dynamics_.equations().system;
  std::vector<NodeId> inputs = {system.time().node()};
  for (const Coordinate& x : system.coordinates()) inputs.push_back(x.q);
  for (const Coordinate& x : system.coordinates()) inputs.push_back(x.v);
  for (const ResidualSystem* part : {&form_.motion, &form_.ideal}) {
    inputs.insert(inputs.end(), part->accelerations.begin(), part->accelerations.end());
    inputs.insert(inputs.end(), part->multipliers.begin(), part->multipliers.end());
  }
  return inputs;
}

std::vector<NodeId> Series::jet_outputs() const {
  std::vector<NodeId> outputs = form_.powers;
  for (const ResidualSystem* part : {&form_.motion, &form_.ideal}) {
    outputs.insert(outputs.end(), part->dynamic.begin(), part->dynamic.end());
    outputs.insert(outputs.end(), part->constraint.begin(), part->constraint.end());
  }
  return outputs;
}

void Series::prepare() {
  const std::vector<std::size_t>* const rows = dynamics_.independent_rows();
  if (rows == nullptr)
    compiled_.reset();
  else if (!compiled_ || compiled_->rows() != *rows)
    compiled_ = CompiledSeries::make(dynamics_, *rows, form_, jets_);
}

bool Series::begin(double t, const Vector& q, const Vector& v) {
  t_ = t;
  q_ = q;
  v_ = v;
  is_compiled_ = compiled_ && compiled_->begin(t, q, v);
  if (!is_compiled_) return begin_slowly(t, q, v);
  acceleration_ = Eigen::Map<const Vector>(compiled_->acceleration(), static_cast<Index>(n_));
  return true;
}

double Series::quick_ratio(double t, const Vector& q, const Vector& v) {
  is_compiled_ = false;
  compiled_->begin(t, q, v);
  return compiled_->ratio();
}

Series::Index Series::rank() const {
  return is_compiled_ ? static_cast<Index>(compiled_->rows().size()) : factors_->rank().value;
}

bool Series::begin_slowly(double t, const Vector& q, const Vector& v) {
  is_compiled_ = false;
  const StateValues& here = dynamics_.solver().evaluate(t, q, v);
  if (!here.is_finite()) return false;
  numeric::KktOptions options;
  options.rank.tolerance = rank_tolerance_;
  options.rank.lengths = dynamics_.solver().row_lengths();
  factors_.emplace(here.M(), here.A(), options);
  if (m_ > 0 && (factors_->rank().pivot_ratio < clear_pivot || rank() < static_cast<Index>(m_))) {
    options.singular_values = true;
    factors_.emplace(here.M(), here.A(), options);
  }
  if (!factors_->determined()) return false;
  prepare_solves(here);

  jets_.set_input(0, 0, t);
  for (std::size_t j = 0; j < n_; ++j) {
    jets_.set_input(1 + j, 0, q[static_cast<Index>(j)]);
    jets_.set_input(1 + n_ + j, 0, v[static_cast<Index>(j)]);
  }
  if (!solve_order(0)) return false;
  acceleration_ = solution_.head(static_cast<Index>(n_));
  return true;
}

double Series::row_ratio(Index rank) const {
  if (rank <= 0) return 1;
  if (is_compiled_) return rank <= this->rank() ? compiled_->ratio() : 0;
  const numeric::Rank& found = factors_->rank();
  const Vector& sigma = found.singular_values;
  if (sigma.size() == 0) return found.pivot_ratio;
  return rank <= sigma.size() && sigma[0] > 0 ? sigma[rank - 1] / sigma[0] : 0;
}

// the residuals without the unknowns of order k give the right-hand side for them
bool Series::solve_order(int k) {
  for (std::size_t input = 1 + 2 * n_; input < jets_.input_count(); ++input)
    jets_.set_input(input, k, 0);
  jets_.compute(k);
  for (const Unknowns& unknowns : unknowns_)
    if (!solve(k, unknowns)) return false;
  return true;
}

bool Series::solve(int k, const Unknowns& unknowns) {
  for (std::size_t j = 0; j < n_; ++j)
    f_[static_cast<Index>(j)] = -jets_.output(unknowns.first_residual + j, k);
  for (std::size_t r = 0; r < m_; ++r)
    g_[static_cast<Index>(r)] = -jets_.output(unknowns.first_residual + n_ + r, k);
  if (!f_.allFinite() || !g_.allFinite()) return false;
  solve_linear();
  solution_ << x_, lambda_;
  if (!solution_.allFinite()) return false;
  jets_.revise(k, unknowns.dependents, solution_.data());
  return true;
}

/// x = K g + V Vᵀf and λ = Kᵀ(M x − f), with K of Eq. 17 of docs/theory.md and a basis V of N(A)
/// with VᵀMV = I: as many products as there are orders, and no allocation.
void Series::prepare_solves(const StateValues& here) {
  gain_.resize(0, 0);
  if (!factors_->minimum()) return;
  M_ = here.M();
  A_ = here.A();
  gain_ = factors_->gain();
  free_ = factors_->virtual_displacements();
}

void Series::solve_linear() {
  if (gain_.rows() == 0) {
    const numeric::KktSolution solution = factors_->solve(f_, g_);
    x_ = solution.x;
    lambda_ = solution.lambda;
    return;
  }
  x_.setZero(f_.size());
  lambda_.setZero(g_.size());
  df_ = f_;
  dg_ = g_;
  // the second time with what the first has left
  for (int refinement = 0; refinement < 2; ++refinement) {
    reduced_.noalias() = free_.transpose() * df_;
    part_.noalias() = free_ * reduced_;
    part_.noalias() += gain_ * dg_;
    x_ += part_;
    df_.noalias() -= M_ * part_;
    lambda_.noalias() -= gain_.transpose() * df_;
    df_ = f_;
    df_.noalias() -= M_ * x_;
    df_.noalias() += A_.transpose() * lambda_;
    dg_ = g_;
    dg_.noalias() -= A_ * x_;
  }
}

int Series::expand(Matrix& coefficients) {
  if (is_compiled_) {
    if (compiled_->expand(order_, coefficients) == order_) return order_;
    // kinks and roots that only jets know how to continue
    if (!begin_slowly(t_, q_, v_)) return 0;
  }
  const Index n = static_cast<Index>(n_);
  for (int k = 0; k < order_; ++k) {
    if (k > 0) {
      jets_.set_input(0, k, k == 1 ? 1 : 0);
      for (std::size_t j = 0; j < n_; ++j) {
        jets_.set_input(1 + j, k, coefficients(static_cast<Index>(j), k));
        jets_.set_input(1 + n_ + j, k, coefficients(n + static_cast<Index>(j), k));
      }
      if (!solve_order(k)) return k;
    }
    // at order 0 the solution is that of `begin`
    const double next = k + 1;
    for (Index j = 0; j < n; ++j) {
      const double acceleration = k == 0 ? acceleration_[j] : solution_[j];
      coefficients(n + j, k + 1) = acceleration / next;
      coefficients(j, k + 1) = coefficients(n + j, k) / next;
    }
    for (Index i = 0; i < Index{integrate::StateLayout::works}; ++i)
      coefficients(2 * n + i, k + 1) = jets_.output(static_cast<std::size_t>(i), k) / next;
    if (!coefficients.col(k + 1).allFinite()) return k;
  }
  return order_;
}

}  // namespace alembert
