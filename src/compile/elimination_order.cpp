#include "compile/elimination_order.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace alembert {

namespace {

using Index = std::uint32_t;
using Neighbours = std::vector<Index>;  // increasing

class Elimination {
 public:
  Elimination(std::size_t size, const std::vector<std::pair<Index, Index>>& pairs,
              std::size_t first_late)
      : neighbours_(size), waits_for_(size, 0), first_late_(first_late) {
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
      if (waits_for_[i] == 0) ready_.emplace(neighbours_[i].size(), i);
  }

  EliminationOrder order() {
    EliminationOrder result;
    result.unknowns.reserve(neighbours_.size());
    while (!ready_.empty()) {
      const Index next = ready_.begin()->second;
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
      const std::size_t degree = own.size();
      merged.clear();
      std::set_union(own.begin(), own.end(), clique.begin(), clique.end(),
                     std::back_inserter(merged));
      std::erase_if(merged, [&](Index j) { return j == i || j == gone; });
      if (waits_for_[i] == 0) ready_.erase({degree, i});
      own.assign(merged.begin(), merged.end());
      if (waits_for_[i] == 0) ready_.emplace(own.size(), i);
    }
    if (gone >= first_late_) return;
    const Neighbours& paired = early_[gone];
    for (auto late =
             std::lower_bound(paired.begin(), paired.end(), static_cast<Index>(first_late_));
         late != paired.end(); ++late)
      if (--waits_for_[*late] == 0) ready_.emplace(neighbours_[*late].size(), *late);
  }

  std::vector<Neighbours> neighbours_;  ///< among those that are left, filled in
  std::vector<Neighbours> early_;       ///< of the early unknowns, as given
  std::vector<Index> waits_for_;        ///< number of early unknowns
  std::size_t first_late_;
  std::set<std::pair<std::size_t, Index>> ready_;  ///< by degree
};

}  // namespace

EliminationOrder elimination_order(std::size_t size,
                                   const std::vector<std::pair<Index, Index>>& pairs,
                                   std::size_t first_late) {
  return Elimination(size, pairs, first_late).order();
}

}  // namespace alembert
