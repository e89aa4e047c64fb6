#pragma once
/// One run of given equations, whether they stay the same or change on the way.

#include <functional>
#include <memory>
#include <span>

#include "dynamics/shared_code.hpp"
#include "dynamics/start_data.hpp"
#include "motion/motion.hpp"
#include "motion/run_settings.hpp"

namespace alembert {

class MotionRun {
 public:
  virtual ~MotionRun() = default;

  /// Finds a start that satisfies the constraints. Throws ModelError where there is none.
  virtual void prepare(const StartData& data) = 0;
  /// Integrates from the start that was prepared; once. Both functions may be empty (simulate.hpp).
  virtual Motion run(const std::function<bool(double)>& progress,
                     const std::function<void(std::span<const double>)>& output = {}) = 0;
};

/// Runs of the same equations may share their code.
std::unique_ptr<MotionRun> make_motion_run(
    const Equations& equations, const RunSettings& settings,
    std::shared_ptr<SharedCode> code = std::make_shared<SharedCode>());

}  // namespace alembert
