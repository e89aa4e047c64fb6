#pragma once
/// Bytes as text of 64 letters (RFC 4648).

#include <string>
#include <string_view>

namespace alembert::files {

std::string base64(std::string_view bytes);

}  // namespace alembert::files
