#include "mechanics/freedoms.hpp"

#include <algorithm>
#include <limits>

namespace alembert {

namespace {

using Pattern = std::vector<std::vector<std::uint32_t>>;  // columns of each row

// The largest matching of rows to columns (Hopcroft and Karp): rounds of shortest augmenting paths,
// found without recursion.
class Matching {
 public:
  Matching(const Pattern& rows, std::size_t columns)
      : rows_(rows), row_of_(columns, none), column_of_(rows.size(), none) {}

  std::size_t size() {
    std::size_t matched = 0;
    while (label_rows()) {
      next_.assign(rows_.size(), 0);
      for (std::size_t row = 0; row < rows_.size(); ++row)
        if (column_of_[row] == none && augment(row)) ++matched;
    }
    return matched;
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  // distance of each row from the free rows along alternating paths; false if no free column is met
  bool label_rows() {
    distance_.assign(rows_.size(), none);
    std::vector<std::size_t> queue;
    for (std::size_t row = 0; row < rows_.size(); ++row)
      if (column_of_[row] == none) {
        distance_[row] = 0;
        queue.push_back(row);
      }
    bool found = false;
    for (std::size_t head = 0; head < queue.size(); ++head)
      for (const std::uint32_t column : rows_[queue[head]]) {
        const std::size_t owner = row_of_[column];
        if (owner == none) {
          found = true;
        } else if (distance_[owner] == none) {
          distance_[owner] = distance_[queue[head]] + 1;
          queue.push_back(owner);
        }
      }
    return found;
  }

  bool augment(std::size_t start) {
    std::vector<std::size_t> path{start};
    while (!path.empty()) {
      const std::size_t row = path.back();
      if (next_[row] == rows_[row].size()) {
        distance_[row] = none;
        path.pop_back();
        if (!path.empty()) ++next_[path.back()];
        continue;
      }
      const std::size_t owner = row_of_[rows_[row][next_[row]]];
      if (owner == none) {
        // flip the path: each row takes the column at which it stands
        for (const std::size_t member : path) {
          column_of_[member] = rows_[member][next_[member]];
          row_of_[column_of_[member]] = member;
        }
        return true;
      }
      if (distance_[owner] == distance_[row] + 1)
        path.push_back(owner);
      else
        ++next_[row];
    }
    return false;
  }

  const Pattern& rows_;
  std::vector<std::size_t> row_of_, column_of_, distance_, next_;
};

}  // namespace

FreedomCount count_freedoms(const Equations& equations) {
  const FormulaMatrix& A = equations.A;
  std::vector<std::vector<std::pair<std::uint32_t, NodeId>>> rows(A.rows);
  for (const Entry& entry : A.entries) rows[entry.row].emplace_back(entry.column, entry.value);
  // equal formulas are one node, so that a repeated row is recognised by its entries
  std::sort(rows.begin(), rows.end());
  const auto end = std::unique(rows.begin(), rows.end());
  const std::size_t repeated = static_cast<std::size_t>(rows.end() - end);
  rows.erase(end, rows.end());

  Pattern pattern;
  for (const auto& row : rows) {
    pattern.emplace_back();
    for (const auto& [column, value] : row) pattern.back().push_back(column);
  }
  const std::size_t rank = Matching(pattern, A.columns).size();
  return {A.columns, A.rows, repeated, rank, A.columns - rank};
}

}  // namespace alembert
