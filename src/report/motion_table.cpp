#include "report/motion_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "files/contents.hpp"
#include "files/csv_reader.hpp"
#include "mechanics/model_error.hpp"
#include "report/motion_report.hpp"
#include "text/suggest.hpp"

namespace alembert {

namespace {

std::string readable(const std::string& path, const std::string& hint) {
  std::optional<std::string> text = files::contents_of(path);
  if (!text) throw ModelError(fmt::format("cannot read {}", path), hint);
  return *std::move(text);
}

// an empty cell is a value that is not defined
std::optional<double> number_of(std::string_view cell) {
  double value = std::numeric_limits<double>::quiet_NaN();
  const auto [end, error] = std::from_chars(cell.begin(), cell.end(), value);
  if (!cell.empty() && (error != std::errc() || end != cell.end())) return {};
  return value;
}

void read_columns_csv(const std::string& path, const std::string& text, const std::string& hint,
                      MotionTable& table) {
  files::CsvReader rows(text);
  if (!rows.next()) throw ModelError(fmt::format("{} is empty", path), hint);
  table.names = rows.cells();
  table.columns.resize(table.names.size());
  while (rows.next()) {
    const auto refuse = [&](const std::string& what) {
      throw ModelError(fmt::format("{}:{}: {}", path, rows.line(), what), hint);
    };
    if (rows.cells().size() != table.names.size())
      refuse(fmt::format("{} numbers under {} names", rows.cells().size(), table.names.size()));
    for (std::size_t column = 0; column < table.names.size(); ++column) {
      const std::optional<double> value = number_of(rows.cells()[column]);
      if (!value) refuse(fmt::format("'{}' is not a number", rows.cells()[column]));
      table.columns[column].push_back(*value);
    }
  }
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
  const MotionColumns& layout = motion.layout();
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
    read_columns_csv(path, readable(path, hint), hint, table);
  if (table.columns.front().empty())
    throw ModelError(fmt::format("{} has a motion without rows", folder), hint);
  // in the order of the model, which objects do not keep otherwise
  const auto summary = nlohmann::ordered_json::parse(readable(summary_path, hint), nullptr, false);
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
