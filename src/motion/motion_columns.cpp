#include "motion/motion_columns.hpp"

#include <fmt/format.h>

#include <mutex>
#include <set>
#include <unordered_map>

namespace alembert {

/// Thousands of bodies have names by the hundred thousand, and most runs never ask for one: made at
/// the first question.
struct MotionColumns::Index {
  std::once_flag made;
  std::unordered_map<std::string_view, std::size_t> column_of;  ///< views of names_
};

MotionColumns::~MotionColumns() = default;

std::size_t MotionColumns::add(const std::string& name) {
  names_.push_back(name);
  return names_.size() - 1;
}

MotionColumns::MotionColumns(const Equations& equations) : index_(std::make_unique<Index>()) {
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
  idle = block(system.open_formulas().idle, [](const OpenFormulas::IdleRow& row) {
    return fmt::format("lambda({})", row.name);
  });
  ends = block(system.ends_of_forces(), [&](const ForceSymbol& end) {
    return fmt::format("{}({})", name_of(end.quantity), system.constraints()[end.constraint].name);
  });
  variable = names_.size();
  for (const Parameter& p : system.parameters())
    if (p.is_variable()) add(p.name);
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

std::optional<std::size_t> MotionColumns::find(std::string_view name) const {
  std::call_once(index_->made, [&] {
    index_->column_of.reserve(names_.size());
    for (std::size_t column = 0; column < names_.size(); ++column)
      index_->column_of.try_emplace(names_[column], column);
  });
  const auto place = index_->column_of.find(name);
  if (place == index_->column_of.end()) return std::nullopt;
  return place->second;
}

}  // namespace alembert
