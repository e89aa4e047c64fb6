// The program: reads the command line, runs one subcommand, and turns mistakes into messages.

#include <fmt/format.h>

#include <exception>

#include "command_line.hpp"
#include "mechanics/model_error.hpp"

int main(int argc, char** argv) {
  using namespace alembert;
  app::Exit exit;
  const std::unique_ptr<CLI::App> program = app::command_line(exit);

  try {
    program->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program->exit(error) == 0 ? app::Exit::done : app::Exit::failed_before;
  } catch (const ModelError& error) {
    app::complain(error.what());
    return app::Exit::failed_before;
  } catch (const std::exception& error) {
    app::complain(fmt::format("error: {}", error.what()));
    return app::Exit::failed_later;
  }
  return exit.status;
}
