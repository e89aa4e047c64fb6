#pragma once
/// Where each quantity of an instant stands in a row of the motion's table.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mechanics/equations.hpp"

namespace alembert {

/// A force component that a constraint can have: on which coordinate, and where in the row.
struct ForceColumn {
  std::size_t coordinate;
  std::size_t ideal;
  std::size_t nonideal;
};

/// All columns are doubles; the first is t. Names are those of the model: x, x', x'', lambda(rod),
/// ...
class MotionColumns {
 public:
  explicit MotionColumns(const Equations& equations);
  ~MotionColumns();

  std::size_t width() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  std::optional<std::size_t> find(std::string_view name) const;

  // first columns of the blocks: one column per coordinate, row, constraint or watch
  std::size_t t = 0, q = 0, v = 0, a = 0;
  std::size_t lambda = 0, total = 0, unique = 0;  ///< by row
  std::size_t idle = 0;                           ///< by row that holds by itself
  std::size_t ends = 0;                           ///< by symbol of System::ends_of_forces()
  std::size_t variable = 0;                       ///< by parameter that events change
  std::size_t residual = 0, rate = 0;             ///< by row
  std::size_t power = 0;                          ///< by constraint
  std::size_t energy = 0, work = 0;               ///< work: applied, ideal, nonideal, time
  std::size_t rank = 0, acceleration_residual = 0, virtual_work = 0;
  std::size_t watch = 0;
  std::vector<std::vector<ForceColumn>> forces;  ///< by constraint

 private:
  std::size_t add(const std::string& name);

  std::vector<std::string> names_;
  struct Index;
  std::unique_ptr<Index> index_;  ///< from a name to its column
};

}  // namespace alembert
