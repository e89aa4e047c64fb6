#include <nlohmann/json.hpp>

#include "report/explanation_report.hpp"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;
using theory::Explanation;
using Vector = decltype(Explanation::acceleration);

// by name of coordinate
Json named(const Explanation& story, const Vector& vector) {
  Json object = Json::object();
  for (Eigen::Index j = 0; j < vector.size(); ++j)
    object[story.scene.coordinates[static_cast<std::size_t>(j)]] = vector[j];
  return object;
}

}  // namespace

std::string explanation_json(const Explanation& story, const std::string& title) {
  Json root;
  root["system"] = title;
  root["t"] = story.scene.t;
  root["position"] = named(story, story.scene.q);
  root["velocity"] = named(story, story.scene.v);
  root["acceleration"] = named(story, story.acceleration);
  if (story.free_acceleration.size() > 0)
    root["free_acceleration"] = named(story, story.free_acceleration);
  else
    root["free_acceleration"] = nullptr;
  Json rows = Json::object();
  for (const theory::RowShare& row : story.rows)
    rows[row.name] = {{"b", row.b},
                      {"violation", row.violation},
                      {"gain", named(story, row.gain)},
                      {"answer", named(story, row.answer)},
                      {"lambda", row.lambda},
                      {"lambda_total", row.lambda_total},
                      {"unique", row.unique}};
  root["rows"] = std::move(rows);
  Json constraints = Json::object();
  for (const theory::ConstraintForce& force : story.forces)
    constraints[force.name] = {{"ideal", named(story, force.ideal)},
                               {"nonideal", named(story, force.nonideal)},
                               {"ideal_power", force.ideal_power},
                               {"nonideal_power", force.nonideal_power}};
  root["constraints"] = std::move(constraints);
  root["nonideal_share"] = named(story, story.nonideal_share);
  root["ineffective"] = named(story, story.ineffective);
  root["rank"] = story.rank;
  root["freedoms"] = story.acceleration.size() - story.rank;
  root["singular_values"] = story.singular_values;
  Json dependent = Json::array();
  for (const theory::DependentNames& group : story.dependent)
    dependent.push_back({{"rows", group.rows}, {"surplus", group.surplus}});
  root["dependent"] = std::move(dependent);
  Json displacements = Json::array();
  for (Eigen::Index j = 0; j < story.virtual_displacements.cols(); ++j)
    displacements.push_back({{"v", named(story, story.virtual_displacements.col(j))},
                             {"work", story.virtual_work[static_cast<std::size_t>(j)]}});
  root["virtual_displacements"] = std::move(displacements);
  root["ideal_virtual_work"] = story.ideal_virtual_work;
  root["notes"] = story.notes;
  return root.dump(2) + "\n";
}

}  // namespace alembert
