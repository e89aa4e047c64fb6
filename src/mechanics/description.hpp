#pragma once
/// Bodies, joints and what acts on them in the words in which they were described, so that a model
/// can be written as a text again.
///
/// A mechanism adds coordinates, energies, rows and outputs to its system. These are not written:
/// the statements that made them are.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// A statement of the model language: words, and the formulas between them.
struct Statement {
  /// Words, and behind them one formula, or several that are a vector, or none.
  struct Piece {
    std::string words;
    std::vector<NodeId> formulas = {};
  };
  /// Of each kind the statements stand together, in this order.
  enum class What { gravity, body, joint, coupling, spring, load };
  What what;
  std::string name;
  std::vector<Piece> pieces;
};

/// Formulas that have words in a text, such as the components of `crank(0, 0, 0.1)` or of
/// `reaction(pin, crank)`. What stands between `before` and `behind` is a vector, or nothing.
struct Phrase {
  std::string before;
  std::vector<NodeId> vector;
  std::string behind;
  std::vector<NodeId> components;
};

/// How many of each kind a system has: those added after a count are known by their place.
struct TermCounts {
  std::size_t coordinates = 0, kinetic = 0, open_kinetic = 0, potential = 0, dissipations = 0,
              drives = 0, constraints = 0, watches = 0;
};

struct Description {
  std::vector<Statement> statements = {};
  std::vector<Phrase> phrases = {};
  /// What the statements made lies between such counts.
  std::vector<std::pair<TermCounts, TermCounts>> made = {};
  /// The start that they made: coordinates as they are drawn, and at rest.
  struct Drawn {
    NodeId symbol, formula;
  };
  std::vector<Drawn> drawn = {};
  /// The pictures that they made are the first of the drawing.
  std::size_t shapes = 0;

  bool has_made(std::size_t TermCounts::*kind, std::size_t which) const {
    return std::ranges::any_of(made, [&](const auto& span) {
      return span.first.*kind <= which && which < span.second.*kind;
    });
  }
};

}  // namespace alembert
