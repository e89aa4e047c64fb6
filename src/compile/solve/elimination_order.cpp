#include "compile/solve/elimination_order.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace alembert {

namespace {

using Index = std::uint32_t;
using Neighbours = std::vector<Index>;  // increasing

class Elimination {
 public:
  Elimination(std::size_t size, const std::vector<std::pair<Index, Index>>& pairs,
              std::size_t first_late)
      : neighbours_(size),
        depth_(size, 0),
        waits_for_(size, 0),
        first_late_(first_late),
        meets_halfway_(size <= most_waiting_unknowns) {
    for (const auto& [a, b] : pairs) {
      if (a == b) continue;
      neighbours_[a].push_back(b);
      neighbours_[b].push_back(a);
    }
    for (Index i = 0; i < size; ++i) {
      Neighbours& own = neighbours_[i];
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
      if (i >= first_late_)
        waits_for_[i] = static_cast<Index>(
            std::lower_bound(own.begin(), own.end(), static_cast<Index>(first_late_)) -
            own.begin());
      else
        early_.push_back(own);  // before anything fills in
    }
    for (Index i = 0; i < size; ++i)
      if (waits_for_[i] == 0) ready_.insert(key_of(i));
  }

  EliminationOrder order() {
    EliminationOrder result;
    result.unknowns.reserve(neighbours_.size());
    while (!ready_.empty()) {
      const Index next = std::get<2>(*ready_.begin());
      ready_.erase(ready_.begin());
      result.unknowns.push_back(next);
      const std::size_t degree = neighbours_[next].size();
      result.multiplications += degree * (degree + 1) / 2;
      eliminate(next);
    }
    return result;
  }

 private:
  // the neighbours of what is eliminated become neighbours of each other
  void eliminate(Index gone) {
    const Neighbours clique = std::move(neighbours_[gone]);
    Neighbours merged;
    for (const Index i : clique) {
      Neighbours& own = neighbours_[i];
      const Key key = key_of(i);
      merged.clear();
      std::set_union(own.begin(), own.end(), clique.begin(), clique.end(),
                     std::back_inserter(merged));
      std::erase_if(merged, [&](Index j) { return j == i || j == gone; });
      if (waits_for_[i] == 0) ready_.erase(key);
      own.assign(merged.begin(), merged.end());
      depth_[i] = std::max(depth_[i], depth_[gone] + 1);
      if (waits_for_[i] == 0) ready_.insert(key_of(i));
    }
    if (gone >= first_late_) return;
    const Neighbours& paired = early_[gone];
    for (auto late =
             std::lower_bound(paired.begin(), paired.end(), static_cast<Index>(first_late_));
         late != paired.end(); ++late)
      if (--waits_for_[*late] == 0) ready_.insert(key_of(*late));
  }

  // Least degree first. Among equals, the one that waited for the fewest others: a chain is then
  // eliminated from both its ends, and the processor works on two pivots at a time. For that, the
  // coordinates between two rows must not hold back the row at one end, so they come before all
  // others. The longer a chain, the smaller the last pivot, where the ends meet, and the less it
  // tells about the rank of the rows: hence the bound.
  using Key = std::tuple<std::size_t, Index, Index>;
  Key key_of(Index i) const {
    const std::size_t degree = neighbours_[i].size();
    const bool is_between = meets_halfway_ && i < first_late_ && degree <= 2;
    return {is_between ? 0 : degree, depth_[i], i};
  }

  std::vector<Neighbours> neighbours_;  ///< among the unknowns that are left, with fill-in
  std::vector<Index>
      depth_;  ///< length of the longest row of eliminations that an unknown waits for
  std::vector<Neighbours> early_;  ///< of the early unknowns, as given
  std::vector<Index> waits_for_;   ///< number of early unknowns
  std::size_t first_late_;
  bool meets_halfway_;
  std::set<Key> ready_;
};

}  // namespace

EliminationOrder elimination_order(std::size_t size,
                                   const std::vector<std::pair<Index, Index>>& pairs,
                                   std::size_t first_late) {
  return Elimination(size, pairs, first_late).order();
}

}  // namespace alembert
