#pragma once
/// The progress bar of long commands on a terminal.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace alembert::app {

/// The contents of a bar.
struct Progress {
  double part = 0;        ///< of the whole, from 0 to 1
  double rate = 0;        ///< `unit` per second
  std::string_view unit;  ///< "steps"
  double seconds = 0;     ///< since the beginning
  /// To the end of the whole; unknown as long as nothing is done.
  std::optional<double> seconds_left = {};
};

/// "[####......]  40 %  120 runs/s  2 min 5 s left", or "[..........]   0 %  9 s so far" while the
/// time left is not known, or as much of it as fits into this many columns. The last column stays
/// free: filling it would start a new line.
std::string bar_text(const Progress& progress, int columns);

/// A bar on standard error, if that is a terminal. It appears after one second and is removed with
/// this object.
class ProgressBar {
 public:
  /// `unit`: what is counted, as "steps".
  explicit ProgressBar(std::string_view unit);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Whether anything is ever shown.
  bool is_seen() const { return on_terminal_; }

  /// Sets the part of the whole that is done and the number counted so far; may be called at any
  /// rate.
  void show(double part, double count);
  /// The same if what is counted makes up the whole.
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
  double first_part_ = 0, first_count_ = 0;  ///< at the first call, from which rates are computed
  Clock::time_point start_, last_look_, last_drawn_;
};

}  // namespace alembert::app
