#include "sweep/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "files/contents.hpp"
#include "files/csv_reader.hpp"
#include "mechanics/model_error.hpp"
#include "sweep/words.hpp"

namespace alembert {

namespace {

constexpr std::size_t most_runs = 1'000'000'000'000;

[[noreturn]] void refuse_axis(const std::string& text, const std::string& what) {
  throw ModelError(fmt::format("--vary {}: {}", text, what),
                   "write --vary m=0.1:2:100, which is from:to:count");
}

[[noreturn]] void refuse_sample(const std::string& text, const std::string& what) {
  throw ModelError(fmt::format("--sample {}: {}", text, what),
                   "write --sample \"m=normal(1,0.1), l=uniform(0.9,1.1)\"");
}

void refuse_repeated(const std::vector<std::string>& names, const std::string& option) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      throw ModelError(fmt::format("{} names '{}' twice", option, names[i]));
}

GridAxis read_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos)
    refuse_axis(text, "a name and a range are needed");
  const std::vector<std::string> parts = split(text.substr(equals + 1), ':');
  if (parts.size() != 3)
    refuse_axis(text, fmt::format("a range has three parts, and this one has {}", parts.size()));
  GridAxis axis{trimmed(text.substr(0, equals)), 0, 0, 0};
  for (const auto& [part, number] : {std::pair{&parts[0], &axis.from}, {&parts[1], &axis.to}}) {
    const std::optional<double> value = finite_number(*part);
    if (!value) refuse_axis(text, fmt::format("'{}' is not a number", *part));
    *number = *value;
  }
  const std::optional<std::size_t> count = whole_number(parts[2]);
  if (!count || *count == 0 || *count > most_runs)
    refuse_axis(text, fmt::format("'{}' is no count of numbers", parts[2]));
  axis.count = *count;
  return axis;
}

Sampled read_sampled(const std::string& text) {
  const std::size_t equals = text.find('='), open = text.find('('), close = text.rfind(')');
  if (equals == 0 || equals == std::string::npos) refuse_sample(text, "a name is needed");
  if (open == std::string::npos || close != text.size() - 1 || open < equals)
    refuse_sample(text, "a distribution is needed");
  Sampled sampled{trimmed(text.substr(0, equals)), Distribution::uniform, 0, 0};
  const std::string distribution = trimmed(text.substr(equals + 1, open - equals - 1));
  if (distribution == "normal")
    sampled.distribution = Distribution::normal;
  else if (distribution != "uniform")
    refuse_sample(text, fmt::format("there is no distribution '{}'", distribution));
  const std::vector<std::string> numbers = split(text.substr(open + 1, close - open - 1), ',');
  if (numbers.size() != 2) refuse_sample(text, "a distribution has two numbers");
  for (const auto& [part, number] :
       {std::pair{&numbers[0], &sampled.first}, {&numbers[1], &sampled.second}}) {
    const std::optional<double> value = finite_number(*part);
    if (!value) refuse_sample(text, fmt::format("'{}' is not a number", *part));
    *number = *value;
  }
  if (sampled.distribution == Distribution::normal && sampled.second < 0)
    refuse_sample(text, "a standard deviation is not negative");
  if (sampled.distribution == Distribution::uniform && sampled.second < sampled.first)
    refuse_sample(text, "the lower end stands first");
  return sampled;
}

}  // namespace

Grid read_grid(const std::vector<std::string>& axes) {
  Grid grid;
  std::vector<std::string> names;
  std::size_t runs = 1;
  for (const std::string& text : axes) {
    grid.axes.push_back(read_axis(text));
    names.push_back(grid.axes.back().name);
    if (grid.axes.back().count > most_runs / runs)
      throw ModelError(fmt::format("a grid of more than {} runs is too large", most_runs));
    runs *= grid.axes.back().count;
  }
  refuse_repeated(names, "--vary");
  return grid;
}

Samples read_samples(const std::string& text, std::optional<std::size_t> count,
                     std::uint64_t seed) {
  if (!count || *count == 0)
    throw ModelError("--sample needs the number of runs", "add --count 1000");
  if (*count > most_runs)
    throw ModelError(fmt::format("a sweep of more than {} runs is too large", most_runs));
  Samples samples{{}, *count, seed};
  std::vector<std::string> names;
  for (const std::string& part : split(text, ',')) {
    samples.numbers.push_back(read_sampled(part));
    names.push_back(samples.numbers.back().name);
  }
  refuse_repeated(names, "--sample");
  return samples;
}

SampledGrid sample_at_each(const Grid& grid, const Samples& samples) {
  SampledGrid both{grid, samples};
  refuse_repeated(SweepPlan{both}.names(), "--vary with --sample");
  if (SweepPlan{grid}.runs() > most_runs / samples.count)
    throw ModelError(fmt::format("a sweep of more than {} runs is too large", most_runs));
  return both;
}

ChosenRuns read_chosen_runs(const std::string& path) {
  const std::string first_line = "the first line names what varies: m,l,x'";
  const std::optional<std::string> text = files::contents_of(path);
  if (!text) throw ModelError(fmt::format("cannot read {}", path));
  files::CsvReader rows(*text);
  if (!rows.next()) throw ModelError(fmt::format("{} is empty", path), first_line);
  ChosenRuns chosen{rows.cells(), {}};
  for (const std::string& name : chosen.names)
    if (name.empty() || finite_number(name))
      throw ModelError(fmt::format("{}:{}: '{}' is no name", path, rows.line(), name), first_line);
  refuse_repeated(chosen.names, path);
  while (rows.next()) {
    if (rows.cells().size() != chosen.names.size())
      throw ModelError(fmt::format("{}:{}: {} numbers under {} names", path, rows.line(),
                                   rows.cells().size(), chosen.names.size()));
    for (const std::string& cell : rows.cells()) {
      const std::optional<double> value = finite_number(cell);
      if (!value)
        throw ModelError(fmt::format("{}:{}: '{}' is not a number", path, rows.line(), cell));
      chosen.numbers.push_back(*value);
    }
  }
  if (chosen.numbers.empty()) throw ModelError(fmt::format("{} has no runs", path));
  return chosen;
}

}  // namespace alembert
