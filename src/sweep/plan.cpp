#include "sweep/plan.hpp"

#include <fmt/format.h>

#include <cmath>

#include "mechanics/model_error.hpp"
#include "sweep/bytes.hpp"
#include "sweep/normal_quantile.hpp"
#include "sweep/philox.hpp"

namespace alembert {

namespace {

double value_at(const GridAxis& axis, std::size_t index) {
  if (!axis.numbers.empty()) return axis.numbers[index];
  if (axis.count == 1) return axis.from;
  // both ends exactly
  if (index + 1 == axis.count) return axis.to;
  const double part = static_cast<double>(index) / static_cast<double>(axis.count - 1);
  const double range = axis.to - axis.from;
  // from one end of all numbers to the other the range is none
  return std::isfinite(range) ? axis.from + part * range : (1 - part) * axis.from + part * axis.to;
}

struct Names {
  std::vector<std::string> operator()(const Grid& grid) const {
    std::vector<std::string> names;
    for (const GridAxis& axis : grid.axes) names.push_back(axis.name);
    return names;
  }
  std::vector<std::string> operator()(const Samples& samples) const {
    std::vector<std::string> names;
    for (const Sampled& number : samples.numbers) names.push_back(number.name);
    return names;
  }
  std::vector<std::string> operator()(const SampledGrid& both) const {
    std::vector<std::string> names = (*this)(both.grid);
    const std::vector<std::string> sampled = (*this)(both.samples);
    names.insert(names.end(), sampled.begin(), sampled.end());
    return names;
  }
  std::vector<std::string> operator()(const ChosenRuns& chosen) const { return chosen.names; }
};

struct Count {
  std::size_t operator()(const Grid& grid) const {
    std::size_t runs = 1;
    for (const GridAxis& axis : grid.axes) runs *= axis.count;
    return runs;
  }
  std::size_t operator()(const Samples& samples) const { return samples.count; }
  std::size_t operator()(const SampledGrid& both) const {
    return (*this)(both.grid) * both.samples.count;
  }
  std::size_t operator()(const ChosenRuns& chosen) const {
    return chosen.numbers.size() / chosen.names.size();
  }
};

struct Row {
  std::size_t run;

  std::vector<double> operator()(const Grid& grid) const {
    std::vector<double> row(grid.axes.size());
    std::size_t rest = run;
    for (std::size_t a = grid.axes.size(); a-- > 0; rest /= grid.axes[a].count)
      row[a] = value_at(grid.axes[a], rest % grid.axes[a].count);
    return row;
  }
  std::vector<double> operator()(const Samples& samples) const {
    std::vector<double> row;
    for (std::size_t d = 0; d < samples.numbers.size(); ++d) {
      const Sampled& number = samples.numbers[d];
      const double u = uniform_number(samples.seed, run, d);
      row.push_back(number.distribution == Distribution::normal
                        ? number.first + number.second * normal_quantile(u)
                        : number.first + u * (number.second - number.first));
    }
    return row;
  }
  std::vector<double> operator()(const SampledGrid& both) const {
    std::vector<double> row = Row{run / both.samples.count}(both.grid);
    const std::vector<double> sampled = Row{run % both.samples.count}(both.samples);
    row.insert(row.end(), sampled.begin(), sampled.end());
    return row;
  }
  std::vector<double> operator()(const ChosenRuns& chosen) const {
    const auto first =
        chosen.numbers.begin() + static_cast<std::ptrdiff_t>(run * chosen.names.size());
    return {first, first + static_cast<std::ptrdiff_t>(chosen.names.size())};
  }
};

std::uint32_t checksum_of(const std::vector<double>& numbers) {
  const auto* bytes = reinterpret_cast<const char*>(numbers.data());
  return checksum({bytes, numbers.size() * sizeof(double)});
}

struct InWords {
  std::string operator()(const Grid& grid) const {
    std::string words = "grid";
    for (const GridAxis& axis : grid.axes) {
      words += fmt::format(" {}={}:{}:{}", axis.name, axis.from, axis.to, axis.count);
      if (!axis.numbers.empty())
        words += fmt::format(" (checksum {:08x})", checksum_of(axis.numbers));
    }
    return words;
  }
  std::string operator()(const Samples& samples) const {
    std::string words = fmt::format("{} samples of seed {}:", samples.count, samples.seed);
    for (const Sampled& number : samples.numbers)
      words += fmt::format(" {}={}({},{})", number.name,
                           number.distribution == Distribution::normal ? "normal" : "uniform",
                           number.first, number.second);
    return words;
  }
  std::string operator()(const SampledGrid& both) const {
    return (*this)(both.grid) + ", at each point " + (*this)(both.samples);
  }
  std::string operator()(const ChosenRuns& chosen) const {
    return fmt::format("table of {} ({} numbers, checksum {:08x})", fmt::join(chosen.names, ", "),
                       chosen.numbers.size(), checksum_of(chosen.numbers));
  }
};

}  // namespace

GridAxis GridAxis::of(const std::string& name, const std::vector<double>& numbers) {
  if (numbers.empty()) throw ModelError(fmt::format("'{}' has no numbers to vary over", name));
  return {name, numbers.front(), numbers.back(), numbers.size(), numbers};
}

std::vector<std::string> SweepPlan::names() const { return std::visit(Names(), source); }

std::size_t SweepPlan::runs() const { return std::visit(Count(), source); }

std::vector<double> SweepPlan::row(std::size_t run) const { return std::visit(Row{run}, source); }

std::string SweepPlan::words() const { return std::visit(InWords(), source); }

}  // namespace alembert
