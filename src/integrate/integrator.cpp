#include "integrate/integrator.hpp"

namespace alembert::integrate {

std::string_view name_of(StepStatus status) {
  switch (status) {
    case StepStatus::advanced:
      return "advanced";
    case StepStatus::too_small:
      return "step too small";
    case StepStatus::not_defined:
      return "not defined";
    case StepStatus::not_converging:
      return "not converging";
    case StepStatus::singular:
      return "singular";
  }
  return "";
}

}  // namespace alembert::integrate
