#pragma once
/// A run that is told while it goes on, one JSON object a line (web/src/studio/api.ts is the other side).

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "mechanics/model_error.hpp"
#include "studio/bounded_model.hpp"

namespace alembert::studio {

struct LiveRun {
  /// Takes a line, or several; false when nobody listens any more.
  std::function<bool(std::string_view lines)> send;
  /// Asked now and then: the run should end.
  std::function<bool()> is_cancelled;
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);
};

/// Sends the header, rows as they come, and the end, or what is wrong with the model.
void run_live(const ModelRequest& request, const LiveRun& run);

/// {"message": …, "hint": …, "line": …, "column": …, "length": …}, the place where there is one.
std::string mistake_json(const Mistake& mistake);

}  // namespace alembert::studio
