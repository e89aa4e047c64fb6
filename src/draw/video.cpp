#include "draw/video.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <vector>

extern char** environ;

namespace alembert {

bool can_write_video() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/ffmpeg").c_str(), X_OK) == 0) return true;
  return false;
}

VideoWriter::VideoWriter(const std::string& path, int width, int height, double frames_per_second)
    : path_(path), temporary_(fmt::format("{}.{}.part", path, ::getpid())) {
  // a pair of sockets rather than a pipe: writing to an ffmpeg that ended is an error, not a signal
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error(fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
  frames_ = ends[0];
  const std::string size = fmt::format("{}x{}", width, height);
  const std::string rate = fmt::format("{}", frames_per_second);
  std::vector<const char*> words{"ffmpeg",    "-loglevel",  "error",   "-y",     "-f",
                                 "rawvideo",  "-pix_fmt",   "rgb24",   "-s",     size.c_str(),
                                 "-r",        rate.c_str(), "-i",      "pipe:0", "-c:v",
                                 "libx264",   "-pix_fmt",   "yuv420p", "-crf",   "18",
                                 "-movflags", "+faststart", "-f",      "mp4",    temporary_.c_str(),
                                 nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  const int error = ::posix_spawnp(&process_, "ffmpeg", &actions, nullptr,
                                   const_cast<char* const*>(words.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(frames_);
    throw std::runtime_error(fmt::format("cannot start ffmpeg: {}", std::strerror(error)));
  }
}

VideoWriter::~VideoWriter() {
  if (process_ < 0) return;
  ::kill(process_, SIGTERM);
  wait();
  ::unlink(temporary_.c_str());
}

int VideoWriter::wait() {
  ::close(frames_);
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

void VideoWriter::add(const Pixels& frame) {
  for (std::size_t sent = 0; sent < frame.rgb.size();) {
    const ssize_t count =
        ::send(frames_, frame.rgb.data() + sent, frame.rgb.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::runtime_error("cannot write the film: ffmpeg ended early");
    sent += static_cast<std::size_t>(count);
  }
}

void VideoWriter::finish() {
  const bool is_good = wait() == 0;
  if (is_good && std::rename(temporary_.c_str(), path_.c_str()) == 0) return;
  const int error = errno;
  ::unlink(temporary_.c_str());
  throw std::runtime_error(is_good ? fmt::format("cannot write {}: {}", path_, std::strerror(error))
                                   : fmt::format("cannot write {}: ffmpeg failed", path_));
}

}  // namespace alembert
