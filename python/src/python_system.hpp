#pragma once
/// A system as Python holds it: the model with its graph, and the text it was read from.

#include <memory>
#include <string>
#include <vector>

#include "bodies/mechanism.hpp"
#include "formula.hpp"
#include "mechanics/model.hpp"
#include "motion/simulator.hpp"
#include "report/viewer_json.hpp"

namespace alembert::python {

struct PythonEquations;

class PythonSystem {
 public:
  explicit PythonSystem(Model model, ModelText text = {});

  /// With all that its bodies and joints add to it.
  const Model& model() const { return *shared_model(); }
  const System& system() const { return model().system; }
  const std::shared_ptr<GraphKeeper>& keeper() const { return keeper_; }
  const std::shared_ptr<const Model>& shared_model() const;
  /// As far as it has been described: bodies are added still.
  const System& described() const { return model_->system; }
  const std::shared_ptr<const ModelText>& text() const { return text_; }

  /// The model, to be changed: motions and equations that were made of it keep the old one.
  Model& edit();
  /// Its bodies and joints, to be described further or to be asked.
  Mechanism& mechanism();

  Formula formula(const Expr& expr) const { return {expr, keeper_}; }
  Formula formula(NodeId node) const { return {Expr(*keeper_->graph, node), keeper_}; }
  /// A formula of this system's graph; throws ModelError for one of another system.
  Expr own(const Formula& formula) const;
  /// A coordinate, velocity or parameter, given as its symbol or by name: x, "x", "x'".
  Expr symbol(const py::handle& what) const;
  /// The numbers of a dictionary whose keys are parameters.
  Assignment parameters(const py::dict& numbers) const;
  /// What runs this system, as it is now, again and again.
  Simulator& simulator() const;
  /// Its equations, with what was compiled of them.
  std::shared_ptr<PythonEquations> equations() const;
  /// A copy on a graph of its own that nobody is running; it is kept for the next who asks, so that
  /// threads which run one system with other numbers do not wait for each other.
  std::shared_ptr<const PythonSystem> idle_copy() const;
  /// A copy on a graph of its own with some parameters set.
  PythonSystem with_parameters(const py::dict& numbers) const;

 private:
  /// The model, without a copy that others see, to be written.
  Model& writable() const;

  mutable std::shared_ptr<const Model> model_;
  mutable std::unique_ptr<Mechanism>
      mechanism_;                     ///< null without bodies, and of a system that was read
  mutable bool is_complete_ = false;  ///< what the mechanism adds at last is there
  mutable std::shared_ptr<Simulator> simulator_;  ///< null before the first run
  mutable std::vector<std::shared_ptr<const PythonSystem>> copies_;
  mutable std::shared_ptr<PythonEquations> equations_;
  std::shared_ptr<GraphKeeper> keeper_;
  std::shared_ptr<const ModelText> text_;
};

}  // namespace alembert::python
