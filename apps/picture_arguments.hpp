#pragma once
/// What the subcommands that draw share: the format, the file, the size of the paper.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/picture.hpp"

namespace alembert::app {

struct PaperSize {
  double width, height;  ///< millimetres
};

struct PictureArguments {
  std::string format;  ///< svg, pdf or png; by default the ending of the file, else svg
  std::string output;
  std::string size;  ///< 120x80
  void add_to(CLI::App& command);

  /// Throws ModelError for anything but two lengths between 20 and 2000 mm.
  std::optional<PaperSize> paper() const;
  /// svg, pdf or png; throws ModelError if neither the file nor the format names one.
  std::string chosen_format() const;
  void deliver(const Picture& picture) const;
};

/// "a, b; c" cut at each `separator` outside of parentheses, without the spaces around.
std::vector<std::string> split_names(std::string_view text, char separator);

}  // namespace alembert::app
