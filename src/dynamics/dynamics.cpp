#include "dynamics/dynamics.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "dynamics/sizes_beside.hpp"
#include "numeric/independent_rows.hpp"
#include "symbol/not_finite_term.hpp"
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

std::vector<NodeId> row_of(const FormulaMatrix& matrix, std::size_t row) {
  std::vector<NodeId> formulas;
  for (const Entry& entry : matrix.entries)
    if (entry.row == row) formulas.push_back(entry.value);
  return formulas;
}

}  // namespace

double Residuals::largest_position() const {
  return position.size() == 0 ? 0 : position.cwiseAbs().maxCoeff();
}

double Residuals::largest_velocity() const {
  return velocity.size() == 0 ? 0 : velocity.cwiseAbs().maxCoeff();
}

CompiledFormulas Dynamics::compiled(const std::vector<NodeId>& formulas) const {
  return code_->formulas().get(equations_.graph(), formulas, inputs_);
}

Dynamics::Dynamics(const Equations& equations, const DynamicsOptions& options,
                   std::shared_ptr<SharedCode> code)
    : equations_(equations),
      options_(options),
      code_(std::move(code)),
      n_(equations.system.coordinates().size()),
      m_(equations.rows.size()),
      sizes_(coupled_blocks(equations.M, equations.A)),
      solver_(solver_options(options)) {
  const System& system = equations_.system;
  sizes_.set_tolerance(options.tolerance);
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
  for (const Entry& entry : equations_.solved_M().entries) motion.push_back(entry.value);
  motion.insert(motion.end(), equations_.solved_Q().begin(), equations_.solved_Q().end());
  for (const Entry& entry : equations_.A.entries) motion.push_back(entry.value);
  motion.insert(motion.end(), equations_.b.begin(), equations_.b.end());
  motion.insert(motion.end(), {equations_.applied_power, equations_.time_power});
  motion_ = compiled(motion);

  std::vector<NodeId> law;
  for (const EquationRow& row : equations_.rows) {
    const NodeId zero = equations_.graph().zero();
    residual_formulas_.push_back(row.level == Level::position ? row.residual : zero);
    residual_formulas_.push_back(row.level == Level::position   ? row.rate
                                 : row.level == Level::velocity ? row.residual
                                                                : zero);
  }
  residual_ = compiled(residual_formulas_);
  energy_ = compiled({equations_.energy});

  for (const NonIdealForce& force : equations_.C)
    for (const CoordinateFormula& term : force.C) {
      nonideal_terms_.push_back({force.constraint, term.coordinate});
      law.push_back(term.formula);
    }
  law_ = compiled(law);
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
  weight_ = compiled(weights);

  A_at_ = equations_.solved_M().entries.size() + n_;
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

void Dynamics::look_around(double t, const Vector& q, const Vector& v) {
  const std::vector<Entry>& A = equations_.A.entries;
  Vector largest = Vector::Zero(static_cast<Index>(A.size()));
  inertia_ = inertia_around(equations_.solved_M(), equations_.A, q, [&](const Vector& there) {
    set_state(t, there, v);
    const std::vector<double>& values = motion_.evaluate(values_);
    for (std::size_t e = 0; e < A.size(); ++e) {
      double& entry = largest[static_cast<Index>(e)];
      if (std::isfinite(values[A_at_ + e])) entry = std::max(entry, std::fabs(values[A_at_ + e]));
    }
    Vector diagonal = Vector::Zero(q.size());
    for (std::size_t e = 0; e < equations_.solved_M().entries.size(); ++e) {
      const Entry& entry = equations_.solved_M().entries[e];
      if (entry.row == entry.column) diagonal[entry.row] = values[e];
    }
    return diagonal;
  });
  row_lengths_ = Vector::Zero(static_cast<Index>(m_));
  for (std::size_t e = 0; e < A.size(); ++e)
    if (inertia_[A[e].column] > 0)
      row_lengths_[A[e].row] =
          std::hypot(row_lengths_[A[e].row],
                     largest[static_cast<Index>(e)] / std::sqrt(inertia_[A[e].column]));
  solver_.set_row_lengths(row_lengths_);
}

Dynamics::Vector Dynamics::force_terms(double t, const Vector& q, const Vector& v) {
  Vector result = Vector::Zero(q.size());
  if (sizes_.blocks().size() < 2) return result;
  set_state(t, q, v);
  const std::vector<double> terms =
      sizes_of_terms(equations_.graph(), equations_.solved_Q(), assigned_values());
  for (Index j = 0; j < q.size(); ++j) {
    const double term = terms[static_cast<std::size_t>(j)] / inertia_[j];
    if (std::isfinite(term)) result[j] = term;
  }
  return result;
}

void Dynamics::write_out(const std::vector<std::size_t>& rows) {
  explicit_ = nullptr;
  if (options_.least_squares) return;
  const auto [place, is_new] = written_out_.try_emplace(rows);
  if (is_new) {
    ExplicitOptions options{options_.free_parameters,
                            options_.baumgarte,
                            options_.baumgarte_alpha,
                            options_.baumgarte_beta,
                            options_.keeps_constraints,
                            true,
                            {}};
    if (rows.size() < m_) options.row_lengths.assign(row_lengths_.begin(), row_lengths_.end());
    std::vector<double> parameters;
    for (const std::size_t p : options_.free_parameters)
      parameters.push_back(equations_.system.parameters()[p].value);
    if (auto code = code_->explicit_code(equations_, rows, options, options_.step_tolerance))
      place->second = std::make_unique<ExplicitMotion>(std::move(code), n_, m_, sizes_, parameters);
  }
  explicit_ = place->second.get();
}

// position rows first, because they alone bring q back
bool Dynamics::choose_rows(double t, const Vector& q, const Vector& v, Index rank) {
  if (!evaluate(t, q, v) || Eigen::LLT<Matrix>(M()).info() != Eigen::Success) return false;
  std::vector<int> classes;
  for (const EquationRow& row : equations_.rows)
    classes.push_back(row.level == Level::position ? 0 : row.level == Level::velocity ? 1 : 2);
  const std::vector<Index> found = numeric::independent_rows(M(), A(), classes, rank, row_lengths_);
  if (static_cast<Index>(found.size()) != rank) return false;
  const std::vector<std::size_t> rows(found.begin(), found.end());
  if (explicit_ != nullptr && explicit_->rows() == rows) return false;
  write_out(rows);
  return true;
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
  const double* next = values.data() + equations_.solved_M().entries.size();
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
  for (const Entry& entry : equations_.solved_M().entries)
    dense_.M(entry.row, entry.column) = *next++;
  next += n_;
  for (const Entry& entry : equations_.A.entries) dense_.A(entry.row, entry.column) = *next++;
  dense_.stale = false;
  return dense_;
}

std::vector<std::size_t> Dynamics::negative_inertias() const {
  const std::vector<Entry>& M = equations_.solved_M().entries;
  std::vector<std::size_t> found;
  for (std::size_t e = 0; e < M.size(); ++e)
    if (M[e].row == M[e].column && motion_.values()[e] < 0) found.push_back(M[e].row);
  return found;
}

Dynamics::Matrix Dynamics::derived_M() const {
  Matrix result = M();
  for (const auto& [row, weight] : equations_.completion.rows) {
    const auto a = A().row(static_cast<Index>(row));
    // the product first: it is symmetric to the last digit
    result -= weight * Matrix(a.transpose() * a);
  }
  return result;
}

Dynamics::Vector Dynamics::derived_Q() const {
  Vector result = Q_;
  for (const auto& [row, weight] : equations_.completion.rows)
    result -= weight * b_[static_cast<Index>(row)] * A().row(static_cast<Index>(row)).transpose();
  return result;
}

double Dynamics::row_size(Index row, const Vector& sizes) const {
  double size = 0;
  for_row(static_cast<std::size_t>(row), [&](std::size_t j, double entry) {
    size += std::fabs(entry) * sizes[static_cast<Index>(j)];
  });
  return size;
}

// which formula is not a number, in the words of the model
std::string Dynamics::not_finite_part() const {
  const std::vector<Coordinate>& coordinates = equations_.system.coordinates();
  const auto with_term = [&](const std::string& part, const std::vector<NodeId>& formulas) {
    for (const NodeId formula : formulas)
      if (const std::string term = not_finite_term(equations_.graph(), formula, assigned_values());
          !term.empty())
        return fmt::format("{}: {}", part, term);
    return part;
  };
  for (std::size_t r = 0; r < m_; ++r) {
    const Index row = static_cast<Index>(r);
    if (A().row(row).allFinite() && std::isfinite(b_[row])) continue;
    std::vector<NodeId> formulas = row_of(equations_.A, r);
    formulas.push_back(equations_.b[r]);
    return with_term(fmt::format("constraint '{}'", equations_.rows[r].name), formulas);
  }
  for (std::size_t j = 0; j < n_; ++j) {
    const Index row = static_cast<Index>(j);
    const std::string& name = coordinates[j].name;
    if (!M().row(row).allFinite())
      return with_term(fmt::format("the inertia of '{}'", name), row_of(equations_.solved_M(), j));
    if (!std::isfinite(Q_[row]))
      return with_term(fmt::format("the force on '{}'", name), {equations_.solved_Q()[j]});
  }
  return with_term("the power of a force", {equations_.applied_power, equations_.time_power});
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
  Residuals result =
      by_row(sizes_of_terms(equations_.graph(), residual_formulas_, assigned_values()));
  result.position *= rounding;
  result.velocity *= rounding;
  return result;
}

Residuals Dynamics::summands_of_residuals() const {
  return by_row(sizes_of_summands(equations_.graph(), residual_formulas_, assigned_values()));
}

Assignment Dynamics::assigned_values() const {
  Assignment values;
  for (std::size_t i = 0; i < inputs_.size(); ++i) values[inputs_[i]] = values_[i];
  return values;
}

/// From numbers for the formulas of residuals.
Residuals Dynamics::by_row(const std::vector<double>& numbers) const {
  Residuals result{Vector::Zero(b_.size()), Vector::Zero(b_.size())};
  for (std::size_t r = 0; r < m_; ++r) {
    result.position[static_cast<Index>(r)] = numbers[2 * r];
    result.velocity[static_cast<Index>(r)] = numbers[2 * r + 1];
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
