#pragma once
/// Rows of a table as HDF5's filters "shuffle" and "deflate" leave them on disk.

#include <string>
#include <string_view>

namespace alembert {

/// First bytes of all rows together, then all second ones and so on, as a stream of zlib. Bytes
/// that look random, the last digits of numbers, are stored as they are: searching them for
/// repetitions takes most of the time of a compression.
std::string pack_rows(std::string_view rows, std::size_t row_size);

/// The rows of a stream that has `count` of them; empty if it is damaged.
std::string unpack_rows(std::string_view packed, std::size_t row_size, std::size_t count);

}  // namespace alembert
