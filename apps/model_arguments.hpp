#pragma once
/// The model of a command; `--set` overrides its text.

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "motion/simulate.hpp"
#include "text/added_line.hpp"

namespace alembert::app {

/// `--set name=formula`, for one model or many.
struct Settings {
  std::vector<std::string> set;
  void add_to(CLI::App& command);

  /// The numbers of the formulas, which may use the model's parameters and what was set before;
  /// throws ModelError.
  std::vector<std::pair<std::string, double>> numbers(const std::string& text,
                                                      const std::string& file_name) const;
  Model read(const std::string& path) const;
  /// The motion of a model of that file. A mistake at its start is shown in the file, unless
  /// something else was set.
  Motion motion_of(const Model& model, const std::string& path,
                   const SimulateOptions& options) const;
};

/// What all commands that read one model share.
struct ModelArguments : Settings {
  std::string path;
  void add_to(CLI::App& command);

  Model read() const { return Settings::read(path); }
  Motion motion_of(const Model& model, const SimulateOptions& options) const {
    return Settings::motion_of(model, path, options);
  }
};

}  // namespace alembert::app
