#include "sweep/bytes.hpp"

#include <zlib.h>

namespace alembert {

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  // zlib counts without a sign what C++ calls char
  const auto* first = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(before, first, bytes.size()));
}

}  // namespace alembert
