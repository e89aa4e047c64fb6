#pragma once
/// Derivatives of formulas as formulas: reverse for gradients, sparse forward for matrices,
/// directional for total time derivatives. At a kink the derivative is one-sided: that of the
/// branch that the formula itself takes there (abs: right; min and max: first operand; if: the
/// branch chosen).

#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// ∂f/∂s for each of the symbols, by one reverse sweep over the nodes of f.
std::vector<NodeId> gradient(Graph& graph, NodeId f, const std::vector<NodeId>& symbols);

/// A nonzero of a matrix of formulas.
struct Entry {
  std::uint32_t row;
  std::uint32_t column;
  NodeId value;
};

/// ∂f_i/∂s_j where it is not structurally zero, row by row, columns increasing; one sparse forward
/// sweep.
std::vector<Entry> jacobian(Graph& graph, const std::vector<NodeId>& f,
                            const std::vector<NodeId>& symbols);

/// A symbol and the rate at which it moves.
struct Direction {
  NodeId symbol;
  NodeId rate;
};

/// Σ_s ∂f_i/∂s · rate(s) for each f_i, by one forward sweep.
std::vector<NodeId> derivative_along(Graph& graph, const std::vector<NodeId>& f,
                                     const std::vector<Direction>& direction);

/// df_i/dt along the motion: every symbol moves at the rate the graph knows for it.
std::vector<NodeId> time_derivative(Graph& graph, const std::vector<NodeId>& f);

}  // namespace alembert
