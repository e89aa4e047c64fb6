#pragma once
/// A run that is reported while it goes on, one JSON object a line (web/src/studio/api.ts is the
/// other side).

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "mechanics/model_error.hpp"
#include "studio/bounded_model.hpp"

namespace alembert::studio {

struct LiveRun {
  /// Takes one line or several; false when the client no longer listens.
  std::function<bool(std::string_view lines)> send;
  /// Asked now and then; true when the run should end.
  std::function<bool()> is_cancelled;
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);
};

/// Sends the header, rows as they come, and the end, or what is wrong with the model.
void run_live(const ModelRequest& request, const LiveRun& run);

/// {"message": …, "hint": …, "line": …, "column": …, "length": …}, the place where there is one.
std::string mistake_json(const Mistake& mistake);

}  // namespace alembert::studio
