#include "model_arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "mechanics/start_error.hpp"
#include "sweep/words.hpp"
#include "text/placed.hpp"

namespace alembert::app {

namespace {

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

}  // namespace

void Settings::add_to(CLI::App& command) {
  command
      .add_option("--set", set,
                  "replace a parameter, or a position or velocity at the start, by a formula: l=2, "
                  "alpha=pi/6, x'=1; several may follow")
      ->type_name("NAME=FORMULA")
      ->default_str("what the model says")
      ->allow_extra_args(false);
}

std::vector<std::pair<std::string, double>> Settings::numbers(const std::string& text,
                                                              const std::string& file_name) const {
  std::vector<std::pair<std::string, double>> numbers;
  for (const std::string& setting : set) {
    const std::size_t equals = setting.find('=');
    const std::string name = trimmed(setting.substr(0, equals));
    const std::string formula =
        equals == std::string::npos ? "" : trimmed(setting.substr(equals + 1));
    if (name.empty() || formula.empty())
      throw ModelError(fmt::format("--set {}: a name and a value are needed", setting),
                       "write name=value, in quotes where there are blanks: \"name = value\"");
    std::optional<double> value = number_in(formula);
    if (!value) {
      // one more parameter, which the reader of the language evaluates
      const std::string own = "set_on_the_command_line";
      const Model model = read_with_lines(text, file_name,
                                          {{.before = "parameters " + own + " = ",
                                            .formula = formula,
                                            .origin = "--set",
                                            .label = name + "="}},
                                          {.set = numbers});
      value = model.system.parameter_values().at(model.system.parameters().back().symbol);
    }
    numbers.emplace_back(name, *value);
  }
  return numbers;
}

Model Settings::read(const std::string& path) const {
  const std::string text = text_of_model(path);
  return read_text(text, path, {.set = numbers(text, path)});
}

Motion Settings::motion_of(const Model& model, const std::string& path,
                           const SimulateOptions& options) const {
  try {
    return simulate(model, options);
  } catch (const StartError& error) {
    if (!set.empty()) throw;
    throw placed(error, model.text, path);
  }
}

void ModelArguments::add_to(CLI::App& command) {
  command.add_option("MODEL", path, "the model file (.mech)")->type_name("FILE.mech")->required();
  Settings::add_to(command);
}

}  // namespace alembert::app
