#include "motion/start/found_start.hpp"

#include <cmath>
#include <mutex>

#include "dynamics/start_data.hpp"
#include "mechanics/acting_part.hpp"
#include "motion/motion_sizes.hpp"
#include "motion/reading_lock.hpp"
#include "motion/start/other_starts.hpp"

namespace alembert {

namespace {

// of a value: projections move what is right by no more
constexpr double moved_by_projection = 1e-9;

// of what a motion of this size has: less than this is zero
constexpr double rounding = 1e-13;

double without_rounding(double value, double size) {
  return std::fabs(value) <= rounding * size ? 0 : value;
}

const Known* find(const std::vector<Known>& list, std::size_t coordinate) {
  for (const Known& known : list)
    if (known.coordinate == coordinate) return &known;
  return nullptr;
}

}  // namespace

FoundStart found_start(const Motion& motion, const Model& model) {
  const Equations& equations = motion.equations();
  const std::vector<CoordinateSize> sizes = sizes_of(motion).coordinates;
  const std::shared_ptr<std::mutex> reading = reading_lock(equations.graph());
  const std::scoped_lock alone(*reading);
  const StartData data = evaluate_start(model.system, model.start, motion.start_time());
  const std::vector<Coordinate>& coordinates = equations.system.coordinates();
  const auto state_at = [&](std::size_t column) {
    return Eigen::Map<const numeric::Vector>(motion.row(0).data() + column,
                                             static_cast<numeric::Index>(coordinates.size()));
  };
  const numeric::Vector q = state_at(motion.layout().q), v = state_at(motion.layout().v);

  FoundStart start;
  const auto add = [&](const std::vector<Known>& given, const std::vector<Known>& guesses,
                       const numeric::Vector& found, double CoordinateSize::*size,
                       const char* prime) {
    for (std::size_t j = 0; j < coordinates.size(); ++j) {
      if (find(given, j)) continue;
      const Known* guess = find(guesses, j);
      const double value = without_rounding(found[static_cast<numeric::Index>(j)], sizes[j].*size);
      const double moved = std::fabs(value - (guess ? guess->value : 0));
      if (!(moved > moved_by_projection * std::fabs(value))) continue;
      start.values.push_back({{coordinates[j].name + prime, value},
                              guess ? std::optional(guess->value) : std::nullopt});
    }
  };
  add(data.q, data.q_guess, q, &CoordinateSize::position, "");
  add(data.v, data.v_guess, v, &CoordinateSize::velocity, "'");
  for (const std::vector<Known>& branch :
       other_starts(without_contacts(equations), motion.dynamics_options(), data, {q, v},
                    motion.start_time())) {
    start.others.emplace_back();
    for (const Known& known : branch)
      start.others.back().push_back(
          {coordinates[known.coordinate].name,
           without_rounding(known.value, sizes[known.coordinate].position)});
  }
  return start;
}

}  // namespace alembert
