#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "motion/contacts/contact_forces.hpp"
#include "motion/unique_reactions.hpp"
#include "report/audit.hpp"
#include "report/found_start_json.hpp"
#include "report/motion_report.hpp"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

Json constraints_json(const Motion& motion, const Snapshot& end) {
  const Equations& equations = motion.equations();
  Json constraints = Json::object();
  for (std::size_t c = 0; c < equations.system.constraints().size(); ++c) {
    const std::string& name = equations.system.constraints()[c].name;
    const ReactionAt reaction = end.reaction(name);
    Json ideal = Json::object(), nonideal = Json::object();
    for (std::size_t i = 0; i < reaction.coordinates.size(); ++i) {
      ideal[reaction.coordinates[i]] = reaction.ideal[i];
      nonideal[reaction.coordinates[i]] = reaction.nonideal[i];
    }
    // a constraint of several rows gives a list where one of a single row gives a value
    std::vector<const EquationRow*> rows;
    for (const EquationRow& row : equations.rows)
      if (row.constraint == c) rows.push_back(&row);
    const auto each = [&](const auto& value_of_row) {
      if (rows.size() == 1) return Json(value_of_row(0));
      Json list = Json::array();
      for (std::size_t r = 0; r < rows.size(); ++r) list.push_back(value_of_row(r));
      return list;
    };
    Json entry;
    entry["level"] = name_of(rows.front()->level);
    entry["residual"] = each([&](std::size_t r) { return end["residual(" + rows[r]->name + ")"]; });
    entry["rate"] = each([&](std::size_t r) { return end["rate(" + rows[r]->name + ")"]; });
    entry["lambda"] = each([&](std::size_t r) { return reaction.lambda[r]; });
    entry["lambda_total"] = each([&](std::size_t r) { return reaction.total[r]; });
    entry["unique"] = each([&](std::size_t r) { return static_cast<bool>(reaction.unique[r]); });
    entry["ideal"] = std::move(ideal);
    entry["nonideal"] = std::move(nonideal);
    entry["power"] = reaction.power;
    constraints[name] = std::move(entry);
  }
  return constraints;
}

// the reactions of joints at the end, and which of their components are the only ones
Json joints_json(const Motion& motion) {
  const Equations& equations = motion.equations();
  const std::vector<bool> unique = unique_reactions(motion, motion.end_time());
  std::size_t component = 0;
  Json joints = Json::object();
  const auto groups = joints_that_share(motion, motion.end_time());
  for (const JointRecord& joint : equations.system.joints()) {
    Json entry{{"kind", joint.kind}, {"bodies", {joint.from, joint.to}}, {"on", joint.on}};
    Json coordinates = Json::array();
    for (const std::size_t j : joint.coordinates)
      coordinates.push_back(equations.system.coordinates()[j].name);
    entry["coordinates"] = std::move(coordinates);
    entry["holds_by_itself"] = joint.idle_rows;
    for (const auto& [what, watches] :
         {std::pair{"force", &joint.force}, {"moment", &joint.moment}}) {
      Json values = Json::array(), only = Json::array();
      for (const std::size_t k : *watches) {
        values.push_back(motion.back().row()[motion.layout().watch + k]);
        only.push_back(static_cast<bool>(unique[component++]));
      }
      entry[what] = std::move(values);
      entry[fmt::format("{}_unique", what)] = std::move(only);
    }
    entry["shared_with"] = Json::array();
    for (const std::vector<std::string>& group : groups)
      if (std::ranges::count(group, joint.name) > 0)
        for (const std::string& other : group)
          if (other != joint.name) entry["shared_with"].push_back(other);
    joints[joint.name] = std::move(entry);
  }
  return joints;
}

Json certificate_json(const Certificate& certificate) {
  Json values = Json::object();
  for (const CertifiedValue& value : certificate.values)
    values[value.name] = {
        {"value", value.value}, {"finer_value", value.finer_value}, {"digits", value.digits}};
  Json root;
  root["tolerance"] = certificate.tolerance;
  root["finer_tolerance"] = certificate.finer_tolerance;
  root["t"] = certificate.t;
  root["values"] = std::move(values);
  root["largest_difference"] = certificate.largest_difference;
  root["t_of_largest_difference"] = certificate.t_of_largest;
  root["chaotic"] = certificate.growth.has_value();
  root["growth"] = certificate.growth ? Json(*certificate.growth) : Json();
  root["trusted_until"] = certificate.trusted_until;
  root["other_outcome"] = certificate.other_outcome;
  return root;
}

Json count_json(double count) {
  if (!std::isfinite(count)) return nullptr;
  return static_cast<long>(count);
}

