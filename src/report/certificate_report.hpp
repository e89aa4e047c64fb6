#pragma once
/// How many digits of a motion can be trusted, as people read it.

#include <string>

#include "motion/certificate.hpp"

namespace alembert {

/// Each final value with the digits that agree, the largest difference, and whether the motion is
/// chaotic.
std::string certificate_text(const Certificate& certificate);

}  // namespace alembert
