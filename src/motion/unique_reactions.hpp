#pragma once
/// Which reactions of joints are the only ones.

#include <string>
#include <vector>

#include "motion/motion.hpp"

namespace alembert {

/// By component of the forces and moments of System::joints(), in their order, at an instant of a
/// motion.
std::vector<bool> unique_reactions(const Motion& motion, double t);

/// Joints that share forces with each other, in groups; joints of different groups do not.
std::vector<std::vector<std::string>> joints_that_share(const Motion& motion, double t);

/// The joints of which some component is not.
std::vector<std::string> joints_with_shared_reactions(const Motion& motion, double t);

}  // namespace alembert
