#pragma once
/// What contacts did, as people read it: impacts, phases as bars, forces that are not unique.

#include <string>

#include "motion/motion.hpp"

namespace alembert {

/// Nothing for a model without contacts. Names fill `name_width` columns, and lines at most
/// `columns`.
std::string contacts_text(const Motion& motion, std::size_t name_width, int columns);

}  // namespace alembert
