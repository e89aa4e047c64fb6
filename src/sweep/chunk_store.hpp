#pragma once
/// Where the records of finished chunks are kept until their results are written.

#include "sweep/chunk_records.hpp"

namespace alembert {

class ChunkStore {
 public:
  virtual ~ChunkStore() = default;
  virtual bool has(std::size_t chunk) const = 0;
  /// Throws DiskError if the disk does not take it; earlier records stay valid.
  virtual void append(std::string record) = 0;
  /// The record of a chunk; it must be there.
  virtual std::string read(std::size_t chunk) const = 0;
};

/// A store in memory, for sweeps that leave nothing on a disk.
class ChunksInMemory final : public ChunkStore {
 public:
  explicit ChunksInMemory(std::size_t chunks) : records_(chunks) {}

  bool has(std::size_t chunk) const override { return !records_[chunk].empty(); }
  void append(std::string record) override {
    const std::size_t chunk = ChunkRecords::chunk(record).value();
    records_[chunk] = std::move(record);
  }
  std::string read(std::size_t chunk) const override { return records_[chunk]; }

 private:
  std::vector<std::string> records_;
};

}  // namespace alembert
