#include "integrate/state_layout.hpp"
#include "mechanics/model_error.hpp"
#include "python_equations.hpp"
#include "solution/explicit_formulas.hpp"

namespace alembert::python {

namespace {

[[noreturn]] void refuse(const Failure& failure, std::size_t state) {
  throw ModelError("state " + std::to_string(state) +
                       " has no acceleration: " + std::string(name_of(failure.fate)) +
                       (failure.detail.empty() ? "" : ", " + failure.detail),
                   std::string(hint_for(failure.fate)));
}

// states that are evaluated together
constexpr std::size_t together = 64;

}  // namespace

Accelerations::Accelerations(std::shared_ptr<const DerivedEquations> of,
                             std::vector<std::size_t> given)
    : of_(std::move(of)), given_(std::move(given)) {
  std::vector<std::size_t> rows(of_->equations.rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r] = r;
  solution::ExplicitOptions options;
  options.free_parameters = given_;
  if (const auto formulas = solution::ExplicitFormulas::make(of_->equations, rows, options))
    written_out_ = formulas->compiled(formulas->acceleration(), formulas->inputs());
}

// where the rows are not clearly independent the solvers answer, for one set of parameters at a
// time
Dynamics& Accelerations::dynamics_for(const StateBatch& states, std::size_t state) {
  const System& system = of_->equations.system;
  std::vector<double> numbers;
  Assignment values;
  for (std::size_t k = 0; k < given_.size(); ++k) {
    numbers.push_back(states.at(1 + 2 * system.coordinates().size() + k, state));
    values[system.parameters()[given_[k]].symbol] = numbers.back();
  }
  if (!dynamics_ || numbers != dynamics_numbers_) {
    Equations equations = of_->equations;
    if (!values.empty()) equations.system = system.with_parameters(values);
    dynamics_ = std::make_unique<Dynamics>(equations);
    dynamics_numbers_ = numbers;
  }
  return *dynamics_;
}

void Accelerations::evaluate(const StateBatch& states, double* result) {
  const std::size_t n = of_->equations.system.coordinates().size();
  const std::size_t inputs = states.input_count(),
                    outputs = integrate::StateLayout{n}.right_hand_side();
  std::vector<double> in(inputs * together), out(outputs * together), workspace;
  if (written_out_) workspace.resize(written_out_->workspace_size(together));
  numeric::Vector y(static_cast<numeric::Index>(2 * n));
  for (std::size_t first = 0; first < states.count(); first += together) {
    const std::size_t lanes = std::min(together, states.count() - first);
    if (written_out_) {
      // the last lanes of the last block repeat its last state
      for (std::size_t i = 0; i < inputs; ++i)
        for (std::size_t lane = 0; lane < together; ++lane)
          in[i * together + lane] = states.at(i, first + std::min(lane, lanes - 1));
      written_out_->evaluate_lanes(together, in.data(), out.data(), workspace.data());
    }
    for (std::size_t lane = 0; lane < lanes; ++lane, result += n) {
      double sum = 0;  // not finite as soon as one number is not
      for (std::size_t j = 0; j < n; ++j) sum += result[j] = out[j * together + lane];
      const bool is_clear = written_out_ && std::isfinite(sum) &&
                            out[integrate::StateLayout{n}.condition_at() * together + lane] <
                                integrate::largest_condition;
      if (is_clear) continue;
      Dynamics& dynamics = dynamics_for(states, first + lane);
      states.copy_state(first + lane, y.data());
      dynamics.solver().forget_rank();
      const auto half = static_cast<numeric::Index>(n);
      const Instant& now = dynamics.instant(states.at(0, first + lane), y.head(half), y.tail(half));
      if (now.failure) refuse(*now.failure, first + lane);
      std::copy_n(now.acceleration.data(), n, result);
    }
  }
}

}  // namespace alembert::python
