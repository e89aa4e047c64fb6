#pragma once
/// Collects the record of a motion while the run goes on.

#include <functional>
#include <span>
#include <string>

#include "dynamics/explicit_motion.hpp"
#include "motion/motion_columns.hpp"
#include "motion/motion_record.hpp"

namespace alembert {

class MotionBuilder {
 public:
  /// `output` is called with every row; it may be empty.
  MotionBuilder(const MotionColumns& layout, std::function<void(std::span<const double>)> output);

  /// From where on the motion is smooth.
  void begin_stretch(double t, const Phases& phases = {});
  /// The same after events; a stretch that began at this very instant, and so has no length, is
  /// removed.
  void begin_part(double t, const Phases& phases);
  void end_stretch(double t) { record_.stretches.back().until = t; }

  /// Makes room for so many rows, as long as that is no waste.
  void reserve(double rows);
  void add_row(const std::vector<double>& row);
  double last_time() const;  ///< of the rows

  void add_impact(const ImpactRecord& impact) { record_.impacts.push_back(impact); }
  void add_jump(const EnergyJump& jump) { record_.jumps.push_back(jump); }
  void add_accumulation(Accumulation rest) { record_.accumulations.push_back(std::move(rest)); }
  void add_event(double t, std::string what) { record_.events.push_back({t, std::move(what)}); }
  /// What is left of the constraints at a state, and its energy beside that of the start and the
  /// works since.
  void add_audit(const StateAudit& audit, double energy_at_start, double works);

  /// Once, when the run has ended.
  MotionRecord take(Outcome outcome, const integrate::IntegratorCounters& counters);

 private:
  const MotionColumns& layout_;
  const std::function<void(std::span<const double>)> output_;
  MotionRecord record_;
};

}  // namespace alembert
