#include "report/found_start_json.hpp"

#include <nlohmann/json.hpp>

namespace alembert {

using Json = nlohmann::ordered_json;

Json found_values_json(const FoundStart& start) {
  Json values = Json::object();
  for (const FoundValue& found : start.values)
    values[found.name] = {{"value", found.value},
                          {"guess", found.guess ? Json(*found.guess) : Json()}};
  return values;
}

Json other_starts_json(const FoundStart& start) {
  Json others = Json::array();
  for (const std::vector<StartingValue>& other : start.others) {
    others.push_back(Json::object());
    for (const StartingValue& value : other) others.back()[value.name] = value.value;
  }
  return others;
}

}  // namespace alembert
