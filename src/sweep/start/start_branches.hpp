#pragma once
/// On which branches of the constraints the starts of a sweep were found.
///
/// Where a model leaves positions to be found, as the angles of a linkage, the constraints may
/// allow several, and a search finds one of them for each run by itself.

#include <optional>
#include <string>

#include "sweep/study.hpp"

namespace alembert {

struct StartBranches {
  std::size_t looked_at = 0;  ///< runs with a start, spread over the sweep
  std::size_t others = 0;     ///< of these, on another branch than the first
  /// The first of the others, by its number among the runs.
  std::optional<std::size_t> first_other = {};
};

/// Branches that motion/start/branch_sign.hpp does not tell apart count as one; nothing is looked
/// at where everything is given, nothing is determined, or the system is large.
StartBranches start_branches(const Study& study);

/// A note for people, empty where all starts lie on one branch.
std::string start_branches_text(const StartBranches& branches, const Study& study);

}  // namespace alembert
