#include "report/viewer_json.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "draw/normalising.hpp"
#include "files/base64.hpp"
#include "motion/expectations.hpp"
#include "motion/unique_reactions.hpp"
#include "report/audit.hpp"
#include "report/equations_report.hpp"
#include "report/found_start_json.hpp"
#include "report/thinned_rows.hpp"
#include "symbol/print.hpp"
#include "version.hpp"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

// more rows than a screen has points make a page larger, not better
constexpr std::size_t most_table_rows = 2500;

Json constraints_json(const ViewerTable& table) {
  const Equations& equations = table.equations();
  const MotionColumns& layout = table.layout();
  Json constraints = Json::array();
  for (const std::size_t c : constraints_by_meaning(equations)) {
    Json entry;
    entry["name"] = equations.system.constraints()[c].name;
    std::string text;
    Json rows = Json::array();
    for (std::size_t r = 0; r < equations.rows.size(); ++r) {
      const EquationRow& row = equations.rows[r];
      if (row.constraint != c) continue;
      entry["level"] = name_of(row.level);
      const bool pushes =
          equations.system.contact_index(entry["name"].get<std::string>()).has_value();
      text += (text.empty() ? "" : ", ") + to_text(equations.graph(), row.residual) +
              (pushes ? " >= 0" : " = 0");
      rows.push_back({{"name", row.name},
                      {"lambda", layout.lambda + r},
                      {"total", layout.total + r},
                      {"unique", layout.unique + r},
                      {"residual", layout.residual + r},
                      {"rate", layout.rate + r}});
    }
    entry["text"] = text;
    entry["rows"] = std::move(rows);
    entry["forces"] = Json::array();
    for (const ForceColumn& force : layout.forces[c])
      entry["forces"].push_back(
          {{"coordinate", equations.system.coordinates()[force.coordinate].name},
           {"ideal", force.ideal},
           {"nonideal", force.nonideal}});
    entry["power"] = layout.power + c;
    constraints.push_back(std::move(entry));
  }
  return constraints;
}

Json scene_json(const ViewerTable& table) {
  const auto point = [&](const ScenePoint& places) {
    Json columns = Json::array();
    for (const NumberIndex place : places) columns.push_back(table.scene() + place);
    return columns;
  };
  const ScenePlan& plan = table.plan();
  Json shapes = Json::array(), arrows = Json::array();
  for (const SceneShape& shape : plan.shapes) {
    Json entry = {{"what", name_of(shape.what)}, {"name", shape.name}, {"points", Json::array()}};
    for (const ScenePoint& vertex : shape.points) entry["points"].push_back(point(vertex));
    if (shape.radius) entry["radius"] = table.scene() + *shape.radius;
    if (shape.normal) entry["normal"] = point(*shape.normal);
    if (shape.spoke) entry["spoke"] = point(*shape.spoke);
    if (shape.size) entry["size"] = point(*shape.size);
    if (shape.angle) entry["angle"] = table.scene() + *shape.angle;
    for (const ScenePoint& axis : shape.axes) entry["axes"].push_back(point(axis));
    if (shape.body) entry["body"] = *shape.body;
    shapes.push_back(std::move(entry));
  }
  for (const SceneArrow& arrow : plan.arrows) {
    arrows.push_back({{"constraint", arrow.constraint},
                      {"at", point(arrow.at)},
                      {"ideal", point(arrow.ideal)},
                      {"nonideal", point(arrow.nonideal)}});
    // a joint acts on a body, also with a moment
    if (arrow.on.empty()) continue;
    arrows.back()["on"] = arrow.on;
    arrows.back()["moment"] = point(arrow.moment);
  }
  return {{"dimension", plan.dimension},   {"up", plan.up},
          {"is_default", plan.is_default}, {"shapes", std::move(shapes)},
          {"arrows", std::move(arrows)},   {"notes", plan.notes}};
}

