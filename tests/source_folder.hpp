#pragma once
/// Where the project lies: tests find models and golden files from there, wherever they are
/// started.

#include <string>

namespace alembert {

/// The top folder of the sources, without a slash at its end.
std::string source_folder();

}  // namespace alembert
