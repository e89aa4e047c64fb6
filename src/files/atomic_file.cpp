#include "files/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace alembert::files {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

// A device, a pipe, or what the shell has opened for us: /dev/stdout leads to it, and may lead to a
// file.
bool is_stream(const std::string& path) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(path, none);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return true;
  const std::string place = std::filesystem::absolute(path, none).lexically_normal().string();
  return std::filesystem::is_symlink(std::filesystem::symlink_status(path, none)) &&
         (place.starts_with("/dev/") || place.starts_with("/proc/"));
}

// a link to a file stays one
std::string behind_links(const std::string& path) {
  std::error_code none;
  const std::filesystem::path target = std::filesystem::canonical(path, none);
  return none ? path : target.string();
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  if (std::error_code none; std::filesystem::is_directory(path_, none)) fail(path_, EISDIR);
  if (is_stream(path_)) {
    // what others have written there stays
    file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND);
  } else {
    target_ = behind_links(path_);
    temporary_ = fmt::format("{}.{}.part", target_, ::getpid());
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  }
  if (file_ < 0) fail(path_, errno);
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
  if (!finished_ && !temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view piece) {
  while (!piece.empty()) {
    const ssize_t written = ::write(file_, piece.data(), piece.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      fail(path_, errno);
    }
    piece.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AtomicFile::finish() {
  if (::fsync(file_) != 0 && errno != EINVAL) fail(path_, errno);
  if (::close(std::exchange(file_, -1)) != 0) fail(path_, errno);
  if (!temporary_.empty() && std::rename(temporary_.c_str(), target_.c_str()) != 0)
    fail(path_, errno);
  finished_ = true;
}

void check_writable(const std::string& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none) || !is_stream(path)) {
    const AtomicFile given_up(path);
  }
}

void write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.finish();
}

}  // namespace alembert::files
