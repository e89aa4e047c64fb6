#pragma once
/// A study: the model with what varies in it and what is kept of each run.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanics/model.hpp"
#include "motion/run_settings.hpp"
#include "sweep/keep.hpp"
#include "sweep/plan.hpp"

namespace alembert {

/// What the user asks for.
struct StudyRequest {
  std::string model_text;
  std::string model_name;  ///< of its file, for messages
  std::vector<std::pair<std::string, double>> set = {};
  SweepPlan plan;
  std::vector<std::string> keep = {};  ///< the final state if empty
  SimulateOptions run = {};            ///< of every run
};

/// A column of the results: one number for each run, or as many as a series has.
struct KeptColumn {
  std::string name;
  std::size_t length = 1;
};

struct Study {
  StudyRequest request;
  Model model;  ///< with a watch for each Kept
  std::vector<Kept> kept;
  std::vector<std::size_t> watch;  ///< of each Kept, in System::watches()
  std::vector<Expr> varied;        ///< the symbols of what varies
  double from = 0, until = 0;
  double every = 0;  ///< between outputs

  const SweepPlan& plan() const { return request.plan; }
  /// The columns of `kept`.
  std::vector<KeptColumn> columns() const;
  /// Numbers that are kept of each run.
  std::size_t width() const;
  /// A fingerprint: equal studies have equal words, studies with other results different ones.
  std::string words() const;
};

/// Reads the model and binds names and formulas to it. Throws ModelError; a mistake in a formula of
/// `keep` is shown in that formula.
Study read_study(const StudyRequest& request);

/// The times of a series from `from` to `until`.
std::vector<double> series_times(double from, double until, double step);

}  // namespace alembert
