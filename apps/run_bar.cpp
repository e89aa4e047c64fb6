#include "run_bar.hpp"

#include <memory>
#include <optional>

#include "interrupt.hpp"
#include "motion/run_settings.hpp"
#include "progress_bar.hpp"

namespace alembert::app {

namespace {

struct RunBar {
  ProgressBar bar{"steps"};
  std::optional<RunSpan> span;
  double looks = 0;  ///< calls, one for each step and one for each output
  double outputs = 0;
};

}  // namespace

SimulateOptions with_bar(const Model& model, const SimulateOptions& options) {
  const auto run = std::make_shared<RunBar>();
  SimulateOptions shown = options;
  shown.output = [run, also = options.output](std::span<const double> row) {
    ++run->outputs;
    if (also) also(row);
  };
  // a model without an end is refused by the run itself, before the first of these calls
  shown.progress = [run, &model, options](double t) {
    if (!run->span) run->span = span_of(model, options);
    const auto& [from, until] = *run->span;
    run->bar.show((t - from) / (until - from), ++run->looks - run->outputs);
    return !is_interrupted();
  };
  return shown;
}

}  // namespace alembert::app
