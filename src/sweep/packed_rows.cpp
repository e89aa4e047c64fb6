#include "sweep/packed_rows.hpp"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "sweep/bytes.hpp"

namespace alembert {

namespace {

/// A zlib stream made of blocks (RFC 1950, 1951): those that shrink are compressed, the others
/// stored. Left to itself, the compressor spends more on each change between the two than on all
/// bytes.
class BlockStream {
 public:
  BlockStream() {
    // planes of numbers repeat nothing but runs of equal bytes; no header, little memory to clear
    // for each block
    constexpr int raw_window = -13, memory = 4;
    if (deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, raw_window, memory, Z_RLE) != Z_OK)
      throw std::runtime_error("zlib has no memory");
  }
  ~BlockStream() { deflateEnd(&stream_); }
  BlockStream(const BlockStream&) = delete;
  BlockStream& operator=(const BlockStream&) = delete;

  void compress(std::string_view bytes) {
    deflateReset(&stream_);
    const std::size_t before = bytes_.size();
    bytes_.resize(before + deflateBound(&stream_, bytes.size()) + end_of_flush);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(bytes_.data() + before);
    stream_.avail_out = static_cast<uInt>(bytes_.size() - before);
    // ends at a whole byte, with an empty block
    if (deflate(&stream_, Z_SYNC_FLUSH) != Z_OK || stream_.avail_in > 0)
      throw std::runtime_error("zlib cannot compress");
    bytes_.resize(before + stream_.total_out);
  }
  void store(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::string_view block = bytes.substr(0, longest_block);
      put_stored(block, 0);
      bytes.remove_prefix(block.size());
    }
  }
  /// The checksum of all bytes that were added.
  std::string end(uLong checksum) {
    put_stored({}, last_block);
    for (int shift = 24; shift >= 0; shift -= 8) bytes_ += static_cast<char>(checksum >> shift);
    return std::move(bytes_);
  }

 private:
  static constexpr std::size_t longest_block = 65535, end_of_flush = 16;
  static constexpr char last_block = 1;

  void put_stored(std::string_view block, char is_last) {
    const auto length = static_cast<std::uint16_t>(block.size());
    bytes_ += is_last;
    put(bytes_, length);
    put(bytes_, static_cast<std::uint16_t>(~length));
    bytes_ += block;
  }

  z_stream stream_ = {};
  std::string bytes_ = "\x78\x01";  // deflate with windows of 32 kB, made fast
};

/// Whether a code by frequency would halve these bytes, judged by how often two of the first ones
/// are equal: 1 in 256 if they are random, more than 1 in 16 if four bits are enough for each. A
/// smaller gain is not worth its time.
bool shrinks(std::string_view bytes) {
  bytes = bytes.substr(0, 256);
  std::array<std::uint16_t, 256> times = {};
  std::uint32_t equal_pairs = 0;
  for (const char byte : bytes) equal_pairs += times[static_cast<unsigned char>(byte)]++;
  return 16 * 2 * equal_pairs > bytes.size() * (bytes.size() - 1);
}

/// Swaps blocks of bytes across a diagonal: the upper half of one number with the lower half of the
/// other, or quarters, or eighths.
void exchange(std::uint64_t& one, std::uint64_t& other, int bits, std::uint64_t low) {
  const std::uint64_t change = ((one >> bits) ^ other) & low;
  one ^= change << bits;
  other ^= change;
}

/// Transposes eight bytes of eight rows.
void transpose(std::array<std::uint64_t, 8>& r) {
  constexpr std::uint64_t fours = 0x00000000ffffffff, twos = 0x0000ffff0000ffff,
                          ones = 0x00ff00ff00ff00ff;
  exchange(r[0], r[4], 32, fours), exchange(r[1], r[5], 32, fours);
  exchange(r[2], r[6], 32, fours), exchange(r[3], r[7], 32, fours);
  exchange(r[0], r[2], 16, twos), exchange(r[1], r[3], 16, twos);
  exchange(r[4], r[6], 16, twos), exchange(r[5], r[7], 16, twos);
  exchange(r[0], r[1], 8, ones), exchange(r[2], r[3], 8, ones);
  exchange(r[4], r[5], 8, ones), exchange(r[6], r[7], 8, ones);
}

/// The columns of a table of bytes, one after the other: planes of rows, and rows of planes.
std::string transposed(std::string_view table, std::size_t width) {
  const std::size_t count = table.size() / width;
  const std::size_t whole_rows = count / 8 * 8, whole_columns = width / 8 * 8;
  std::string columns(table.size(), '\0');
  for (std::size_t row = 0; row < whole_rows; row += 8)
    for (std::size_t column = 0; column < whole_columns; column += 8) {
      std::array<std::uint64_t, 8> block;
      for (std::size_t i = 0; i < 8; ++i)
        std::memcpy(&block[i], &table[(row + i) * width + column], 8);
      transpose(block);
      for (std::size_t i = 0; i < 8; ++i)
        std::memcpy(&columns[(column + i) * count + row], &block[i], 8);
    }
  for (std::size_t column = 0; column < width; ++column)
    for (std::size_t row = column < whole_columns ? whole_rows : 0; row < count; ++row)
      columns[column * count + row] = table[row * width + column];
  return columns;
}

}  // namespace

std::string pack_rows(std::string_view rows, std::size_t row_size) {
  const std::size_t count = rows.size() / row_size;
  const std::string planes = transposed(rows, row_size);
  const auto plane = [&](std::size_t byte) {
    return std::string_view(planes).substr(byte * count, count);
  };
  std::vector<bool> is_short;
  for (std::size_t byte = 0; byte < row_size; ++byte) is_short.push_back(shrinks(plane(byte)));
  BlockStream stream;
  // neighbours of one kind are joined
  for (std::size_t first = 0, next = 0; first < row_size; first = next) {
    for (next = first + 1; next < row_size && is_short[next] == is_short[first];) ++next;
    const auto group = std::string_view(planes).substr(first * count, (next - first) * count);
    is_short[first] ? stream.compress(group) : stream.store(group);
  }
  const auto* bytes = reinterpret_cast<const Bytef*>(planes.data());
  return stream.end(adler32_z(adler32_z(0, nullptr, 0), bytes, planes.size()));
}

std::string unpack_rows(std::string_view packed, std::size_t row_size, std::size_t count) {
  std::string planes(row_size * count, '\0');
  uLongf size = planes.size();
  if (uncompress(reinterpret_cast<Bytef*>(planes.data()), &size,
                 reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
      size != planes.size())
    return {};
  return transposed(planes, count);
}

}  // namespace alembert
