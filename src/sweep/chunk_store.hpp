#pragma once
/// Where finished chunks are kept until their results are written.

#include <vector>

#include "sweep/chunk.hpp"

namespace alembert {

class ChunkStore {
 public:
  virtual ~ChunkStore() = default;
  virtual bool has(std::size_t chunk) const = 0;
  /// Throws DiskError where a disk does not take it; what was there before stays valid.
  virtual void append(ChunkResult result) = 0;
  /// A chunk that it has.
  virtual ChunkResult read(std::size_t chunk) const = 0;
};

/// For sweeps that leave nothing on a disk.
class ChunksInMemory final : public ChunkStore {
 public:
  explicit ChunksInMemory(std::size_t chunks) : results_(chunks) {}

  bool has(std::size_t chunk) const override { return !results_[chunk].outcomes.empty(); }
  void append(ChunkResult result) override {
    const std::size_t chunk = result.chunk;
    results_[chunk] = std::move(result);
  }
  ChunkResult read(std::size_t chunk) const override { return results_[chunk]; }

 private:
  std::vector<ChunkResult> results_;
};

}  // namespace alembert
