// The program: reads the command line, runs one subcommand, and turns mistakes into messages.

#include <fmt/format.h>

#include <exception>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "version.hpp"

int main(int argc, char** argv) {
  using namespace alembert;
  CLI::App program{"Write a Lagrangian and its constraints; get the motion and the forces.",
                   "alembert"};
  program.set_version_flag("--version", std::string(version));
  program.require_subcommand(1);
  app::Exit exit;
  app::add_run(program, exit);
  app::add_equations(program, exit);
  app::add_check(program, exit);
  app::add_explain(program, exit);
  app::add_verify(program, exit);
  app::add_plot(program, exit);
  app::add_draw(program, exit);
  app::add_animate(program, exit);
  app::add_sweep(program, exit);
  app::add_studio(program, exit);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? app::Exit::done : app::Exit::failed_before;
  } catch (const ModelError& error) {
    app::complain(error.what());
    return app::Exit::failed_before;
  } catch (const std::exception& error) {
    app::complain(fmt::format("error: {}", error.what()));
    return app::Exit::failed_later;
  }
  return exit.status;
}