Json figure_json(const ViewerTable& table) {
  if (!table.has_figure()) return nullptr;
  Json vectors;
  for (std::size_t k = 0; k < ViewerTable::figure_arrows; ++k) {
    const std::size_t first = table.figure() + k * ViewerTable::numbers_of_arrow;
    vectors[ViewerTable::arrow_names[k]] = {
        {"along", first}, {"across", first + 1}, {"length", first + 2}, {"hidden", first + 3}};
  }
  return {{"vectors", std::move(vectors)}, {"note", table.figure_note()}};
}

/// Every plotted quantity has a name of its own, by which two runs are compared.
std::string name_of_column(const ViewerTable& table, std::size_t column) {
  if (column < table.layout().width()) return table.layout().names()[column];
  if (column == table.deviation()) return "energy deviation";
  if (column >= table.singular_values() && column < table.figure())
    return "singular value " + std::to_string(column - table.singular_values() + 1);
  return "";
}

Json columns_json(const ViewerTable& table) {
  Json columns = Json::array();
  for (std::size_t k = 0; k < table.width(); ++k)
    columns.push_back({{"name", name_of_column(table, k)}});
  const std::vector<Watch>& watches = table.equations().watches;
  for (std::size_t w = 0; w < watches.size(); ++w)
    if (!watches[w].unit.empty()) columns[table.layout().watch + w]["unit"] = watches[w].unit;
  return columns;
}

Json header_json(const ViewerTable& table, const ModelText& text) {
  const Equations& equations = table.equations();
  const MotionColumns& layout = table.layout();
  const System& system = equations.system;
  Json root;
  root["format"] = 1;
  root["program"] = "alembert " + std::string(version);
  root["title"] = system.title();
  root["file"] = text.file;
  root["model"] = text.text;
  root["parameters"] = Json::array();
  for (const Parameter& parameter : system.parameters()) {
    root["parameters"].push_back({{"name", parameter.name}, {"value", parameter.value}});
    if (!parameter.unit.empty()) root["parameters"].back()["unit"] = parameter.unit;
  }
  root["latex"] = Json::array();
  for (const EquationDisplay& display : equation_displays(equations))
    root["latex"].push_back({{"title", display.title}, {"body", display.body}});
  root["columns"] = columns_json(table);
  root["coordinates"] = Json::array();
  for (std::size_t j = 0; j < system.coordinates().size(); ++j)
    root["coordinates"].push_back({{"name", system.coordinates()[j].name},
                                   {"q", layout.q + j},
                                   {"v", layout.v + j},
                                   {"a", layout.a + j}});
  root["constraints"] = constraints_json(table);
  root["energy"] = {{"value", layout.energy},
                    {"deviation", table.deviation()},
                    {"work",
                     {{"applied", layout.work},
                      {"ideal", layout.work + 1},
                      {"nonideal", layout.work + 2},
                      {"time", layout.work + 3}}}};
  root["rank"] = layout.rank;
  root["singular_values"] = Json::array();
  for (std::size_t k = 0; k < table.singular_value_count(); ++k)
    root["singular_values"].push_back(table.singular_values() + k);
  root["watches"] = Json::array();
  for (std::size_t w = 0; w < equations.watches.size(); ++w)
    root["watches"].push_back(layout.watch + w);
  root["scene"] = scene_json(table);
  root["figure"] = figure_json(table);
  return root;
}

Json contacts_json(const Motion& motion) {
  Json contacts = Json::array();
  for (const std::string& name : names_with_phases(motion.equations().system)) {
    Json phases = Json::array(), impacts = Json::array();
    for (const PhaseSpan& span : motion.timeline(name))
      phases.push_back(
          {{"from", span.from}, {"until", span.until}, {"phase", name_of(span.phase)}});
    for (const ImpactRecord& impact : motion.impacts())
      if (motion.contact_name(impact.contact) == name)
        impacts.push_back({{"t", impact.t}, {"impulse", impact.impulse}, {"lost", impact.lost}});
    contacts.push_back(
        {{"name", name}, {"phases", std::move(phases)}, {"impacts", std::move(impacts)}});
  }
  return contacts;
}

