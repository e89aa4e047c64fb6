#pragma once
/// Films as MP4, by the program ffmpeg, which gets the frames through a pipe.

#include <string>

#include "draw/picture.hpp"

namespace alembert {

/// True if ffmpeg can be started.
bool can_write_video();

class VideoWriter {
 public:
  /// The file appears at `path` when the film is finished, and not before.
  VideoWriter(const std::string& path, int width, int height, double frames_per_second);
  /// A film that was not finished leaves nothing behind.
  ~VideoWriter();
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  void add(const Pixels& frame);
  void finish();

 private:
  int wait();

  std::string path_, temporary_;
  int frames_ = -1;   ///< the end of the pipe that we write to
  int process_ = -1;  ///< of ffmpeg
};

}  // namespace alembert
