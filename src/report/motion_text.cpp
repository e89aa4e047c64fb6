#include <fmt/format.h>

#include <iterator>

#include "report/motion_report.hpp"

namespace alembert {

namespace {

// names longer than a column keep their length
std::string padded(const std::string& name, std::size_t width) {
  return name + std::string(name.size() < width ? width - name.size() : 0, ' ');
}

}  // namespace

std::string motion_text(const Motion& motion) {
  const Equations& equations = motion.equations();
  const System& system = equations.system;
  const Snapshot end = motion.back();
  std::string text;
  const auto line = [&](const std::string& content) { text += content + "\n"; };

  if (!system.title().empty()) line(system.title() + "\n");
  line(fmt::format("{}; t = {:g} to {:g}, {} steps\n", motion.outcome().words(),
                   motion.start_time(), motion.end_time(), motion.counters().steps));

  std::size_t width = 10;
  for (const Coordinate& x : system.coordinates()) width = std::max(width, x.name.size());
  line(fmt::format("{}  {:>15} {:>15} {:>15}", padded(fmt::format("t = {:g}", end.t()), width),
                   "position", "velocity", "acceleration"));
  for (const Coordinate& x : system.coordinates())
    line(fmt::format("{}  {:>15.8f} {:>15.8f} {:>15.8f}", padded(x.name, width), end[x.name],
                     end[x.name + "'"], end[x.name + "''"]));

  if (!system.constraints().empty()) {
    line("\nforce of constraint on coordinate: ideal + non-ideal");
    for (const Constraint& constraint : system.constraints()) {
      const ReactionAt reaction = end.reaction(constraint.name);
      std::string multipliers;
      for (std::size_t r = 0; r < reaction.lambda.size(); ++r)
        multipliers += fmt::format("{}{:.8g}{}", r == 0 ? "" : ", ", reaction.lambda[r],
                                   reaction.unique[r] ? "" : " (not unique)");
      line(fmt::format("  {}: lambda {}", constraint.name, multipliers));
      for (std::size_t i = 0; i < reaction.coordinates.size(); ++i)
        line(fmt::format(
            "    {}  {:>15.8f}{}", padded(reaction.coordinates[i], width - 2), reaction.ideal[i],
            constraint.nonideal.empty() ? "" : fmt::format(" {:>+15.8f}", reaction.nonideal[i])));
    }
  }
  if (!equations.watches.empty()) {
    line("\nwatch");
    for (const Watch& watch : equations.watches)
      line(fmt::format("  {}  {:.10g}{}", padded(watch.name, width), end[watch.name],
                       watch.unit.empty() ? "" : " " + watch.unit));
  }
  line("\naudit");
  if (!equations.rows.empty()) {
    line(fmt::format("  constraints       hold to {:.1e}, their rates to {:.1e}",
                     motion.largest().position, motion.largest().velocity));
    line(fmt::format("  virtual work      of the ideal forces vanishes to {:.1e}",
                     motion.largest().virtual_work));
    line(fmt::format("  rank              {:g} of {} rows, {:g} freedoms", end["rank"],
                     equations.rows.size(),
                     static_cast<double>(system.coordinates().size()) - end["rank"]));
  }
  line(fmt::format("  energy            {:.10g} at the start, {:.10g} at the end",
                   motion.front()["energy"], end["energy"]));
  line(fmt::format(
      "  work              applied {:.6g}, ideal {:.6g}, non-ideal {:.6g}, time {:.6g}",
      end["work(applied)"], end["work(ideal)"], end["work(nonideal)"], end["work(time)"]));
  line(fmt::format("  imbalance         {:.1e}", motion.energy_imbalance()));
  for (const Event& event : motion.events())
    line(fmt::format("  event             t = {:.9g}: {}", event.t, event.what));
  for (const std::string& note : equations.notes) line("\nnote: " + note);
  return text;
}

}  // namespace alembert
