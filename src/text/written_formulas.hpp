#pragma once
/// Which formulas of a model are written: not those that statements about bodies have made.

#include <vector>

#include "mechanics/model.hpp"

namespace alembert {

/// Those of a list that no such statement made.
template <class Item>
std::vector<Item> unmade(const Description& described, const std::vector<Item>& all,
                         std::size_t TermCounts::*kind) {
  std::vector<Item> result;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (!described.has_made(kind, k)) result.push_back(all[k]);
  return result;
}

/// The forces on coordinates that stand for themselves: those of drives are told with these.
std::vector<CoordinateFormula> undriven_forces(const System& system);

/// What the motion is made of, with the openings of joints in it.
std::vector<NodeId> open_formulas(const Model& model);
/// Everything else, without them.
std::vector<NodeId> closed_formulas(const Model& model);
/// Conditions and expectations.
std::vector<NodeId> judged_formulas(const Model& model);

}  // namespace alembert
