#pragma once
/// The file that a command writes its result to.

#include <string>

namespace alembert::app {

/// Before the work whose result is to go there: makes the folder of the file and tries to write.
/// Throws ModelError where that fails; does nothing for an empty path, which means standard output.
void try_output(const std::string& path);

}  // namespace alembert::app
