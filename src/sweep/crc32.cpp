#include "sweep/crc32.hpp"

#include <array>

namespace alembert {

namespace {

// tables[k][byte]: what a byte leaves behind after k more bytes of zero; eight bytes then go at once
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest & 1) != 0 ? rest >> 1 ^ 0xEDB88320 : rest >> 1;
    tables[0][byte] = rest;
  }
  for (std::size_t k = 1; k < tables.size(); ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 0xFF];
  return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  std::uint32_t rest = ~before;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    rest ^= byte(0) | byte(1) << 8 | byte(2) << 16 | static_cast<std::uint32_t>(byte(3)) << 24;
    rest = tables[7][rest & 0xFF] ^ tables[6][rest >> 8 & 0xFF] ^ tables[5][rest >> 16 & 0xFF] ^
           tables[4][rest >> 24] ^ tables[3][byte(4)] ^ tables[2][byte(5)] ^ tables[1][byte(6)] ^
           tables[0][byte(7)];
  }
  for (const char c : bytes)
    rest = rest >> 8 ^ tables[0][(rest ^ static_cast<unsigned char>(c)) & 0xFF];
  return ~rest;
}

}  // namespace alembert
