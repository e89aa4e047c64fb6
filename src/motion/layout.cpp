#include "motion/layout.hpp"

#include <fmt/format.h>

#include <set>

namespace alembert {

std::size_t Layout::add(const std::string& name) {
  names_.push_back(name);
  return names_.size() - 1;
}

Layout::Layout(const Equations& equations) {
  const System& system = equations.system;
  const auto block = [&](const auto& items, const auto& name_of_item) {
    const std::size_t first = names_.size();
    for (const auto& item : items) add(name_of_item(item));
    return first;
  };
  t = add("t");
  q = block(system.coordinates(), [](const Coordinate& x) { return x.name; });
  v = block(system.coordinates(), [](const Coordinate& x) { return x.name + "'"; });
  a = block(system.coordinates(), [](const Coordinate& x) { return x.name + "''"; });
  const auto row_block = [&](std::string_view what) {
    return block(equations.rows,
                 [&](const EquationRow& row) { return fmt::format("{}({})", what, row.name); });
  };
  lambda = row_block("lambda");
  total = row_block("total");
  unique = row_block("unique");
  residual = row_block("residual");
  rate = row_block("rate");

  // a constraint pushes only on the coordinates in its rows and in its law
  std::vector<std::set<std::size_t>> touched(system.constraints().size());
  for (const Entry& entry : equations.A.entries)
    touched[equations.rows[entry.row].constraint].insert(entry.column);
  for (const NonIdealForce& force : equations.C)
    for (const CoordinateFormula& term : force.C) touched[force.constraint].insert(term.coordinate);
  for (std::size_t c = 0; c < touched.size(); ++c) {
    forces.emplace_back();
    for (const std::size_t j : touched[c]) {
      const std::string of =
          fmt::format("({}, {})", system.constraints()[c].name, system.coordinates()[j].name);
      const std::size_t ideal = add("ideal" + of);
      forces.back().push_back({j, ideal, add("nonideal" + of)});
    }
  }
  power = block(system.constraints(),
                [](const Constraint& c) { return fmt::format("power({})", c.name); });
  energy = add("energy");
  work = add("work(applied)");
  for (const char* kind : {"ideal", "nonideal", "time"}) add(fmt::format("work({})", kind));
  rank = add("rank");
  acceleration_residual = add("acceleration residual");
  virtual_work = add("virtual work");
  watch = block(equations.watches, [](const Watch& w) { return w.name; });
}

std::optional<std::size_t> Layout::find(std::string_view name) const {
  // thousands of bodies have names by the hundred thousand, and most runs never ask for one
  std::call_once(indexed_, [&] {
    column_of_.reserve(names_.size());
    for (std::size_t column = 0; column < names_.size(); ++column)
      column_of_.try_emplace(names_[column], column);
  });
  const auto place = column_of_.find(name);
  if (place == column_of_.end()) return std::nullopt;
  return place->second;
}

}  // namespace alembert
