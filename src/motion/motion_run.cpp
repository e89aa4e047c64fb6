#include "motion/motion_run.hpp"

#include "motion/events/hybrid_simulation.hpp"

namespace alembert {

std::unique_ptr<MotionRun> make_motion_run(const Equations& equations, const RunSettings& settings,
                                           std::shared_ptr<SharedCode> code) {
  if (equations.system.has_events())
    return std::make_unique<HybridSimulation>(equations, settings, std::move(code));
  return std::make_unique<Simulation>(equations, settings, std::move(code));
}

}  // namespace alembert
