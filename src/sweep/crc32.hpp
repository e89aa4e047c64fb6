#pragma once
/// A checksum of bytes.

#include <cstdint>
#include <string_view>

namespace alembert {

/// The cyclic redundancy check of ISO 3309, as in gzip and PNG: "123456789" has 0xCBF43926. `before` is the
/// checksum of what stands in front.
std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace alembert
