#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "report/motion_report.hpp"

namespace alembert {

namespace {

// a name with a comma, as ideal(rod, x), needs quotes
std::string quoted(const std::string& name) {
  return name.find(',') == std::string::npos ? name : "\"" + name + "\"";
}

}  // namespace

std::string motion_csv(const Motion& motion) {
  std::string text;
  const std::vector<std::string>& names = motion.layout().names();
  for (std::size_t column = 0; column < names.size(); ++column)
    text += (column == 0 ? "" : ",") + quoted(names[column]);
  text += '\n';
  for (std::size_t sample = 0; sample < motion.size(); ++sample) {
    const std::span<const double> row = motion.row(sample);
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (column > 0) text += ',';
      // an undefined number, such as a force where there is no acceleration, leaves its cell empty
      if (std::isfinite(row[column])) fmt::format_to(std::back_inserter(text), "{}", row[column]);
    }
    text += '\n';
  }
  return text;
}

std::string impacts_csv(const Motion& motion) {
  std::string text = "t,contact,impulse,tangential,approach,separation,lost,law,group,unique\n";
  for (const ImpactRecord& impact : motion.impacts())
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{}\n", impact.t,
                   quoted(motion.contact_name(impact.contact)), impact.impulse, impact.tangential,
                   impact.approach, impact.separation, impact.lost, motion.impact_law(),
                   impact.group, impact.unique ? 1 : 0);
  return text;
}

}  // namespace alembert
