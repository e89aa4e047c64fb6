#pragma once
/// A mass on a spring whose stiffness varies, for tests of what a sweep does with its runs.

#include "sweep/study.hpp"

namespace alembert {

/// x = cos(√k t) for 2 s.
inline StudyRequest springs(const SweepPlan& plan, const std::vector<std::string>& keep) {
  return {.model_text = R"(
coordinates x
parameters k = 1
kinetic 1/2*x'^2
potential 1/2*k*x^2
start x = 1, x' = 0
run 2
    tolerance 1e-12
)",
          .model_name = "springs.mech",
          .plan = plan,
          .keep = keep};
}

}  // namespace alembert
