// The program: reads the command line, runs one subcommand, and turns mistakes into messages.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "checked_words.hpp"
#include "colour.hpp"
#include "command_line.hpp"
#include "interrupt.hpp"
#include "mechanics/model_error.hpp"

namespace {

// If standard output is closed, nothing is printed there; but the next file that is opened must not
// take its place.
void keep_place_of_output() {
  if (fcntl(STDOUT_FILENO, F_GETFD) != -1) return;
  const int nowhere = open("/dev/null", O_RDONLY);
  if (nowhere >= 0 && nowhere != STDOUT_FILENO) dup2(nowhere, STDOUT_FILENO);
}

// what was printed may still be in a buffer, and the disk full
int after_output(int status) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return status;
  alembert::app::complain("error: cannot write to standard output");
  return alembert::app::Exit::failed_later;
}

// mistakes in the words are reported in the colours that the words ask for
void choose_colour_early(const std::vector<std::string>& words) {
  const std::string name = "--color";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with(name + "="))
      alembert::app::choose_colour(words[i].substr(name.size() + 1));
    if (words[i] == name && i + 1 < words.size()) alembert::app::choose_colour(words[i + 1]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace alembert;
  keep_place_of_output();
  app::listen_to_interrupts();
  app::Exit exit;
  const std::unique_ptr<CLI::App> program = app::command_line(exit);
  const std::vector<std::string> words(argv + 1, argv + argc);
  choose_colour_early(words);
  if (words.empty()) {
    // nothing was asked for and nothing was done
    std::cerr << program->help();
    return app::Exit::failed_before;
  }

  try {
    std::vector<std::string> checked = app::checked_words(app::describe(*program), words);
    std::ranges::reverse(checked);  // as CLI11 takes them
    program->parse(checked);
  } catch (const CLI::ParseError& error) {
    return after_output(program->exit(error) == 0 ? app::Exit::done : app::Exit::failed_before);
  } catch (const ModelError& error) {
    app::complain(error.what());
    return app::Exit::failed_before;
  } catch (const std::bad_alloc&) {
    app::complain(
        "error: there is not enough memory for this\n"
        "     = a longer output step (--every), a shorter run or fewer threads need less");
    return app::Exit::failed_later;
  } catch (const std::exception& error) {
    // a failure because the user ended the program is no error
    app::complain(app::is_interrupted() ? "interrupted: there is no result"
                                        : fmt::format("error: {}", error.what()));
    return app::Exit::failed_later;
  }
  return after_output(exit.status);
}
