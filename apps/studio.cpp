// alembert studio [MODEL]: write a model in the browser and see it move.

#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <optional>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "report/pages.hpp"
#include "studio/server.hpp"
#include "text/read.hpp"

namespace alembert::app {

namespace {

studio::Server* running = nullptr;

// The browser keeps drafts by address: the same port, as far as it is free, finds them again.
constexpr int usual_port = 8642;
constexpr int next_ports = 20;

struct StudioArguments {
  std::string path;
  std::optional<int> port;
  studio::ServerOptions options;
};

void run_studio(StudioArguments& arguments) {
  if (studio_page().empty())
    throw ModelError("this program was built without the pages of the studio",
                     "install node and npm, and build it again");
  if (!arguments.path.empty())
    arguments.options.first = studio::ModelRequest{
        text_of_model(arguments.path), std::filesystem::path(arguments.path).filename().string()};
  arguments.options.port = arguments.port.value_or(usual_port);
  arguments.options.next_ports = arguments.port ? 0 : next_ports;
  studio::Server server(arguments.options);
  running = &server;
  const auto stop = [](int) { running->stop(); };
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  if (!arguments.port && server.port() != usual_port)
    complain(
        fmt::format("note: port {} is taken; drafts that the browser keeps for it are not shown "
                    "at port {}",
                    usual_port, server.port()));
  deliver(fmt::format("open {}\nCtrl-C ends the studio\n", server.address()), "");
  server.serve();
  running = nullptr;
}

}  // namespace

void add_studio(CLI::App& program, Exit&) {
  const auto arguments = std::make_shared<StudioArguments>();
  CLI::App* command =
      program.add_subcommand("studio", "write, run and compare models in the browser");
  command->add_option("MODEL", arguments->path, "the model file (.mech) to begin with")
      ->type_name("FILE.mech");
  command->add_option("--port", arguments->port, "the port; 0 is any that is free")
      ->check(CLI::Range(0, 65535))
      ->default_str(fmt::format("{}, or the next that is free", usual_port));
  command
      ->add_option("--listen", arguments->options.address,
                   "the address to listen on; 127.0.0.1 is for this machine alone")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command->footer(
      "alembert studio\n"
      "alembert studio pendulum.mech --port 0");
  command->callback([arguments] { run_studio(*arguments); });
}

}  // namespace alembert::app