Json audit_json(const Motion& motion) {
  const Audit audit = audit_of(motion);
  Json entry{{"holds", audit.holds()}, {"verdict", audit.verdict}};
  entry["rows"] = Json::array();
  for (const AuditRow& row : audit.rows) {
    entry["rows"].push_back({{"what", row.what}, {"value", row.value}});
    if (!row.bound) continue;
    entry["rows"].back()["bound"] = *row.bound;
    entry["rows"].back()["holds"] = row.holds();
  }
  return entry;
}

void add_contacts(const Motion& motion, Json& root) {
  const auto name = [&](std::size_t contact) { return motion.contact_name(contact); };
  root["impacts"] = root["accumulations"] = Json::array();
  for (const ImpactRecord& impact : motion.impacts())
    root["impacts"].push_back({{"t", impact.t},
                               {"contact", name(impact.contact)},
                               {"group", impact.group},
                               {"impulse", impact.impulse},
                               {"tangential", impact.tangential},
                               {"approach", impact.approach},
                               {"separation", impact.separation},
                               {"lost", impact.lost},
                               {"law", motion.impact_law()},
                               {"unique", impact.unique}});
  for (const Accumulation& rest : motion.accumulations()) {
    Json impulses = Json::object();
    for (std::size_t i = 0; i < rest.contacts.size(); ++i)
      impulses[name(rest.contacts[i])] = rest.impulse[i];
    root["accumulations"].push_back({{"t", rest.t}, {"impulse", std::move(impulses)}});
  }
  root["timeline"] = Json::object();
  for (const std::string& what : names_with_phases(motion.equations().system)) {
    Json& phases = root["timeline"][what] = Json::array();
    for (const PhaseSpan& span : motion.timeline(what))
      phases.push_back(
          {{"from", span.from}, {"until", span.until}, {"phase", name_of(span.phase)}});
  }
  // forces at the end
  for (const ContactForce& force : contact_forces(motion, motion.end_time())) {
    Json& entry = root["constraints"][name(force.contact)];
    entry["least"] = force.least;
    entry["most"] = force.most;
  }
  root["energy"]["jumps"] = motion.jump_energy();
}

}  // namespace

std::string motion_json(const Motion& motion, const std::vector<CheckResult>& checks,
                        const std::optional<Certificate>& certificate, const FoundStart& found) {
  const Equations& equations = motion.equations();
  const Snapshot start = motion.front(), end = motion.back();
  Json root;
  root["system"] = equations.system.title();
  root["outcome"] = motion.outcome().words();
  root["t"] = end.t();
  Json state = Json::object(), acceleration = Json::object();
  for (const Coordinate& x : equations.system.coordinates()) {
    state[x.name] = end[x.name];
    state[x.name + "'"] = end[x.name + "'"];
    acceleration[x.name] = end[x.name + "''"];
  }
  root["state"] = std::move(state);
  root["acceleration"] = std::move(acceleration);
  root["found_start"] = found_values_json(found);
  root["other_starts"] = other_starts_json(found);
  root["constraints"] = constraints_json(motion, end);
  if (!motion.equations().system.joints().empty()) root["joints"] = joints_json(motion);
  root["energy"] = {{"start", start["energy"]},
                    {"end", end["energy"]},
                    {"work",
                     {{"applied", end["work(applied)"]},
                      {"ideal", end["work(ideal)"]},
                      {"nonideal", end["work(nonideal)"]},
                      {"time", end["work(time)"]}}},
                    {"imbalance", motion.energy_imbalance()}};
  root["largest"] = {{"position", motion.largest().position},
                     {"velocity", motion.largest().velocity},
                     {"virtual_work", motion.largest().virtual_work},
                     {"acceleration", motion.largest().acceleration}};
  root["audit"] = audit_json(motion);
  root["checks"] = Json::array();
  for (const CheckResult& check : checks)
    root["checks"].push_back(
        {{"text", check.text}, {"holds", check.holds}, {"figure", check.figure}});
  const double rank = end["rank"];
  // without an acceleration there is none either, and NaN becomes null
  root["rank"] = count_json(rank);
  root["freedoms"] = count_json(static_cast<double>(equations.system.coordinates().size()) - rank);
  root["events"] = Json::array();
  for (const Event& event : motion.events())
    root["events"].push_back({{"t", event.t}, {"what", event.what}});
  if (equations.system.has_events()) add_contacts(motion, root);
  root["steps"] = motion.counters().steps;
  root["evaluations"] = motion.counters().evaluations;
  root["seconds"] = {{"derive", motion.seconds().derive},
                     {"compile", motion.seconds().compile},
                     {"run", motion.seconds().run}};
  root["watch"] = Json::object();
  for (const Watch& watch : equations.watches) root["watch"][watch.name] = end[watch.name];
  root["units"] = Json::object();
  for (const Watch& watch : equations.watches)
    if (!watch.unit.empty()) root["units"][watch.name] = watch.unit;
  if (certificate) root["certificate"] = certificate_json(*certificate);
  return root.dump(1) + "\n";
}

}  // namespace alembert
