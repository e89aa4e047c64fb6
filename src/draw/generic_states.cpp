#include "draw/generic_states.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert {

namespace {

constexpr std::size_t wanted = 3, attempts = 2 * wanted;
// roots and logarithms may be defined only for coordinates of the model's own size
constexpr std::array magnitudes = {1.0, 1e-3, 1e3, 1e-6, 1e6, 1e-9, 1e9, 1e-12, 1e12};

}  // namespace

std::vector<FormulaValues> GenericStates::values(const std::vector<NodeId>& formulas) {
  std::vector<FormulaValues> found;
  for (std::size_t i = 0; i < attempts * magnitudes.size() && found.size() < wanted; ++i) {
    FormulaValues values = evaluate(equations_.graph(), formulas, state(i));
    if (std::ranges::all_of(values, [](double x) { return std::isfinite(x); }))
      found.push_back(std::move(values));
  }
  return found;
}

const Assignment& GenericStates::state(std::size_t index) {
  while (states_.size() <= index) {
    const double magnitude = magnitudes[states_.size() / attempts];
    const System& system = equations_.system;
    Assignment values = system.parameter_values();
    values[system.time().node()] = magnitude * number();
    for (const Coordinate& x : system.coordinates())
      for (const NodeId symbol : {x.q, x.v, x.a}) values[symbol] = magnitude * number();
    for (const EquationRow& row : equations_.rows)
      for (const NodeId symbol : {row.lambda, row.total}) values[symbol] = number();
    for (const ForceSymbol& force : system.force_symbols()) values[force.symbol] = number();
    states_.push_back(std::move(values));
  }
  return states_[index];
}

// away from zero, and more often positive, as lengths are
double GenericStates::number() {
  const double size = 0.3 + 1.2 * fraction();
  return fraction() < 0.3 ? -size : size;
}

// std::uniform_real_distribution may differ between libraries
double GenericStates::fraction() { return std::ldexp(static_cast<double>(random_() >> 11), -53); }

}  // namespace alembert
