// The program: reads the command line, runs one subcommand, and turns mistakes into messages.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "command_line.hpp"
#include "mechanics/model_error.hpp"

namespace {

// Somebody who closes standard output gets nothing there; but the next file that is opened must not take its place.
void keep_place_of_output() {
  if (fcntl(STDOUT_FILENO, F_GETFD) != -1) return;
  const int nowhere = open("/dev/null", O_RDONLY);
  if (nowhere >= 0 && nowhere != STDOUT_FILENO) dup2(nowhere, STDOUT_FILENO);
}

// what was printed may still be on its way to a disk that is full
int after_output(int status) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return status;
  alembert::app::complain("error: cannot write to standard output");
  return alembert::app::Exit::failed_later;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace alembert;
  keep_place_of_output();
  app::Exit exit;
  const std::unique_ptr<CLI::App> program = app::command_line(exit);

  try {
    program->parse(argc, argv);
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
    app::complain(fmt::format("error: {}", error.what()));
    return app::Exit::failed_later;
  }
  return after_output(exit.status);
}
