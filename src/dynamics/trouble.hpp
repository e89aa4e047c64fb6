#pragma once
/// Why there is no acceleration at a state, in words.

#include <string>

#include "dynamics/outcome.hpp"
#include "mechanics/equations.hpp"
#include "numeric/fundamental_equation.hpp"

namespace alembert {

/// Why q̈ cannot be given; false where it can.
struct Trouble {
  Fate fate = Fate::reached_the_end;
  std::string detail;
  explicit operator bool() const { return fate != Fate::reached_the_end; }
};

/// Names the rows that contradict each other, or the direction that nothing determines.
Trouble trouble_of(const numeric::Solution& solution, const Equations& equations);

/// The names of the rows that depend on each other: "'first', 'second'"; empty where none do.
std::string dependent_rows(const numeric::Redundancy& redundancy, const Equations& equations);

}  // namespace alembert
