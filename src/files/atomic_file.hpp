#pragma once
/// Files that are either whole or not there.

#include <string>
#include <string_view>

namespace alembert::files {

/// A file that is written piece by piece under a temporary name beside `path`, and gets its own
/// when it is whole. Where it throws std::runtime_error, or is given up, whatever stood at `path`
/// before is untouched and nothing is left behind. A device or a pipe, such as /dev/stdout, is not
/// replaced: the pieces go there at once.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view piece);
  /// Waits until the disk has it all.
  void finish();

 private:
  const std::string path_;
  std::string target_, temporary_;  ///< empty where the pieces go to a device
  int file_ = -1;
  bool finished_ = false;
};

/// Throws std::runtime_error where a file cannot be written there, before there is anything to
/// write. A device or a pipe is not opened: its reader would take that for the end.
void check_writable(const std::string& path);

/// Writes to a temporary name beside `path` and renames it. Throws std::runtime_error saying what
/// went wrong; whatever stood at `path` before is then untouched.
void write_file(const std::string& path, std::string_view content);

}  // namespace alembert::files
