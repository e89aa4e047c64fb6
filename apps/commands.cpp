#include "commands.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

#include "colour.hpp"
#include "files/atomic_file.hpp"
#include "terminal.hpp"
#include "wrapped_lines.hpp"

namespace alembert::app {

namespace {

// "   7 | x = 2" and the marks below it, which stand under what they mean
bool is_of_source(std::string_view line) {
  const std::size_t sign = line.find_first_not_of(" 0123456789");
  return sign != std::string_view::npos && sign > 0 && line[sign] == '|';
}

}  // namespace

void offer(CLI::Option& option, const std::vector<std::string_view>& choices) {
  option.type_name(fmt::format("{{{}}}", fmt::join(choices, ",")));
}

void add_output(CLI::App& command, std::string& output) {
  command.add_option("-o,--output", output, "write to this file")
      ->type_name("FILE")
      ->default_str("standard output");
}

void complain(const std::string& words) {
  std::string text = (is_coloured(STDERR_FILENO) ? coloured_complaint(words) : words) + "\n";
  if (isatty(STDERR_FILENO) != 0)
    text = wrapped_lines(text, columns_of_terminal(STDERR_FILENO), is_of_source);
  std::fputs(text.c_str(), stderr);
}

void deliver(const std::string& text, const std::string& path) {
  if (!path.empty()) {
    files::write_file(path, text);
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error("cannot write to standard output");
}

void deliver_report(const std::string& text, const std::string& path) {
  if (!path.empty()) return deliver(text, path);
  std::string shown = is_coloured(STDOUT_FILENO) ? coloured_report(text) : text;
  // only lines on a terminal are wrapped: what goes into a pipe stays as it is
  if (isatty(STDOUT_FILENO) != 0) shown = wrapped_lines(shown, columns_of_terminal(STDOUT_FILENO));
  deliver(shown, "");
}

}  // namespace alembert::app
