#include "compile/pivot_fractions.hpp"

#include <algorithm>

#include "compile/elimination_order.hpp"

namespace alembert {

namespace {

// The parts of a fraction are products of so many pivots, and must stay numbers of the machine. In long systems more
// than two gain little, and code whose pattern repeats every second pivot is written in loops more quickly.
constexpr int most_factors_of_short = 8, most_factors_of_long = 2;

// as long as a division takes so many pivots are found in a chain
constexpr int pivots_in_a_division = 3;

// where the ends of a chain meet; more would take many products
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

  // those that are waited for longest stay fractions, all others are divided and subtracted
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
