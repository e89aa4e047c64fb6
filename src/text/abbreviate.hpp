#pragma once
/// Which formulas of a model are written by name, so that its text stays short and readable.

#include <map>
#include <string>
#include <vector>

#include "mechanics/model.hpp"
#include "symbol/print.hpp"

namespace alembert {

/// A `define` line to be written: one formula, or the components of a vector.
struct Abbreviation {
  std::string name;
  std::vector<NodeId> components;
};

struct Abbreviations {
  std::vector<Abbreviation> lines;  ///< in an order in which each needs only earlier ones
  NodeNames names;                  ///< what stands for a node in other formulas
  std::map<std::vector<NodeId>, std::string> vectors;  ///< what stands for a whole vector
};

/// Definitions, and new ones for formulas that are used again or nest deep, with names that the
/// system does not use. Throws ModelError where the formulas would be too long or too deep to be
/// read again.
Abbreviations abbreviate(const System& system, const Graph& graph,
                         const std::vector<Definition>& definitions,
                         const std::vector<NodeId>& formulas);

}  // namespace alembert
