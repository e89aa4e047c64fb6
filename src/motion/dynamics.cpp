#include "motion/dynamics.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "symbol/term_sizes.hpp"

namespace alembert {

using numeric::Index;

namespace {

// within a step the rank is held: only an accepted, projected state may change it
numeric::SolverOptions solver_options(const DynamicsOptions& options) {
  numeric::SolverOptions result;
  result.rank.tolerance = options.rank_tolerance;
  result.rank.hysteresis = 1e9;
  // a stage lies off the constraints, where redundant rows contradict each other a little
  result.consistency_tolerance = std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace

double Residuals::largest_position() const {
  return position.size() == 0 ? 0 : position.cwiseAbs().maxCoeff();
}

double Residuals::largest_velocity() const {
  return velocity.size() == 0 ? 0 : velocity.cwiseAbs().maxCoeff();
}

CompiledFormulas Dynamics::formulas(const std::vector<NodeId>& outputs) const {
  return {equations_.graph(), outputs, inputs_};
}

Dynamics::Dynamics(const Equations& equations, const DynamicsOptions& options)
    : equations_(equations),
      options_(options),
      n_(equations.system.coordinates().size()),
      m_(equations.rows.size()),
      solver_(solver_options(options)) {
  const System& system = equations_.system;
  inputs_.push_back(system.time().node());
  for (const Coordinate& x : system.coordinates()) inputs_.push_back(x.q);
  for (const Coordinate& x : system.coordinates()) inputs_.push_back(x.v);
  parameters_at_ = inputs_.size();
  for (const Parameter& p : system.parameters()) inputs_.push_back(p.symbol);
  accelerations_at_ = inputs_.size();
  for (const Coordinate& x : system.coordinates()) inputs_.push_back(x.a);
  lambda_at_ = inputs_.size();
  for (const EquationRow& row : equations_.rows) inputs_.push_back(row.lambda);
  total_at_ = inputs_.size();
  for (const EquationRow& row : equations_.rows) inputs_.push_back(row.total);
  values_.assign(inputs_.size(), 0);
  for (std::size_t i = 0; i < system.parameters().size(); ++i)
    values_[parameters_at_ + i] = system.parameters()[i].value;

  std::vector<NodeId> motion;
  for (const Entry& entry : equations_.M.entries) motion.push_back(entry.value);
  motion.insert(motion.end(), equations_.Q.begin(), equations_.Q.end());
  for (const Entry& entry : equations_.A.entries) motion.push_back(entry.value);
  motion.insert(motion.end(), equations_.b.begin(), equations_.b.end());
  motion.insert(motion.end(), {equations_.applied_power, equations_.time_power});
  motion_ = formulas(motion);

  std::vector<NodeId> law;
  for (const EquationRow& row : equations_.rows) {
    const NodeId zero = equations_.graph().zero();
    residual_formulas_.push_back(row.level == Level::position ? row.residual : zero);
    residual_formulas_.push_back(row.level == Level::position   ? row.rate
                                 : row.level == Level::velocity ? row.residual
                                                                : zero);
  }
  residual_ = formulas(residual_formulas_);
  energy_ = formulas({equations_.energy});

  for (const NonIdealForce& force : equations_.C)
    for (const CoordinateFormula& term : force.C) {
      nonideal_terms_.push_back({force.constraint, term.coordinate});
      law.push_back(term.formula);
    }
  law_ = formulas(law);
  std::set<NodeId> used;
  for (const NodeId node : reachable(equations_.graph(), law)) used.insert(node);
  for (std::size_t r = 0; r < m_; ++r) {
    law_uses_lambda_ |= used.contains(equations_.rows[r].lambda);
    if (used.contains(equations_.rows[r].total)) looped_rows_.push_back(r);
  }

  std::vector<NodeId> weights;
  for (const EquationRow& row : equations_.rows) {
    const NodeId weight = system.constraints()[row.constraint].weight;
    weights.push_back(weight == no_node ? equations_.graph().one() : weight);
  }
  weight_ = formulas(weights);

  A_at_ = equations_.M.entries.size() + n_;
  row_begin_.assign(m_ + 1, 0);
  for (const Entry& entry : equations_.A.entries) ++row_begin_[entry.row + 1];
  for (std::size_t r = 0; r < m_; ++r) row_begin_[r + 1] += row_begin_[r];

  const Index n = static_cast<Index>(n_), m = static_cast<Index>(m_);
  Q_ = C_ = Q_with_C_ = acceleration_ = ideal_acceleration_ = Vector::Zero(n);
  b_ = Vector::Zero(m);
  residuals_ = {Vector::Zero(m), Vector::Zero(m)};

  std::vector<std::size_t> all_rows(m_);
  std::iota(all_rows.begin(), all_rows.end(), std::size_t{0});
  write_out(all_rows);
}

void Dynamics::write_out(const std::vector<std::size_t>& rows) {
  explicit_.reset();
  if (options_.least_squares) return;
  if (auto formulas = ExplicitFormulas::make(equations_, rows,
                                             {{},
                                              options_.baumgarte,
                                              options_.baumgarte_alpha,
                                              options_.baumgarte_beta,
                                              options_.keeps_constraints,
                                              true}))
    explicit_ =
        std::make_unique<ExplicitMotion>(std::move(formulas), n_, m_, options_.step_tolerance);
}

void Dynamics::set_state(double t, const Vector& q, const Vector& v) {
  values_[0] = t;
  for (std::size_t j = 0; j < n_; ++j) {
    values_[1 + j] = q[static_cast<Index>(j)];
    values_[1 + n_ + j] = v[static_cast<Index>(j)];
  }
}

bool Dynamics::evaluate(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  const std::vector<double>& values = motion_.evaluate(values_);
  dense_.stale = true;
  const double* next = values.data() + equations_.M.entries.size();
  for (double& entry : Q_) entry = *next++;
  next += equations_.A.entries.size();
  for (double& entry : b_) entry = *next++;
  applied_power_ = *next++;
  time_power_ = *next++;
  double sum = 0;  // not finite as soon as one entry is not
  for (const double value : values) sum += value * 0;
  return sum == 0 || fail(Fate::not_finite, not_finite_part());
}

const Dynamics::Dense& Dynamics::dense() const {
  if (!dense_.stale) return dense_;
  if (dense_.M.size() == 0) {
    dense_.M = Matrix::Zero(static_cast<Index>(n_), static_cast<Index>(n_));
    dense_.A = Matrix::Zero(static_cast<Index>(m_), static_cast<Index>(n_));
  }
  const double* next = motion_.values().data();
  for (const Entry& entry : equations_.M.entries) dense_.M(entry.row, entry.column) = *next++;
  next += n_;
  for (const Entry& entry : equations_.A.entries) dense_.A(entry.row, entry.column) = *next++;
  dense_.stale = false;
  return dense_;
}

double Dynamics::row_size(Index row, const Vector& x) const {
  double size = 0;
  for_row(static_cast<std::size_t>(row), [&](std::size_t j, double entry) {
    size += std::fabs(entry) * (std::fabs(x[static_cast<Index>(j)]) + 1);
  });
  return size;
}

// which formula is not a number, in the words of the model
std::string Dynamics::not_finite_part() const {
  const std::vector<Coordinate>& coordinates = equations_.system.coordinates();
  for (Index r = 0; r < A().rows(); ++r)
    if (!A().row(r).allFinite() || !std::isfinite(b_[r]))
      return fmt::format("constraint '{}'", equations_.rows[static_cast<std::size_t>(r)].name);
  for (Index j = 0; j < Q_.size(); ++j) {
    const std::string& name = coordinates[static_cast<std::size_t>(j)].name;
    if (!M().row(j).allFinite()) return fmt::format("the inertia of '{}'", name);
    if (!std::isfinite(Q_[j])) return fmt::format("the force on '{}'", name);
  }
  return "the power of a force";
}

const Residuals& Dynamics::residuals(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  const std::vector<double>& outputs = residual_.evaluate(values_);
  for (std::size_t r = 0; r < m_; ++r) {
    residuals_.position[static_cast<Index>(r)] = outputs[2 * r];
    residuals_.velocity[static_cast<Index>(r)] = outputs[2 * r + 1];
  }
  return residuals_;
}

Residuals Dynamics::rounding_of_residuals() const {
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
  Assignment values;
  for (std::size_t i = 0; i < inputs_.size(); ++i) values[inputs_[i]] = values_[i];
  const std::vector<double> sizes = sizes_of_terms(equations_.graph(), residual_formulas_, values);
  Residuals result{Vector::Zero(b_.size()), Vector::Zero(b_.size())};
  for (std::size_t r = 0; r < m_; ++r) {
    result.position[static_cast<Index>(r)] = rounding * sizes[2 * r];
    result.velocity[static_cast<Index>(r)] = rounding * sizes[2 * r + 1];
  }
  return result;
}

double Dynamics::energy(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  return energy_.evaluate(values_).front();
}

StateAudit Dynamics::audit(double t, const Vector& y) {
  if (explicit_) return explicit_->audit(t, y.data());
  const Index n = static_cast<Index>(n_);
  const Vector q = y.head(n), v = y.segment(n, n);
  const Residuals& now = residuals(t, q, v);
  return {now.largest_position(), now.largest_velocity(), energy(t, q, v)};
}

const std::vector<double>& Dynamics::input_values(double t, const Vector& q, const Vector& v,
                                                  const Instant& instant) {
  set_state(t, q, v);
  for (std::size_t j = 0; j < n_; ++j)
    values_[accelerations_at_ + j] = instant.acceleration[static_cast<Index>(j)];
  for (std::size_t r = 0; r < m_; ++r) {
    values_[lambda_at_ + r] = instant.lambda[static_cast<Index>(r)];
    values_[total_at_ + r] = instant.lambda_total[static_cast<Index>(r)];
  }
  return values_;
}

}  // namespace alembert
