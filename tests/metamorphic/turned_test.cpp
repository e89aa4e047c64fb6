// Turning the axes of a model turns its motion and its forces with them, and changes nothing else.

#include <fmt/format.h>

#include "complaints.hpp"
#include "motion/expectations.hpp"

namespace alembert::metamorphic {

namespace {

constexpr double bound = 1e-9;

bool turns(const Described& described) {
  return described.coordinates.find("place") != std::string::npos ||
         described.coordinates.find("direction") != std::string::npos ||
         described.coordinates.find("quaternion") != std::string::npos;
}

// in a plane the 24 rotations are four
std::vector<Turn> turns_for(const Geometry& geometry) {
  std::vector<Turn> turns = quarter_turns();
  if (!geometry.in_space()) turns.resize(4);
  for (const Turn& turn : random_turns(geometry.in_space() ? 20 : 5, 3)) turns.push_back(turn);
  return turns;
}

void turned_axes(const Described& described) {
  compare_variants(described, bound, [&](const Model& model, const State&) {
    const Geometry geometry = geometry_of(described, model.system);
    std::vector<Rewritten> variants;
    for (const Turn& turn : turns_for(geometry))
      variants.push_back({"turned by " + turn.name, turned(geometry, turn)});
    return variants;
  });
}

void as_written(const Described& described) {
  const Model model = read(described);
  const Motion motion = simulate(model, {.progress = patient()});
  INFO(motion.outcome().words());
  CHECK(motion.outcome().fate == Fate::reached_the_end);
  for (const Event& event : motion.events()) {
    INFO(event.what);
    CHECK(motion.events().empty());
  }
  for (const CheckResult& check : check_expectations(model, motion)) {
    INFO(check.text << ": " << check.figure);
    CHECK(check.holds);
  }
}

const TestsOf written(models_in_space(), "runs as it is written, without events", "[written]",
                      as_written);
const TestsOf of_gallery(gallery(), "moves the same in turned axes", "[turned]", turned_axes,
                         turns);
const TestsOf in_space(models_in_space(), "moves the same in turned axes", "[turned]", turned_axes);
const TestsOf with_events(models_with_events(), "moves the same in turned axes", "[turned]",
                          turned_axes, turns);

}  // namespace

}  // namespace alembert::metamorphic
