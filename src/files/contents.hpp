#pragma once
/// What a file holds.

#include <optional>
#include <string>

namespace alembert {

/// All of a file; nothing where it cannot be read.
std::optional<std::string> contents_of(const std::string& path);

}  // namespace alembert
