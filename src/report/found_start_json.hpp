#pragma once
/// Where a motion starts, as far as the model leaves that to be found, for other programs and for
/// the page.

#include <nlohmann/json_fwd.hpp>

#include "motion/start/found_start.hpp"

namespace alembert {

/// {"y": {"value": 0.8, "guess": null}}
nlohmann::ordered_json found_values_json(const FoundStart& start);

/// [{"y": -0.8}]
nlohmann::ordered_json other_starts_json(const FoundStart& start);

}  // namespace alembert
