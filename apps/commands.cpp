#include "commands.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "mechanics/model_error.hpp"
#include "report/atomic_file.hpp"

namespace alembert::app {

void ModelArguments::add_to(CLI::App& command) {
  command.add_option("MODEL", path, "the model file (.mech)")->type_name("FILE.mech")->required();
  command.add_option("--set", set, "replace a parameter's value: name=value (repeatable)")
      ->allow_extra_args(false);
}

std::vector<std::pair<std::string, double>> parse_settings(
    const std::vector<std::string>& settings) {
  std::vector<std::pair<std::string, double>> pairs;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw ModelError(fmt::format("--set {}: a name and a value are needed", setting),
                       "write --set name=value");
    const char* first = setting.data() + equals + 1;
    const char* last = setting.data() + setting.size();
    double value = 0;
    const auto [end, error] = std::from_chars(first, last, value);
    if (error != std::errc() || end != last || !std::isfinite(value))
      throw ModelError(fmt::format("--set {}: '{}' is not a number", setting, first));
    pairs.emplace_back(setting.substr(0, equals), value);
  }
  return pairs;
}

void offer(CLI::Option& option, const std::vector<std::string_view>& choices) {
  option.type_name(fmt::format("{{{}}}", fmt::join(choices, ",")));
}

void complain(const std::string& words) { std::fputs((words + "\n").c_str(), stderr); }

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw ModelError(fmt::format("cannot read {}", path));
  return text;
}

void deliver(const std::string& text, const std::string& path) {
  if (!path.empty()) {
    write_file(path, text);
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error("cannot write to standard output");
}

}  // namespace alembert::app
