#pragma once
/// Rows of a table as HDF5's filters "shuffle" and "deflate" leave them on disk.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace alembert {

/// Packs one piece of a table after the other. First bytes of all rows together, then all second ones and so on, as a stream of
/// zlib. Those that do not repeat in the first piece, the last digits of numbers, are stored as they are: to look for what
/// repeats in them takes most of the time of a compression.
class RowPacker {
 public:
  explicit RowPacker(std::size_t row_size);
  ~RowPacker();

  /// Valid until the next piece.
  std::string_view pack(std::string_view rows);

 private:
  class Deflate;

  const std::size_t row_size_;
  const std::unique_ptr<Deflate> deflate_;
  std::vector<int> levels_;  ///< of zlib, by byte of the row; empty before the first piece
};

}  // namespace alembert
