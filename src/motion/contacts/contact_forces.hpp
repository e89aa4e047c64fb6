#pragma once
/// What closed contacts may carry where their forces are not unique.

#include <vector>

#include "motion/motion.hpp"

namespace alembert {

/// What a contact may carry at an instant.
struct ContactForce {
  std::size_t contact;  ///< index into System::contacts()
  double least, most;   ///< the same where it is unique; most may be infinite
  bool unique;
};

/// Of the closed contacts.
std::vector<ContactForce> contact_forces(const Motion& motion, double t);

}  // namespace alembert
