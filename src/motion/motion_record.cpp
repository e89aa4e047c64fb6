#include "motion/motion_record.hpp"

#include <algorithm>

#include "mechanics/model_error.hpp"
#include "motion/completed_mass.hpp"
#include "motion/simulation.hpp"

namespace alembert {

using numeric::Index;

MotionRecord Motion::record() const {
  return {table_,    outcome_, events_,           largest_,
          counters_, seconds_, energy_imbalance_, energy_deviation_};
}

Motion restore(const Model& model, const SimulateOptions& options, MotionRecord record) {
  Equations equations = derive(model.system);
  const RunSettings settings = settle(model, equations, options);
  const Layout layout(equations);
  if (record.table.empty() || record.table.size() % layout.width() != 0)
    throw ModelError("this is the record of a motion of another model");
  // the start as it was found
  StartData start;
  for (std::size_t j = 0; j < equations.system.coordinates().size(); ++j) {
    start.q.push_back({j, record.table[layout.q + j]});
    start.v.push_back({j, record.table[layout.v + j]});
  }
  if (settings.inconsistent == Inconsistent::error)
    equations = complete_mass(equations, start, settings.from);
  const auto simulation = std::make_shared<Simulation>(equations, settings);
  simulation->prepare(start);
  return simulation->restore(std::move(record));
}

Motion Simulation::restore(MotionRecord record) {
  Motion motion;
  motion.simulation_ = shared_from_this();
  const Index n = static_cast<Index>(dynamics_.coordinates()),
              width = static_cast<Index>(layout_.width());
  const auto passes_singular = [&](double from, double to) {
    return std::ranges::any_of(
        record.events, [&](const Event& event) { return event.t >= from && event.t <= to; });
  };
  const Index rows = static_cast<Index>(record.table.size()) / width;
  for (Index i = 0; i < rows; ++i) {
    const double* const row = record.table.data() + i * width;
    Vector y(2 * n + 4);
    std::copy_n(row + layout_.q, n, y.data());
    std::copy_n(row + layout_.v, n, y.data() + n);
    std::copy_n(row + layout_.work, 4, y.data() + 2 * n);
    replay_.add(row[0], y);
    // where something happened, a series goes over it
    const bool by_series =
        settings_.method == Method::taylor ||
        (may_use_series_ && i > 0 && i + 1 < rows && passes_singular(row[0], row[width]));
    replay_.next_step(by_series ? Replay::By::taylor : Replay::By::runge_kutta);
  }
  t_ = record.outcome.t;
  finished_ = true;
  motion.table_ = std::move(record.table);
  motion.outcome_ = std::move(record.outcome);
  motion.events_ = std::move(record.events);
  motion.largest_ = record.largest;
  motion.counters_ = record.counters;
  motion.seconds_ = record.seconds;
  motion.energy_imbalance_ = record.energy_imbalance;
  motion.energy_deviation_ = record.energy_deviation;
  return motion;
}

}  // namespace alembert
