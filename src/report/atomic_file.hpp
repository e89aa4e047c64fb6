#pragma once
/// Files that are either whole or not there.

#include <string>
#include <string_view>

namespace alembert {

/// Writes to a temporary name beside `path` and renames it. Throws std::runtime_error saying what went
/// wrong; whatever stood at `path` before is then untouched.
void write_file(const std::string& path, std::string_view content);

}  // namespace alembert
