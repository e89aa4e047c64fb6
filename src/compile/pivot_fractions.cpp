#include "compile/pivot_fractions.hpp"

#include <utility>

namespace alembert {

namespace {

// the parts of a fraction are products of so many pivots, and must stay numbers of the machine
constexpr int most_factors = 8;

// larger systems wait for their code to come from memory rather than for divisions
constexpr std::size_t most_unknowns = 200;

}  // namespace

PivotFractions::PivotFractions(Graph& graph, std::size_t unknowns)
    : graph_(graph), unknowns_(unknowns), as_fractions_(unknowns <= most_unknowns) {}

void PivotFractions::update(std::uint32_t unknown, std::uint32_t pivot, NodeId e, NodeId l,
                            NodeId& diagonal) {
  const Unknown& from = unknowns_[pivot];
  Unknown& to = unknowns_[unknown];
  const auto take = [&](const Update& update) {
    if (update.e != no_node) diagonal = subtract(diagonal, multiply(update.l, update.e));
  };
  const Update update{pivot, e, l};
  const bool is_number = graph_.is_constant(from.pivot.numerator);
  if (!as_fractions_ || is_number || from.depth < to.waits_for) return take(update);
  take(std::exchange(to.last, Update()));
  // of two that take equally long one would have to be waited for anyway
  if (from.depth == to.waits_for)
    take(update);
  else
    to.last = update;
  to.waits_for = from.depth;
}

PivotFractions::Fraction PivotFractions::complete(std::uint32_t unknown, NodeId diagonal) {
  Unknown& to = unknowns_[unknown];
  to.pivot = {diagonal, graph_.one()};
  to.depth = to.waits_for + 1;
  const auto [pivot, e, l] = to.last;
  if (e == no_node) return to.pivot;
  const Unknown& from = unknowns_[pivot];
  const auto [N, D] = from.pivot;
  to.factors = (from.factors + 1) % most_factors;
  if (to.factors > 0)
    to.pivot = {subtract(multiply(diagonal, N), multiply(multiply(e, e), D)), N};
  else
    to.pivot.numerator = subtract(diagonal, multiply(l, e));
  return to.pivot;
}

}  // namespace alembert
