#include "compile/solve/pivot_fractions.hpp"

#include <algorithm>

#include "compile/solve/elimination_order.hpp"

namespace alembert {

namespace {

// Numerator and denominator are products of this many pivots and must not overflow. In long systems
// more than two gain little, and a pattern that repeats every second pivot is found sooner as a
// loop.
constexpr int most_factors_of_short = 8, most_factors_of_long = 2;

// in the time of one division, this many pivots of a chain are found
constexpr int pivots_in_a_division = 3;

// two, where the ends of a chain meet; more would take many products
constexpr std::ptrdiff_t most_kept = 2;

}  // namespace

PivotFractions::PivotFractions(Graph& graph, std::size_t unknowns)
    : graph_(graph),
      unknowns_(unknowns),
      most_factors_(unknowns <= most_waiting_unknowns ? most_factors_of_short
                                                      : most_factors_of_long) {}

void PivotFractions::update(std::uint32_t unknown, std::uint32_t pivot, NodeId e, NodeId l) {
  unknowns_[unknown].updates.push_back({pivot, e, l});
}

PivotFractions::Fraction PivotFractions::complete(std::uint32_t unknown, NodeId diagonal) {
  Unknown& to = unknowns_[unknown];
  int deepest = 0, factors = 0;
  for (const Update& update : to.updates)
    deepest = std::max(deepest, unknowns_[update.pivot].depth);
  to.depth = deepest + 1;

  // the updates that are ready last stay fractions, all others are divided and subtracted
  const auto late = std::stable_partition(to.updates.begin(), to.updates.end(),
                                          [&](const Update& u) { return !is_late(u, deepest); });
  for (auto update = late; update != to.updates.end(); ++update)
    factors += unknowns_[update->pivot].factors + 1;
  const bool as_fraction = to.updates.end() - late <= most_kept && factors < most_factors_;
  const auto kept = as_fraction ? late : to.updates.end();
  for (auto update = to.updates.begin(); update != kept; ++update)
    diagonal = subtract(diagonal, multiply(update->l, update->e));
  to.pivot = {diagonal, graph_.one()};
  for (auto update = kept; update != to.updates.end(); ++update) {
    // P/R − e² D/N
    const auto [N, D] = unknowns_[update->pivot].pivot;
    const auto [P, R] = to.pivot;
    to.pivot = {subtract(multiply(P, N), multiply(multiply(multiply(update->e, update->e), D), R)),
                multiply(R, N)};
  }
  if (as_fraction) to.factors = factors;
  to.updates = {};
  return to.pivot;
}

bool PivotFractions::is_late(const Update& update, int deepest) const {
  const Unknown& from = unknowns_[update.pivot];
  return !graph_.is_constant(from.pivot.numerator) && from.depth + pivots_in_a_division > deepest;
}

}  // namespace alembert
