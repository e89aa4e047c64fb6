#include "dynamics/mass_blocks.hpp"

#include <map>
#include <numeric>

namespace alembert {

namespace {

/// Coordinates joined pair by pair.
class Partition {
 public:
  explicit Partition(std::size_t coordinates) : parent_(coordinates) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  void join(std::size_t i, std::size_t j) { parent_[root(i)] = root(j); }

  std::vector<CoordinateBlock> blocks() {
    std::map<std::size_t, std::size_t> place_of_root;
    std::vector<CoordinateBlock> result;
    for (std::size_t j = 0; j < parent_.size(); ++j) {
      const auto [place, is_new] = place_of_root.try_emplace(root(j), result.size());
      if (is_new) result.emplace_back();
      result[place->second].push_back(j);
    }
    return result;
  }

 private:
  std::size_t root(std::size_t j) {
    while (parent_[j] != j) j = parent_[j] = parent_[parent_[j]];
    return j;
  }

  std::vector<std::size_t> parent_;
};

Partition joined_by_mass(const FormulaMatrix& M) {
  Partition result(M.rows);
  for (const Entry& entry : M.entries) result.join(entry.row, entry.column);
  return result;
}

}  // namespace

std::vector<CoordinateBlock> mass_blocks(const FormulaMatrix& M) {
  return joined_by_mass(M).blocks();
}

std::vector<CoordinateBlock> coupled_blocks(const FormulaMatrix& M, const FormulaMatrix& A) {
  Partition joined = joined_by_mass(M);
  std::map<std::size_t, std::size_t> first_of_row;
  for (const Entry& entry : A.entries)
    joined.join(first_of_row.try_emplace(entry.row, entry.column).first->second, entry.column);
  return joined.blocks();
}

}  // namespace alembert
