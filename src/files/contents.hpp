#pragma once
/// What a file holds.

#include <optional>
#include <string>

namespace alembert::files {

/// All of a file; nothing where it cannot be read.
std::optional<std::string> contents_of(const std::string& path);

}  // namespace alembert::files
