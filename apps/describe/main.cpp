// Writes the manual pages and the completions of the shells from the program's own command line, so
// that neither can differ from it.
//
// Usage: alembert_describe FOLDER DATE LANGUAGE.md; the folder gets man1/, man5/, bash/, zsh/ and
// fish/

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "command_line.hpp"
#include "completions.hpp"
#include "files/atomic_file.hpp"
#include "language_page.hpp"
#include "manual_page.hpp"
#include "version.hpp"

int main(int argc, char** argv) {
  using namespace alembert;
  if (argc != 4) {
    app::complain("usage: alembert_describe FOLDER DATE LANGUAGE.md");
    return app::Exit::failed_before;
  }
  const std::filesystem::path folder = argv[1];
  const app::Edition edition{.date = argv[2], .version = std::string(version)};
  app::Exit exit;
  const app::CommandDescription program = app::describe(*app::command_line(exit));

  const auto write = [&](const std::string& place, const std::string& text) {
    std::filesystem::create_directories((folder / place).parent_path());
    files::write_file((folder / place).string(), text);
  };
  write("man1/alembert.1", app::program_page(program, edition));
  for (const app::CommandDescription& command : program.commands)
    write(fmt::format("man1/alembert-{}.1", command.name),
          app::command_page(program, command, edition));
  std::ostringstream language;
  language << std::ifstream(argv[3]).rdbuf();
  write("man5/mech.5", app::language_page(language.str(), edition));
  write("bash/alembert", app::bash_completion(program));
  write("zsh/_alembert", app::zsh_completion(program));
  write("fish/alembert.fish", app::fish_completion(program));
}
