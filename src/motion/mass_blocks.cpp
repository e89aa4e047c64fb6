#include "motion/mass_blocks.hpp"

#include <map>
#include <numeric>

namespace alembert {

std::vector<MassBlock> mass_blocks(const FormulaMatrix& M) {
  std::vector<std::size_t> parent(M.rows);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t j) {
    while (parent[j] != j) j = parent[j] = parent[parent[j]];
    return j;
  };
  for (const Entry& entry : M.entries) parent[root(entry.row)] = root(entry.column);
  std::map<std::size_t, std::size_t> place_of_root;
  std::vector<MassBlock> blocks;
  for (std::size_t j = 0; j < M.rows; ++j) {
    const auto [place, is_new] = place_of_root.try_emplace(root(j), blocks.size());
    if (is_new) blocks.emplace_back();
    blocks[place->second].push_back(j);
  }
  return blocks;
}

}  // namespace alembert
