#include "text/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "symbol/expr.hpp"
#include "symbol/print.hpp"

namespace alembert {

Wording::Wording(const System& system) : graph_(system.graph()) {
  for (const Coordinate& opening : system.openings())
    for (const NodeId symbol : {opening.q, opening.v, opening.a})
      without_openings_.push_back({symbol, graph_.zero()});
  for (const Replacement& opening : without_openings_) speechless_.insert(opening.symbol);
  for (const ForceSymbol& force : system.force_symbols())
    if (force.quantity == Quantity::holding) speechless_.insert(force.symbol);
  for (const OpenFormulas::IdleRow& row : system.open_formulas().idle)
    speechless_.insert(row.multiplier);
  for (const Phrase& phrase : system.description().phrases) add(phrase);
}

std::vector<NodeId> Wording::open(const std::vector<NodeId>& formulas) {
  const std::vector<NodeId> result = worded(formulas, open_);
  require_words(result);
  return result;
}

std::vector<NodeId> Wording::closed(const std::vector<NodeId>& formulas) {
  const std::vector<NodeId> result = worded(formulas, closed_);
  require_words(result);
  return result;
}

// the words of an answer, of its velocity and of its acceleration
void Wording::add(const Phrase& phrase) {
  std::string words = phrase.before;
  if (!phrase.vector.empty()) words += text_of(worded(phrase.vector, open_));
  words += phrase.behind;
  std::vector<NodeId> components = phrase.components;
  add(words, components);
  const auto moves = [&](NodeId node) {
    const Kinds kinds = graph_.kinds(node);
    return kinds.has(Kind::coordinate | Kind::velocity) &&
           !kinds.has(Kind::acceleration | Kind::force);
  };
  while (std::ranges::any_of(components, moves) &&
         std::ranges::none_of(components, [&](NodeId node) {
           return graph_.kinds(node).has(Kind::acceleration | Kind::force);
         })) {
    for (NodeId& component : components) component = rate(Expr(graph_, component)).in(graph_);
    words += "'";
    add(words, components);
  }
}

void Wording::add(const std::string& words, const std::vector<NodeId>& components) {
  const auto kind_of = [&](NodeId node) {
    for (const Kind kind : {Kind::force, Kind::acceleration, Kind::velocity})
      if (graph_.kinds(node).has(kind)) return kind;
    return Kind::coordinate;
  };
  // numbers and symbols are as short as words, and so is one operation with them
  const auto deserves_words = [&](NodeId node) {
    if (speechless_.contains(node)) return true;
    const NodeId operands[] = {graph_.a(node), graph_.b(node), graph_.c(node)};
    const int count = operand_count(graph_.op(node));
    if (graph_.kinds(node).has(Kind::force)) return count > 0;
    return std::any_of(operands, operands + count,
                       [&](NodeId operand) { return operand_count(graph_.op(operand)) > 0; });
  };
  const std::vector<NodeId> closed = substitute(graph_, components, without_openings_);
  std::vector<NodeId> in_open, in_closed;
  bool is_said_open = false, is_said_closed = false;
  for (std::size_t k = 0; k < components.size(); ++k) {
    const NodeId symbol =
        graph_.symbol(components.size() == 1 ? words : fmt::format("{}.{}", words, k + 1),
                      kind_of(components[k]));
    const bool opens = closed[k] != components[k];
    if (opens || deserves_words(components[k])) open_.try_emplace(components[k], symbol);
    if (deserves_words(closed[k])) closed_.try_emplace(closed[k], symbol);
    const auto said = [](const Words& list, NodeId node, bool& is_said) {
      const auto found = list.find(node);
      is_said = is_said || found != list.end();
      return found == list.end() ? node : found->second;
    };
    in_open.push_back(said(open_, components[k], is_said_open));
    in_closed.push_back(said(closed_, closed[k], is_said_closed));
  }
  if (components.size() == 1) return;
  if (is_said_open) vectors_.try_emplace(in_open, words);
  if (is_said_closed) vectors_.try_emplace(in_closed, words);
}

std::string Wording::text_of(const std::vector<NodeId>& vector) {
  if (const auto words = vectors_.find(vector); words != vectors_.end())
    return fmt::format("({})", words->second);
  std::string text;
  for (const NodeId component : vector)
    text += (text.empty() ? "(" : ", ") + to_text(graph_, component);
  return text + ")";
}

// nodes stand behind their operands
std::vector<NodeId> Wording::worded(const std::vector<NodeId>& formulas, const Words& words) {
  if (words.empty()) return formulas;
  std::unordered_map<NodeId, NodeId> image;
  for (const NodeId node : reachable(graph_, formulas)) {
    if (const auto symbol = words.find(node); symbol != words.end()) {
      image[node] = symbol->second;
      continue;
    }
    const int operands = operand_count(graph_.op(node));
    NodeId of[] = {graph_.a(node), graph_.b(node), graph_.c(node)};
    bool moved = false;
    for (int i = 0; i < operands; ++i) {
      moved = moved || image.at(of[i]) != of[i];
      of[i] = image.at(of[i]);
    }
    image[node] = moved ? graph_.make(graph_.op(node), of[0], of[1], of[2]) : node;
  }
  std::vector<NodeId> result;
  for (const NodeId formula : formulas) result.push_back(image.at(formula));
  return result;
}

void Wording::require_words(const std::vector<NodeId>& formulas) const {
  if (speechless_.empty()) return;
  for (const NodeId node : reachable(graph_, formulas))
    if (speechless_.contains(node))
      throw ModelError("a formula of this model has no words in the model language",
                       "it was made of what a joint carries, or of where a body is, in another "
                       "way than by the functions of the language");
}

}  // namespace alembert
