#pragma once
/// Why there is no acceleration at a state, in words.

#include <optional>
#include <string>

#include "dynamics/outcome.hpp"
#include "mechanics/equations.hpp"
#include "numeric/fundamental_equation.hpp"

namespace alembert {

/// Why q̈ cannot be given, or why a run does not go on.
struct Failure {
  Fate fate;
  std::string detail;
};

/// Nothing where it is solved. Names the rows that contradict each other, or the direction that
/// nothing determines.
std::optional<Failure> failure_of(const numeric::Solution& solution, const Equations& equations);

/// The names of the rows that depend on each other: "'first', 'second'"; empty where none do.
std::string dependent_rows(const numeric::Redundancy& redundancy, const Equations& equations);

}  // namespace alembert
