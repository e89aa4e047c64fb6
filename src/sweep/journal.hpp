#pragma once
/// Records of finished chunks on disk, each with a checksum, in the order in which they were
/// finished.
///
/// A chunk is in the journal when `append` returns, whatever happens to the program afterwards. The
/// file begins with the words of its study, so that no other study resumes it; a tail that was
/// being written when the program died is cut off. A record that is damaged, or does not belong to
/// this study, counts as missing; those behind it are kept if they can be found.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sweep/chunk_store.hpp"

namespace alembert {

/// The words of a study whose numbers the interpreter computes: they differ from those of machine
/// code in their last digits, and one file holds numbers of one kind.
std::string by_interpreter(const std::string& words);

class Journal final : public ChunkStore {
 public:
  enum class Mode {
    begin,   ///< there must not be a journal yet
    resume,  ///< continues with what is there
  };

  /// Whether a record is one of the study: its chunk, its rows and what varies in them.
  using Belongs = std::function<bool(std::string_view record)>;

  /// Opens `path` for the study of these words. Throws ModelError where another program has it
  /// open, where it is not what `mode` says, and where it belongs to another study.
  Journal(const std::string& path, const std::string& words, Mode mode, const Belongs& belongs);
  ~Journal() override;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  bool has(std::size_t chunk) const override {
    return chunk < offset_of_.size() && offset_of_[chunk] != 0;
  }
  std::size_t chunks() const { return chunks_; }
  /// Number of records found on opening that cannot be used.
  std::size_t damaged() const { return damaged_; }
  void append(std::string record) override;
  /// Throws DiskError if the disk returns something else.
  std::string read(std::size_t chunk) const override;
  /// Removes the file, once its contents are elsewhere.
  void remove();

 private:
  void open_and_lock();
  void write_header(const std::string& words);
  void read_header(const std::string& words);
  void read_chunks(const Belongs& belongs);
  void note(std::size_t chunk, std::uint64_t offset);
  std::optional<std::uint64_t> next_after(std::uint64_t offset) const;
  std::optional<std::string> body_at(std::uint64_t offset) const;
  void write_at_end(const std::string& bytes);
  std::string bytes_at(std::uint64_t offset, std::size_t count) const;

  const std::string path_;
  int file_ = -1;
  std::uint64_t end_ = 0;                 ///< of the last good chunk
  std::vector<std::uint64_t> offset_of_;  ///< by chunk; 0 if missing
  std::size_t chunks_ = 0, damaged_ = 0;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace alembert
