#pragma once
/// The line by which a command that takes its time says on a terminal how far it has come.

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace alembert::app {

/// What a bar says.
struct Progress {
  double part = 0;          ///< of the whole, from 0 to 1
  double rate = 0;          ///< so many `unit` per second
  std::string_view unit;    ///< "steps"
  double seconds_left = 0;  ///< to the end of the whole
};

/// "[####......]  40 %  120 runs/s  2 min 5 s left", or as much of it as fits into so many columns with the last one
/// left free: a line that is full to its last column would begin the next one.
std::string bar_text(const Progress& progress, int columns);

/// A bar on standard error, from the second second on and gone with this object; nothing where that is no terminal.
class ProgressBar {
 public:
  /// `unit`: what is counted, as "steps".
  explicit ProgressBar(std::string_view unit);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// So much of the whole is done, and so many have been counted; may be called as often as one likes.
  void show(double part, double count);
  /// The same where what is counted makes up the whole.
  void show_count(std::size_t done, std::size_t all) {
    show(static_cast<double>(done) / static_cast<double>(all), static_cast<double>(done));
  }

 private:
  using Clock = std::chrono::steady_clock;
  void draw(double part, double count, Clock::time_point now);

  std::string_view unit_;
  bool on_terminal_;
  std::size_t drawn_ = 0;  ///< columns that hold something
  unsigned calls_ = 0, calls_between_looks_ = 1;
  double first_part_ = 0, first_count_ = 0;  ///< at the first call, which rates are reckoned from
  Clock::time_point start_, last_look_, last_drawn_;
};

}  // namespace alembert::app
