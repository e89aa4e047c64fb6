#pragma once
/// Which subformulas deserve a name, so that nothing long is printed twice.

#include <string>
#include <string_view>
#include <vector>

#include "symbol/print.hpp"

namespace alembert {

/// A subformula that others share, with the name it is printed by.
struct SharedFormula {
  std::string name;
  NodeId formula;
};

struct SharingOptions {
  std::size_t smallest = 12;  ///< operations a subformula needs before a second use is worth a name
  Kinds exclude = {};         ///< subformulas that depend on these are never named
};

/// Names the subformulas that the formulas use more than once, in the order in which they must be
/// read. Nodes already in `names` keep theirs; the new ones, prefix1, prefix2, ..., are added to
/// it.
std::vector<SharedFormula> name_shared(const Graph& graph, const std::vector<NodeId>& formulas,
                                       std::string_view prefix, NodeNames& names,
                                       const SharingOptions& options = {});

}  // namespace alembert
