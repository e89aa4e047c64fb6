#include "dynamics/state_equations.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>

#include "symbol/not_finite_term.hpp"
#include "symbol/term_sizes.hpp"

namespace alembert {

using numeric::Index;

namespace {

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

StateEquations::StateEquations(const Equations& equations, std::shared_ptr<CodeStore> code)
    : equations_(equations),
      code_(std::move(code)),
      n_(equations.system.coordinates().size()),
      m_(equations.rows.size()),
      values_(equations_) {
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
  idle_at_ = inputs_.size();
  for (const OpenFormulas::IdleRow& row : system.open_formulas().idle)
    inputs_.push_back(row.multiplier);
  ends_at_ = inputs_.size();
  for (const ForceSymbol& end : system.ends_of_forces()) inputs_.push_back(end.symbol);
  numbers_.assign(inputs_.size(), 0);
  for (std::size_t i = 0; i < system.parameters().size(); ++i)
    numbers_[parameters_at_ + i] = system.parameters()[i].value;

  motion_ = compiled(StateValues::formulas(equations_));

  const NodeId zero = equations_.graph().zero();
  for (const EquationRow& row : equations_.rows) {
    residual_formulas_.push_back(row.level == Level::position ? row.residual : zero);
    residual_formulas_.push_back(row.level == Level::position   ? row.rate
                                 : row.level == Level::velocity ? row.residual
                                                                : zero);
  }
  residual_ = compiled(residual_formulas_);
  energy_ = compiled({equations_.energy});

  for (const NonIdealForce& force : equations_.C)
    for (const CoordinateFormula& term : force.C)
      nonideal_terms_.push_back({force.constraint, term.coordinate});
  const std::vector<NodeId> law = equations_.law_formulas();
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

  const Index m = static_cast<Index>(m_);
  residuals_ = {Vector::Zero(m), Vector::Zero(m)};
}

Assignment StateEquations::parameter_values() const {
  Assignment values;
  for (std::size_t i = parameters_at_; i < accelerations_at_; ++i) values[inputs_[i]] = numbers_[i];
  return values;
}

CompiledFormulas StateEquations::compiled(const std::vector<NodeId>& formulas) const {
  return code_->get(equations_.graph(), formulas, inputs_);
}

void StateEquations::set_state(double t, const Vector& q, const Vector& v) {
  numbers_[0] = t;
  for (std::size_t j = 0; j < n_; ++j) {
    numbers_[1 + j] = q[static_cast<Index>(j)];
    numbers_[1 + n_ + j] = v[static_cast<Index>(j)];
  }
}

const StateValues& StateEquations::evaluate(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  motion_.evaluate(numbers_.data(), values_.entries_.data());
  values_.t_ = t;
  values_.q_ = q;
  values_.v_ = v;
  values_.read_entries();
  return values_;
}

std::string StateEquations::not_finite_part(const StateValues& here) const {
  const std::vector<Coordinate>& coordinates = equations_.system.coordinates();
  const Assignment numbers = assigned_at(here.t(), here.q(), here.v());
  const auto with_term = [&](const std::string& part, const std::vector<NodeId>& formulas) {
    for (const NodeId formula : formulas)
      if (const std::string term = not_finite_term(equations_.graph(), formula, numbers);
          !term.empty())
        return fmt::format("{}: {}", part, term);
    return part;
  };
  for (std::size_t r = 0; r < m_; ++r) {
    const Index row = static_cast<Index>(r);
    if (here.A().row(row).allFinite() && std::isfinite(here.b()[row])) continue;
    std::vector<NodeId> formulas = row_of(equations_.A, r);
    formulas.push_back(equations_.b[r]);
    return with_term(fmt::format("constraint '{}'", equations_.rows[r].name), formulas);
  }
  for (std::size_t j = 0; j < n_; ++j) {
    const Index row = static_cast<Index>(j);
    const std::string& name = coordinates[j].name;
    if (!here.M().row(row).allFinite())
      return with_term(fmt::format("the inertia of '{}'", name), row_of(equations_.solved_M(), j));
    if (!std::isfinite(here.Q()[row]))
      return with_term(fmt::format("the force on '{}'", name), {equations_.solved_Q()[j]});
  }
  return with_term("the power of a force", {equations_.applied_power, equations_.time_power});
}

const Residuals& StateEquations::residuals(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  const std::vector<double>& outputs = residual_.evaluate(numbers_);
  for (std::size_t r = 0; r < m_; ++r) {
    residuals_.position[static_cast<Index>(r)] = outputs[2 * r];
    residuals_.velocity[static_cast<Index>(r)] = outputs[2 * r + 1];
  }
  return residuals_;
}

Residuals StateEquations::rounding_of_residuals(double t, const Vector& q, const Vector& v) const {
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
  Residuals result =
      by_row(sizes_of_rounding(equations_.graph(), residual_formulas_, assigned_at(t, q, v)));
  result.position *= rounding;
  result.velocity *= rounding;
  return result;
}

Residuals StateEquations::summands_of_residuals(double t, const Vector& q, const Vector& v) const {
  return by_row(sizes_of_summands(equations_.graph(), residual_formulas_, assigned_at(t, q, v)));
}

/// From numbers for the formulas of residuals.
Residuals StateEquations::by_row(const std::vector<double>& numbers) const {
  const Index m = static_cast<Index>(m_);
  Residuals result{Vector::Zero(m), Vector::Zero(m)};
  for (Index r = 0; r < m; ++r) {
    result.position[r] = numbers[static_cast<std::size_t>(2 * r)];
    result.velocity[r] = numbers[static_cast<std::size_t>(2 * r + 1)];
  }
  return result;
}

double StateEquations::energy(double t, const Vector& q, const Vector& v) {
  set_state(t, q, v);
  return energy_.evaluate(numbers_).front();
}

StateEquations::Vector StateEquations::weights(const StateValues& here) {
  set_state(here.t(), here.q(), here.v());
  return Eigen::Map<const Vector>(weight_.evaluate(numbers_).data(), static_cast<Index>(m_));
}

const std::vector<double>& StateEquations::law(const StateValues& here, const Vector& lambda,
                                               const Vector& total) {
  set_state(here.t(), here.q(), here.v());
  std::copy(lambda.begin(), lambda.end(), numbers_.data() + lambda_at_);
  std::copy(total.begin(), total.end(), numbers_.data() + total_at_);
  return law_.evaluate(numbers_);
}

const std::vector<double>& StateEquations::input_values(double t, const Vector& q, const Vector& v,
                                                        const Instant& instant) {
  set_state(t, q, v);
  std::copy(instant.acceleration.begin(), instant.acceleration.end(),
            numbers_.data() + accelerations_at_);
  std::copy(instant.lambda.begin(), instant.lambda.end(), numbers_.data() + lambda_at_);
  std::copy(instant.lambda_total.begin(), instant.lambda_total.end(), numbers_.data() + total_at_);
  std::copy(instant.idle.begin(), instant.idle.end(), numbers_.data() + idle_at_);
  std::copy(instant.ends.begin(), instant.ends.end(), numbers_.data() + ends_at_);
  return numbers_;
}

const std::vector<double>& StateEquations::input_values(double t, const Vector& q,
                                                        const Vector& v) {
  set_state(t, q, v);
  std::fill(numbers_.begin() + static_cast<std::ptrdiff_t>(accelerations_at_), numbers_.end(), 0);
  return numbers_;
}

Assignment StateEquations::assigned_at(double t, const Vector& q, const Vector& v) const {
  Assignment values;
  for (std::size_t i = 0; i < inputs_.size(); ++i) values[inputs_[i]] = numbers_[i];
  values[inputs_[0]] = t;
  for (std::size_t j = 0; j < n_; ++j) {
    values[inputs_[1 + j]] = q[static_cast<Index>(j)];
    values[inputs_[1 + n_ + j]] = v[static_cast<Index>(j)];
  }
  return values;
}

}  // namespace alembert
