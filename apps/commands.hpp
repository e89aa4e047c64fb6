#pragma once
/// The subcommands of the program; each adds itself to the command line and sets the exit status.

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::app {

/// 0 done; 1 anything wrong after the first step; 2 anything wrong before it.
struct Exit {
  static constexpr int done = 0;
  static constexpr int failed_later = 1;
  static constexpr int failed_before = 2;
  int status = done;
};

/// Tells --help, the manual page and the shells' completion which values an option offers; others
/// are refused, with a hint, where the option is read.
void offer(CLI::Option& option, const std::vector<std::string_view>& choices);

/// The option -o of a command that prints unless it is given.
void add_output(CLI::App& command, std::string& output);

/// A line on standard error; it is no failure if it is closed.
void complain(const std::string& words);

/// Prints to standard output, or whole to a file when a path is given.
void deliver(const std::string& text, const std::string& path);

/// The same for a text for people, which has colours on a terminal.
void deliver_report(const std::string& text, const std::string& path);

void add_run(CLI::App& program, Exit& exit);
void add_equations(CLI::App& program, Exit& exit);
void add_check(CLI::App& program, Exit& exit);
void add_explain(CLI::App& program, Exit& exit);
void add_verify(CLI::App& program, Exit& exit);
void add_plot(CLI::App& program, Exit& exit);
void add_draw(CLI::App& program, Exit& exit);
void add_animate(CLI::App& program, Exit& exit);
void add_sweep(CLI::App& program, Exit& exit);
void add_studio(CLI::App& program, Exit& exit);
/// Must be added after all others, whose names it offers.
void add_help(CLI::App& program, Exit& exit);

}  // namespace alembert::app
