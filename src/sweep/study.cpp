#include "sweep/study.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "motion/motion_columns.hpp"
#include "text/added_line.hpp"
#include "text/suggest.hpp"
#include "version.hpp"

namespace alembert {

namespace {

std::string watch_name(std::size_t index) { return fmt::format("sweep_keeps_{}", index + 1); }

/// The model with a watch for each formula, so that these are read like the model's own; conditions
/// are watched as numbers.
Model read_with_watches(const StudyRequest& request, const std::vector<Kept>& kept) {
  std::vector<AddedLine> watches;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const bool is_condition = kept[i].what == Kept::What::first;
    watches.push_back(
        {.before = fmt::format("watch {} = {}", watch_name(i), is_condition ? "if(" : ""),
         .formula = kept[i].formula,
         .after = is_condition ? ", 1, 0)" : "",
         .origin = "--keep"});
  }
  try {
    return read_with_lines(request.model_text, request.model_name, watches, {.set = request.set});
  } catch (const ModelError& error) {
    const std::size_t index = error.place().line - 1;
    if (error.place().file == "--keep" && kept[index].what == Kept::What::first &&
        error.message().find("'if'") != std::string::npos)
      throw ModelError(error.place(), "'first' needs a condition, not a number",
                       "write first(x > 1)");
    throw;
  }
}

Expr symbol_named(const Model& model, const std::string& name) {
  const System& system = model.system;
  std::vector<std::string> velocities;
  std::vector<std::string_view> known;
  for (const Coordinate& x : system.coordinates()) velocities.push_back(x.name + "'");
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const Coordinate& x = system.coordinates()[i];
    if (x.name == name) return {system.graph(), x.q};
    if (velocities[i] == name) return {system.graph(), x.v};
    known.insert(known.end(), {x.name, velocities[i]});
  }
  for (const Parameter& parameter : system.parameters()) {
    if (parameter.name == name) return {system.graph(), parameter.symbol};
    known.push_back(parameter.name);
  }
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = "parameters, coordinates and velocities such as x' can vary";
  throw ModelError(fmt::format("'{}' cannot vary: the model has no such name", name), hint);
}

/// None of these formulas may use what varies, not even through other parameters.
void refuse_used(const Study& study, std::vector<NodeId> formulas, std::string_view why,
                 std::string_view hint) {
  const System& system = study.model.system;
  // parameters use earlier ones alone
  for (std::size_t p = system.parameters().size(); p-- > 0;) {
    const std::vector<NodeId> used = reachable(system.graph(), formulas);
    const Parameter& parameter = system.parameters()[p];
    if (std::ranges::binary_search(used, parameter.symbol)) formulas.push_back(parameter.formula);
  }
  const std::vector<NodeId> used = reachable(system.graph(), formulas);
  const std::vector<std::string> names = study.plan().names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::ranges::binary_search(used, study.varied[i].node()))
      throw ModelError(fmt::format("'{}' cannot vary: {}", names[i], why), std::string(hint));
}

// they shape the equations
void refuse_bounds(const Study& study) {
  refuse_used(study, study.model.fixed, "it is an index, or bounds a family or a sum",
              "sweep each of its values by itself, with --set");
}

// all runs of a sweep have the same times
void refuse_parameters_of_run(const Study& study) {
  if (!study.model.run) return;
  const Run& run = *study.model.run;
  std::vector<NodeId> formulas;
  for (const NodeId formula :
       {run.from, run.until, run.tolerance.value_or(no_node), run.every.value_or(no_node),
        run.rank_tolerance.value_or(no_node), run.baumgarte_alpha, run.baumgarte_beta})
    if (formula != no_node) formulas.push_back(formula);
  refuse_used(study, formulas, "the 'run' of the model uses it",
              "all runs of a sweep have the same times and tolerances");
}

void check_times(const Study& study) {
  for (const Kept& kept : study.kept) {
    if (kept.what == Kept::What::at && !(kept.time >= study.from && kept.time <= study.until))
      throw ModelError(fmt::format("--keep {}: {:g} is outside of the run", kept.name, kept.time),
                       fmt::format("it goes from {:g} to {:g}", study.from, study.until));
    if (kept.what == Kept::What::series && (study.until - study.from) / kept.time > 1e6)
      throw ModelError(
          fmt::format("--keep {}: more than a million numbers of each run", kept.name));
  }
}

}  // namespace

std::vector<double> series_times(double from, double until, double step) {
  std::vector<double> times;
  // the end counts if it differs from the last step by rounding alone
  const auto steps = static_cast<std::size_t>((until - from) / step * (1 + 1e-12));
  for (std::size_t k = 0; k <= steps; ++k)
    times.push_back(std::min(until, from + static_cast<double>(k) * step));
  return times;
}

std::vector<KeptColumn> Study::columns() const {
  std::vector<KeptColumn> columns;
  for (const Kept& one : kept)
    columns.push_back({one.name, one.what == Kept::What::series
                                     ? series_times(from, until, one.time).size()
                                     : 1});
  return columns;
}

std::size_t Study::width() const {
  std::size_t width = 0;
  for (const KeptColumn& column : columns()) width += column.length;
  return width;
}

std::string Study::words() const {
  std::string words = fmt::format("alembert {}\n{}\n", version, plan().words());
  for (const Kept& one : kept)
    words += fmt::format("keep {} = {} {} {}\n", one.name, static_cast<int>(one.what), one.formula,
                         one.time);
  for (const auto& [name, value] : request.set) words += fmt::format("set {}={}\n", name, value);
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) words += fmt::format("{} {}\n", name, *value);
  };
  add("until", request.run.until);
  add("tolerance", request.run.tolerance);
  add("every", request.run.every);
  if (request.run.max_steps) words += fmt::format("max_steps {}\n", *request.run.max_steps);
  return words + "model\n" + request.model_text;
}

Study read_study(const StudyRequest& request) {
  if (request.run.max_seconds)
    throw ModelError("a sweep has no limit max_seconds: what it keeps would depend on the machine",
                     "give max_steps, which each run may take");
  const Model plain = read_text(request.model_text, request.model_name, {.set = request.set});
  std::vector<std::string> coordinates;
  for (const Coordinate& x : plain.system.coordinates()) coordinates.push_back(x.name);
  const std::vector<std::string> texts =
      request.keep.empty() ? std::vector<std::string>{"final"} : request.keep;
  Study study{request, plain, read_kept(texts, coordinates), {}, {}};
  check_names(request.plan.names(), study.kept);
  study.model = read_with_watches(request, study.kept);
  const std::vector<Watch>& watches = study.model.system.watches();
  for (std::size_t i = 0; i < study.kept.size(); ++i)
    study.watch.push_back(static_cast<std::size_t>(
        std::ranges::find(watches, watch_name(i), &Watch::name) - watches.begin()));
  for (const std::string& name : request.plan.names())
    study.varied.push_back(symbol_named(study.model, name));
  refuse_bounds(study);
  refuse_parameters_of_run(study);
  const Equations equations = derive(study.model.system);
  const RunSettings settings = resolve_settings(study.model.run, equations, request.run);
  const bool needs_outputs = std::ranges::any_of(study.kept, [](const Kept& kept) {
    return kept.what == Kept::What::largest || kept.what == Kept::What::smallest ||
           kept.what == Kept::What::first;
  });
  if (needs_outputs) check_table_size(settings, MotionColumns(equations).width());
  study.from = settings.from;
  study.until = settings.until;
  study.every = settings.every;
  check_times(study);
  return study;
}

}  // namespace alembert
