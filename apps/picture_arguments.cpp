#include "picture_arguments.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "commands.hpp"
#include "mechanics/model_error.hpp"
#include "sweep/words.hpp"

namespace alembert::app {

namespace {

constexpr std::array<std::string_view, 3> formats{"svg", "pdf", "png"};
constexpr double png_density = 300;  // dots per inch, as journals ask for

std::optional<double> length_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc() || end != text.end() || !(value >= 20 && value <= 2000))
    return std::nullopt;
  return value;
}

}  // namespace

void PictureArguments::add_to(CLI::App& command) {
  CLI::Option* option = command.add_option("--format", format, "of the picture");
  offer(*option, {formats.begin(), formats.end()});
  option->default_str("what the file's name says, else svg");
  add_output(command, output);
  command.add_option("--size", size, "width and height of the paper in millimetres: 120x80")
      ->type_name("MILLIMETRES")
      ->default_str("what the picture needs");
}

std::optional<PaperSize> PictureArguments::paper() const {
  if (size.empty()) return std::nullopt;
  const std::size_t cross = size.find('x');
  const auto width = length_of(std::string_view(size).substr(0, cross));
  const auto height = cross == std::string::npos
                          ? std::nullopt
                          : length_of(std::string_view(size).substr(cross + 1));
  if (!width || !height)
    throw ModelError(
        fmt::format("--size {}: two lengths between 20 and 2000 millimetres are needed", size),
        "write --size 120x80");
  return PaperSize{*width, *height};
}

std::string PictureArguments::chosen_format() const {
  std::string chosen = format;
  if (chosen.empty() && !output.empty()) {
    chosen = std::filesystem::path(output).extension().string();
    if (!chosen.empty()) chosen.erase(0, 1);
  }
  if (chosen.empty()) return "svg";
  if (std::ranges::find(formats, chosen) == formats.end())
    throw ModelError(fmt::format("there are no pictures of the format '{}'", chosen),
                     fmt::format("the formats are {}; moving pictures are made by animate",
                                 fmt::join(formats, ", ")));
  return chosen;
}

void PictureArguments::deliver(const Picture& picture) const {
  const std::string chosen = chosen_format();
  if (chosen != "svg" && output.empty() && isatty(STDOUT_FILENO) != 0)
    throw ModelError(fmt::format("a {} is not for a terminal", chosen),
                     "write it to a file with -o FILE");
  app::deliver(chosen == "svg"   ? picture_svg(picture)
               : chosen == "pdf" ? picture_pdf(picture)
                                 : picture_png(picture, png_density),
               output);
}

std::vector<std::string> split_names(std::string_view text, char separator) {
  std::vector<std::string> names = split(text, separator);
  std::erase(names, "");
  return names;
}

}  // namespace alembert::app
