#pragma once
/// Colours on terminals, for errors, verdicts and headings. Files and pipes get none.

#include <string>
#include <string_view>

namespace alembert::app {

/// `--color auto|always|never`: by default colours go to terminals, unless NO_COLOR is set or the
/// terminal knows none.
void choose_colour(std::string_view choice);

/// Whether output to a stream (STDOUT_FILENO, STDERR_FILENO) has colours.
bool is_coloured(int stream);

/// A complaint: its error or note, the marks below the place, the hint.
std::string coloured_complaint(const std::string& words);

/// A report: its title and headings, how the run ended, what holds and what fails.
std::string coloured_report(const std::string& text);

}  // namespace alembert::app
