#include "symbol/branches.hpp"

#include <functional>
#include <map>
#include <utility>

namespace alembert {

BranchId Branches::inside(BranchId outer, NodeId condition, bool holds) {
  // nested branches are kept as one condition, so that each further one costs the same
  if (branches_[outer].depth == 32) outer = where_positive(masked_sum({{g_.one(), outer}}));
  const auto [place, is_new] =
      known_.try_emplace(key(outer, condition, holds), static_cast<BranchId>(branches_.size()));
  if (is_new) branches_.push_back({outer, condition, holds, branches_[outer].depth + 1});
  return place->second;
}

NodeId Branches::masked_sum(std::vector<Adjoint> terms) {
  terms.push_back({g_.zero(), everywhere});
  return joined(terms).front().value;
}

Adjoint Branches::sum(const std::vector<Adjoint>& terms) {
  const std::vector<Adjoint> separate = joined(terms);
  if (separate.size() == 1) return separate.front();
  std::vector<Adjoint> ones = separate;
  for (Adjoint& one : ones) one.value = g_.one();
  return {masked_sum(separate), where_positive(masked_sum(ones))};
}

std::uint64_t Branches::key(BranchId outer, NodeId condition, bool holds) {
  return (std::uint64_t{outer} << 32 | condition) << 1 | (holds ? 1 : 0);
}

BranchId Branches::where_positive(NodeId indicator) {
  return inside(everywhere, g_.make(Op::less, g_.zero(), indicator), true);
}

// Terms of one branch add up, those on the two sides of a condition become one choice, and those
// within the branch of another term join it. What is left lies in separate branches.
std::vector<Adjoint> Branches::joined(const std::vector<Adjoint>& terms) {
  // innermost first, so that what has been joined can be joined again
  std::map<std::pair<std::uint32_t, BranchId>, NodeId, std::greater<>> open;
  const auto place_of = [&](BranchId branch) { return std::pair(branches_[branch].depth, branch); };
  const auto put = [&](const Adjoint& term) {
    const auto [place, is_new] = open.try_emplace(place_of(term.branch), term.value);
    if (!is_new) place->second = g_.make(Op::add, place->second, term.value);
  };
  for (const Adjoint& term : terms) put(term);

  std::vector<Adjoint> separate;
  while (!open.empty()) {
    const Adjoint term{open.begin()->second, open.begin()->first.second};
    open.erase(open.begin());
    const Branch& branch = branches_[term.branch];
    const auto choice = [&](NodeId other) {
      return branch.holds ? g_.make(Op::choose, branch.condition, term.value, other)
                          : g_.make(Op::choose, branch.condition, other, term.value);
    };
    const auto opposite = known_.find(key(branch.outer, branch.condition, !branch.holds));
    const auto other_side =
        opposite == known_.end() ? open.end() : open.find(place_of(opposite->second));
    bool within_another = false;
    for (BranchId at = term.branch; at != everywhere && !within_another; at = branches_[at].outer)
      within_another = open.contains(place_of(branches_[at].outer));

    if (other_side != open.end()) {
      put({choice(other_side->second), branch.outer});
      open.erase(other_side);
    } else if (within_another) {
      put({choice(g_.zero()), branch.outer});
    } else {
      separate.push_back(term);
    }
  }
  return separate;
}

void Collected::add(Graph& graph, const Adjoint& term) {
  if (first_.value == no_node)
    first_ = term;
  else if (term.branch == first_.branch)
    first_.value = graph.make(Op::add, first_.value, term.value);
  else
    others_.push_back(term);
}

Adjoint Collected::sum(Branches& branches) const {
  return others_.empty() ? first_ : branches.sum(terms());
}

NodeId Collected::masked_sum(Branches& branches) const {
  const bool is_whole = others_.empty() && first_.branch == Branches::everywhere;
  return is_whole ? first_.value : branches.masked_sum(terms());
}

std::vector<Adjoint> Collected::terms() const {
  std::vector<Adjoint> all{first_};
  all.insert(all.end(), others_.begin(), others_.end());
  return all;
}

}  // namespace alembert
