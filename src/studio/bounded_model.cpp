#include "studio/bounded_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "motion/motion_columns.hpp"
#include "text/read.hpp"

namespace alembert::studio {

namespace {

constexpr std::size_t most_operations = 2'000'000;  // pieces of formulas
constexpr std::size_t most_coordinates = 400, most_rows = 800;
// derivatives by each coordinate walk through all formulas
constexpr std::size_t most_work = 20'000'000;
constexpr std::size_t most_outputs = 5000;
constexpr std::size_t most_numbers = 8'000'000;  // of all outputs together
constexpr double default_duration = 10;

[[noreturn]] void refuse(const std::string& what) {
  throw ModelError(what, "alembert run has no such bound");
}

}  // namespace

BoundedModel read_bounded(const ModelRequest& request) {
  Model model =
      read_text(request.text, request.file, {.set = request.set, .operations = most_operations});
  const std::size_t coordinates = model.system.coordinates().size();
  std::size_t rows = 0;
  for (const Constraint& constraint : model.system.constraints()) rows += constraint.rows.size();
  if (coordinates > most_coordinates)
    refuse(fmt::format("the studio shows up to {} coordinates, not {}", most_coordinates,
                       coordinates));
  if (rows > most_rows)
    refuse(
        fmt::format("the studio shows up to {} equations of constraint, not {}", most_rows, rows));
  if (coordinates * model.system.graph().size() > most_work)
    refuse("these formulas are too long for the studio");

  Equations equations = derive(model.system);
  SimulateOptions options;
  if (!model.run || model.run->until == no_node) options.until = default_duration;
  RunSettings settings = resolve_settings(model.run, equations, options);
  const std::size_t width = MotionColumns(equations).width();
  const double outputs =
      static_cast<double>(std::clamp<std::size_t>(most_numbers / width, 100, most_outputs));
  const double span = settings.until - settings.from;
  const auto asked = static_cast<std::size_t>(std::clamp(span / settings.every, 0.0, 1e18)) + 1;
  settings.every = std::max(settings.every, span / outputs);
  options.every = settings.every;
  return {std::move(model), std::move(equations), options, asked, settings};
}

}  // namespace alembert::studio
