#include "python_system.hpp"

#include "mechanics/model_error.hpp"
#include "numbers.hpp"
#include "python_equations.hpp"
#include "text/suggest.hpp"

namespace alembert::python {

PythonSystem::PythonSystem(Model model, ModelText text)
    : model_(std::make_shared<const Model>(std::move(model))),
      keeper_(std::make_shared<GraphKeeper>(model_->system.shared_graph())),
      text_(std::make_shared<const ModelText>(std::move(text))) {}

Simulator& PythonSystem::simulator() const {
  const std::shared_ptr<const Model>& complete = shared_model();
  if (!simulator_) simulator_ = std::make_shared<Simulator>(complete);
  return *simulator_;
}

std::shared_ptr<PythonEquations> PythonSystem::equations() const {
  const Hold hold(*keeper_);
  if (!equations_) {
    const Simulator& derived = simulator();
    equations_ = std::make_shared<PythonEquations>(std::make_shared<DerivedEquations>(
        DerivedEquations{keeper_, shared_model(), derived.equations(), derived.derive_seconds()}));
  }
  return equations_;
}

std::shared_ptr<const PythonSystem> PythonSystem::idle_copy() const {
  for (const auto& copy : copies_)
    if (std::unique_lock(copy->keeper_->busy, std::try_to_lock)) return copy;
  copies_.push_back(std::make_shared<const PythonSystem>(with_parameters({})));
  return copies_.back();
}

Model& PythonSystem::edit() {
  is_complete_ = false;
  simulator_.reset();
  copies_.clear();
  equations_.reset();
  // the text is no longer that of the model
  if (!text_->text.empty()) text_ = std::make_shared<const ModelText>();
  return writable();
}

Model& PythonSystem::writable() const {
  if (model_.use_count() > 1) {
    auto copy = std::make_shared<Model>(*model_);
    if (mechanism_) mechanism_ = std::make_unique<Mechanism>(*mechanism_, copy->system);
    model_ = std::move(copy);
  }
  // made as a Model that is not const, in the constructor or some lines above, and no one else's
  return const_cast<Model&>(*model_);
}

Mechanism& PythonSystem::mechanism() {
  Model& model = edit();
  if (!mechanism_) {
    if (!model.system.joints().empty())
      throw ModelError(
          "the bodies of this system are described already",
          "a system that was read or copied takes no bodies, and is not asked for their places: "
          "watch these in its text");
    mechanism_ = std::make_unique<Mechanism>(model.system);
  }
  return *mechanism_;
}

const std::shared_ptr<const Model>& PythonSystem::shared_model() const {
  if (mechanism_ && !is_complete_) {
    const Hold hold(*keeper_);
    Model& model = writable();
    mechanism_->weigh_particles();
    if (mechanism_->has_bodies()) {
      mechanism_->watch_reactions();
      model.start = mechanism_->start_with(std::move(model.start));
      model.drawing = mechanism_->drawing_with(std::move(model.drawing));
    }
    is_complete_ = true;
  }
  return model_;
}

Expr PythonSystem::own(const Formula& formula) const {
  if (formula.keeper && formula.keeper != keeper_)
    throw ModelError("a formula of another system is used here",
                     "formulas belong to the system whose coordinates they were made of");
  return formula.expr;
}

Expr PythonSystem::symbol(const py::handle& what) const {
  if (py::isinstance<Formula>(what)) return own(what.cast<Formula>());
  if (!py::isinstance<py::str>(what))
    throw py::type_error(
        "a coordinate, velocity or parameter is given by its symbol or its name, not by " +
        description_of(what));
  const std::string name = what.cast<std::string>();
  NodeId node = keeper_->graph->find_symbol(name);
  // joints and free bodies make coordinates, once they are all there
  if (node == no_node) {
    shared_model();
    node = keeper_->graph->find_symbol(name);
  }
  if (node != no_node) return {*keeper_->graph, node};
  std::vector<std::string_view> known;
  for (const Coordinate& x : system().coordinates()) known.push_back(x.name);
  for (const Parameter& parameter : system().parameters()) known.push_back(parameter.name);
  throw ModelError("'" + name + "' is not defined", did_you_mean(name, known));
}

Assignment PythonSystem::parameters(const py::dict& numbers) const {
  Assignment values;
  for (const auto& [what, number] : numbers) {
    const Expr parameter = symbol(what);
    if (!parameter.graph() || !system().parameter_values().contains(parameter.node()))
      throw ModelError(py::str(what).cast<std::string>() + " is not a parameter",
                       "start values go into start={...}");
    values[parameter.node()] =
        number_of(number, "the parameter " + py::str(what).cast<std::string>());
  }
  return values;
}

PythonSystem PythonSystem::with_parameters(const py::dict& numbers) const {
  const Assignment values = parameters(numbers);
  const Hold hold(*keeper_);
  // the copy of the graph has the same nodes, so that all else in the model holds for it too
  Model copy = model();
  copy.system = copy.system.with_parameters(values);
  return PythonSystem(std::move(copy));
}

}  // namespace alembert::python
