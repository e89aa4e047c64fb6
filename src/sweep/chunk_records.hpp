#pragma once
/// The results of chunks as records of bytes, which go to the journal, to other ranks, and into the
/// file of results.

#include <optional>
#include <string>
#include <string_view>

#include "sweep/chunk.hpp"
#include "sweep/study.hpp"

namespace alembert {

/// A record has the number of its chunk, the words of runs that ended early, and a row for each
/// run: what varied, what is kept, the outcome and the time at which it ended. The thread that
/// computes a chunk makes its record, so that the writer only has to write.
class ChunkRecords {
 public:
  enum class Rows {
    plain,
    packed,  ///< as the file of results has them: its pieces are the chunks
  };
  /// `study` must outlive this.
  ChunkRecords(const Study& study, const Chunking& chunking, Rows rows);

  /// Several threads may call it at once.
  std::string record(const ChunkResult& result) const;
  /// Empty if these bytes are no record of this study.
  std::optional<ChunkResult> result(std::string_view record) const;
  /// The rows of a record, as they stand in it.
  static std::string_view rows(std::string_view record);
  static std::optional<std::size_t> chunk(std::string_view record);

  /// Bytes of a row, and rows of a packed piece; the last piece is filled up with zeros.
  std::size_t row_size() const;
  std::size_t piece() const { return std::min(chunking_.size, chunking_.runs); }

 private:
  std::string plain_rows(const ChunkResult& result) const;

  const Study& study_;
  Chunking chunking_;
  Rows rows_;
  std::size_t varied_, width_;  ///< numbers of a run
};

}  // namespace alembert
