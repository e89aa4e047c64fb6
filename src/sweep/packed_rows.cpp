#include "sweep/packed_rows.hpp"

#include <zlib.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "sweep/bytes.hpp"

namespace alembert {

namespace {

/// A stream of zlib that is made of blocks: those that shrink by its compressor, the others as they are. (RFC 1950, 1951)
/// Left to itself the compressor spends more on each change between the two than on all bytes.
class BlockStream {
 public:
  BlockStream() {
    // runs of equal bytes are all that planes of numbers repeat; no header, little memory to clear for each block
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
  /// Of all bytes that were added.
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

/// c log₂ c of whole numbers, most of which are small.
double times_logarithm(std::uint32_t number) {
  static const auto table = [] {
    std::array<double, 1025> values = {};
    for (std::size_t i = 2; i < values.size(); ++i)
      values[i] = static_cast<double>(i) * std::log2(static_cast<double>(i));
    return values;
  }();
  return number < table.size() ? table[number] : number * std::log2(static_cast<double>(number));
}

/// Whether a code by frequency would make these bytes shorter by a quarter, its table included.
bool shrinks(std::string_view bytes) {
  std::array<std::uint32_t, 256> times = {};
  for (const char byte : bytes) ++times[static_cast<unsigned char>(byte)];
  constexpr double bits_in_table = 4;
  double bits = times_logarithm(static_cast<std::uint32_t>(bytes.size()));
  for (const std::uint32_t count : times)
    if (count > 0) bits += bits_in_table - times_logarithm(count);
  return bits < 0.75 * 8 * static_cast<double>(bytes.size());
}

}  // namespace

std::string pack_rows(std::string_view rows, std::size_t row_size) {
  const std::size_t count = rows.size() / row_size;
  std::string planes(rows.size(), '\0');
  for (std::size_t byte = 0; byte < row_size; ++byte)
    for (std::size_t row = 0; row < count; ++row)
      planes[byte * count + row] = rows[row * row_size + byte];
  const auto plane = [&](std::size_t byte) {
    return std::string_view(planes).substr(byte * count, count);
  };
  BlockStream stream;
  // neighbours of one kind go together
  for (std::size_t first = 0, next = 0; first < row_size; first = next) {
    const bool is_short = shrinks(plane(first));
    for (next = first + 1; next < row_size && shrinks(plane(next)) == is_short;) ++next;
    const auto group = std::string_view(planes).substr(first * count, (next - first) * count);
    is_short ? stream.compress(group) : stream.store(group);
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
  std::string rows(planes.size(), '\0');
  for (std::size_t byte = 0; byte < row_size; ++byte)
    for (std::size_t row = 0; row < count; ++row)
      rows[row * row_size + byte] = planes[byte * count + row];
  return rows;
}

}  // namespace alembert
