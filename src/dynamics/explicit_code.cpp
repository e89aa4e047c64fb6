#include "dynamics/explicit_code.hpp"

#include <utility>

#include "integrate/whole_step.hpp"

namespace alembert {

namespace {

// Whole steps are compiled up to so many nodes. Beyond, a compact right-hand side called twelve
// times is nearly as fast, and is compiled in a tenth of the time.
constexpr std::size_t most_nodes = 2500;

// Above so many nodes what is called once a step is made when it is first asked for, and becomes
// machine code only when the run turns out to be long: that takes tenths of a second.
constexpr std::size_t quickly_compiled = 100'000;

}  // namespace

ExplicitCode::ExplicitCode(std::unique_ptr<solution::ExplicitFormulas> formulas,
                           std::size_t coordinates, double step_tolerance)
    : formulas_(std::move(formulas)), step_tolerance_(step_tolerance) {
  const std::size_t nodes = reachable(formulas_->graph(), formulas_->acceleration()).size();
  is_small_ = nodes <= quickly_compiled;
  if (step_tolerance > 0)
    steps_ =
        !formulas_->is_rolled() && integrate::size_of_whole_step(nodes, coordinates) <= most_nodes
            ? Steps::whole
            : Steps::staged;
}

CompiledFormulas ExplicitCode::get(std::shared_ptr<FormulaCode>& code,
                                   const std::function<Formulas()>& outputs, const Formulas& inputs,
                                   Use use) {
  const std::scoped_lock hold(making_);
  if (!code)
    code = formulas_->is_rolled()
               ? std::make_shared<FormulaCode>(formulas_->compiled(outputs(), inputs))
               : std::make_shared<FormulaCode>(record(formulas_->graph(), outputs(), inputs));
  return CompiledFormulas(code, use);
}

// a right-hand side by itself is needed for outputs alone where steps are compiled as a whole
CompiledFormulas ExplicitCode::acceleration() {
  return get(
      acceleration_, [&] { return formulas_->acceleration(); }, formulas_->inputs(),
      steps_ == Steps::whole ? Use::now_and_then : Use::at_every_step);
}

CompiledFormulas ExplicitCode::step() {
  const std::scoped_lock hold(making_);
  if (!step_) {
    const integrate::WholeStep step = integrate::whole_step(
        {formulas_->graph(), formulas_->inputs(), formulas_->sizes(), formulas_->acceleration()},
        step_tolerance_);
    Formulas inputs = inputs_with_sizes();
    inputs.push_back(step.h);
    step_ = std::make_shared<FormulaCode>(
        record(formulas_->graph(), step.outputs, inputs, step.waypoints));
  }
  return CompiledFormulas(step_, Use::at_every_step);
}

CompiledFormulas ExplicitCode::projection() {
  return get(
      projection_, [&] { return formulas_->projection(); }, inputs_with_sizes(),
      is_small_ ? Use::at_every_step : Use::now_and_then);
}

CompiledFormulas ExplicitCode::audit() {
  return get(
      audit_, [&] { return formulas_->audit(); }, formulas_->inputs(),
      is_small_ ? Use::at_every_step : Use::now_and_then);
}

CompiledFormulas ExplicitCode::instant() {
  return get(
      instant_, [&] { return formulas_->instant(); }, formulas_->inputs(), Use::now_and_then);
}

ExplicitCode::Formulas ExplicitCode::inputs_with_sizes() const {
  Formulas inputs = formulas_->inputs();
  inputs.insert(inputs.end(), formulas_->sizes().begin(), formulas_->sizes().end());
  return inputs;
}

}  // namespace alembert
