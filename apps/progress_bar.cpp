#include "progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "terminal.hpp"

namespace alembert::app {

namespace {

using std::chrono::milliseconds;

// its largest unit alone, or with the next smaller one
struct Duration {
  std::string brief, full;
};
Duration duration(double seconds) {
  constexpr double longest = 100.0 * 365 * 86400;  // longer times are not shown
  const auto whole = static_cast<long>(std::min(seconds, longest) + 0.5);
  const auto two = [](long large, const char* large_unit, long small, const char* small_unit) {
    const std::string brief = fmt::format("{} {}", large, large_unit);
    return Duration{brief, fmt::format("{} {} {}", brief, small, small_unit)};
  };
  if (whole < 60) return {fmt::format("{} s", whole), fmt::format("{} s", whole)};
  if (whole < 3600) return two(whole / 60, "min", whole % 60, "s");
  if (whole < 86400) return two(whole / 3600, "h", whole / 60 % 60, "min");
  return two(whole / 86400, "d", whole / 3600 % 24, "h");
}

}  // namespace

std::string bar_text(const Progress& progress, int columns) {
  constexpr int longest_bar = 30;
  const double part = std::clamp(progress.part, 0.0, 1.0);
  const std::string percent = fmt::format("{:3.0f} %", 100 * part);
  struct Words {
    std::string text;
    int shortest_bar;  ///< below this length, words are left out instead
  };
  std::vector<Words> choices;
  if (progress.seconds_left) {
    const Duration left = duration(*progress.seconds_left);
    choices = {
        {fmt::format("{}  {:.3g} {}/s  {} left", percent, progress.rate, progress.unit, left.full),
         10},
        {fmt::format("{}  {} left", percent, left.full), 8},
        {fmt::format("{} {}", percent, left.brief), 3}};
  } else {
    choices = {{fmt::format("{}  {} so far", percent, duration(progress.seconds).full), 8}};
  }
  choices.push_back({percent, 3});
  for (const auto& [text, shortest_bar] : choices) {
    // two brackets, a blank and the free column
    const int bar = std::min(longest_bar, columns - static_cast<int>(text.size()) - 4);
    if (bar < shortest_bar) continue;
    const int filled = static_cast<int>(bar * part);
    return fmt::format("[{:#<{}}{:.<{}}] {}", "", filled, "", bar - filled, text);
  }
  return percent.substr(0, static_cast<std::size_t>(std::max(0, columns - 1)));
}

ProgressBar::ProgressBar(std::string_view unit)
    : unit_(unit), on_terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (drawn_ == 0) return;
  // including the ^C that the terminal shows
  const auto room = static_cast<std::size_t>(std::max(1, columns_of_terminal(STDERR_FILENO) - 1));
  fmt::print(stderr, "\r{:{}}\r", "", std::min(drawn_ + 2, room));
  std::fflush(stderr);
}

void ProgressBar::show(double part, double count) {
  if (!on_terminal_) return;
  if (start_ == Clock::time_point()) {
    start_ = last_look_ = last_drawn_ = Clock::now();
    first_part_ = part;
    first_count_ = count;
  }
  // however frequent the calls, the clock is read some hundred times a second
  if (++calls_ < calls_between_looks_) return;
  calls_ = 0;
  const Clock::time_point now = Clock::now();
  const auto since = now - last_look_;
  last_look_ = now;
  if (since < milliseconds(5)) calls_between_looks_ *= 2;
  if (since > milliseconds(20)) calls_between_looks_ = std::max(1U, calls_between_looks_ / 4);
  if (now - start_ < milliseconds(1000) || now - last_drawn_ < milliseconds(100)) return;
  draw(part, count, now);
}

void ProgressBar::draw(double part, double count, Clock::time_point now) {
  last_drawn_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::optional<double> left;
  if (part > first_part_) left = seconds * (1 - part) / (part - first_part_);
  const int columns = columns_of_terminal(STDERR_FILENO);
  const std::string line = bar_text({.part = part,
                                     .rate = (count - first_count_) / seconds,
                                     .unit = unit_,
                                     .seconds = seconds,
                                     .seconds_left = left},
                                    columns);
  // the rest of a longer line is blanked, as far as the terminal still shows it
  const std::size_t width = std::min(drawn_, static_cast<std::size_t>(std::max(0, columns - 1)));
  fmt::print(stderr, "\r{:{}}", line, width);
  std::fflush(stderr);
  drawn_ = line.size();
}

}  // namespace alembert::app
