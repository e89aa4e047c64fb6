#include "dynamics/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert {

using numeric::Index;
using numeric::Status;

std::optional<Failure> failure_of(const numeric::Solution& solution, const Equations& equations) {
  switch (solution.status) {
    case Status::solved:
    case Status::least_squares:
      return std::nullopt;
    case Status::inconsistent: {
      std::string rows;
      double largest = 0;
      for (const Index row : solution.consistency.rows) {
        rows +=
            (rows.empty() ? "'" : ", '") + equations.rows[static_cast<std::size_t>(row)].name + "'";
        largest = std::max(largest, std::fabs(solution.consistency.residual[row]));
      }
      const bool is_alone = equations.rows.size() == 1;
      const bool is_one = solution.consistency.rows.size() == 1;
      // of one row among others, those that it contradicts are met as well as can be
      const char* how = is_alone ? "" : is_one ? " and the other rows together" : " together";
      return Failure{Fate::contradictory,
                     fmt::format("no acceleration satisfies {}{}; the best misses {} by {:.3g}",
                                 rows, how, is_one ? "it" : "them", largest)};
    }
    case Status::undetermined: {
      std::string direction;
      for (Index j = 0; j < solution.free_direction.size(); ++j)
        if (std::fabs(solution.free_direction[j]) > 1e-9)
          direction +=
              fmt::format("{}{:.4g} {}", direction.empty() ? "" : ", ", solution.free_direction[j],
                          equations.system.coordinates()[static_cast<std::size_t>(j)].name);
      return Failure{Fate::undetermined,
                     fmt::format("neither inertia nor a constraint acts along ({})", direction)};
    }
    case Status::not_finite:
      return Failure{Fate::not_finite, "a formula of the equations of motion"};
    case Status::asymmetric:
      return Failure{Fate::not_converging, numeric::to_string(solution.status)};
  }
  return std::nullopt;
}

std::string dependent_rows(const numeric::Redundancy& redundancy, const Equations& equations) {
  std::string rows;
  for (const numeric::DependentRows& group : redundancy.groups)
    for (const Index r : group.rows)
      rows += fmt::format("{}'{}'", rows.empty() ? "" : ", ",
                          equations.rows[static_cast<std::size_t>(r)].name);
  return rows;
}

}  // namespace alembert
