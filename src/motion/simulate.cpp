#include "motion/simulate.hpp"

#include "motion/simulator.hpp"

namespace alembert {

Motion simulate(const Model& model, const SimulateOptions& options) {
  // the model outlives the call: no copy is needed
  return Simulator(std::shared_ptr<const Model>(std::shared_ptr<void>(), &model)).run(options);
}

Motion simulate(const System& system, const SimulateOptions& options) {
  return simulate(Model{system, {}, {}, {}, {}}, options);
}

}  // namespace alembert
