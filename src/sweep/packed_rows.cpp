#include "sweep/packed_rows.hpp"

#include <zlib.h>

#include <stdexcept>

namespace alembert {

namespace {

constexpr int stored = 0, fast = 1;  // levels of zlib

}  // namespace

/// A compressor that takes its text in pieces.
class RowPacker::Deflate {
 public:
  Deflate() {
    if (deflateInit(&stream_, fast) != Z_OK) throw std::runtime_error("zlib has no memory");
  }
  ~Deflate() { deflateEnd(&stream_); }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;

  void begin(std::size_t room) {
    deflateReset(&stream_);
    level_ = fast;
    if (bytes_.size() < room) bytes_.resize(room);
    stream_.next_out = reinterpret_cast<Bytef*>(bytes_.data());
    stream_.avail_out = static_cast<uInt>(room);
  }
  void add(std::string_view piece, int level) {
    if (level != level_) deflateParams(&stream_, level, Z_DEFAULT_STRATEGY);
    level_ = level;
    put(piece, Z_NO_FLUSH);
  }
  std::string_view end() {
    put({}, Z_FINISH);
    return std::string_view(bytes_).substr(0, stream_.total_out);
  }

 private:
  void put(std::string_view piece, int flush) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    stream_.avail_in = static_cast<uInt>(piece.size());
    const int status = deflate(&stream_, flush);
    if (status != (flush == Z_FINISH ? Z_STREAM_END : Z_OK) && !piece.empty())
      throw std::runtime_error("zlib cannot compress");
  }

  z_stream stream_ = {};
  int level_ = fast;
  std::string bytes_;
};

RowPacker::RowPacker(std::size_t row_size)
    : row_size_(row_size), deflate_(std::make_unique<Deflate>()) {}

RowPacker::~RowPacker() = default;

std::string_view RowPacker::pack(std::string_view rows) {
  const std::size_t count = rows.size() / row_size_;
  // what is stored grows by five bytes in 16 kB, and each change of the level ends a block
  const std::size_t room = rows.size() + rows.size() / 1000 + 64 * row_size_ + 1024;
  std::string planes(rows.size(), '\0');
  char* next = planes.data();
  for (std::size_t byte = 0; byte < row_size_; ++byte)
    for (std::size_t row = 0; row < count; ++row) *next++ = rows[row * row_size_ + byte];
  const auto plane = [&](std::size_t byte) {
    return std::string_view(planes).substr(byte * count, count);
  };
  if (levels_.empty()) {
    for (std::size_t byte = 0; byte < row_size_; ++byte) {
      deflate_->begin(room);
      deflate_->add(plane(byte), fast);
      const bool shrinks = 10 * deflate_->end().size() < 9 * count;
      levels_.push_back(shrinks ? fast : stored);
    }
  }
  deflate_->begin(room);
  for (std::size_t byte = 0; byte < row_size_; ++byte) deflate_->add(plane(byte), levels_[byte]);
  return deflate_->end();
}

}  // namespace alembert