Json end_json(const Motion& motion, const Model& model) {
  const Snapshot end = motion.back();
  const Audit audit = audit_of(motion);
  Json root;
  root["outcome"] = {{"words", motion.outcome().words()},
                     {"complete", motion.outcome().complete()},
                     {"t", motion.end_time()}};
  root["events"] = Json::array();
  for (const Event& event : motion.events())
    root["events"].push_back({{"t", event.t}, {"what", event.what}});
  if (const FoundStart start = found_start(motion, model); !start.values.empty()) {
    root["found_start"] = found_values_json(start);
    root["other_starts"] = other_starts_json(start);
  }
  Json rows = Json::array();
  for (const AuditRow& row : audit.rows) {
    Json entry = {{"what", row.what}, {"value", row.value}};
    if (row.bound) {
      entry["bound"] = *row.bound;
      entry["ok"] = row.holds();
    }
    entry["note"] = row.note;
    rows.push_back(std::move(entry));
  }
  root["audit"] = {{"verdict", audit.verdict}, {"ok", audit.holds()}, {"rows", std::move(rows)}};
  root["contacts"] = contacts_json(motion);
  root["shared_joints"] = joints_with_shared_reactions(motion, motion.end_time());
  root["checks"] = Json::array();
  for (const CheckResult& check : check_expectations(model, motion))
    root["checks"].push_back({{"text", check.text}, {"ok", check.holds}, {"figure", check.figure}});
  // where there is no acceleration at the end, there is no rank either
  const auto rank =
      static_cast<long>(std::isfinite(end["rank"]) ? end["rank"] : motion.front()["rank"]);
  root["facts"] = {
      {"steps", motion.counters().steps},
      {"evaluations", motion.counters().evaluations},
      {"derive", motion.seconds().derive},
      {"compile", motion.seconds().compile},
      {"run", motion.seconds().run},
      {"rank", rank},
      {"freedoms", static_cast<long>(motion.equations().system.coordinates().size()) - rank}};
  return root;
}

/// The numbers in compact form: a single one if they are all the same, else base64 of their bytes;
/// single precision is more than a screen shows, but times may lie close together.
template <class Number>
std::string bytes_of(const std::vector<double>& numbers) {
  static_assert(std::endian::native == std::endian::little,
                "the viewer reads little-endian numbers");
  std::vector<Number> rounded(numbers.begin(), numbers.end());
  return files::base64(
      {reinterpret_cast<const char*>(rounded.data()), rounded.size() * sizeof(Number)});
}

void put_numbers(const std::vector<double>& numbers, bool is_time, Json& column) {
  const auto is_same = [&](double x) {
    return x == numbers.front() || (std::isnan(x) && std::isnan(numbers.front()));
  };
  if (std::ranges::all_of(numbers, is_same))
    column["constant"] = numbers.front();  // not a number becomes null
  else if (is_time)
    column["f8"] = bytes_of<double>(numbers);
  else
    column["f4"] = bytes_of<float>(numbers);
}

std::string dumped(const Json& json) {
  // a model may contain anything: bytes that are not UTF-8 are replaced rather than refused
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string viewer_json(const Motion& motion, const Model& model, const ModelText& text) {
  ViewerTable table(model, motion.equations(), motion.dynamics_options());
  const std::vector<std::size_t> rows = thinned_rows(motion, most_table_rows);
  std::vector<std::vector<double>> columns(table.width());
  for (const std::size_t row : rows) {
    const std::vector<double>& numbers = table.row(motion.row(row));
    for (std::size_t k = 0; k < numbers.size(); ++k) columns[k].push_back(numbers[k]);
  }
  Json root = header_json(table, text);
  root["samples"] = {{"shown", rows.size()}, {"of", motion.size()}};
  for (std::size_t k = 0; k < columns.size(); ++k)
    put_numbers(columns[k], k == 0, root["columns"][k]);
  root["end"] = end_json(motion, model);
  return dumped(root);
}

std::string viewer_header_json(const ViewerTable& table, const ModelText& text,
                               const ShownOutputs& outputs) {
  Json root = header_json(table, text);
  root["samples"] = {{"shown", outputs.shown}, {"of", outputs.of}};
  return dumped(root);
}

std::string viewer_end_json(const Motion& motion, const Model& model) {
  return dumped(end_json(motion, model));
}

}  // namespace alembert
