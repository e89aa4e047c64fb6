#include "sweep/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "mechanics/model_error.hpp"
#include "sweep/bytes.hpp"
#include "sweep/disk_error.hpp"

namespace alembert {

namespace {

constexpr std::string_view title = "alembert sweep journal 2\n";
constexpr std::size_t frame = sizeof(std::uint64_t) + sizeof(std::uint32_t);  // length and checksum

constexpr std::string_view interpreted = "numbers of the interpreter\n";

std::string_view of_any_kind(std::string_view words) {
  return words.starts_with(interpreted) ? words.substr(interpreted.size()) : words;
}

// a length, the checksum of length and body, the body
std::string framed(const std::string& body) {
  std::string bytes;
  put<std::uint64_t>(bytes, body.size());
  put(bytes, checksum(body, checksum(bytes)));
  return bytes + body;
}

}  // namespace

std::string by_interpreter(const std::string& words) { return std::string(interpreted) + words; }

Journal::Journal(const std::string& path, const std::string& words, Mode mode,
                 const Belongs& belongs)
    : path_(path) {
  try {
    open_and_lock();
    // a program that died before it wrote the header left nothing to resume
    const std::string start = bytes_at(0, title.size());
    if (start.size() < title.size() && title.starts_with(start)) {
      write_header(words);
    } else {
      if (mode == Mode::begin)
        throw ModelError(fmt::format("{} holds an unfinished sweep", path_),
                         "--resume finishes it; remove that file to begin anew");
      read_header(words);
      read_chunks(belongs);
    }
  } catch (...) {
    if (file_ >= 0) ::close(file_);
    throw;
  }
}

Journal::~Journal() { ::close(file_); }

void Journal::open_and_lock() {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) throw DiskError(fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
  struct stat status {};
  // a process that finished at this moment has removed the file that is open here
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 || ::fstat(file_, &status) != 0 ||
      status.st_nlink == 0)
    throw ModelError(fmt::format("another sweep is writing {}", path_),
                     "wait until it is done, or choose another --out");
}

void Journal::write_header(const std::string& words) {
  if (::ftruncate(file_, 0) != 0)
    throw DiskError(fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
  write_at_end(std::string(title) + framed(words));
}

void Journal::read_header(const std::string& words) {
  if (bytes_at(0, title.size()) != title)
    throw ModelError(fmt::format("{} is not the journal of a sweep", path_),
                     "choose another --out");
  const std::optional<std::string> found = body_at(title.size());
  if (!found) {
    // it died while writing the header: no chunk can follow
    write_header(words);
    return;
  }
  if (*found != words && of_any_kind(*found) == of_any_kind(words))
    throw ModelError(
        fmt::format("the runs in {} were computed by {}, and the rest would be by {}: their last "
                    "digits differ",
                    path_, found->starts_with(interpreted) ? "the interpreter" : "machine code",
                    words.starts_with(interpreted) ? "the interpreter" : "machine code"),
        "resume with ALEMBERT_INTERPRETER as it was, on such a machine; remove that file to begin "
        "anew");
  if (*found != words)
    throw ModelError(fmt::format("{} belongs to another sweep", path_),
                     "the model and all options must be as before; remove that file to begin anew");
  end_ = title.size() + frame + found->size();
}

void Journal::read_chunks(const Belongs& belongs) {
  std::uint64_t at = end_;
  while (const std::optional<std::uint64_t> next = next_after(at)) {
    const std::optional<std::string> body = body_at(at);
    const bool is_good = body && belongs(*body);
    if (is_good) {
      note(ChunkRecords::chunk(*body).value(), at);
      end_ = *next;
    } else {
      ++damaged_;
      // a damaged length may point anywhere
      if (!body && !body_at(*next)) break;
    }
    at = *next;
  }
  // what follows was being written when the program died
  if (::ftruncate(file_, static_cast<off_t>(end_)) != 0)
    throw DiskError(fmt::format("cannot write {}: {}", path_, std::strerror(errno)));
}

std::string Journal::bytes_at(std::uint64_t offset, std::size_t count) const {
  std::string bytes(count, '\0');
  std::size_t got = 0;
  while (got < count) {
    const ssize_t read =
        ::pread(file_, bytes.data() + got, count - got, static_cast<off_t>(offset + got));
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) throw DiskError(fmt::format("cannot read {}: {}", path_, std::strerror(errno)));
    if (read == 0) break;
    got += static_cast<std::size_t>(read);
  }
  bytes.resize(got);
  return bytes;
}

/// Where a record ends according to its length; nothing if that is beyond the end of the file, so
/// that a damaged length never asks for all memory.
std::optional<std::uint64_t> Journal::next_after(std::uint64_t offset) const {
  struct stat status {};
  if (::fstat(file_, &status) != 0) return {};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const std::string head = bytes_at(offset, frame);
  std::string_view rest = head;
  const auto length = take<std::uint64_t>(rest);
  if (head.size() < frame || *length > size - offset - frame) return {};
  return offset + frame + *length;
}

std::optional<std::string> Journal::body_at(std::uint64_t offset) const {
  const std::optional<std::uint64_t> next = next_after(offset);
  if (!next) return {};
  const std::string head = bytes_at(offset, frame);
  std::string_view rest = head;
  const auto length = take<std::uint64_t>(rest);
  const auto expected = take<std::uint32_t>(rest);
  std::string body = bytes_at(offset + frame, *next - offset - frame);
  if (!length || !expected || body.size() != *length) return {};
  const std::uint32_t of_length = checksum(std::string_view(head).substr(0, sizeof(std::uint64_t)));
  if (checksum(body, of_length) != *expected) return {};
  return body;
}

void Journal::write_at_end(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written =
        ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      // half a chunk would be cut off later; cut it now, so that others find room
      [[maybe_unused]] const int cut = ::ftruncate(file_, static_cast<off_t>(end_));
      throw DiskError(fmt::format("cannot write {}: {}", path_, std::strerror(error)));
    }
    done += static_cast<std::size_t>(written);
  }
  end_ += bytes.size();
}

void Journal::note(std::size_t chunk, std::uint64_t offset) {
  if (chunk >= offset_of_.size()) offset_of_.resize(chunk + 1, 0);
  if (offset_of_[chunk] == 0) ++chunks_;
  offset_of_[chunk] = offset;
}

void Journal::append(std::string record) {
  const std::uint64_t offset = end_;
  write_at_end(framed(record));
  note(ChunkRecords::chunk(record).value(), offset);
  // if the program dies, nothing that was written is lost; if the machine dies, at most a second
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < std::chrono::seconds(1)) return;
  ::fdatasync(file_);
  synced_ = now;
}

std::string Journal::read(std::size_t chunk) const {
  std::optional<std::string> record = body_at(offset_of_[chunk]);
  if (!record) throw DiskError(fmt::format("{} is damaged", path_));
  return *std::move(record);
}

void Journal::remove() { ::unlink(path_.c_str()); }

}  // namespace alembert
