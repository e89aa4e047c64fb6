#pragma once
/// How formulas are written out, in any notation; private to this layer.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "symbol/graph.hpp"

namespace alembert {

/// How tightly a notation binds; an operand that binds weaker than its place asks for is bracketed.
enum class Binding { comparison, sum, product, followed, minus, exponent, atom };

/// A word as it stands, or an operand with the binding that its place asks for.
struct Piece {
  Piece(std::string_view text) : word(text) {}  // NOLINT: pieces read as a list
  Piece(const char* text) : word(text) {}       // NOLINT
  Piece(NodeId operand, Binding least) : node(operand), weakest(least) {}
  NodeId node = no_node;
  Binding weakest = Binding::atom;
  std::string_view word;
};

/// The text so far and the pieces still to be written, on a stack of its own instead of the
/// program's: a sum of a million terms is a million levels deep.
class Pieces {
 public:
  /// Appends to the text at once, before all that waits.
  void say(std::string_view word) { text_ += word; }

  /// Makes these the next pieces, in reading order.
  void push(std::initializer_list<Piece> pieces) {
    for (auto piece = std::rbegin(pieces); piece != std::rend(pieces); ++piece)
      waiting_.push_back(*piece);
  }

  /// Writes words until the next operand and hands it out; nothing when all is written.
  std::optional<Piece> next_operand() {
    while (!waiting_.empty()) {
      const Piece piece = waiting_.back();
      waiting_.pop_back();
      if (piece.node != no_node) return piece;
      text_ += piece.word;
    }
    return std::nullopt;
  }

  std::string take_text() { return std::move(text_); }

 private:
  std::string text_;
  std::vector<Piece> waiting_;
};

}  // namespace alembert
