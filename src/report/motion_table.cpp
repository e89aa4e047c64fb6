#include "report/motion_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "mechanics/model_error.hpp"
#include "report/motion_report.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

std::string contents(const std::string& path, const std::string& hint) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ModelError(fmt::format("cannot read {}", path), hint);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// the names of the first line; those with a comma stand in quotes
std::vector<std::string> split_names(std::string_view line) {
  std::vector<std::string> names{""};
  bool is_quoted = false;
  for (const char c : line) {
    if (c == '"')
      is_quoted = !is_quoted;
    else if (c == ',' && !is_quoted)
      names.emplace_back();
    else
      names.back() += c;
  }
  return names;
}

void read_numbers(std::string_view line, const std::string& path, MotionTable& table) {
  for (std::size_t column = 0; column < table.names.size(); ++column) {
    const std::size_t length = std::min(line.find(','), line.size());
    const std::string_view cell = line.substr(0, length);
    double value = std::numeric_limits<double>::quiet_NaN();  // of an empty cell
    const auto [end, error] = std::from_chars(cell.begin(), cell.end(), value);
    if (!cell.empty() && (error != std::errc() || end != cell.end()))
      throw ModelError(fmt::format("{}: '{}' is not a number", path, cell),
                       "write the folder anew with alembert run MODEL --out DIR");
    table.columns[column].push_back(value);
    line.remove_prefix(std::min(length + 1, line.size()));
  }
}

void read_columns_csv(const std::string& path, const std::string& text, MotionTable& table) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  table.names = split_names(line);
  table.columns.resize(table.names.size());
  while (std::getline(lines, line)) read_numbers(line, path, table);
}

void read_columns_hdf5(const std::string& path, MotionTable& table) {
  for (auto& [name, values] : read_motion_hdf5(path)) {
    // t is the first column of every table
    const bool is_time = name == "t";
    table.names.insert(is_time ? table.names.begin() : table.names.end(), name);
    table.columns.insert(is_time ? table.columns.begin() : table.columns.end(), std::move(values));
  }
}

}  // namespace

std::size_t MotionTable::find(std::string_view name) const {
  const auto place = std::ranges::find(names, name);
  if (place != names.end()) return static_cast<std::size_t>(place - names.begin());
  std::string hint = did_you_mean(name, {names.begin(), names.end()});
  if (hint.empty())
    hint =
        "there are coordinates x, velocities x', accelerations x'', watches, energy, "
        "lambda(constraint), residual(constraint) and the like";
  throw ModelError(fmt::format("the motion has no '{}'", name), hint);
}

MotionTable table_of(const Motion& motion) {
  const Equations& equations = motion.equations();
  const Layout& layout = motion.layout();
  MotionTable table{equations.system.title(), layout.names(), {}, {}, {}};
  table.units.resize(table.names.size());
  for (std::size_t i = 0; i < equations.watches.size(); ++i)
    table.units[layout.watch + i] = equations.watches[i].unit;
  for (const Coordinate& x : equations.system.coordinates()) table.coordinates.push_back(x.name);
  table.columns.resize(table.names.size());
  for (std::size_t i = 0; i < motion.size(); ++i)
    for (std::size_t column = 0; column < table.names.size(); ++column)
      table.columns[column].push_back(motion.row(i)[column]);
  return table;
}

MotionTable read_table(const std::string& folder) {
  const std::string hint = "make the folder with alembert run MODEL --out " + folder;
  const std::string path = folder + "/motion.csv";
  const std::string summary_path = folder + "/summary.json";
  MotionTable table;
  if (const std::string other = folder + "/motion.h5"; std::filesystem::exists(other))
    read_columns_hdf5(other, table);
  else
    read_columns_csv(path, contents(path, hint), table);
  if (table.columns.front().empty())
    throw ModelError(fmt::format("{} has a motion without rows", folder), hint);
  // in the order of the model, which objects do not keep otherwise
  const auto summary = nlohmann::ordered_json::parse(contents(summary_path, hint), nullptr, false);
  if (!summary.is_object() || !summary.contains("state") || !summary["state"].is_object())
    throw ModelError(fmt::format("{} is not the summary of a run", summary_path), hint);
  table.title = summary.value("system", "");
  const auto units = summary.value("units", nlohmann::ordered_json::object());
  for (const std::string& name : table.names) {
    const auto unit = units.find(name);
    table.units.push_back(unit != units.end() && unit->is_string() ? unit->get<std::string>() : "");
  }
  for (const auto& [name, value] : summary["state"].items())
    if (!name.ends_with("'") && std::ranges::find(table.names, name) != table.names.end())
      table.coordinates.push_back(name);
  return table;
}

}  // namespace alembert
