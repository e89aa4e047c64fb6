#include "report/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace alembert {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path)
    : path_(path),
      temporary_(fmt::format("{}.{}.part", path, ::getpid())),
      file_(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666)) {
  if (file_ < 0) fail(path_, errno);
}

AtomicFile::~AtomicFile() {
  if (file_ >= 0) ::close(file_);
  if (!finished_) ::unlink(temporary_.c_str());
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
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, errno);
  finished_ = true;
}

void write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.finish();
}

}  // namespace alembert
