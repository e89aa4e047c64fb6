#pragma once
/// Where bodies are and what joints carry, in the words in which a text asks for it.

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mechanics/system.hpp"

namespace alembert {

/// Formulas of a system in which such words stand as symbols, on a graph of their own.
class Wording {
 public:
  explicit Wording(const System& system);

  /// The graph of the system with the words; its nodes have the same places.
  Graph& graph() { return graph_; }
  /// Formulas with the openings of joints in them, and those without. Throws ModelError where an
  /// opening has no words.
  std::vector<NodeId> open(const std::vector<NodeId>& formulas);
  std::vector<NodeId> closed(const std::vector<NodeId>& formulas);
  /// What stands for a whole vector.
  const std::map<std::vector<NodeId>, std::string>& vectors() const { return vectors_; }

 private:
  using Words = std::unordered_map<NodeId, NodeId>;

  void add(const Phrase& phrase);
  void add(const std::string& words, const std::vector<NodeId>& components);
  std::string text_of(const std::vector<NodeId>& vector);
  std::vector<NodeId> worded(const std::vector<NodeId>& formulas, const Words& words);
  void require_words(const std::vector<NodeId>& formulas) const;

  Graph graph_;
  std::vector<Replacement> without_openings_;
  std::unordered_set<NodeId> speechless_;  ///< openings, and the forces that keep them at zero
  Words open_, closed_;
  std::map<std::vector<NodeId>, std::string> vectors_;
};

}  // namespace alembert
